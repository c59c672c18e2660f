package keywright.table.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keywright.key.Column;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * An index table as declared.
 *
 * @param name unique in the database
 * @param parts the declared parts of the index key. The stored key has more parts, see {@link
 *     TableDefinition#indexSchema}
 * @param unique whether two rows with the same values of the parts are refused; a row with a null
 *     in a part is never refused
 * @param included columns outside the key whose values are stored in the entries; a query of these
 *     columns need not read rows
 * @param storage how engines keep the entries
 * @param completion how the columns of the primary key are appended to the declared parts
 * @param partitionParts how many leading parts form the partition, as in {@code ((a, b), c)}; 1
 *     without inner parentheses. It has no effect on engines without partitions
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
   * The rule that completes the stored index key. It decides which parts are appended for the
   * primary-key columns that cannot be decoded from the declared parts.
   */
  public enum Completion {
    /** The columns themselves are appended. */
    COLUMNS,
    /**
     * In a text key, the parts of the primary key from which these columns can be decoded are
     * appended, such as {@code reverse(lpad(order_id, 9))}. In other formats the columns themselves
     * are appended.
     */
    KEY_PARTS
  }

  /** Keeps its own copies of the lists. */
  public IndexDefinition {
    parts = List.copyOf(parts);
    included = List.copyOf(included);
  }

  /** An index with the current completion. */
  public IndexDefinition(
      String name,
      List<KeyPart> parts,
      KeyFormat format,
      boolean unique,
      List<String> included,
      StorageOptions storage) {
    this(name, parts, format, unique, included, storage, Completion.KEY_PARTS, 1);
  }

  /** An index with default storage options. */
  public IndexDefinition(
      String name, List<KeyPart> parts, KeyFormat format, boolean unique, List<String> included) {
    this(name, parts, format, unique, included, StorageOptions.DEFAULT);
  }

  /** An index that is not unique and includes nothing. */
  public IndexDefinition(String name, List<KeyPart> parts, KeyFormat format) {
    this(name, parts, format, false, List.of());
  }

  /** The same index, unique. */
  public IndexDefinition asUnique() {
    return new IndexDefinition(
        name, parts, format, true, included, storage, completion, partitionParts);
  }

  /** The same index, whose entries also contain the values of these columns. */
  public IndexDefinition including(String... columns) {
    return new IndexDefinition(
        name, parts, format, unique, List.of(columns), storage, completion, partitionParts);
  }

  /** The same index with its key in another format. */
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
   * An index in the KW1 format, its parts from text such as {@code "customer_id, paid_at DESC"}.
   */
  public static IndexDefinition of(String name, String parts) {
    return new IndexDefinition(name, KeyPart.parseList(parts), KeyFormat.kw1());
  }

  /** The same index under another name. */
  public IndexDefinition withName(String newName) {
    return new IndexDefinition(
        newName, parts, format, unique, included, storage, completion, partitionParts);
  }

  /** The same index with the completion of {@code other}. */
  public IndexDefinition withCompletion(IndexDefinition other) {
    return withCompletion(other.completion);
  }

  /** The same index with another completion. */
  public IndexDefinition withCompletion(Completion newCompletion) {
    return new IndexDefinition(
        name, parts, format, unique, included, storage, newCompletion, partitionParts);
  }

  /** The same index with other parts. The number of parts in its partition does not change. */
  public IndexDefinition withParts(List<KeyPart> newParts) {
    int grouped = Math.min(partitionParts, newParts.size());
    return new IndexDefinition(
        name, newParts, format, unique, included, storage, completion, grouped);
  }

  /**
   * The list column whose elements each have an index entry, such as {@code tags} for {@code
   * values(tags)}; null for an index with one entry for each row.
   *
   * @throws TableException if the parts name two such columns
   */
  public @Nullable String listColumn() {
    Set<String> lists = new LinkedHashSet<>();
    parts.forEach(part -> lists.addAll(part.expression().listColumns()));
    if (lists.size() > 1) {
      throw new TableException(
          "cannot create index %s: found the elements of %s, expected those of one list, since an entry has one element; create one index for each list"
              .formatted(name, String.join(" and ", lists)));
    }
    return lists.isEmpty() ? null : lists.iterator().next();
  }

  /**
   * The stored key over a table's primary key; see {@link TableDefinition#indexSchema}. In the key
   * of an index with a {@link #listColumn} that column is one element: it has the type of the
   * elements.
   *
   * @throws keywright.key.KeyException if a part cannot be in a key
   * @throws TableException if the argument of {@code values} is not a list column
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
    Type element = list.type().elementType();
    if (element == null) {
      throw refused(list, "which is " + list.type(), "write the column itself, without values()");
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
            list, "and the whole list in " + part, "create one index for each of the two");
      }
    }
    return new Column(list.name(), element, true);
  }

  private TableException refused(Column list, String found, String remedy) {
    return new TableException(
        "cannot create index %s: found values(%s), %s, expected a list column outside the primary key; %s"
            .formatted(name, Names.quote(list.name()), found, remedy));
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

  /** The same index, whose first {@code grouped} parts form the partition. */
  public IndexDefinition withPartitionParts(int grouped) {
    return new IndexDefinition(name, parts, format, unique, included, storage, completion, grouped);
  }
}
