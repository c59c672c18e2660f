package keywright.table.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
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
 */
final class RowStates {
  /** So many are looked through one by one, which takes less than a hash table is worth. */
  private static final int FEW = 8;

  private final List<RowState> all;

  /** Null as long as the rows are few. */
  private @Nullable Map<StoredTable, Map<Key, RowState>> byKey;

  /** Those of tables with unique indexes. */
  private List<Claims> claims = List.of();

  private final Engine engine;
  private final Instant now;
  private final long mark;

  private RowStates(Engine engine, Instant now, int expected) {
    this.all = new ArrayList<>(expected);
    this.engine = engine;
    this.now = now;
    this.mark = engine.mark();
  }

  /**
   * Reads the rows, all at one moment.
   *
   * @param now the moment of the changes: what has expired by then is absent
   * @param tableOf the table of a change as it is now
   */
  static RowStates read(
      Engine engine,
      Instant now,
      List<RowChange> changes,
      Function<RowChange, StoredTable> tableOf) {
    RowStates states = new RowStates(engine, now, changes.size());
    if (changes.size() == 1 && !changes.get(0).isMove()) {
      states.readOne(changes.get(0), tableOf);
    } else {
      states.readAll(changes, tableOf);
    }
    return states;
  }

  /**
   * A single row is read without a snapshot: its read is consistent anyway, and opening a snapshot
   * takes as long as reading the row.
   */
  private void readOne(RowChange change, Function<RowChange, StoredTable> tableOf) {
    StoredTable table = tableOf.apply(change);
    Key key = change.key();
    if (change.replacesUnseen()) {
      all.add(RowState.unseen(table, key, now, claims(table)));
    } else {
      RowOptions options = table.rowOptions(change.needsHistory());
      StoredRow row = engine.get(table.layout(), key, options, now.toEpochMilli());
      add(table, key, row, claims(table));
    }
  }

  /** Those of one table together. */
  private void readAll(List<RowChange> changes, Function<RowChange, StoredTable> tableOf) {
    Map<StoredTable, Set<Key>> keys = new LinkedHashMap<>();
    boolean history = false;
    for (RowChange change : changes) {
      keys.computeIfAbsent(tableOf.apply(change), table -> new LinkedHashSet<>())
          .addAll(change.keys());
      history |= change.needsHistory();
    }
    try (Snapshot snapshot = engine.snapshot(now.toEpochMilli())) {
      for (Map.Entry<StoredTable, Set<Key>> wanted : keys.entrySet()) {
        StoredTable table = wanted.getKey();
        List<Key> distinct = List.copyOf(wanted.getValue());
        List<@Nullable StoredRow> rows =
            snapshot.get(table.layout(), distinct, table.rowOptions(history));
        Claims unique = claims(table);
        for (int i = 0; i < distinct.size(); i++) {
          add(table, distinct.get(i), rows.get(i), unique);
        }
      }
    }
    if (all.size() > FEW) {
      Map<StoredTable, Map<Key, RowState>> found = new HashMap<>();
      all.forEach(
          row -> found.computeIfAbsent(row.table(), any -> new HashMap<>()).put(row.key(), row));
      byKey = found;
    }
  }

  private Claims claims(StoredTable table) {
    Claims unique = Claims.of(engine, table, now.toEpochMilli());
    if (unique.mayExist()) {
      claims = claims.isEmpty() ? new ArrayList<>() : claims;
      claims.add(unique);
    }
    return unique;
  }

  private void add(StoredTable table, Key key, @Nullable StoredRow row, Claims unique) {
    all.add(RowState.of(table, key, row, now, unique));
  }

  /** Makes a change, in the table as it is now. */
  RowChange.Outcome apply(StoredTable table, RowChange change) {
    RowState row = of(table, change.key());
    return change.isMove() ? row.moveTo(of(table, change.target()), change) : row.apply(change);
  }

  RowState of(StoredTable table, Key key) {
    Map<StoredTable, Map<Key, RowState>> many = byKey;
    if (many != null) {
      return Objects.requireNonNull(Objects.requireNonNull(many.get(table)).get(key));
    }
    for (RowState row : all) {
      if (row.table() == table && row.key().equals(key)) {
        return row;
      }
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
}
