package keywright.table;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.EngineRegions;
import keywright.store.Region;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.Tables;
import keywright.table.catalog.UnfitException;
import keywright.table.layout.KeyColumns;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.Names;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.TableSplit;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import keywright.table.query.OneRow;
import keywright.table.query.PageToken;
import keywright.table.query.PlanCache;
import keywright.table.query.Projection;
import keywright.table.query.QueryPlan;
import keywright.table.query.RowExplanation;
import keywright.table.query.SplitCutter;
import keywright.table.write.PendingInserts;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/** A table of a database. Safe for many threads. */
public final class Table {
  private final Database database;
  private final Tables tables;
  private final PlanCache plans;
  private final Engine engine;
  private final String name;
  private final IntUnaryOperator draw;
  private final LongSupplier clock;

  /**
   * @param name the full name of the table
   */
  Table(Database database, String name) {
    this.database = database;
    this.tables = database.known();
    this.plans = database.plans();
    this.engine = tables.engine();
    this.name = name;
    this.draw = database::draw;
    this.clock = tables::nowMillis;
  }

  /** The current declaration of the table. */
  public TableDefinition definition() {
    return stored().definition();
  }

  /**
   * The id of a column: the number that names the column in stored rows. No other column of the
   * table ever gets the same id, even if this column is dropped.
   */
  public int columnId(String column) {
    StoredTable table = stored();
    return table.columnId(table.place(column));
  }

