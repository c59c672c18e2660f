package keywright.table.model;

import java.util.ArrayList;
import java.util.List;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/**
 * An index table as declared.
 *
 * @param name unique in the database
 * @param parts as written; the stored key is completed, see {@link TableDefinition#indexSchema}
 * @param unique whether no two rows may have the same parts; rows with a null in a part are never
 *     the same
 * @param included columns outside the key whose values are stored in the entries; a query of these
 *     columns need not read rows
 * @param storage how engines keep the entries
 * @param completion how the columns of the primary key follow the parts
 * @param partitionParts how many leading parts the inner group of {@code ((a, b), c)} has; 1 when
 *     there is none. Engines without partitions only group by it
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

  /** How those columns of the primary key follow the parts that cannot be decoded from them. */
  public enum Completion {
    /** As columns. */
    COLUMNS,
    /**
     * In a text key as the parts of the primary key that give them back: {@code
     * reverse(lpad(order_id, 9))}. In the other formats as columns.
     */
    KEY_PARTS
  }

  /** Keeps its own copies of the lists. */
  public IndexDefinition {
    parts = List.copyOf(parts);
    included = List.copyOf(included);
  }

  /** An index that is completed as those that are made today are. */
  public IndexDefinition(
      String name,
      List<KeyPart> parts,
      KeyFormat format,
      boolean unique,
      List<String> included,
      StorageOptions storage) {
    this(name, parts, format, unique, included, storage, Completion.KEY_PARTS, 1);
  }

  /** An index that engines keep as they do by default. */
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

  /** The same index with these columns in its entries. */
  public IndexDefinition including(String... columns) {
    return new IndexDefinition(
        name, parts, format, unique, List.of(columns), storage, completion, partitionParts);
  }

  /** The same index with its key in another format. */
  public IndexDefinition withFormat(KeyFormat newFormat) {
    return new IndexDefinition(
        name, parts, newFormat, unique, included, storage, Completion.KEY_PARTS, partitionParts);
  }

  /** The same index, kept by engines as these say. */
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

  /** The same index, completed as {@code other} is. */
  public IndexDefinition withCompletion(IndexDefinition other) {
    return withCompletion(other.completion);
  }

  /** The same index, completed so. */
  public IndexDefinition withCompletion(Completion newCompletion) {
    return new IndexDefinition(
        name, parts, format, unique, included, storage, newCompletion, partitionParts);
  }

  /** The same index with other parts, as many of them in its inner group as it has. */
  public IndexDefinition withParts(List<KeyPart> newParts) {
    int grouped = Math.min(partitionParts, newParts.size());
    return new IndexDefinition(
        name, newParts, format, unique, included, storage, completion, grouped);
  }

  /** The stored key over a table's primary key; see {@link TableDefinition#indexSchema}. */
  public KeySchema schema(KeySchema primaryKey) {
    List<String> keyColumns = List.copyOf(primaryKey.keyColumns());
    List<KeyPart> stored = new ArrayList<>();
    for (KeyPart part : parts) {
      stored.add(part.withBucketColumns(keyColumns));
    }
    KeySchema declared = KeySchema.of(primaryKey.columns(), stored, format);
    for (String column : keyColumns) {
      if (!declared.recovers(column)) {
        stored.add(completing(primaryKey, column));
      }
    }
    return stored.size() == parts.size()
        ? declared
        : KeySchema.of(primaryKey.columns(), stored, format);
  }

  /** What gives back a column of the primary key after the parts. */
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

  /** The same index with so many leading parts in its inner group. */
  public IndexDefinition withPartitionParts(int grouped) {
    return new IndexDefinition(name, parts, format, unique, included, storage, completion, grouped);
  }
}
