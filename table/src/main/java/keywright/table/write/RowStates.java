package keywright.table.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows that some changes concern, as they are stored at one moment and after the changes so
 * far. Used by one thread.
 *
 * <p>Tables with unique indexes: the owners of keys are read when they are needed, at the same
 * moment as the rows. So a row that has its key always owns it.
 */
final class RowStates implements AutoCloseable {
  /** The rows of one table. */
  private static final class OfTable {
    final StoredTable table;
    final DistinctKeys keys;

    /** By the indexes of their keys. */
    final List<RowState> rows;

    OfTable(StoredTable table, int expected) {
      this.table = table;
      this.keys = new DistinctKeys(expected);
      this.rows = new ArrayList<>(expected);
    }
  }

  private final List<RowState> all;

  /** Empty if there is a single row. */
  private List<OfTable> tables = List.of();

  /** Those of tables with unique indexes. */
  private List<Claims> claims = List.of();

  /** What the rows and their claims are read from; null if there are no claims. */
  private @Nullable Snapshot snapshot;

  private final Instant now;
  private final long mark;

  private RowStates(Engine engine, Instant now, int expected) {
    this.all = new ArrayList<>(expected);
    this.now = now;
    this.mark = engine.mark();
  }

  /**
   * Reads the rows, all at one moment.
   *
   * @param now the moment of the changes: what has expired by then is absent
   * @param only the table of all changes as it is now; null for the table of each change
   */
  static RowStates read(
      Engine engine, Instant now, List<RowChange> changes, @Nullable StoredTable only) {
    RowStates states = new RowStates(engine, now, changes.size());
    RowChange first = changes.get(0);
    StoredTable table = only == null ? first.table() : only;
    if (changes.size() == 1 && !first.isMove() && !table.hasUniqueIndex()) {
      states.readOne(engine, table, first);
    } else {
      states.readAll(engine, changes, only);
    }
    return states;
  }

  /**
   * A single row is read without a snapshot: its read is consistent anyway, and opening a snapshot
   * takes as long as reading the row.
   */
  private void readOne(Engine engine, StoredTable table, RowChange change) {
    Key key = change.key();
    Claims none = Claims.ofNobody(table);
    if (table.canReplaceUnseen() && change.replacesUnseen()) {
      all.add(RowState.unseen(table, key, now, none));
    } else {
      RowOptions options = table.replacedRowOptions(change.needsHistory());
      StoredRow row = engine.get(table.layout(), key, options, now.toEpochMilli());
      all.add(RowState.of(table, key, row, now, none));
    }
  }

  /** Those of one table together. */
  private void readAll(Engine engine, List<RowChange> changes, @Nullable StoredTable only) {
    tables = new ArrayList<>(1);
    boolean history = false;
    for (RowChange change : changes) {
      StoredTable table = only == null ? change.table() : only;
      DistinctKeys keys = in(table, changes.size()).keys;
      int unused = keys.add(change.key());
      if (change.isMove()) {
        unused = keys.add(change.target());
      }
      history |= change.needsHistory();
    }
    Snapshot view = engine.snapshot(now.toEpochMilli());
    try {
      for (OfTable each : tables) {
        read(view, each, history);
      }
      snapshot = claims.isEmpty() ? null : view;
    } finally {
      if (snapshot == null) {
        view.close();
      }
    }
  }

  private void read(Snapshot view, OfTable each, boolean history) {
    StoredTable table = each.table;
    List<Key> keys = each.keys.all();
    List<@Nullable StoredRow> found =
        view.get(table.layout(), keys, table.replacedRowOptions(history));
    Claims unique = Claims.ofNobody(table);
    if (table.hasUniqueIndex()) {
      unique = new Claims(table, view);
      claims = claims.isEmpty() ? new ArrayList<>() : claims;
      claims.add(unique);
    }
    for (int i = 0; i < keys.size(); i++) {
      each.rows.add(RowState.of(table, keys.get(i), found.get(i), now, unique));
    }
    all.addAll(each.rows);
  }

  /** The rows of a table, of which there are none at first. */
  private OfTable in(StoredTable table, int expected) {
    for (OfTable each : tables) {
      if (each.table == table) {
        return each;
      }
    }
    OfTable made = new OfTable(table, expected);
    tables.add(made);
    return made;
  }

  /** Makes a change, in the table as it is now. */
  RowChange.Outcome apply(StoredTable table, RowChange change) {
    RowState row = of(table, change.key());
    return change.isMove() ? row.moveTo(of(table, change.target()), change) : row.apply(change);
  }

  RowState of(StoredTable table, Key key) {
    for (OfTable each : tables) {
      int index = each.table == table ? each.keys.find(key) : -1;
      if (index >= 0) {
        return each.rows.get(index);
      }
    }
    if (tables.isEmpty() && all.get(0).table() == table && all.get(0).key().equals(key)) {
      return all.get(0);
    }
    throw new IllegalStateException("a row that was not read");
  }

  /** Adds the keys of unique indexes that the rows take and give back. */
  void addClaimsTo(WriteBatch batch, long newVersion) {
    for (Claims unique : claims) {
      unique.addTo(batch, newVersion);
    }
  }

  /** The engine's mark before the rows were read. */
  long mark() {
    return mark;
  }

  List<RowState> all() {
    return all;
  }

  /** Ends the reading of claims. */
  @Override
  public void close() {
    if (snapshot != null) {
      snapshot.close();
      snapshot = null;
    }
  }
}
