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
 * The declaration of a table: its columns, primary key, families, indexes and options.
 *
 * <p>Immutable. {@code Database.createTable} refuses a definition that contradicts itself.
 *
 * @param name the name of the table, with its keyspace if it has one: {@code shop.reading}, or
 *     {@code reading} for a table of the default keyspace
 * @param columns the declared columns; {@link #allColumns} also has the columns of {@code
 *     random(n)} parts
 * @param primaryKey the parts of the primary key, in order
 * @param format the key format of the primary key
 * @param indexes the declared indexes
 * @param partitionParts how many leading parts of the primary key form the partition key: 2 for
 *     {@code PRIMARY KEY ((a, b), c)}, 1 without inner parentheses. This number has no effect on
 *     engines without partitions
 * @param families the declared families; {@link #allFamilies} also has the family {@code d} if a
 *     column needs it
 * @param columnNames the names of columns in the engine: {@code "short"} (ids), {@code "plain"}
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
   * Makes a declaration with its own copies of the lists. Derived columns are put into the family
   * of their document column, or of the field of the documents from which they are derived.
   */
  public TableDefinition {
    columns = besideDocuments(columns, families);
    primaryKey = List.copyOf(primaryKey);
    families = List.copyOf(families);
    indexes = List.copyOf(indexes);
  }

  private static List<ColumnDefinition> besideDocuments(
      List<ColumnDefinition> columns, List<FamilyDefinition> ofFields) {
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
                  : column.inFamily(
                      ofFields.stream()
                          .filter(family -> family.from() != null && from.isIn(family.from()))
                          .map(FamilyDefinition::name)
                          .findFirst()
                          .orElse(families.getOrDefault(from.column(), column.family())));
            })
        .toList();
  }

  /** The families that contain fields of documents, in order. */
  public List<FamilyDefinition> documentFamilies() {
    return families.stream().filter(family -> family.from() != null).toList();
  }

  /**
   * The names of all families that contain values of a column: of a document column also the
   * families that contain fields of its documents.
   */
  public Set<String> familiesOf(String column) {
    Set<String> all = new LinkedHashSet<>();
    all.add(column(column).map(ColumnDefinition::family).orElse(FamilyDefinition.DEFAULT_NAME));
    for (FamilyDefinition family : families) {
      DocumentPath from = family.from();
      if (from != null && from.column().equals(column)) {
        all.add(family.name());
      }
    }
    return all;
  }

  /**
   * Makes the declaration of a table with the default storage options. {@code partitionParts} is
   * the number of leading parts of the primary key that form the partition key. {@code columnNames}
   * is {@code "short"}, {@code "plain"} or {@code "attached"}.
   */
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

  /**
   * Makes the declaration of a table in the key format KW1, with the default family and without
   * indexes.
   */
  public static TableDefinition of(
      String name, List<ColumnDefinition> columns, List<KeyPart> primaryKey) {
    return new TableDefinition(
        name, columns, primaryKey, 1, KeyFormat.kw1(), List.of(), List.of(), "short");
  }

  /** The same declaration for a table with another name. */
  public TableDefinition withName(String newName) {
    return new TableDefinition(
        newName,
        columns,
        primaryKey,
        partitionParts,
        format,
        families,
        indexes,
        columnNames,
        storage);
  }

  /** The keyspace of the table; empty for the default keyspace. */
  public String keyspace() {
    return Names.keyspace(name);
  }

  /** The same table with these columns instead of its own. */
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

  /** The same table, with {@code grouped} leading parts of its primary key as partition key. */
  public TableDefinition withPartitionParts(int grouped) {
    return new TableDefinition(
        name, columns, primaryKey, grouped, format, families, indexes, columnNames, storage);
  }

  /**
   * The same table with another primary key.
   *
   * @param newPrimaryKey the parts of the primary key, in order
   */
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

  /** The same table, with its primary key in another key format. */
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

  /** The same table with these families instead of its own. */
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

  /** The same table with these indexes instead of its own. */
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

  /** The same table with these storage options instead of its own. */
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
   * Whether the table is attached: another client has created it, and Keywright reads and writes
   * the rows of that client's table.
   */
  public boolean isAttached() {
    return columnNames.equals(ATTACHED);
  }

  /**
   * Whether the table is declared {@code WITH writes = 'plain'}: its rows are written without
   * conditions and without reading the stored row.
   */
  public boolean isPlain() {
    return storage.writes() == Writes.PLAIN;
  }

  /**
   * The same declaration for an attached table, which another client has created and continues to
   * write.
   */
  public TableDefinition asAttached() {
    return new TableDefinition(
        name, columns, primaryKey, partitionParts, format, families, indexes, ATTACHED, storage);
  }

  /** The same declaration for a table that Keywright creates. */
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
   * The declaration of the column {@code column}. Empty if the table has no such column, or if it
   * is the column of a {@code random(n)}, which has no declaration.
   */
  public Optional<ColumnDefinition> column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst();
  }

  /** The declaration of the index {@code index}; empty if the table has no such index. */
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
   * All families: the declared ones, in order. If a column is in the default family {@code d} and
   * {@code d} is not declared, or if no family is declared, {@code d} comes before the declared
   * ones.
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

  /**
   * The computed parts of the primary key that have a name. A SELECT can return the values of these
   * parts by their names.
   */
  public List<ComputedPart> computedParts() {
    return List.copyOf(primaryKeySchema().computedParts().values());
  }

  /**
   * Describes the key part with the name {@code partName}: its declaration, and the key that
   * contains it. Empty if no part of the primary key or of an index has this name.
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

  /** The schema of the primary key. */
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
   * The schema of the key under which the entries of an index are stored: the declared parts,
   * followed by the columns of the primary key that cannot be decoded from the declared parts. A
   * {@code bucket(n)} without arguments is the hash of the columns of the primary key.
   *
   * @param index the name of an index of this table
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
