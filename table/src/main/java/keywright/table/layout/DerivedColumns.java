package keywright.table.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.store.StoredRow;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentReader;
import keywright.table.model.DocumentTable;
import keywright.table.model.JsonText;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The derived columns of a table: the value of each is at a path of a document column. They are not
 * stored. They are computed when a stored row becomes values, and when a change sets the document.
 * So everything above a row reads them as it reads other columns.
 *
 * <p>A derived column is null if its document is null or damaged, or if the path has no value or
 * one that the column's type does not hold. In the primary key such a document is refused, and the
 * stored value is in the row key.
 *
 * <p>Immutable.
 */
final class DerivedColumns {
  private static final int[] NONE = {};

  /** A derived column: where it stands in a row, and whether the primary key gives it back. */
  private record Derived(int place, Column column, DocumentPath path, boolean inKey) {}

  /**
   * A document column, or a part of it that is stored on its own.
   *
   * @param place where the stored bytes or text are
   * @param whole where the whole document is
   * @param wanted the outermost fields that the paths need; null for all
   */
  private record Document(
      int place,
      int whole,
      String column,
      boolean isText,
      @Nullable Set<String> wanted,
      List<Derived> derived) {}

  private final List<Document> documents = new ArrayList<>();
  private final String table;

  /** By place: that of the document of a derived column, or of the part of it; else its own. */
  private final int[] documentPlaces;

  private final @Nullable DocumentParts parts;

  /** The key schema of the ids that a document table computes; null for every other table. */
  private final @Nullable KeySchema ids;

  /** For each column of {@link #ids} its place. */
  private final int[] idPlaces;

  DerivedColumns(TableDefinition table, KeySchema primaryKey, @Nullable DocumentParts parts) {
    this.table = table.name();
    this.parts = parts;
    this.ids = DocumentTable.of(table).map(DocumentTable::ids).orElse(null);
    List<Column> columns = primaryKey.columns();
    List<String> names = columns.stream().map(Column::name).toList();
    this.idPlaces =
        ids == null
            ? NONE
            : ids.columns().stream().mapToInt(column -> names.indexOf(column.name())).toArray();
    this.documentPlaces = new int[columns.size()];
    Arrays.setAll(documentPlaces, place -> place);
    Map<Integer, List<Derived>> byDocument = new LinkedHashMap<>();
    for (ColumnDefinition column : table.columns()) {
      DocumentPath path = column.from();
      // A document column that is missing is refused by the checks of definitions.
      int document = path == null ? -1 : names.indexOf(path.column());
      if (path != null && document >= 0) {
        int place = names.indexOf(column.name());
        int source =
            parts != null && parts.document() == document
                ? parts.placeOf(path.firstField())
                : document;
        documentPlaces[place] = source;
        byDocument
            .computeIfAbsent(source, each -> new ArrayList<>())
            .add(
                new Derived(
                    place,
                    columns.get(place),
                    path,
                    primaryKey.keyColumns().contains(column.name())));
      }
    }
    byDocument.forEach(
        (place, derived) -> {
          boolean needsAll = derived.stream().anyMatch(each -> each.path.firstField() == null);
          Set<String> wanted =
              needsAll
                  ? null
                  : derived.stream()
                      .map(each -> String.valueOf(each.path.firstField()))
                      .collect(Collectors.toUnmodifiableSet());
          int whole = parts != null && place >= columns.size() ? parts.document() : place;
          Column column = columns.get(whole);
          documents.add(
              new Document(
                  place,
                  whole,
                  column.name(),
                  column.type().valueClass() == String.class,
                  wanted,
                  List.copyOf(derived)));
        });
  }

  /** That of the document of a derived column, or of the part of it; for every other its own. */
  int documentPlace(int place) {
    return place < documentPlaces.length ? documentPlaces[place] : place;
  }

  /** Where the documents stand from which columns of the primary key are derived. */
  int[] keyDocuments() {
    return documents.isEmpty()
        ? NONE
        : documents.stream()
            .filter(document -> document.derived.stream().anyMatch(Derived::inKey))
            .mapToInt(Document::place)
            .toArray();
  }

  /** Whether two tables derive the same columns from the same paths. */
  boolean isSame(DerivedColumns other) {
    return documents.equals(other.documents);
  }

  /**
   * Computes the document of a stored row that is stored in parts, and the derived columns, other
   * than those of the key.
   */
  void fill(StoredRow stored, @Nullable Object[] row) {
    if (parts != null) {
      parts.join(stored, row);
    }
    fill(row, false);
  }

  /** Computes the derived columns of a row that are null. */
  void fillMissing(@Nullable Object[] row) {
    fill(row, true);
  }

  private void fill(@Nullable Object[] row, boolean missing) {
    for (Document document : documents) {
      Object value = row[missing ? document.whole : document.place];
      @Nullable Object[] found = null;
      if (value != null) {
        try {
          found = read(document, value);
        } catch (IllegalArgumentException e) {
          found = null; // Written before the columns were declared, or by another client.
        }
      }
      for (int i = 0; i < document.derived.size(); i++) {
        Derived derived = document.derived.get(i);
        if (missing ? row[derived.place] == null : !derived.inKey) {
          row[derived.place] = found == null ? null : converted(derived, found[i]);
        }
      }
    }
  }

