package keywright.table.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.HeldDelimiter;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * A table of documents. Its column {@code document blob} contains the documents. Every other column
 * is derived from the documents, except the column {@code _id}, if the table has it.
 *
 * <p>Each document has an id. If the table has the column {@code _id}, of type text or blob, this
 * column is the id, and it is the only column of the primary key. Otherwise the primary key reads
 * derived columns, and the id is a text computed from them. This text consists of the values of the
 * key parts as in a text key, separated by the delimiter of the option {@link #OPTION}. Key parts
 * from which no column can be decoded, such as {@code bucket(8)}, are not in the id. {@code DESC}
 * in the primary key has no effect on the id.
 *
 * <p>{@linkplain TableDefinition#documentFamilies Families} can contain single fields of the
 * documents. The column {@code document} has the whole documents with and without them.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param definition the declaration of the table
 * @param ids a key schema whose row keys are the computed ids in UTF-8; null if the table has the
 *     column {@code _id}
 */
public record DocumentTable(TableDefinition definition, @Nullable KeySchema ids) {
  /** The name of the column that contains the documents. */
  public static final String DOCUMENT = "document";

  /** The name of the column with the ids, and of the field with the id in a JSON document. */
  public static final String ID = "_id";

  /** The name of the table option with the delimiter of computed ids. */
  public static final String OPTION = "id_delimiter";

  /** The type of documents in statements and results. */
  private static final Type JSON = Type.parse("text");

  private static final Set<String> ID_TYPES = Set.of("text", "blob");
  private static final String SHAPE =
      "the column document blob, _id text or _id blob as the only column of the primary key, and other columns derived from document; or a primary key of derived columns, and the option id_delimiter";

  /** The reader of binary documents, found when it is first needed. */
  private static final class Installed {
    static final @Nullable DocumentReader READER =
        ServiceLoader.load(DocumentReader.class).findFirst().orElse(null);
  }

  /**
   * The reader of binary documents that is installed on the class path; empty if none is installed.
   */
  public static Optional<DocumentReader> reader() {
    return Optional.ofNullable(Installed.READER);
  }

  /**
   * A condition on the value at a path of documents, as one on the column of the documents, which
   * is a blob. It bounds no key. {@link DocumentReader#test} says which values meet it.
   *
   * @param condition a condition on the value, with any name of a column
   * @throws TableException if no value of a document can be compared with a literal of the
   *     condition, or if no reader of binary documents is installed
   */
  public static Condition where(DocumentPath path, Condition condition) {
    return PathPredicate.of(path, condition);
  }

  /** All columns of a table as queries return them: the document of a document table is a text. */
  public static List<Column> shownColumns(TableDefinition definition) {
    boolean hasDocuments = of(definition).isPresent();
    return definition.allColumns().stream()
        .map(
            column ->
                hasDocuments && column.name().equals(DOCUMENT)
                    ? new Column(DOCUMENT, JSON, column.nullable())
                    : column)
        .toList();
  }

  /**
   * The document table with this declaration; empty if the declaration is not that of a document
   * table.
   */
  public static Optional<DocumentTable> of(TableDefinition definition) {
    if (definition.column(DOCUMENT).isEmpty()) {
      return Optional.empty(); // Most tables.
    }
    try {
      return Optional.of(require(definition));
    } catch (TableException e) {
      return Optional.empty();
    }
  }

  /**
   * The document table with this declaration.
   *
   * @throws TableException if the declaration is not that of a document table; the message says
   *     which column or option was found, and which are expected
   */
  public static DocumentTable require(TableDefinition definition) {
    String problem = problem(definition);
    if (problem != null) {
      throw new TableException(problem + ", expected " + SHAPE);
    }
    return new DocumentTable(
        definition, definition.column(ID).isPresent() ? null : ids(definition));
  }

  private static @Nullable String problem(TableDefinition definition) {
    for (ColumnDefinition column : definition.columns()) {
      DocumentPath from = column.from();
      String type = column.type().toString();
      boolean isKnown =
          from != null
              ? from.column().equals(DOCUMENT) && !column.name().equals(ID)
              : column.name().equals(DOCUMENT)
                  ? type.equals("blob")
                  : column.name().equals(ID) && ID_TYPES.contains(type);
      if (!isKnown) {
        return "found column " + Names.quote(column.name()) + " " + type;
      } else if (from != null && ID.equals(from.firstField())) {
        return "found column %s derived from the path '%s', which no stored document has"
            .formatted(Names.quote(column.name()), from.path());
      }
    }
    boolean hasId = definition.column(ID).isPresent();
    List<String> keyColumns = definition.keyColumns();
    if (definition.column(DOCUMENT).isEmpty()) {
      return "found no column document";
    } else if (hasId
        ? !keyColumns.equals(List.of(ID))
        : !keyColumns.stream()
            .allMatch(
                key -> definition.column(key).filter(ColumnDefinition::isDerived).isPresent())) {
      return "found the primary key " + definition.primaryKey();
    }
    for (String key : keyColumns) {
      if (definition.column(key).filter(ColumnDefinition::nullable).isPresent()) {
        return "found the key column " + Names.quote(key) + " declared NULL";
      }
    }
    boolean hasOption = delimiter(definition).isPresent();
    if (hasId == hasOption && (hasId || definition.format().delimiter() == null)) {
      return hasId
          ? "found the option " + OPTION + " and the column _id"
          : "found no option " + OPTION;
    }
    return null;
  }

  /**
   * The delimiter of computed ids, from the option {@link #OPTION} of the table; empty if the table
   * does not have this option.
   */
  public static Optional<String> delimiter(TableDefinition definition) {
    return Optional.ofNullable(definition.storage().notes().get(OPTION))
        .map(option -> option.substring(1, option.length() - 1).replace("''", "'"));
  }

  /** The same options without {@link #OPTION}. */
  public static StorageOptions withoutDelimiter(StorageOptions options) {
    Map<String, String> notes = new HashMap<>(options.notes());
    notes.remove(OPTION);
    return options.withNotes(notes);
  }

  /**
   * The same options with {@link #OPTION}.
   *
   * @param delimiter the text between the parts of computed ids
   */
  public static StorageOptions withDelimiter(StorageOptions options, String delimiter) {
    Map<String, String> notes = new HashMap<>(options.notes());
    notes.put(OPTION, "'" + delimiter.replace("'", "''") + "'");
    return options.withNotes(notes);
  }

  private static KeySchema ids(TableDefinition definition) {
    List<Column> columns = definition.allColumns();
    List<KeyPart> all = new ArrayList<>();
    List<KeyPart> recovering = new ArrayList<>();
    for (KeyPart declared : definition.primaryKey()) {
      KeyPart part = KeyPart.asc(declared.withBucketColumns(definition.keyColumns()).expression());
      all.add(part);
      KeySchema alone = KeySchema.of(columns, List.of(part), KeyFormat.kw1());
      if (alone.keyColumns().stream().anyMatch(alone::recovers)) {
        recovering.add(part);
      }
    }
    String delimiter =
        delimiter(definition).orElseGet(() -> String.valueOf(definition.format().delimiter()));
    try {
      KeySchema ids = ids(columns, recovering.isEmpty() ? all : recovering, delimiter);
      if (!ids.keyColumns().containsAll(definition.keyColumns())) {
        ids = ids(columns, all, delimiter);
      }
      for (String column : definition.keyColumns()) {
        if (!ids.recovers(column)) {
          throw new TableException(
              "found a primary key from which %s cannot be decoded".formatted(Names.quote(column)));
        }
      }
      List<Integer> held = HeldDelimiter.parts(ids);
      if (!held.isEmpty()) {
        throw new TableException(
            "found '%s' between the parts of an id, which every value of %s contains"
                .formatted(delimiter, ids.parts().get(held.get(0)).name()));
      }
      return ids;
    } catch (KeyException e) {
      throw new TableException(
          "found a key that cannot be the text of an id (%s)".formatted(e.getMessage()), e);
    }
  }

  private static KeySchema ids(List<Column> columns, List<KeyPart> parts, String delimiter) {
    return KeySchema.of(columns, parts, KeyFormat.text(delimiter));
  }
}
