package keywright.table.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import keywright.key.Column;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of an index. Immutable.
 *
 * @param name the name of the index; no other table or index of the database has this name
 * @param parts the declared parts of the index key. The stored key has more parts, see {@link
 *     TableDefinition#indexSchema}
 * @param format the key format of the index key
 * @param unique whether a row is refused if another row has the same values of the declared parts.
 *     A row with a null in a declared part is never refused
 * @param included the names of the columns outside the index key whose values are also stored in
 *     the index entries. A query that needs only these columns and the key does not read the rows
 * @param storage the options that tell engines how to store the index entries
 * @param completion the rule by which the columns of the primary key are appended to the declared
 *     parts
 * @param partitionParts how many leading parts form the partition key: 2 for {@code ((a, b), c)}, 1
 *     without inner parentheses. This number has no effect on engines without partitions
 */
public record IndexDefinition(
    String name,
    List<KeyPart> parts,
    KeyFormat format,
    boolean unique,
    List<String> included,
    StorageOptions storage,
    Completion completion,
    int partitionParts) {

  /**
   * The rule that completes the key under which index entries are stored. The stored key must
   * contain every column of the primary key. The rule decides which key parts are appended for
   * those columns that cannot be decoded from the declared parts.
   */
  public enum Completion {
    /** Each of these columns is appended as a key part of its own. */
    COLUMNS,
    /**
     * In a text key, the parts of the primary key from which these columns can be decoded are
     * appended, such as {@code reverse(lpad(order_id, 9))}. In the other key formats each of these
     * columns is appended as a key part of its own.
     */
    KEY_PARTS
  }

  /** Makes a declaration with its own copies of the lists. */
  public IndexDefinition {
    parts = List.copyOf(parts);
    included = List.copyOf(included);
  }

  /**
   * Makes the declaration of an index with the completion that new indexes get, and with one key
   * part in its partition key.
   */
  public IndexDefinition(
      String name,
      List<KeyPart> parts,
      KeyFormat format,
      boolean unique,
      List<String> included,
      StorageOptions storage) {
    this(name, parts, format, unique, included, storage, Completion.KEY_PARTS, 1);
  }

  /** Makes the declaration of an index with the default storage options. */
  public IndexDefinition(
      String name, List<KeyPart> parts, KeyFormat format, boolean unique, List<String> included) {
    this(name, parts, format, unique, included, StorageOptions.DEFAULT);
  }

  /**
   * Makes the declaration of an index that is not unique, includes no columns and has the default
   * storage options.
   */
  public IndexDefinition(String name, List<KeyPart> parts, KeyFormat format) {
    this(name, parts, format, false, List.of());
  }

  /** The same index, declared {@code UNIQUE}. */
  public IndexDefinition asUnique() {
    return new IndexDefinition(
        name, parts, format, true, included, storage, completion, partitionParts);
  }

  /**
   * The same index, with the values of these columns also stored in its entries.
   *
   * @param columns names of columns outside the index key
   */
  public IndexDefinition including(String... columns) {
    return new IndexDefinition(
        name, parts, format, unique, List.of(columns), storage, completion, partitionParts);
  }

  /** The same index, with its key in another key format. */
  public IndexDefinition withFormat(KeyFormat newFormat) {
    return new IndexDefinition(
        name, parts, newFormat, unique, included, storage, Completion.KEY_PARTS, partitionParts);
  }

  /** The same index with these storage options. */
  public IndexDefinition withStorage(StorageOptions newStorage) {
    return new IndexDefinition(
        name, parts, format, unique, included, newStorage, completion, partitionParts);
  }

  /**
   * The declaration of an index in the key format KW1.
   *
   * @param name the name of the index
   * @param parts the key parts as text, such as {@code "customer_id, paid_at DESC"}
   */
  public static IndexDefinition of(String name, String parts) {
    return new IndexDefinition(name, KeyPart.parseList(parts), KeyFormat.kw1());
  }

  /** The same index under another name. */
  public IndexDefinition withName(String newName) {
    return new IndexDefinition(
        newName, parts, format, unique, included, storage, completion, partitionParts);
  }

  /** The same index with the completion rule of {@code other}. */
  public IndexDefinition withCompletion(IndexDefinition other) {
    return withCompletion(other.completion);
  }

  /** The same index with another completion rule. */
  public IndexDefinition withCompletion(Completion newCompletion) {
    return new IndexDefinition(
        name, parts, format, unique, included, storage, newCompletion, partitionParts);
  }

  /**
   * The same index with other key parts. The number of leading parts that form its partition key
   * does not change.
   */
  public IndexDefinition withParts(List<KeyPart> newParts) {
    int grouped = Math.min(partitionParts, newParts.size());
    return new IndexDefinition(
        name, newParts, format, unique, included, storage, completion, grouped);
  }

  /**
   * The name of the list, set or map column for whose elements a row has one index entry each, such
   * as {@code tags} for the key part {@code values(tags)} or {@code keys(tags)}. Null for an index
   * with one entry for each row.
   *
   * @throws TableException if the key parts use {@code values} with two different columns
   */
  public @Nullable String listColumn() {
    Set<String> lists = new LinkedHashSet<>();
    parts.forEach(part -> lists.addAll(part.expression().listColumns()));
    if (lists.size() > 1) {
      throw new TableException(
          "cannot create index %s: found the elements of %s, expected those of one column, since an entry has one element; create one index for each column"
              .formatted(name, String.join(" and ", lists)));
    }
    return lists.isEmpty() ? null : lists.iterator().next();
  }

  /**
   * Whether the entries of this index and of {@code other} are for the same elements: of the same
   * column, and values or keys for both. True for two indexes with one entry for each row.
   */
  public boolean hasElementsOf(IndexDefinition other) {
    return Objects.equals(listColumn(), other.listColumn()) && isOfKeys() == other.isOfKeys();
  }

  /** Whether the elements of {@link #listColumn} are the keys of a map. */
  public boolean isOfKeys() {
    return parts.stream().anyMatch(part -> part.expression().usesKeys());
  }

  /**
   * The schema of the key under which the index entries are stored: the declared parts and the
   * appended parts of {@link Completion}. In this schema, a {@link #listColumn} has the type of the
   * list's elements, because each index entry contains one element.
   *
   * @param primaryKey the primary key of the table
   * @throws keywright.key.KeyException if a part cannot be in a key
   * @throws TableException if the key uses {@code values} with a column that is not a list
   */
  public KeySchema schema(KeySchema primaryKey) {
    List<String> keyColumns = List.copyOf(primaryKey.keyColumns());
    List<Column> columns = columns(primaryKey);
    List<KeyPart> stored = new ArrayList<>();
    for (KeyPart part : parts) {
      KeyPart one = part.withBucketColumns(keyColumns);
      stored.add(one.withExpression(one.expression().ofElement()));
    }
    KeySchema declared = KeySchema.of(columns, stored, format);
    for (String column : keyColumns) {
      if (!declared.recovers(column)) {
        stored.add(completing(primaryKey, column));
      }
    }
    return stored.size() == parts.size() ? declared : KeySchema.of(columns, stored, format);
  }

  /** The columns of the table, with the type of one element for the {@link #listColumn}. */
  private List<Column> columns(KeySchema primaryKey) {
    String list = listColumn();
    if (list == null) {
      return primaryKey.columns();
    }
    List<Column> columns = new ArrayList<>();
    for (Column column : primaryKey.columns()) {
      columns.add(column.name().equals(list) ? elementsOf(primaryKey, column) : column);
    }
    return columns;
  }

  private Column elementsOf(KeySchema primaryKey, Column list) {
    boolean isOfKeys = isOfKeys();
    Type element = isOfKeys ? list.type().keyType() : list.type().elementType();
    if (element == null) {
      throw refused(
          list,
          "which is " + list.type(),
          list.type().elementType() == null
              ? "write the column itself, without " + (isOfKeys ? "keys()" : "values()")
              : "write values(%s)".formatted(Names.quote(list.name())));
    }
    boolean isMixed =
        parts.stream()
            .map(KeyPart::expression)
            .anyMatch(part -> part.listColumns().contains(list.name()) && !part.usesKeys());
    if (isOfKeys && isMixed) {
      throw refused(
          list, "and both its keys and its values", "create one index for each of the two");
    }
    if (primaryKey.keyColumns().contains(list.name())) {
      throw refused(list, "which is in the primary key", "leave the column out of one of the keys");
    }
    for (KeyPart part : parts) {
      boolean isWhole =
          part.expression().columns().contains(list.name())
              && !part.expression().listColumns().contains(list.name());
      if (isWhole) {
        throw refused(
            list, "and the whole column in " + part, "create one index for each of the two");
      }
    }
    return new Column(list.name(), element, true);
  }

  private TableException refused(Column list, String found, String remedy) {
    return new TableException(
        "cannot create index %s: found %s(%s), %s, expected a %s column outside the primary key; %s"
            .formatted(
                name,
                isOfKeys() ? "keys" : "values",
                Names.quote(list.name()),
                found,
                isOfKeys() ? "map" : "list, set or map",
                remedy));
  }

  /** The part that is appended to the index key for a column of the primary key. */
  private KeyPart completing(KeySchema primaryKey, String column) {
    boolean asPart = completion == Completion.KEY_PARTS && format.delimiter() != null;
    if (asPart && !primaryKey.randomColumns().containsKey(column)) {
      for (int part = 0; part < primaryKey.parts().size(); part++) {
        if (primaryKey.partDetermines(part, column)) {
          KeyPart given = primaryKey.parts().get(part);
          return new KeyPart(given.expression(), false, KeyPart.Nulls.DEFAULT, given.alias());
        }
      }
    }
    return KeyPart.asc(KeyExpression.column(column));
  }

  /** The same index, whose first {@code grouped} key parts form the partition key. */
  public IndexDefinition withPartitionParts(int grouped) {
    return new IndexDefinition(name, parts, format, unique, included, storage, completion, grouped);
  }
}