  /** The derived columns of one row in another, whose document is the same. */
  void copy(int documentPlace, @Nullable Object[] from, @Nullable Object[] to) {
    if (parts != null && documentPlace >= documentPlaces.length) {
      to[parts.document()] = from[parts.document()];
    }
    for (Document document : documents) {
      for (Derived derived : document.derived) {
        if (document.place == documentPlace && !derived.inKey) {
          to[derived.place] = from[derived.place];
        }
      }
    }
  }

  /**
   * Names the derived columns of every document that a change names, with their new values.
   *
   * @param given one value per column or {@link StoredTable#UNNAMED}
   * @throws TableException if a derived column is named already, if a document is damaged, if it
   *     lacks a value of the primary key, or if its id cannot be computed
   */
  void fillGiven(@Nullable Object[] given) {
    if (parts != null) {
      parts.divide(given);
    }
    boolean written = false;
    for (Document document : documents) {
      for (Derived derived : document.derived) {
        if (given[derived.place] != StoredTable.UNNAMED) {
          throw new TableException(
              "cannot set %s of %s: found a value, expected none, since the column is derived from the path '%s' of %s; set %s"
                  .formatted(
                      Names.quote(derived.column.name()),
                      table,
                      derived.path.path(),
                      Names.quote(document.column),
                      Names.quote(document.column)));
        }
      }
      Object value = given[document.whole];
      if (value != StoredTable.UNNAMED) {
        fillGiven(document, value, given);
        written |= value != null;
      }
    }
    if (written && ids != null) {
      requireId(ids, given);
    }
  }

  private void fillGiven(Document document, @Nullable Object value, @Nullable Object[] given) {
    @Nullable Object[] found = new @Nullable Object[document.derived.size()];
    if (value != null) {
      try {
        if (!document.isText && parts == null) {
          reader(document).check((byte[]) value);
        }
        found = read(document, value);
      } catch (IllegalArgumentException e) {
        throw new TableException(
            "cannot set %s of %s: %s; correct this document, from which columns are derived"
                .formatted(Names.quote(document.column), table, e.getMessage()),
            e);
      }
    }
    for (int i = 0; i < found.length; i++) {
      Derived derived = document.derived.get(i);
      given[derived.place] =
          derived.inKey ? keyValue(document, derived, found[i]) : converted(derived, found[i]);
    }
  }

  /** Refuses a document without an id: a part of it may contain the delimiter, for example. */
  private void requireId(KeySchema schema, @Nullable Object[] given) {
    @Nullable Object[] row = new @Nullable Object[idPlaces.length];
    for (int i = 0; i < row.length; i++) {
      Object value = given[idPlaces[i]];
      row[i] = value == StoredTable.UNNAMED ? null : value;
    }
    try {
      byte[] unused = schema.rowKey(row);
    } catch (KeyException e) {
      String reason = String.valueOf(e.getMessage());
      int advice = reason.indexOf("; ");
      throw new TableException(
          "cannot set %s of %s: its _id cannot be computed: %s; change the document, or create the table with another key_delimiter"
              .formatted(
                  DocumentTable.DOCUMENT, table, advice < 0 ? reason : reason.substring(0, advice)),
          e);
    }
  }

  private @Nullable Object keyValue(Document document, Derived derived, @Nullable Object found) {
    String problem = null;
    if (found == null && !derived.column.nullable()) {
      problem =
          "found no value at its path '%s', expected a value of type %s"
              .formatted(derived.path.path(), derived.column.type());
    } else if (found != null) {
      try {
        Object value = derived.column.type().convert(found);
        NumberLimit.require(table, derived.column, value);
        return value;
      } catch (KeyException e) {
        problem = "at its path '%s' %s".formatted(derived.path.path(), e.getMessage());
      }
    }
    if (problem != null) {
      throw new TableException(
          "cannot set %s of %s: %s, since the primary key reads %s; correct the document"
              .formatted(
                  Names.quote(document.column),
                  table,
                  problem,
                  Names.quote(derived.column.name())));
    }
    return null;
  }

  private static @Nullable Object converted(Derived derived, @Nullable Object found) {
    if (found == null) {
      return null;
    }
    Object value = derived.column.type().convertOrNull(found);
    return value == null || NumberLimit.isTooLong(value) ? null : value;
  }

  /** The value of each derived column as it is in the document. */
  private @Nullable Object[] read(Document document, Object value) {
    @Nullable Object[] found = new @Nullable Object[document.derived.size()];
    Object json = document.isText ? JsonText.read((String) value, document.wanted) : null;
    for (int i = 0; i < found.length; i++) {
      DocumentPath path = document.derived.get(i).path;
      found[i] = document.isText ? path.in(json) : reader(document).value((byte[]) value, path);
    }
    return found;
  }

  private DocumentReader reader(Document document) {
    return DocumentTable.reader()
        .orElseThrow(
            () ->
                new TableException(
                    ErrorCode.UNSUPPORTED,
                    "cannot read %s of %s: found no reader of binary documents on the class path, expected one, since columns are derived from this blob; add the module that reads these documents (keywright-ojai)"
                        .formatted(Names.quote(document.column), table)));
  }
}
