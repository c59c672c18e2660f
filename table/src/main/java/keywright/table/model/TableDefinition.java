package keywright.table.model;

import java.util.ArrayList;
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
 * @param columns as declared; {@link #allColumns} has those of {@code random(n)} parts too
 * @param partitionParts how many leading parts of the primary key the inner group of {@code PRIMARY
 *     KEY ((a, b), c)} has; 1 when there is none. Ordered engines only group by it
 * @param families those declared; the family {@code d} is added where a column needs it
 * @param columnNames how columns are stored: {@code "short"} (ids), {@code "plain"}, or {@code
 *     "attached"}: plain, in a table of another client
 * @param storage how engines keep the table; those of indexes are with them
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

  /** Keeps its own copies of the lists. */
  public TableDefinition {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    families = List.copyOf(families);
    indexes = List.copyOf(indexes);
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

  /** The same table with so many leading parts of its primary key in the inner group. */
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

  /** The same table, kept by engines as these say. */
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

  /** Whether the table is another client's, read and written in place. */
  public boolean isAttached() {
    return columnNames.equals(ATTACHED);
  }

  /** Whether its rows are declared to be written without conditions. */
  public boolean isPlain() {
    return storage.writes() == Writes.PLAIN;
  }

  /** The same definition for a table that another client has made and continues writing. */
  public TableDefinition asAttached() {
    return new TableDefinition(
        name, columns, primaryKey, partitionParts, format, families, indexes, ATTACHED, storage);
  }

  /** The same definition for a table of our own. */
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

  /** The column {@code column} as declared; empty for an unknown one and for a random one. */
  public Optional<ColumnDefinition> column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }

  /** The index {@code index} as declared. */
  public Optional<IndexDefinition> index(String index) {
    return indexes.stream().filter(i -> i.name().equals(index)).findFirst();
  }

  /**
   * What {@code SELECT *} returns: the columns declared, then one for each {@code random(n)} of the
   * primary key, each with its true nullability.
   */
  public List<Column> allColumns() {
    return primaryKeySchema().columns();
  }

  /**
   * The declared families; {@code d} comes first if a column needs it or if no family is declared.
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

  /** The named parts of the primary key and of the indexes, as declared, by the key's name. */
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
   * The stored key of an index: its parts as declared, {@code bucket(n)} spelled out over the
   * primary key's columns, then every primary-key column that cannot be decoded from these.
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
