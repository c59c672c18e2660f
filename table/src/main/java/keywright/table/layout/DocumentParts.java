package keywright.table.layout;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import keywright.key.ErrorCode;
import keywright.store.StoredRow;
import keywright.store.UnreadableRowException;
import keywright.table.model.DocumentReader;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the documents of a table: each family of a field contains this field, and the family
 * of the document column contains all other fields. Only the parts have cells. In memory a row has
 * the parts after its columns, and the document column has the whole document.
 *
 * <p>If a row is read without some of the parts, the document column has the document without the
 * fields of these parts.
 *
 * <p>Immutable.
 */
final class DocumentParts {
  private final String table;
  private final int document;
  private final List<String> fields;

  /** The places of the parts in a row, in the order of {@link DocumentReader#divide}. */
  private final int[] places;

  private DocumentParts(String table, int document, List<String> fields, int first) {
    this.table = table;
    this.document = document;
    this.fields = fields;
    this.places = IntStream.rangeClosed(first, first + fields.size()).toArray();
  }

  /**
   * The parts of the documents of a table; null if no family contains a field of them.
   *
   * @param columns the names of the columns, in the order of a row
   */
  static @Nullable DocumentParts of(TableDefinition table, List<String> columns) {
    List<FamilyDefinition> families = table.documentFamilies();
    int document = columns.indexOf(DocumentTable.DOCUMENT);
    // A definition with families of fields and without documents is refused by its checks.
    if (families.isEmpty() || document < 0) {
      return null;
    }
    List<String> fields =
        families.stream()
            .map(family -> Objects.requireNonNull(family.from()))
            .map(from -> String.valueOf(from.firstField()))
            .toList();
    return new DocumentParts(table.name(), document, fields, columns.size());
  }

  /** The name under which the field of a family is stored, unless the engine has another for it. */
  static String storedName(FamilyDefinition family) {
    return DocumentTable.DOCUMENT + "_" + family.name();
  }

  /** The place of the document column. */
  int document() {
    return document;
  }

  /** The places of all parts: of the other fields, then of each family of a field. */
  int[] places() {
    return places;
  }

  /** The place of the part that contains a field; null for the index of an element. */
  int placeOf(@Nullable String field) {
    return places[fields.indexOf(field) + 1];
  }

  /**
   * Sets the document of a row from its parts.
   *
   * @param stored the stored row with these values
   * @throws UnreadableRowException if a part is damaged, or if the parts are not those of one
   *     document
   */
  void join(StoredRow stored, @Nullable Object[] row) {
    byte[] @Nullable [] parts = new byte[places.length][];
    for (int i = 0; i < places.length; i++) {
      parts[i] = (byte[]) row[places[i]];
    }
    try {
      row[document] = reader().join(parts);
    } catch (IllegalArgumentException e) {
      throw stored.unreadable(e);
    }
  }

  /**
   * Sets the parts of a changed row whose document is set.
   *
   * @throws TableException if the document is damaged
   */
  void divide(@Nullable Object[] given) {
    Object value = given[document];
    if (value == StoredTable.UNNAMED) {
      return;
    }
    byte[] @Nullable [] parts = new byte[places.length][];
    if (value != null) {
      try {
        reader().check((byte[]) value);
        parts = reader().divide((byte[]) value, fields);
      } catch (IllegalArgumentException e) {
        throw new TableException(
            "cannot set %s of %s: %s; correct this document, which is stored in parts"
                .formatted(Names.quote(DocumentTable.DOCUMENT), table, e.getMessage()),
            e);
      }
    }
    for (int i = 0; i < places.length; i++) {
      given[places[i]] = parts[i];
    }
  }

  private DocumentReader reader() {
    return DocumentTable.reader()
        .orElseThrow(
            () ->
                new TableException(
                    ErrorCode.UNSUPPORTED,
                    "cannot read %s of %s: found no reader of binary documents on the class path, expected one, since families contain fields of this blob; add the module that reads these documents (keywright-ojai)"
                        .formatted(Names.quote(DocumentTable.DOCUMENT), table)));
  }
}