  /**
   * The time at which this process will verify the indexes of the table a second time; empty if
   * this verification is done or not needed. On some engines, such as Cassandra, a server may
   * complete an old write after an index was built. The index entry of that write could then be
   * missing. For this reason a process that has the database open reads all rows again at the
   * returned time, and adds missing index entries.
   */
  public Optional<Instant> verifiedAgainAt() {
    long millis = stored().entry().verifyAtMillis();
    return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  /**
   * Whether this is a plain table: rows are written without conditions and without reading the
   * stored row. This is so for a table with {@link keywright.table.model.Writes#PLAIN}, and for an
   * attached table whose other client writes without conditions. A write to a plain table does not
   * report whether the row existed.
   */
  public boolean isPlain() {
    return stored().discipline() == WriteDiscipline.PLAIN;
  }

  /**
   * The columns of the rows that a query would return, computed with the current declaration of the
   * table. The query is not planned.
   *
   * @throws TableException if a selected column does not exist
   */
  public List<Column> columns(Query query) {
    return new Projection(stored(), query).columns();
  }

  /**
   * An estimate of the number of rows, without reading them; empty if the engine has no estimate.
   */
  public OptionalLong estimatedRows() {
    return tables.using(name, table -> engine.estimatedRows(table.layout().name()));
  }

  private StoredTable stored() {
    return tables.require(name);
  }

  /** The name of the table for changes, which never means the table of another keyspace. */
  private String qualified() {
    return Names.qualified(name);
  }

  /**
   * Inserts a row, or changes the existing row with this key. A column that {@code values} does not
   * name keeps its value. A null in {@code values} deletes the value of its column. The index
   * entries of the row are changed too; {@link Database} describes in which cases this is one
   * atomic step.
   *
   * <p>If the key has a part {@code random(n)}, and {@code values} does not name the column of this
   * part, the column gets a random number. A repeated insert then adds another row.
   *
   * @param values the values by column name. Each is of the {@link keywright.key.Type#valueClass}
   *     of its column, or a literal that can be converted to the column's type, such as the text
   *     {@code 2017-01-01} for a date
   * @throws TableException if a column does not exist, or if a key column has no value
   * @throws keywright.key.KeyException for a value that does not fit its type or a key
   */
  public WriteResult insert(Map<String, ? extends @Nullable Object> values) {
    return insert(values, Using.NOTHING);
  }

  /**
   * Inserts a row as {@link #insert(Map)} does, with the write time and the time to live of {@code
   * using}. A row that is inserted with a time to live expires after this time. If the row has
   * values that live longer, it expires with the last of them.
   *
   * @throws TableException as {@link #insert(Map)}, if the write time is in the future, or if a
   *     value would expire before its row although its column is NOT NULL or is read by an index
   */
  public WriteResult insert(Map<String, ? extends @Nullable Object> values, Using using) {
    RowWriter.Result result = write(RowChange.Kind.INSERT, values, using);
    return RowChange.Outcome.ofInsert(result.outcomes().get(0));
  }

  /**
   * Inserts rows, in order, as one statement. If the database {@linkplain Database#hasAtomicBatches
   * has atomic batches} and one row is refused, no row is written. Without atomic batches each row
   * is written separately, and the message of an exception says which rows were written.
   *
   * @param rows at most 10,000, each as {@link #insert(Map)} takes it
   * @return one result for each row, in the order of {@code rows}
   * @throws TableException as {@link #insert(Map, Using)}; {@link TableException#change} is the
   *     index of the refused row, if {@code rows} has several rows
   */
  public List<WriteResult> insertAll(
      List<? extends Map<String, ? extends @Nullable Object>> rows, Using using) {
    List<Change> inserts = new ArrayList<>(rows.size());
    String qualified = qualified();
    rows.forEach(row -> inserts.add(Change.insert(qualified, row).using(using)));
    return database.insertAll(inserts);
  }

  /**
   * Inserts a row as {@link #insert(Map)} does, but does not report whether the row existed. All
   * named columns are written, even if their values do not change. A put is faster than an insert
   * if it does not read the stored row. It does not read the stored row if {@code values} names
   * every column, and the table has no indexes, keeps one version of each value, and has a primary
   * key from which all its columns can be decoded.
   */
  public void put(Map<String, ? extends @Nullable Object> values) {
    put(values, Using.NOTHING);
  }

  /**
   * Puts a row as {@link #put(Map)} does, with the write time and the time to live of {@code
   * using}. If {@code using} has a write time, the stored row is read, because stored values with a
   * later write time must not be replaced.
   *
   * @throws TableException as {@link #insert(Map, Using)}
   */
  public void put(Map<String, ? extends @Nullable Object> values, Using using) {
    RowWriter.Result unused = write(RowChange.Kind.PUT, values, using);
  }

  private RowWriter.Result write(
      RowChange.Kind kind, Map<String, ? extends @Nullable Object> values, Using using) {
    @Nullable RowChange[] made = new @Nullable RowChange[1];
    Function<StoredTable, RowWriter.Result> write =
        table -> {
          RowChange change;
          try {
            change = insertion(table, kind, values, using);
          } catch (RuntimeException e) {
            throw UnfitException.of(e);
          }
          RowChange before = made[0];
          if (before != null) {
            change.noteDoneAs(before);
          }
          made[0] = change;
          return database.parts().writer().write(table, List.of(change), database.cancellation());
        };
    return tables.using(name, write).orThrow();
  }

  /**
   * Inserts a row if no row with its key exists.
   *
   * @param values as for {@link #insert(Map)}
   * @return true if the row was inserted; false if a row with its key exists, which is not changed
   */
  public boolean insertIfAbsent(Map<String, ? extends @Nullable Object> values) {
    return insertIfAbsent(values, Using.NOTHING);
  }

  /**
   * Inserts a row with a time to live if no row with its key exists.
   *
   * @param values as for {@link #insert(Map)}
   * @return true if the row was inserted; false if a row with its key exists, which is not changed
   * @throws TableException as {@link #insert(Map, Using)}, and if {@code using} has a write time:
   *     this call depends only on the existence of the row, not on write times
   */
  public boolean insertIfAbsent(Map<String, ? extends @Nullable Object> values, Using using) {
    return database.apply(Change.insert(qualified(), values).ifAbsent().using(using)).applied();
  }

  /** Writes inserts with the current declaration of the table. */
  RowWriter.Result write(PendingInserts inserts) {
    return inserts.write(tables, database.parts().writer(), name, database.cancellation());
  }

  RowChange insertion(
      RowChange.Kind kind, Map<String, ? extends @Nullable Object> values, Using using) {
    return tables.using(
        name, table -> UnfitException.reading(() -> insertion(table, kind, values, using)));
  }

  private RowChange insertion(
      StoredTable table,
      RowChange.Kind kind,
      Map<String, ? extends @Nullable Object> values,
      Using using) {
    RowChange change = RowChange.insert(table, kind, values, draw, RowTest.NONE, using);
    change.prepareEntries();
    return change;
  }

  /**
   * Sets columns of the row or the rows with these keys, as one statement. A row that does not
   * exist is inserted. The index entries are changed too; {@link Database} describes in which cases
   * this is one atomic step.
   *
   * @param key one condition by = or IN for every column of the primary key. The column of a {@code
   *     random(n)} may be left out; then every row that meets the other conditions changes, and no
   *     row is inserted
   * @param set the new values by column name, as for {@link #insert(Map)}; no column of the primary
   *     key
   * @return the number of rows that were inserted or changed. Rows that already had the new values
   *     do not count, except in a plain table
   */
  public long update(List<Condition> key, Map<String, ? extends @Nullable Object> set) {
    return update(key, set, Using.NOTHING);
  }

  /**
   * Sets columns as {@link #update(List, Map)} does, with the write time and the time to live of
   * {@code using}. The time to live may extend the life of an existing row, but never shortens it.
   *
   * @throws TableException as {@link #update(List, Map)}, if the write time is in the future, or if
   *     a value would expire before its row although its column is NOT NULL or is read by an index
   */
  public long update(
      List<Condition> key, Map<String, ? extends @Nullable Object> set, Using using) {
    return database.apply(Change.update(qualified(), key, set).using(using)).rowsChanged();
  }

  /**
   * Deletes the row or the rows with these keys, and their index entries, as one statement.
   *
   * @param key one condition by = or IN for every column of the primary key
   * @return the number of deleted rows; rows that did not exist do not count
   */
  public long delete(List<Condition> key) {
    return database.apply(Change.delete(qualified(), key)).rowsChanged();
  }

  /**
   * Computes the new values of the row with this key from its stored values, as {@link
   * Change#compute} does. Examples are a counter that is incremented, or a text that is extended.
   * Several threads and processes may call this method for the same row: each call computes from
   * the row that the previous call has written.
   *
   * @param key one condition by = for every column of the primary key
   * @param computation a pure function, called again after a write conflict
   * @throws keywright.table.model.OutcomeUnknownException if the engine did not answer in time, and
   *     it is unknown whether the row has changed
   */
  public ChangeResult compute(List<Condition> key, Change.Computation computation) {
    return database.apply(Change.compute(qualified(), key, computation));
  }

  /**
   * Reads one row.
   *
   * @param keyColumnValues the values of the columns of the primary key, in the order in which the
   *     key names these columns first
   * @return the row with all its columns; empty if no row has this key
   * @throws TableException if the number of values is not the number of columns of the primary key
   */
  public Optional<Row> get(@Nullable Object... keyColumnValues) {
    return tables.using(
        name,
        table -> {
          @Nullable Object[] given = keyColumns(table, "get a row of", keyColumnValues);
          return read(table, given, row -> table.shown(table.row(row, given)));
        });
  }

  /**
   * Reads the document in a row of a document table, for a reader of stored documents that needs a
   * part of it. The document is not copied.
   *
   * @param reader is called with the stored form of the document, or with null if the row has no
   *     document. The bytes must not be changed. They must not be used after the call, since a
   *     later read may overwrite them. The reader is called again if another process has meanwhile
   *     changed the declaration of the table
   * @param keyColumnValues as for {@link #get}
   * @return what {@code reader} returns; empty if it returns null, or if no row has this key
   * @throws TableException as {@link #get}, and if the table has no column {@code document blob}
   */
  public <R> Optional<R> readDocument(
      Function<@Nullable ByteBuffer, @Nullable R> reader, @Nullable Object... keyColumnValues) {
    return tables.using(
        name,
        table -> {
          @Nullable Object[] given = keyColumns(table, "get a document of", keyColumnValues);
          return read(table, given, row -> reader.apply(table.document(row, given)));
        });
  }

  private RowOptions rowOptions(StoredTable table) {
    return table.rowOptions(false).stoppedBy(database.cancellation());
  }

  private <R> Optional<R> read(
      StoredTable table, @Nullable Object[] given, Function<StoredRow, @Nullable R> use) {
    Key key = table.key(given);
    RowOptions options = rowOptions(table);
    if (table.entriesAreExact()) {
      return Optional.ofNullable(engine.read(table.layout(), key, options, clock, use));
    }
    try (Snapshot snapshot = tables.snapshot()) {
      return Optional.ofNullable(snapshot.get(table.layout(), key, options)).map(use);
    }
  }

  /**
   * Reads the rows with the given keys, all from one snapshot.
   *
   * @param keys one list for each row: the values of the columns of its primary key, as {@link
   *     #get} takes them
   * @return one element for each of {@code keys}, in their order; an element is empty if no row has
   *     its key
   */
  public List<Optional<Row>> getAll(List<? extends List<? extends @Nullable Object>> keys) {
    return tables.using(name, table -> getAll(table, keys));
  }

  private List<Optional<Row>> getAll(
      StoredTable table, List<? extends List<? extends @Nullable Object>> keys) {
    List<Key> rowKeys = new ArrayList<>(keys.size());
    keys.forEach(values -> rowKeys.add(key(table, values.toArray())));
    List<Optional<Row>> found = new ArrayList<>(keys.size());
    try (Snapshot snapshot = tables.snapshot()) {
      List<@Nullable StoredRow> rows = snapshot.get(table.layout(), rowKeys, rowOptions(table));
      rows.forEach(row -> found.add(row(table, row)));
    }
    return found;
  }

  private static Optional<Row> row(StoredTable table, @Nullable StoredRow row) {
    return row == null ? Optional.empty() : Optional.of(table.shown(table.row(row)));
  }

  private Key key(StoredTable table, @Nullable Object[] keyColumnValues) {
    return table.key(keyColumns(table, "get a row of", keyColumnValues));
  }

  /**
   * A row with one value for each column of the table. Only the columns of the primary key are set.
   *
   * @param verb for messages, such as {@code get a row of}
   */
  private @Nullable Object[] keyColumns(
      StoredTable table, String verb, @Nullable Object[] keyColumnValues) {
    int[] places = table.keyPlaces();
    if (places.length != keyColumnValues.length) {
      throw new TableException(
          "cannot %s %s: found %d values, expected one value for each key column: %s"
              .formatted(
                  verb,
                  name,
                  keyColumnValues.length,
                  String.join(", ", table.primaryKey().keyColumns())));
    }
    @Nullable Object[] given = new @Nullable Object[table.width()];
    boolean hasAll = true;
    for (int i = 0; i < places.length; i++) {
      Object value = keyColumnValues[i];
      hasAll &= value != null;
      given[places[i]] =
          value == null ? null : RowChange.convert(table.columns().get(places[i]), value);
    }
    return hasAll ? given : KeyColumns.complete(table, verb, given);
  }

  /** Makes a writer that inserts many rows, in groups of about a thousand. */
  public BatchWriter batchWriter() {
    return batchWriter(Using.NOTHING);
  }

  /**
   * Makes a writer that inserts many rows, in groups of about a thousand. All rows get the write
   * time and the time to live of {@code using}.
   */
  public BatchWriter batchWriter(Using using) {
    return new BatchWriter(this, RowChange.Kind.INSERT, using, engine.maxValueLength());
  }

  /**
   * Makes a writer that puts many rows, in groups of about a thousand. Each row is put as {@link
   * #put(Map)} puts it: a row that need not be read is faster than an inserted row, and the writer
   * counts it as {@link BatchWriter#written}.
   */
  public BatchWriter putWriter() {
    return new BatchWriter(this, RowChange.Kind.PUT, Using.NOTHING, engine.maxValueLength());
  }

  /**
   * Begins a bulk load of the empty table, or resumes an unfinished one. If other processes may
   * share the engine, this call first waits until these processes have read that the table is being
   * loaded.
   *
   * @param continueWhile called from time to time with the longest time, in milliseconds, for which
   *     the call may still wait; if it returns false, the wait ends
   * @return the load, to which the caller adds rows
   * @throws TableException if the table has rows, if it cannot be bulk loaded, or if {@code
   *     continueWhile} ended the wait; the message gives the reason
   */
  public BulkLoad bulkLoad(LongPredicate continueWhile) {
    return bulkLoad(BulkLoad.DEFAULT_MEMORY_BYTES, continueWhile);
  }

  /**
   * Begins a bulk load as {@link #bulkLoad(LongPredicate)} does.
   *
   * @param memoryBytes about how many bytes of rows and index entries a sorted load keeps in
   *     memory; it writes further rows and entries to files on disk. A load that is not sorted
   *     ignores this number
   * @throws TableException as {@link #bulkLoad(LongPredicate)}, and if {@code memoryBytes} is less
   *     than 1 MiB
   */
  public BulkLoad bulkLoad(long memoryBytes, LongPredicate continueWhile) {
    BulkLoad.requireMemory(name, memoryBytes);
    return new BulkLoad(
        this,
        BulkLoadRun.begin(
            database.parts(), name, memoryBytes, continueWhile, database.cancellation()));
  }

  /**
   * Whether a bulk load of the table would now be a sorted load. The result of a sorted load is
   * that of inserts of the same rows. A sorted load needs an engine that can take over sorted rows,
   * and an empty table that keeps one version of each value and whose indexes are all built.
   */
  public boolean canLoadSorted() {
    return tables.using(name, table -> BulkLoadRun.canSort(database.parts(), table));
  }

  /**
   * Plans a query: chooses the key that is read, and computes the ranges of this key. No rows are
   * read.
   *
   * <p>A query without conditions reads the whole table, or the first rows up to its LIMIT. The
   * conditions of any other query must fix or bound the first part of a key. A query that allows
   * filtering may have any conditions.
   *
   * @throws TableException if a name or a literal is wrong, or if no key serves the query. In the
   *     second case the message gives the reason and a CREATE INDEX that would serve the query
   */
  public Plan plan(Query query) {
    return queryPlan(query);
  }

  private QueryPlan queryPlan(Query query) {
    try {
      return plans.plan(stored(), query);
    } catch (TableException e) {
      if (e.code() != ErrorCode.NO_KEY) {
        throw e;
      }
      // Another process may have created or built an index since.
      return tables.using(name, table -> plans.plan(table, query));
    }
  }

  /**
   * Explains why a row is or is not in the result of a query. This call reads the row. If the query
   * has a LIMIT, it also reads the rows of the result.
   *
   * @param keyColumnValues the primary key of the row, as for {@link #get}
   * @return lines of text: one for each condition, and lines for the ranges of the key, for the
   *     residual conditions and for the LIMIT
   * @throws TableException as {@link #get} and {@link #plan}
   */
  public List<String> explain(Query query, @Nullable Object... keyColumnValues) {
    return tables.using(
        name,
        table -> {
          @Nullable Object[] keyColumns = keyColumns(table, "explain a row of", keyColumnValues);
          try (Snapshot snapshot = tables.snapshot()) {
            return new RowExplanation(
                    plans.plan(table, query), snapshot, keyColumns, database.cancellation())
                .lines();
          }
        });
  }

  /**
   * Plans and executes a query. The caller must close the returned rows.
   *
   * @throws TableException as {@link #plan}
   */
  public Rows query(Query query) {
    return execute(queryPlan(query));
  }

  /**
   * Divides a query into splits that can be read in parallel with {@link #query(Query,
   * TableSplit)}. Every row of the query is in exactly one split. The splits are not read from one
   * snapshot: a row that changes before its split is read is returned with its new values.
   *
   * <p>The splits begin where regions begin, and between values that the key distributes evenly. If
   * the engine has no regions and the key has no such values, the row keys are read once and
   * divided.
   *
   * @param count the wanted number of splits; the result has fewer splits if the key cannot be
   *     divided into so many, and more splits if the query reads more ranges or regions
   * @throws TableException as {@link #plan}, and for a query with ORDER BY, LIMIT, groups or an
   *     aggregate other than count, because a single split cannot compute them
   */
  public List<TableSplit> splits(Query query, int count) {
    return tables.using(
        name,
        table -> new SplitCutter(tables, SplitCutter.plan(tables, table, query), count).cut());
  }

  /**
   * Executes a query on one of its splits. {@code count(*)} counts only the rows of this split.
   *
   * @param split a split that {@link #splits} has made for the same query
   * @throws TableException as {@link #splits}, and if the planner now chooses another key for this
   *     query than at the time when the splits were made
   */
  public Rows query(Query query, TableSplit split) {
    return tables.using(
        name,
        table -> {
          QueryPlan plan = SplitCutter.plan(tables, table, query);
          SplitCutter.requireSameKey(name, plan, split);
          return inSnapshot(
              table,
              snapshot -> new Rows(plan.within(split.part()), snapshot, database.cancellation()));
        });
  }

  /** Whether the engine divides tables into regions, possibly on several servers. */
  public boolean hasRegions() {
    return engine.regions().isPresent();
  }

  /**
   * The regions of the table, in the order of their row keys.
   *
   * @throws keywright.store.StoreException if the engine has no regions
   */
  public List<Region> regions() {
    return tables.using(name, table -> EngineRegions.of(engine, name).of(table.layout()));
  }

  /**
   * The regions of an index of the table.
   *
   * @throws TableException if the table has no such index
   * @throws keywright.store.StoreException if the engine has no regions
   */
  public List<Region> regions(String index) {
    KeySchema unused = definition().indexSchema(index);
    return tables.using(
        name, table -> EngineRegions.of(engine, name).of(table.index(index).layout()));
  }

  /**
   * Executes a plan of this table. If the table was altered after the plan was made, the query of
   * the plan is planned again. The caller must close the returned rows.
   *
   * @throws TableException if the plan was not made by {@link #plan} of this table
   */
  public Rows execute(Plan plan) {
    if (!(plan instanceof QueryPlan made)) {
      throw new TableException(
          "cannot execute a plan on table %s: found a plan of another class, expected a plan that Table.plan returned; make the plan with Table.plan"
              .formatted(plan.table()));
    }
    if (!made.table().equals(name)) {
      throw new TableException(
          "cannot execute a plan on table %1$s: found a plan of table %2$s, expected a plan of table %1$s; call execute of table %2$s"
              .formatted(name, made.table()));
    }
    return execute(made);
  }

  private Rows execute(QueryPlan plan) {
    database.events().planned(plan);
    return tables.using(
        name,
        table -> {
          QueryPlan valid = plan.stored() == table ? plan : plans.plan(table, plan.query());
          Cancellation cancellation = database.cancellation();
          OneRow one = OneRow.read(valid, engine, tables.nowMillis(), cancellation);
          return inSnapshot(
                  table,
                  one == null ? tables.snapshot() : one,
                  snapshot -> new Rows(valid, snapshot, cancellation))
              .startedAgainBy(() -> execute(plan));
        });
  }

  private Rows inSnapshot(StoredTable table, Function<Snapshot, Rows> rows) {
    return inSnapshot(table, tables.snapshot(), rows);
  }

  private Rows inSnapshot(StoredTable table, Snapshot snapshot, Function<Snapshot, Rows> rows) {
    try {
      return rows.apply(snapshot)
          .toldTo(database.events())
          .checkedBy(() -> tables.lease().requireRead(table))
          .failingWith(e -> tables.lease().gone(table, e));
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /**
   * The first {@code size} rows of a query, in its order, and the token with which {@link
   * #nextPage} reads the next page. If no key has the order of the ORDER BY, each call for a page
   * reads and sorts all rows of the query, and keeps only the rows of the page in memory.
   *
   * @throws TableException as {@link #plan}, and if {@code size} is below 1
   */
  public Page firstPage(Query query, int size) {
    return firstPage(query, size, Long.MAX_VALUE);
  }

  /**
   * The first page of a query, as {@link #firstPage(Query, int)}, with a limit on its bytes. The
   * page ends after the row with which its values have {@code bytes} bytes or more. So it exceeds
   * the limit by less than one row, and always has a row if there is one.
   *
   * @param bytes the number of bytes, as a client of Cassandra's native protocol gets the values
   */
  public Page firstPage(Query query, int size, long bytes) {
    return page(query, size, bytes, PageToken::start);
  }

  /**
   * The next {@code size} rows after the page that returned {@code token}. The query must be the
   * query of that page. The size may be another one.
   *
   * <p>A token stays valid after changes of rows, indexes or the table if the order of the result
   * stays the same. The order stays the same if the query still reads the same key, or if its ORDER
   * BY ends with all columns of the primary key.
   *
   * @throws TableException as {@link #firstPage}, and for a token that is damaged, or that belongs
   *     to another query or another order
   */
  public Page nextPage(Query query, int size, String token) {
    return nextPage(query, size, Long.MAX_VALUE, token);
  }

  /**
   * The next page of a query, as {@link #nextPage(Query, int, String)}, with a limit on its bytes
   * as in {@link #firstPage(Query, int, long)}.
   */
  public Page nextPage(Query query, int size, long bytes, String token) {
    return page(query, size, bytes, plan -> PageToken.read(token, plan));
  }

  private Page page(Query query, int size, long bytes, Function<QueryPlan, PageToken> from) {
    Page.checkSize(size);
    Supplier<Page> page =
        tables.using(
            name,
            table -> {
              QueryPlan plan = plans.planPages(table, query);
              PageToken start = from.apply(plan);
              long wanted = Page.wanted(start, size);
              Rows rows =
                  inSnapshot(
                      table,
                      snapshot ->
                          new Rows(plan, snapshot, start.place(), wanted, database.cancellation()));
              return () -> Page.read(rows, start, size, bytes);
            });
    return page.get();
  }
}
