package keywright.table.write.singlerow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import keywright.key.Key;
import keywright.store.NoTableException;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * Reads, claims and frees reservations of unique keys with reads and writes of single rows. Safe
 * for many threads.
 */
public final class EngineReservations implements Reservations {
  private final RowAccess rows;
  private final RowMoves moves;

  public EngineReservations(RowAccess rows, RowMoves moves) {
    this.rows = rows;
    this.moves = moves;
  }

  @Override
  public Map<UniqueKey, Reservation> read(StoredTable table, Map<UniqueKey, @Nullable Key> wanted) {
    Map<UniqueKey, Reservation> read = new HashMap<>();
    if (wanted.isEmpty()) {
      return read;
    }
    Map<UniqueKey, @Nullable StoredRow> stored = new LinkedHashMap<>();
    Map<StoredClaims, List<UniqueKey>> byIndex =
        wanted.keySet().stream()
            .collect(
                Collectors.groupingBy(UniqueKey::index, LinkedHashMap::new, Collectors.toList()));
    Map<Key, @Nullable StoredRow> named = new LinkedHashMap<>();
    try (Snapshot view = rows.engine().snapshot(rows.nowMillis())) {
      byIndex.forEach(
          (index, keys) -> {
            List<@Nullable StoredRow> found =
                view.get(
                    index.layout(),
                    keys.stream().map(UniqueKey::key).toList(),
                    RowOptions.of(index.layout().familyNames()));
            for (int i = 0; i < found.size(); i++) {
              stored.put(keys.get(i), found.get(i));
            }
          });
    }
    stored.forEach(
        (key, reservation) -> {
          Key row = reservation == null ? null : key.index().owner(table, reservation);
          if (row != null && !row.equals(wanted.get(key))) {
            named.put(row, null);
          }
        });
    readRows(table, named);
    stored.forEach(
        (key, reservation) -> {
          Key name = reservation == null ? null : key.index().owner(table, reservation);
          StoredRow row = name == null ? null : named.get(name);
          read.put(key, new Reservation(key, reservation, name, row, has(table, row, key)));
        });
    return read;
  }

  /** Reads rows after their reservations. Moves of these rows are finished first. */
  private void readRows(StoredTable table, Map<Key, @Nullable StoredRow> found) {
    if (found.isEmpty()) {
      return;
    }
    List<Key> keys = List.copyOf(found.keySet());
    try (Snapshot view = rows.engine().snapshot(rows.nowMillis())) {
      List<@Nullable StoredRow> read =
          view.get(table.layout(), keys, table.rowOptions(true).withExpired());
      for (int i = 0; i < keys.size(); i++) {
        found.put(keys.get(i), moves.settled(table, keys.get(i), read.get(i)));
      }
    }
  }

  /** Whether a row exists and has a key. */
  private boolean has(StoredTable table, @Nullable StoredRow row, UniqueKey key) {
    return row != null
        && !row.head().isExpired(rows.nowMillis())
        && UniqueKeys.of(table, row).contains(key);
  }

  @Override
  public List<Written> claim(StoredTable table, List<Claim> claims) {
    Map<Key, Boolean> fenced = new HashMap<>();
    List<Written> answers = new ArrayList<>(claims.size());
    List<WriteBatch> batches = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (Claim claim : claims) {
      Key other = claim.reservation().namesOther(claim.row()) ? claim.reservation().named() : null;
      boolean free =
          other == null
              || fenced.computeIfAbsent(other, key -> fence(table, key, claim.reservation().row()));
      answers.add(Written.REFUSED);
      if (free) {
        places.add(answers.size() - 1);
        batches.add(batch(table, claim));
      }
    }
    List<Written> written = batches.isEmpty() ? List.of() : written(batches);
    for (int i = 0; i < places.size(); i++) {
      answers.set(places.get(i), written.get(i));
    }
    return answers;
  }

  /**
   * Writes reservations. If the storage of one is gone, because its index was dropped, it does not
   * matter which of the others are written: no row is.
   */
  private List<Written> written(List<WriteBatch> batches) {
    try {
      return rows.engine().writeEach(batches);
    } catch (UnansweredException e) {
      throw e.getCause() instanceof NoTableException gone ? gone : e;
    }
  }

  /**
   * A write of a reservation. A removed reservation was below the GC watermark, and a new one must
   * be above it.
   */
  private WriteBatch batch(StoredTable table, Claim claim) {
    Reservation one = claim.reservation();
    StoredRow stored = one.stored();
    byte[] rowKey = table.primaryKey().encode(claim.row());
    if (stored != null) {
      return one.write(rows, stored.version(), rowKey);
    }
    rows.requireHeld(table);
    return one.write(rows, table.entry().gcWatermark(), rowKey)
        .sendOnlyWhile(() -> rows.declarations().hold(table));
  }

  private boolean fence(StoredTable table, Key key, @Nullable StoredRow row) {
    if (row == null) {
      rows.requireHeld(table);
    }
    return rows.fence(table, key, row, 0) > 0;
  }

  @Override
  public void release(Collection<Reservation> reservations) {
    if (!reservations.isEmpty()) {
      try {
        List<Written> unused =
            rows.engine().writeEach(reservations.stream().map(one -> one.writeFree(rows)).toList());
      } catch (StoreException e) {
        // A reservation whose row has not the key is in nobody's way.
      }
    }
  }
}
