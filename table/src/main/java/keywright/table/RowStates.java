package keywright.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
import org.jspecify.annotations.Nullable;

/** The rows that some changes concern, read from one snapshot. Used by one thread. */
final class RowStates {
  private final Map<StoredTable, Map<Key, RowState>> tables = new LinkedHashMap<>();
  private final List<RowState> all = new ArrayList<>();
  private final List<Claims> claims = new ArrayList<>();
  private final Engine engine;
  private final Snapshot snapshot;
  private final Instant now;

  private RowStates(Engine engine, Snapshot snapshot, Instant now) {
    this.engine = engine;
    this.snapshot = snapshot;
    this.now = now;
  }

  /**
   * Reads the rows, those of one table together.
   *
   * @param now the moment of the snapshot and of the changes
   * @param tableOf the table of a change as it is now
   */
  static RowStates read(
      Engine engine,
      Snapshot snapshot,
      Instant now,
      List<RowChange> changes,
      Function<RowChange, StoredTable> tableOf) {
    Map<StoredTable, Set<Key>> keys = new LinkedHashMap<>();
    for (RowChange change : changes) {
      keys.computeIfAbsent(tableOf.apply(change), table -> new LinkedHashSet<>())
          .addAll(change.keys());
    }
    boolean history = false;
    for (RowChange change : changes) {
      history |= change.needsHistory();
    }
    boolean needsHistory = history;
    RowStates states = new RowStates(engine, snapshot, now);
    keys.forEach((table, distinct) -> states.read(table, List.copyOf(distinct), needsHistory));
    return states;
  }

  private void read(StoredTable table, List<Key> keys, boolean history) {
    Map<Key, RowState> states = new HashMap<>();
    Claims unique = new Claims(engine, table, null, now.toEpochMilli());
    claims.add(unique);
    RowOptions options = new RowOptions(table.storedFamilies(), history);
    List<@Nullable StoredRow> rows = snapshot.get(table.layout(), keys, options);
    for (int i = 0; i < keys.size(); i++) {
      Key key = keys.get(i);
      RowState state = new RowState(table, key, rows.get(i), now, unique);
      states.put(key, state);
      all.add(state);
    }
    tables.put(table, states);
  }

  /** Makes a change, in the table as it is now. */
  RowChange.Outcome apply(StoredTable table, RowChange change) {
    RowState row = of(table, change.key());
    return change.isInPlace() ? row.apply(change) : row.moveTo(of(table, change.target()), change);
  }

  RowState of(StoredTable table, Key key) {
    return Objects.requireNonNull(Objects.requireNonNull(tables.get(table)).get(key));
  }

  /** Adds the keys of unique indexes that the rows take and give back. */
  void addClaimsTo(WriteBatch batch, long newVersion) {
    claims.forEach(unique -> unique.addTo(batch, newVersion));
  }

  /** In which the rows were read; closed by now. */
  Snapshot snapshot() {
    return snapshot;
  }

  Collection<RowState> all() {
    return all;
  }
}
