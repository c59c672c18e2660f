package keywright.table.layout;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.AttachedTables;
import keywright.store.Capability;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.FieldRead;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * A table as it is stored in an engine. It is computed from the catalog entry of the table.
 * Immutable; when the catalog entry changes, a new object is made.
 *
 * <p>A row in memory is an array with one value for each column of {@link #columns}. The parameter
 * {@code place} of a method is the index of a column in this array. A column whose value can be
 * decoded from the row key has no cell in the engine. If families contain fields of the documents,
 * the array also has the {@linkplain DocumentParts parts} of the document, behind the columns. The
 * document column then has no cell, and each part has one.
 */
public final class StoredTable {
  /** The value, in the array of a changed row, for a column that the change does not name. */
  public static final Object UNNAMED = new Object();

  private static final Type DOCUMENTS = Type.parse("blob");

  private final CatalogEntry entry;
  private final EngineTraits traits;
  private final KeyLengthLimit keyLimit;
  private final ValueLimit valueLimit;
  private final KeySchema primaryKey;
  private final List<Column> columns;
  private final Map<String, Integer> places = new HashMap<>();
  private final int[] columnIds;
  private final boolean[] recovered;

  /** The places of the columns that have cells. */
  private final int[] storedPlaces;

  private final @Nullable DocumentParts parts;
  private final DerivedColumns derived;

  private final boolean[] inKey;
  private final TableLayout layout;
  private final List<StoredIndex> indexes = new ArrayList<>();
  private final List<String> columnNames;

  /** The places of the key columns, in order of their first use in the key. */
  private final int[] keyPlaces;

  private final RowOptions wholeRow;
  private final RowOptions rowWithHistory;
  private final RowOptions expiredRow;
  private final RowOptions expiredRowWithHistory;

  /**
   * For each column, from its family: the time to live in seconds, and whether older versions are
   * kept.
   */
  private final long[] ttlSeconds;

  private final boolean[] keepsVersions;

  private final int[] requiredPlaces;

  private final boolean canReplaceUnseen;

  private final boolean expires;

  public StoredTable(CatalogEntry entry, Engine engine) {
    this(entry, EngineTraits.of(engine));
  }

  private StoredTable(CatalogEntry entry, EngineTraits traits) {
    this.entry = entry;
    this.traits = traits;
    this.keyLimit = new KeyLengthLimit(traits.maxKeyLength());
    this.valueLimit = new ValueLimit(traits.maxValueLength());
    TableDefinition table = entry.definition();
    this.primaryKey = table.primaryKeySchema();
    this.columns = primaryKey.columns();
    this.columnNames = columns.stream().map(Column::name).toList();
    this.parts = DocumentParts.of(table, columnNames);
    int width = columns.size() + (parts == null ? 0 : parts.places().length);
    this.columnIds = new int[width];
    this.recovered = new boolean[width];
    this.inKey = new boolean[width];
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i).name();
      places.put(name, i);
      columnIds[i] = entry.columnId(name);
      recovered[i] = primaryKey.recovers(name);
      inKey[i] = primaryKey.keyColumns().contains(name);
    }
    if (parts != null) {
      columnIds[columns.size()] = columnIds[parts.document()];
      List<FamilyDefinition> families = table.documentFamilies();
      for (int i = 0; i < families.size(); i++) {
        columnIds[columns.size() + 1 + i] = entry.columnId(String.valueOf(families.get(i).from()));
      }
    }
    this.derived = new DerivedColumns(table, primaryKey, parts);
    this.storedPlaces = IntStream.range(0, recovered.length).filter(this::hasCells).toArray();
    TableLayout declared =
        new TableLayout(
            table.isAttached()
                ? table.storage().attachedName().orElse(Names.unqualified(table.name()))
                : entry.engineName(),
            primaryKey,
            familyLayouts(table),
            table.partitionParts(),
            table.isAttached()
                ? TableLayout.Kind.ATTACHED
                : table.isPlain() ? TableLayout.Kind.PLAIN : TableLayout.Kind.OWN);
    Map<Integer, Integer> placesOfIds = new HashMap<>();
    for (int place : storedPlaces) {
      if (place < columns.size()) {
        placesOfIds.put(columnIds[place], place); // The parts of documents are behind all columns.
      }
    }
    TableLayout placed = entry.engineColumns().apply(declared).placed(placesOfIds);
    DocumentParts joined = parts;
    this.layout =
        joined == null ? placed : placed.checkedBy(row -> joined.join(row, row.columnValues()));
    this.keyPlaces = primaryKey.keyColumns().stream().mapToInt(places::get).toArray();
    this.wholeRow =
        RowOptions.of(
            layout.families().stream()
                .filter(family -> !family.columns().isEmpty())
                .map(FamilyLayout::name)
                .collect(Collectors.toUnmodifiableSet()));
    this.rowWithHistory = wholeRow.withHistory();
    this.expiredRow = wholeRow.withExpired();
    this.expiredRowWithHistory = rowWithHistory.withExpired();
    this.ttlSeconds = new long[width];
    this.keepsVersions = new boolean[width];
    for (int i = 0; i < width; i++) {
      if (!recovered[i]) {
        int id = columnIds[timedPlace(i)];
        FamilyLayout family = layout.families().get(layout.familyOf(id));
        ttlSeconds[i] = inKey[i] ? 0 : family.ttlSeconds();
        keepsVersions[i] = family.versions() > 1;
      }
    }
    this.requiredPlaces =
        IntStream.concat(
                table.columns().stream()
                    .filter(ColumnDefinition::notNull)
                    .mapToInt(column -> place(column.name())),
                IntStream.of(derived.keyDocuments()))
            .distinct()
            .toArray();
    for (IndexDefinition index : table.indexes()) {
      indexes.add(new StoredIndex(entry, primaryKey, index));
    }
    this.expires = ttlSeconds() != 0 || Arrays.stream(ttlSeconds).anyMatch(each -> each != 0);
    this.canReplaceUnseen = entriesAreExact() && indexes.isEmpty() && isKnownByItself();
  }

  /** A declared table without storage, for planning queries. All its indexes count as built. */
  public static StoredTable declared(TableDefinition table) {
    return new StoredTable(CatalogEntry.of(table), EngineTraits.ALL);
  }

  /** A declared table without storage, as {@link #declared}, for an engine with partitions. */
  public static StoredTable declaredInPartitions(TableDefinition table) {
    return new StoredTable(CatalogEntry.of(table), EngineTraits.PARTITIONED);
  }

  /** This table with another declaration, for planning queries. All its indexes count as built. */
  public StoredTable declaredAs(TableDefinition table) {
    return new StoredTable(CatalogEntry.of(table), traits);
  }

  /** The way in which the rows and index entries of the table are written. */
  public WriteDiscipline discipline() {
    return WriteDiscipline.of(traits, definition());
  }

  /** The properties of the table's engine on which plans and writes depend. */
  public EngineTraits traits() {
    return traits;
  }

  private List<FamilyLayout> familyLayouts(TableDefinition table) {
    Map<String, List<ColumnLayout>> stored = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      if (hasCells(i)) {
        Column column = columns.get(i);
        String name =
            table.column(column.name()).map(ColumnDefinition::storedName).orElse(column.name());
        stored
            .computeIfAbsent(family(column.name()), family -> new ArrayList<>())
            .add(new ColumnLayout(columnIds[i], name, column.type()));
      }
    }
    if (parts != null) {
      String document = columnNames.get(parts.document());
      Type type = columns.get(parts.document()).type();
      int place = columns.size();
      stored
          .computeIfAbsent(family(document), family -> new ArrayList<>())
          .add(new ColumnLayout(columnIds[place++], document, type));
      for (FamilyDefinition family : table.documentFamilies()) {
        String name = DocumentParts.storedName(family);
        stored
            .computeIfAbsent(family.name(), each -> new ArrayList<>())
            .add(new ColumnLayout(columnIds[place++], name, type));
      }
    }
    List<FamilyLayout> layouts = new ArrayList<>();
    for (FamilyDefinition family : table.allFamilies()) {
      layouts.add(
          new FamilyLayout(
              family.name(),
              family.compression(),
              family.ttlSeconds(),
              family.versions(),
              stored.getOrDefault(family.name(), List.of())));
    }
    return layouts;
  }

  public CatalogEntry entry() {
    return entry;
  }

  public TableDefinition definition() {
    return entry.definition();
  }

  public String name() {
    return definition().name();
  }

  /** The name of one of the indexes with the keyspace of the table before it. */
  public String fullName(StoredIndex index) {
    return Names.in(definition().keyspace(), index.name());
  }

  /**
   * Whether a row and its index entries change in one atomic step, so that a reader never finds a
   * dangling entry.
   */
  public boolean entriesAreExact() {
    return discipline().entriesAreExact();
  }

  /**
   * Checks that the engine can store the table and its indexes as declared.
   *
   * @throws TableException if the engine cannot store them
   */
  public void requireKept() {
    definition().storage().require("table " + name(), primaryKey);
    requireFormat("table " + name(), definition().format());
    if (definition().isPlain() && !traits.writesPlainly()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create table %s: found writes = 'plain', expected an engine with plain tables (such as cassandra:); leave writes out"
              .formatted(name()));
    }
    definition().indexes().forEach(this::requireKept);
  }

  /**
   * Checks that the engine can store an index as declared.
   *
   * @throws TableException if the engine cannot store the index
   */
  public void requireKept(IndexDefinition index) {
    index.storage().require("index " + index.name(), index.schema(primaryKey));
    requireFormat("index " + index.name(), index.format());
    if (!entriesAreExact() && !index.included().isEmpty()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create index %s: found INCLUDE, expected an engine that writes a row and its index entries in one atomic batch; leave INCLUDE out"
              .formatted(index.name()));
    }
  }

  private void requireFormat(String what, KeyFormat format) {
    if (!traits.capabilities().contains(Capability.ROW_KEYS) && !format.equals(KeyFormat.kw1())) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot create %s: found key_format '%s', expected kw1, since this engine stores no row keys; leave key_format out"
              .formatted(what, format.name()));
    }
  }

  /**
   * Checks that a key can be encoded, and that its row key is not too long for the engine.
   *
   * @param what the kind of the key for the error message
   * @param keyed the engine's table that the key belongs to
   * @throws keywright.key.KeyException for a value that the key format cannot encode
   * @throws TableException if the row key is too long
   */
  public void requireFits(String what, TableLayout keyed, Key key) {
    keyLimit.require(name(), what, keyed, key);
  }

  /**
   * Checks that the engine can store a row with a key.
   *
   * @throws TableException if it cannot
   */
  public void requireStorable(Key key) {
    Optional<String> problem = traits.keyProblem().apply(layout, key);
    if (problem.isPresent()) {
      throw new TableException(
          "cannot write row %s of %s: %s"
              .formatted(primaryKey.readable(key), name(), problem.get()));
    }
  }

  /**
   * Checks that no value of a row is too long for the engine, and that no number has more digits
   * than a file of rows may have. Columns that can be decoded from the row key are not checked,
   * because they are not stored as cells.
   *
   * @param row one value for each column; nulls and {@link #UNNAMED} are not checked
   * @throws TableException if a value is too long
   */
  public void requireValuesFit(@Nullable Object[] row) {
    for (int i = 0; i < row.length; i++) {
      Object value = row[i];
      if (value != null && value != UNNAMED) {
        NumberLimit.require(name(), column(i), value);
        if (hasCells(i)) {
          valueLimit.require(name(), column(i), value);
        }
      }
    }
  }

  /**
   * Creates empty tables in the engine: first the tables of the indexes, which replace existing
   * tables, and then the table of the rows, which must not exist yet. For an attached table, this
   * call instead attaches the existing table. If the process dies before the last step, the catalog
   * may name a table that the engine does not have; {@code Database.over} then creates this table.
   */
  public void createEmpty(Engine engine) {
    if (definition().isAttached()) {
      AttachedTables.of(engine, name()).attach(layout);
      return;
    }
    indexes.forEach(index -> index.createEmpty(engine));
    definition().storage().create(engine, layout);
  }

  /** The names in the engine of the tables of the rows and of the indexes. */
  public List<String> engineTables() {
    List<String> names = new ArrayList<>();
    if (!definition().isAttached()) {
      names.add(layout.name());
    }
    entryTables().forEach(entries -> names.add(entries.layout().name()));
    return names;
  }

  /** Drops the tables of the rows and of the indexes from the engine, if they exist. */
  public void drop(Engine engine) {
    if (!definition().isAttached() && engine.hasTable(layout.name())) {
      engine.dropTable(layout.name());
    }
    indexes.forEach(index -> index.drop(engine));
  }

  /** Whether the engine has the tables of the rows and of all indexes. */
  public boolean isStored(Engine engine) {
    return (definition().isAttached() || engine.hasTable(layout.name()))
        && indexes.stream().allMatch(index -> index.isStored(engine));
  }

  /**
   * Checks that the table is not attached, because the declaration of an attached table cannot be
   * changed.
   *
   * @param verb the action for the error message, such as {@code alter}
   * @return this table
   * @throws TableException if the table is attached
   */
  public StoredTable requireOwn(String verb) {
    if (definition().isAttached()) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot %s table %s: found an attached table, expected a table that Keywright created; change it with the client that created it (Keywright's DROP TABLE removes only its own declaration)"
              .formatted(verb, name()));
    }
    return this;
  }

  /**
   * Checks that no unfinished bulk load fills the table.
   *
   * @param verb the action for the error message, such as {@code alter}
   * @return this table
   * @throws TableException if an unfinished bulk load fills the table
   */
  public StoredTable requireNotBeingFilled(String verb) {
    if (entry.isBeingFilled()) {
      throw beingFilled(verb);
    }
    return this;
  }

  /**
   * The error for an action that is not possible while an unfinished bulk load fills the table.
   *
   * @param verb the action for the message, such as {@code alter}
   */
  public TableException beingFilled(String verb) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot %s %s: found a bulk load of it that is not finished; if another process is running the load, wait for it; otherwise repeat the load to finish it, or TRUNCATE the table to discard it"
            .formatted(verb, name()));
  }

  public KeySchema primaryKey() {
    return primaryKey;
  }

  public List<Column> columns() {
    return columns;
  }

  public List<String> columnNames() {
    return columnNames;
  }

  /** The number of values of a row in memory: one for each column, and one for each part. */
  public int width() {
    return columnIds.length;
  }

  /**
   * The column of the value at index {@code place} of a row in memory; for a part of a document the
   * document column.
   */
  public Column column(int place) {
    return columns.get(place < columns.size() || parts == null ? place : parts.document());
  }

  /**
   * The key of a row in memory.
   *
   * @param schema the schema of a key of this table or of one of its indexes
   * @throws keywright.key.KeyException if the key cannot be computed
   */
  static Key key(KeySchema schema, @Nullable Object[] row) {
    return schema.key(withoutParts(row, schema.columns().size()));
  }

  /**
   * The primary key of a row in memory.
   *
   * @throws keywright.key.KeyException if the key cannot be computed
   */
  public Key key(@Nullable Object[] row) {
    return key(primaryKey, row);
  }

  /** A row in memory as a program gets it: the values of its columns. */
  public Row shown(@Nullable Object[] row) {
    return new Row(columnNames, columnValues(row));
  }

  /**
   * The values of the columns of a row in memory; the array of the row itself if it has no others.
   */
  public @Nullable Object[] columnValues(@Nullable Object[] row) {
    return withoutParts(row, columns.size());
  }

  private static @Nullable Object[] withoutParts(@Nullable Object[] row, int count) {
    return row.length > count ? Arrays.copyOf(row, count) : row;
  }

  public TableLayout layout() {
    return layout;
  }

  /**
   * The options for reading rows with all their columns.
   *
   * @param history whether older versions of the values are read too
   */
  public RowOptions rowOptions(boolean history) {
    return history ? rowWithHistory : wholeRow;
  }

  /**
   * The options for reading the rows that a write replaces. If the table has indexes, expired rows
   * are read too: the write deletes their index entries.
   *
   * @param history whether older versions of the values are read too
   */
  public RowOptions replacedRowOptions(boolean history) {
    if (indexes.isEmpty()) {
      return rowOptions(history);
    }
    return history ? expiredRowWithHistory : expiredRow;
  }

  public List<StoredIndex> indexes() {
    return indexes;
  }

  public boolean hasUniqueIndex() {
    for (StoredIndex index : indexes) {
      if (index.claims() != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * The index with the name {@code name}.
   *
   * @throws UnknownNameException if the table has no such index
   */
  public StoredIndex index(String name) {
    return indexes.stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownNameException(
                    name,
                    "cannot find index %s of table %s%s"
                        .formatted(
                            name,
                            name(),
                            Names.hint(name, indexes.stream().map(StoredIndex::name).toList()))));
  }

  /** The entry tables of all indexes. */
  public List<EntryTable> entryTables() {
    return indexes.stream().flatMap(index -> index.entryTables().stream()).toList();
  }

  /**
   * The entry table that has the name {@code engineName} in the engine; null if no index has such a
   * table.
   */
  public @Nullable EntryTable findEntryTable(String engineName) {
    return entryTables().stream()
        .filter(entries -> entries.layout().name().equals(engineName))
        .findFirst()
        .orElse(null);
  }

  /**
   * The column with the name {@code name}.
   *
   * @throws UnknownNameException if the table has no such column
   */
  public Column column(String name) {
    return columns.get(place(name));
  }

  /**
   * The index of the column with the name {@code name} in {@link #columns}.
   *
   * @throws UnknownNameException if the table has no such column
   */
  public int place(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw Names.noColumn(name, name(), primaryKey);
    }
    return place;
  }

  /**
   * The indexes of the key columns in {@link #columns}, in the order in which the key uses them
   * first. The array must not be changed.
   */
  public int[] keyPlaces() {
    return keyPlaces;
  }

  /**
   * The indexes, in {@link #columns}, of the columns outside the primary key that must have a
   * value: {@code NOT NULL} columns, and document columns from which the key is derived. The array
   * must not be changed.
   */
  public int[] requiredPlaces() {
    return requiredPlaces;
  }

  /** The reason why the column at index {@code place} must have a value, for error messages. */
  public String requiredBecause(int place) {
    boolean isNotNull =
        definition().column(column(place).name()).map(ColumnDefinition::notNull).orElse(false);
    return isNotNull ? "the column is NOT NULL" : "columns of the primary key are derived from it";
  }

  public boolean isKeyColumn(int place) {
    return inKey[place];
  }

  /**
   * Whether the column at index {@code place} is stored in cells. It is not if its value can be
   * computed from the row key, from a document, or from the parts of a document.
   */
  public boolean hasCells(int place) {
    return !recovered[place] && timedPlace(place) == place;
  }

  /** Whether the value of the column at index {@code place} is derived from a document. */
  public boolean isDerived(int place) {
    return derived.documentPlace(place) != place;
  }

  /**
   * The index of the value whose write time and expiry the column at index {@code place} has. For a
   * derived column this is its document column, or the part of it with the path; for a document
   * column with parts the first part; otherwise the column itself.
   */
  public int timedPlace(int place) {
    return parts != null && place == parts.document()
        ? columns.size()
        : derived.documentPlace(place);
  }

  /**
   * The indexes of the values that are written at one time with the value at index {@code place}:
   * for a document column with parts, and for each part, all parts; otherwise {@link #timedPlace}
   * alone. The array must not be changed.
   */
  public int[] timedPlaces(int place) {
    int timed = timedPlace(place);
    return parts != null && (place == parts.document() || place >= columns.size())
        ? parts.places()
        : new int[] {timed};
  }

  /**
   * Computes the derived columns of the documents that a change sets, and sets them in {@code
   * given}.
   *
   * @param given one value for each column, or {@link #UNNAMED}; changed by this call
   * @throws TableException if the change itself sets a derived column, or if a document cannot be
   *     read or lacks a value that the primary key needs
   */
  public void derive(@Nullable Object[] given) {
    derived.fillGiven(given);
  }

  /**
   * Computes the derived columns that are null in {@code row} from its documents, and sets them in
   * {@code row}.
   *
   * @param row one value for each column; changed by this call
   */
  public void deriveMissing(@Nullable Object[] row) {
    derived.fillMissing(row);
  }

  /**
   * Copies the values that are derived from one document column to a row with the same document.
   *
   * @param document the index of the document column in {@link #columns}
   * @param from the values of the row that has the derived values
   * @param to the values of the other row; changed by this call
   */
  public void copyDerived(int document, @Nullable Object[] from, @Nullable Object[] to) {
    derived.copy(document, from, to);
  }

  /** Whether {@code other} derives the same columns as this table, from the same paths. */
  public boolean derivesAs(StoredTable other) {
    return derived.isSame(other.derived);
  }

  public int columnId(int place) {
    return columnIds[place];
  }

  /** The name of the family of a column. */
  public String family(String column) {
    return definition()
        .column(column)
        .map(ColumnDefinition::family)
        .orElse(FamilyDefinition.DEFAULT_NAME);
  }

  /**
   * The names of the families of the named columns. Columns that can be decoded from the row key
   * are ignored.
   */
  public Set<String> families(Set<String> names) {
    Set<String> families = new LinkedHashSet<>();
    for (String column : names) {
      if (!primaryKey.recovers(column)) {
        families.addAll(definition().familiesOf(column));
      }
    }
    return families;
  }

  /**
   * The names of the families in which a read finds its value; none for a column that can be
   * decoded from the row key.
   */
  public Set<String> families(FieldRead read) {
    String field = read.field();
    int place = place(read.column());
    return parts != null && field != null && place == parts.document()
        ? Set.of(layout.families().get(layout.familyOf(columnIds[parts.placeOf(field)])).name())
        : families(Set.of(read.column()));
  }

  /**
   * The time to live, in seconds, that a value of the column at index {@code place} gets if the
   * writer gives none; 0 if the value does not expire.
   */
  public long ttlSeconds(int place) {
    return ttlSeconds[place];
  }

  /** Whether values expire of themselves: a family has a time to live. */
  public boolean expires() {
    return expires;
  }

  /** Whether older versions of the values of the column at index {@code place} are kept. */
  public boolean keepsVersions(int place) {
    return keepsVersions[place];
  }

  /**
   * Whether a row can be replaced as a whole without reading the stored row. This is so if the
   * table has no indexes and keeps no older versions, its key columns can be decoded from the row
   * key, and only this process writes to the engine.
   */
  public boolean canReplaceUnseen() {
    return canReplaceUnseen;
  }

  /**
   * Whether a put of all columns has the same result for every stored row. This is not so if older
   * versions are kept, or if the key contains only a digest of a column, so that rows with
   * different values could have the same row key.
   */
  public boolean isKnownByItself() {
    return !layout.keepsVersions() && Arrays.stream(keyPlaces).allMatch(place -> recovered[place]);
  }

  /**
   * Whether values of the column at index {@code place} have write times. This is so for every
   * column outside the primary key.
   */
  public boolean hasTimes(int place) {
    return !inKey[place];
  }

  /**
   * The time to live of a row, in seconds, if the writer gives none: the longest time to live of
   * its families; 0 if the row does not expire.
   */
  public long ttlSeconds() {
    long longest = 0;
    for (FamilyLayout family : layout.families()) {
      if (!family.columns().isEmpty() && family.ttlSeconds() == 0) {
        return 0;
      }
      longest = Math.max(longest, family.ttlSeconds());
    }
    return longest;
  }

  /**
   * The values of a stored row, one for each column; null for a column without a value, or of a
   * family that was not read. The array must not be changed.
   *
   * @throws keywright.store.UnreadableRowException if the parts of the document cannot be joined
   */
  public @Nullable Object[] row(StoredRow stored) {
    @Nullable Object[] row = stored.columnValues();
    derived.fill(stored, row);
    return row;
  }

  /**
   * The values of a stored row as {@link #row(StoredRow)} returns them, for a reader that knows the
   * values of the columns of the primary key.
   *
   * @param given one value for each column, null for a column outside the primary key. The array is
   *     changed and belongs to the row afterwards
   */
  public @Nullable Object[] row(StoredRow stored, @Nullable Object[] given) {
    @Nullable Object[] row = stored.columnValues(given);
    derived.fill(stored, row);
    return row;
  }

  /**
   * The document in a stored row of a document table; null if it has none. If the document is in
   * the only family of the table, it may be a part of the bytes of the row, as {@link
   * StoredRow#blob} returns it.
   *
   * @param given as for {@link #row(StoredRow, Object[])}
   * @throws TableException if the table has no column {@code document blob}
   */
  public @Nullable ByteBuffer document(StoredRow stored, @Nullable Object[] given) {
    int place = place(DocumentTable.DOCUMENT);
    Type type = columns.get(place).type();
    if (!type.equals(DOCUMENTS)) {
      throw new TableException(
          "cannot get a document of %s: found column %s %s, expected %s %s; use get"
              .formatted(name(), DocumentTable.DOCUMENT, type, DocumentTable.DOCUMENT, DOCUMENTS));
    }
    if (layout.families().size() == 1 && hasCells(place)) {
      return stored.blob(columnIds[place]);
    }
    byte[] document = (byte[]) row(stored, given)[place];
    return document == null ? null : ByteBuffer.wrap(document);
  }

  /** The declaration of the primary key as text, for error messages. */
  public String primaryKeyText() {
    return definition().primaryKey().stream()
        .map(Object::toString)
        .collect(Collectors.joining(", "));
  }

  /**
   * The values that a row had at an earlier time, computed from its stored older versions.
   *
   * @param micros the time in microseconds since 1970
   * @return one value for each column; null for a column without a value
   */
  public @Nullable Object[] row(StoredRow stored, long micros) {
    @Nullable Object[] row = Arrays.copyOf(stored.keyColumnValues(), width());
    for (int place : storedPlaces) {
      Cell cell = stored.cell(columnIds[place], inKey[place] ? Long.MAX_VALUE : micros);
      row[place] = cell == null ? null : cell.value();
    }
    derived.fill(stored, row);
    return row;
  }

  /** Whether two values of a column are equal. Byte arrays are compared by their content. */
  public static boolean sameValue(@Nullable Object a, @Nullable Object b) {
    return Type.same(a, b);
  }
}
