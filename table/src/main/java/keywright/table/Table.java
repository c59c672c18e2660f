package keywright.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.FamilyLayout;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import org.jspecify.annotations.Nullable;

/** A table of a database. Safe for many threads. */
public final class Table {
  private final Database database;
  private final String name;

  Table(Database database, String name) {
    this.database = database;
    this.name = name;
  }

  /** The table as it is declared now. */
  public TableDefinition definition() {
    return stored().definition();
  }

  /** The id that the column is stored under; it is never given to another column of the table. */
  public int columnId(String column) {
    StoredTable table = stored();
    return table.columnId(table.place(column));
  }

  private StoredTable stored() {
    return database.require(name);
  }

  /**
   * Inserts a row, or changes the row that is there: a column that is not named keeps its value, a
   * null deletes it. The row and its index entries change in one atomic step.
   *
   * <p>A column of {@code random(n)} that is not named is drawn, so that a repeated insert adds a
   * row.
   *
   * @param values by column name; values of the types' value classes, or literals that convert
   * @throws TableException when a column is unknown or a key column missing
   * @throws keywright.key.KeyException for a value that does not fit its type or a key
   */
  public WriteResult insert(Map<String, ? extends @Nullable Object> values) {
    return insert(values, Using.NOTHING);
  }

  /**
   * Inserts as {@link #insert(Map)} does, with a write time or a time to live. A row that is
   * inserted with one is gone when it ends, unless something it holds lives longer.
   *
   * @throws TableException also when the time is in the future, or when a value that an index reads
   *     would expire before its row
   */
  public WriteResult insert(Map<String, ? extends @Nullable Object> values, Using using) {
    RowChange.Outcome outcome = only(write(List.of(insertion(values, using))));
    return switch (outcome) {
      case INSERTED -> WriteResult.INSERTED;
      case CHANGED -> WriteResult.OVERWRITTEN;
      case UNCHANGED, DELETED -> WriteResult.UNCHANGED;
    };
  }

  /** Inserts a row unless one with its key is there; false when there is. */
  public boolean insertIfAbsent(Map<String, ? extends @Nullable Object> values) {
    return insertIfAbsent(values, Using.NOTHING);
  }

  /**
   * Inserts a row with a time to live unless one with its key is there; false when there is.
   *
   * @throws TableException also for a timestamp: what decides is whether the row is there, not when
   */
  public boolean insertIfAbsent(Map<String, ? extends @Nullable Object> values, Using using) {
    if (using.hasTimestamp()) {
      throw new TableException(
          "cannot insert into %s if absent at timestamp %d: found both, expected one; leave the timestamp out"
              .formatted(name, using.timestampMicros()));
    }
    RowChange change = insertion(RowChange.Kind.INSERT_IF_ABSENT, values, using);
    return only(write(List.of(change))) == RowChange.Outcome.INSERTED;
  }

  RowChange insertion(Map<String, ? extends @Nullable Object> values, Using using) {
    RowChange change = insertion(RowChange.Kind.INSERT, values, using);
    change.prepareEntries();
    return change;
  }

  private RowChange insertion(
      RowChange.Kind kind, Map<String, ? extends @Nullable Object> values, Using using) {
    StoredTable table = stored();
    @Nullable Object[] given = RowChange.given(table, values);
    table
        .primaryKey()
        .randomColumns()
        .forEach(
            (column, n) -> {
              int place = table.place(column);
              if (given[place] == RowChange.UNNAMED) {
                given[place] = table.columns().get(place).type().convert(database.draw(n));
              }
            });
    RowChange.requireKeyColumns(table, "insert into", given);
    return RowWriter.change(table, kind, given, using);
  }

  RowWriter.Result write(List<RowChange> changes) {
    return database.using(name, table -> database.writer().write(table, changes));
  }

  private static RowChange.Outcome only(RowWriter.Result result) {
    RowChange.Outcome outcome = result.orThrow().outcomes().get(0);
    return outcome == null ? RowChange.Outcome.UNCHANGED : outcome;
  }

  /**
   * Sets columns of the row, or rows, with these keys; a row that is not there is inserted.
   *
   * @param key every key column by = or IN; a random(n) column may be missing, then every row that
   *     matches changes and none is inserted
   * @return the number of rows that changed
   */
  public long update(List<Condition> key, Map<String, ? extends @Nullable Object> set) {
    return update(key, set, Using.NOTHING);
  }

