package keywright.table.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.ErrorCode;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/**
 * A table as declared: columns, primary key, families and indexes.
 *
 * <p>Immutable. {@code Database.createTable} refuses a definition that contradicts itself.
 *
 * @param columns the declared columns; {@link #allColumns} also has the columns of {@code
 *     random(n)} parts
 * @param partitionParts how many leading parts of the primary key form the partition, as in {@code
 *     PRIMARY KEY ((a, b), c)}; 1 without inner parentheses. It has no effect on engines without
 *     partitions
 * @param families the declared families; {@link #allFamilies} also has the family {@code d} if a
 *     column needs it
 * @param columnNames how columns are named in storage: {@code "short"} (ids), {@code "plain"}
 *     (their names), or {@code "attached"} (their names, in a table of another client)
 * @param storage the storage options of the table; each index has its own
 */
public record TableDefinition(
    String name,
    List<ColumnDefinition> columns,
    List<KeyPart> primaryKey,
    int partitionParts,
    KeyFormat format,
    List<FamilyDefinition> families,
    List<IndexDefinition> indexes,
    String columnNames,
    StorageOptions storage) {

  private static final String ATTACHED = "attached";

  /**
   * Keeps its own copies of the lists. Derived columns are put into the family of their document.
   */
  public TableDefinition {
    columns = besideDocuments(columns);
    primaryKey = List.copyOf(primaryKey);
    families = List.copyOf(families);
    indexes = List.copyOf(indexes);
  }

  private static List<ColumnDefinition> besideDocuments(List<ColumnDefinition> columns) {
    if (columns.stream().noneMatch(ColumnDefinition::isDerived)) {
      return List.copyOf(columns);
    }
    Map<String, String> families = new HashMap<>();
    columns.forEach(column -> families.put(column.name(), column.family()));
    return columns.stream()
        .map(
            column -> {
              DocumentPath from = column.from();
              return from == null
                  ? column
                  : column.inFamily(families.getOrDefault(from.column(), column.family()));
            })
        .toList();
  }

  /** A table with the default storage options. */
  public TableDefinition(
      String name,
      List<ColumnDefinition> columns,
      List<KeyPart> primaryKey,
      int partitionParts,
      KeyFormat format,
      List<FamilyDefinition> families,
      List<IndexDefinition> indexes,
      String columnNames) {
    this(
        name,
        columns,
        primaryKey,
        partitionParts,
        format,
        families,
        indexes,
        columnNames,
        StorageOptions.DEFAULT);
  }

  /** A table in the KW1 format without declared families or indexes. */
  public static TableDefinition of(
      String name, List<ColumnDefinition> columns, List<KeyPart> primaryKey) {
    return new TableDefinition(
        name, columns, primaryKey, 1, KeyFormat.kw1(), List.of(), List.of(), "short");
  }

  /** The same table with these columns. */
  public TableDefinition withColumns(List<ColumnDefinition> newColumns) {
    return new TableDefinition(
        name,
        newColumns,
        primaryKey,
        partitionParts,
        format,
        families,
        indexes,
        columnNames,
        storage);
  }

  /** The same table with {@code grouped} leading parts of its primary key in the partition. */
  public TableDefinition withPartitionParts(int grouped) {
    return new TableDefinition(
        name, columns, primaryKey, grouped, format, families, indexes, columnNames, storage);
  }

  /** The same table with another primary key. */
  public TableDefinition withPrimaryKey(List<KeyPart> newPrimaryKey) {
    return new TableDefinition(
        name,
        columns,
        newPrimaryKey,
        partitionParts,
        format,
        families,
        indexes,
        columnNames,
        storage);
  }

  /** The same table with its primary key in another format. */
  public TableDefinition withFormat(KeyFormat newFormat) {
    return new TableDefinition(
        name,
        columns,
        primaryKey,
        partitionParts,
        newFormat,
        families,
        indexes,
        columnNames,
        storage);
  }

  /** The same table with these families. */
  public TableDefinition withFamilies(List<FamilyDefinition> newFamilies) {
    return new TableDefinition(
        name,
        columns,
        primaryKey,
        partitionParts,
        format,
        newFamilies,
        indexes,
        columnNames,
        storage);
  }

  /** The same table with these indexes. */
  public TableDefinition withIndexes(List<IndexDefinition> newIndexes) {
    return new TableDefinition(
        name,
        columns,
        primaryKey,
        partitionParts,
        format,
        families,
        newIndexes,
        columnNames,
        storage);
  }

  /** The same table with these storage options. */
  public TableDefinition withStorage(StorageOptions newStorage) {
    return new TableDefinition(
        name,
        columns,
        primaryKey,
        partitionParts,
        format,
        families,
        indexes,
        columnNames,
        newStorage);
  }

  /**
   * Whether the table is attached: another client has created it, and Keywright reads and writes it
   * in place.
   */
  public boolean isAttached() {
    return columnNames.equals(ATTACHED);
  }

  /** Whether its rows are declared to be written without conditions. */
  public boolean isPlain() {
    return storage.writes() == Writes.PLAIN;
  }

  /**
   * The same definition for an attached table, which another client has created and continues to
   * write.
   */
  public TableDefinition asAttached() {
    return new TableDefinition(
        name, columns, primaryKey, partitionParts, format, families, indexes, ATTACHED, storage);
  }

  /** The same definition for a table that Keywright creates. */
  public TableDefinition asOwn() {
    return isAttached()
        ? new TableDefinition(
            name,
            columns,
            primaryKey,
            partitionParts,
            format,
            families,
            indexes,
            "plain",
            StorageOptions.DEFAULT)
        : this;
  }

  /**
   * The declaration of the column {@code column}. Empty if there is no such column, or if it is
   * only the column of a {@code random(n)}.
   */
  public Optional<ColumnDefinition> column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }

  /** The index {@code index} as declared. */
  public Optional<IndexDefinition> index(String index) {
    return indexes.stream().filter(i -> i.name().equals(index)).findFirst();
  }

  /**
   * The columns that {@code SELECT *} returns: the declared columns, then a column for each {@code
   * random(n)} of the primary key. {@link Column#nullable} says whether a row can have a null in
   * the column.
   */
  public List<Column> allColumns() {
    return primaryKeySchema().columns();
  }

  /**
   * The declared families. The default family {@code d} is added in front if it is not declared and
   * a column is in it, or if no family is declared.
   */
  public List<FamilyDefinition> allFamilies() {
    String first = FamilyDefinition.DEFAULT_NAME;
    boolean declared = families.stream().anyMatch(family -> family.name().equals(first));
    boolean needed = columns.stream().anyMatch(column -> column.family().equals(first));
    List<FamilyDefinition> all = new ArrayList<>(families);
    if (!declared && (needed || families.isEmpty())) {
      all.add(0, FamilyDefinition.of(first));
    }
    return all;
  }

  /** The named parts of the primary key that are computed, which a SELECT can name. */
  public List<ComputedPart> computedParts() {
    return List.copyOf(primaryKeySchema().computedParts().values());
  }

  /**
   * The key part with this name, of the primary key or of an index, as declared; empty if there is
   * none.
   */
  public Optional<String> partNamed(String partName) {
    return Stream.concat(
            primaryKey.stream().map(part -> Map.entry("the primary key", part)),
            indexes.stream()
                .flatMap(
                    index ->
                        index.parts().stream()
                            .map(part -> Map.entry("index " + index.name(), part))))
        .filter(part -> partName.equals(part.getValue().alias()))
        .map(part -> "%s of %s".formatted(part.getValue(), part.getKey()))
        .findFirst();
  }

  /** The columns that the primary key reads, in order of first use. */
  public List<String> keyColumns() {
    return List.copyOf(primaryKeySchema().keyColumns());
  }

  /** The key of the table itself, over all its columns. */
  public KeySchema primaryKeySchema() {
    Set<String> inKey = new LinkedHashSet<>();
    primaryKey.forEach(part -> inKey.addAll(part.expression().columns()));
    List<Column> keyed = new ArrayList<>();
    for (ColumnDefinition column : columns) {
      boolean nullable = column.nullable() || !(column.notNull() || inKey.contains(column.name()));
      keyed.add(new Column(column.name(), column.type(), nullable));
    }
    return KeySchema.of(keyed, primaryKey, format);
  }

  /**
   * The stored key of an index: the declared parts, then every primary-key column that cannot be
   * decoded from them. A {@code bucket(n)} without columns hashes the columns of the primary key.
   */
  public KeySchema indexSchema(String index) {
    IndexDefinition declared =
        index(index)
            .orElseThrow(
                () ->
                    new TableException(
                        ErrorCode.NOT_FOUND,
                        "cannot use index \"%s\": table %s has no such index%s"
                            .formatted(
                                index,
                                name,
                                Names.hint(
                                    index, indexes.stream().map(IndexDefinition::name).toList()))));
    return declared.schema(primaryKeySchema());
  }
}