  /**
   * Sets columns as {@link #update(List, Map)} does, with a write time or a time to live. A row
   * that is there lives at least as long as before.
   *
   * @throws TableException also when the time is in the future, or when a value that an index reads
   *     would expire before its row
   */
  public long update(
      List<Condition> key, Map<String, ? extends @Nullable Object> set, Using using) {
    StoredTable table = stored();
    @Nullable Object[] given = RowChange.given(table, set);
    for (int i = 0; i < given.length; i++) {
      if (given[i] != RowChange.UNNAMED && table.isKeyColumn(i)) {
        throw new TableException(
            "cannot set %s of %s: it is part of the primary key (%s), from which the row's place follows; DELETE the row and INSERT it with its new key (UPDATE … REKEY will do both in one step)"
                .formatted(
                    Names.quote(table.columns().get(i).name()),
                    name,
                    table.definition().primaryKey().stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(", "))));
      }
    }
    KeyedRows rows = KeyedRows.of(table, KeyedRows.UPDATE, key);
    RowChange.Kind kind =
        rows.isFannedOut() ? RowChange.Kind.UPDATE_IF_PRESENT : RowChange.Kind.UPDATE;
    List<RowChange> changes = new ArrayList<>();
    for (@Nullable Object[] keyColumns : rows.keyColumns()) {
      @Nullable Object[] whole = given.clone();
      for (int i = 0; i < whole.length; i++) {
        whole[i] = table.isKeyColumn(i) ? keyColumns[i] : whole[i];
      }
      changes.add(RowWriter.change(table, kind, whole, using));
    }
    RowWriter.Result result = write(changes).orThrow();
    return result.count(RowChange.Outcome.INSERTED) + result.count(RowChange.Outcome.CHANGED);
  }

  /**
   * Deletes the row, or rows, with these keys and their index entries.
   *
   * @param key as for {@link #update}
   * @return the number of rows that were there
   */
  public long delete(List<Condition> key) {
    StoredTable table = stored();
    List<RowChange> changes = new ArrayList<>();
    for (@Nullable Object[] keyColumns : KeyedRows.of(table, KeyedRows.DELETE, key).keyColumns()) {
      try {
        changes.add(RowWriter.change(table, RowChange.Kind.DELETE, keyColumns, Using.NOTHING));
      } catch (KeyException e) {
        // The key cannot hold these values, so no row has them.
      }
    }
    return write(changes).orThrow().count(RowChange.Outcome.DELETED);
  }

  /** The row whose primary-key columns, in order of first use in the key, have these values. */
  public Optional<Row> get(@Nullable Object... keyColumnValues) {
    return database.using(name, table -> get(table, keyColumnValues));
  }

  private Optional<Row> get(StoredTable table, @Nullable Object[] keyColumnValues) {
    List<String> keyColumns = List.copyOf(table.primaryKey().keyColumns());
    if (keyColumns.size() != keyColumnValues.length) {
      throw new TableException(
          "cannot get a row of %s: found %d values, expected one for each of %s"
              .formatted(name, keyColumnValues.length, String.join(", ", keyColumns)));
    }
    Map<String, @Nullable Object> values = new HashMap<>();
    for (int i = 0; i < keyColumnValues.length; i++) {
      values.put(keyColumns.get(i), keyColumnValues[i]);
    }
    @Nullable Object[] given = RowChange.given(table, values);
    RowChange.requireKeyColumns(table, "get a row of", given);
    Key key = RowWriter.change(table, RowChange.Kind.INSERT, given, Using.NOTHING).key();
    Set<String> families =
        table.layout().families().stream().map(FamilyLayout::name).collect(Collectors.toSet());
    try (Snapshot snapshot = database.snapshot()) {
      StoredRow row = snapshot.get(table.layout(), key, families);
      return row == null
          ? Optional.empty()
          : Optional.of(
              new Row(table.columns().stream().map(Column::name).toList(), table.row(key, row)));
    }
  }

  /** A writer for many rows. */
  public BatchWriter batchWriter() {
    return batchWriter(Using.NOTHING);
  }

  /** A writer for many rows that all have this write time or time to live. */
  public BatchWriter batchWriter(Using using) {
    return new BatchWriter(this, using);
  }

  /**
   * How a query would be answered; nothing is read.
   *
   * <p>A query without conditions reads the whole table, or as much of it as its LIMIT takes. One
   * with conditions must fix or bound the first part of a key, unless it allows filtering.
   *
   * @throws TableException when a name or a literal is wrong, or when no key serves the query: with
   *     the reason and the CREATE INDEX that would
   */
  public Plan plan(Query query) {
    return Planner.plan(stored(), query);
  }

  /** Plans and executes. */
  public Rows query(Query query) {
    return execute(plan(query));
  }

  /** Executes a plan of this table; when the table was altered since, plans anew. */
  public Rows execute(Plan plan) {
    return database.using(
        name,
        table -> {
          Plan valid = plan.stored() == table ? plan : Planner.plan(table, plan.query());
          long nowMillis = database.nowMillis();
          Snapshot snapshot = database.engine().snapshot(nowMillis);
          try {
            return new Rows(valid, snapshot, nowMillis);
          } catch (RuntimeException e) {
            snapshot.close();
            throw e;
          }
        });
  }
}
