package keywright.table.write.singlerow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * The keys of unique indexes where the engine changes one row at a time: each has a reservation, a
 * row that names the one row which may have the key, or none. One that names none is removed by
 * {@code DeadRows} alone.
 *
 * <p>While a row has a key, the key's reservation names the row. So whoever wants a key reads its
 * row, then the reservation, and makes that name the row before the row is written. A row that is
 * named and has not the key, because its writer died or is still to come, is written again as it is
 * before it loses the reservation: its writer is then refused. A reservation changes only if it is
 * as it was read, its nonce too, and each change draws another, also one that leaves it with its
 * row: whoever read it to give it back does so only if nobody has reserved the key since. Safe for
 * many threads.
 */
public class Reservations {
  private static final int ATTEMPTS_MAX = 100;

  private final RowFence rows;
  private final RowMoves moves;

  public Reservations(RowFence rows, RowMoves moves) {
    this.rows = rows;
    this.moves = moves;
  }

  /** That a reservation is to name a row. */
  public record Claim(Reservation reservation, Key row) {}

  /**
   * The keys that a row has in unique indexes by its stored columns, expired or not; none for one
   * that is gone.
   */
  public static Set<UniqueKey> of(StoredTable table, @Nullable StoredRow row) {
    return row == null || !table.hasUniqueIndex() || !RowCommit.hasEntries(row)
        ? Set.of()
        : of(table, table.row(row));
  }

  /** The keys that a row of these values has in unique indexes. */
  public static Set<UniqueKey> of(StoredTable table, @Nullable Object[] values) {
    Set<UniqueKey> keys = new LinkedHashSet<>();
    for (StoredIndex index : table.indexes()) {
      StoredClaims unique = index.claims();
      Key key = unique == null ? null : unique.entry(values);
      if (unique != null && key != null) {
        keys.add(new UniqueKey(unique, key));
      }
    }
    return keys;
  }

  /**
   * Reads reservations, and the rows that they name.
   *
   * @param wanted each key with the row that asks for it, which is not looked at; null for none
   */
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

  /** Reads rows after their reservations, moves that they are part of ended. */
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

  /** Whether a row is there and has a key. */
  private boolean has(StoredTable table, @Nullable StoredRow row, UniqueKey key) {
    return row != null && !row.head().isExpired(rows.nowMillis()) && of(table, row).contains(key);
  }

  /**
   * Makes reservations that no other row holds name rows; what became of each.
   *
   * @throws OutdatedException as {@link RowFence#requireHeld}, where a key was never reserved
   */
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
        batches.add(claim(table, claim));
      }
    }
    List<Written> written = batches.isEmpty() ? List.of() : rows.engine().writeEach(batches);
    for (int i = 0; i < places.size(); i++) {
      answers.set(places.get(i), written.get(i));
    }
    return answers;
  }

  /** A reservation that was dropped was below the floor, and a new one must be above it. */
  public WriteBatch claim(StoredTable table, Claim claim) {
    Reservation one = claim.reservation();
    StoredRow stored = one.stored();
    byte[] rowKey = table.primaryKey().encode(claim.row());
    if (stored != null) {
      return batch(one, stored.version(), rowKey);
    }
    rows.requireHeld(table);
    return batch(one, table.entry().floor(), rowKey)
        .sendOnlyWhile(() -> rows.declarations().hold(table));
  }

  private WriteBatch free(Reservation one) {
    StoredRow stored = one.stored();
    return batch(one, stored == null ? 0 : stored.version(), null);
  }

  /**
   * Makes sure that who read a row before, and is to write it, is refused.
   *
   * @throws OutdatedException as {@link RowFence#requireHeld}
   */
  public boolean fence(StoredTable table, Key key, @Nullable StoredRow row) {
    if (row == null) {
      rows.requireHeld(table);
    }
    return rows.fence(table, key, row, 0) > 0;
  }

  /** Gives reservations back that are as they were read; others have been claimed since. */
  public void release(Collection<Reservation> reservations) {
    if (!reservations.isEmpty()) {
      try {
        List<Written> unused =
            rows.engine().writeEach(reservations.stream().map(this::free).toList());
      } catch (StoreException e) {
        // A reservation whose row has not the key is in nobody's way.
      }
    }
  }

  /**
   * The write of a reservation, if it is as it was read.
   *
   * @param above the version that it has then is above this
   * @param rowKey of the row that the reservation names then; null for none
   */
  public final WriteBatch batch(Reservation reservation, long above, byte @Nullable [] rowKey) {
    StoredRow stored = reservation.stored();
    UniqueKey key = reservation.key();
    RowStamp stamp = rows.stampAbove(above);
    WriteBatch batch = new WriteBatch(rows.nowMillis());
    List<Cell> cells =
        rowKey == null
            ? List.of()
            : List.of(new Cell(StoredIndex.ROW_KEY_COLUMN, rowKey, stamp.version(), 0, 0));
    RowMark mark = rowKey == null ? RowMark.DEAD : RowMark.LIVE;
    RowFence.replace(batch, key.index().layout(), key.key(), stored, mark, stamp, cells);
    return batch;
  }

  /** Makes the reservation of a key that a row has name it; false when another row has it too. */
  public boolean repair(StoredTable table, StoredClaims index, Key key) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      StoredRow row = moves.settled(table, key, rows.read(table, key));
      Key had = row == null || !RowCommit.hasEntries(row) ? null : index.entry(table.row(row));
      if (row == null || had == null || row.head().isExpired(rows.nowMillis())) {
        return true;
      }
      UniqueKey wanted = new UniqueKey(index, had);
      Reservation found = readOne(table, wanted, key);
      if (key.equals(found.named()) || found.isHeld()) {
        return key.equals(found.named());
      }
      if (claim(table, List.of(new Claim(found, key))).get(0) == Written.DONE) {
        return true;
      }
    }
    return false;
  }

  /** Gives a reservation back unless its row has the key by now; false when others stay faster. */
  public boolean free(StoredTable table, StoredClaims index, Key key) {
    UniqueKey unique = new UniqueKey(index, key);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Reservation found = readOne(table, unique, null);
      Key named = found.named();
      if (found.isFree() || Reservations.of(table, found.row()).contains(unique)) {
        return true;
      }
      if ((named == null || fence(table, named, found.row()))
          && rows.engine().writeEach(List.of(free(found))).get(0) == Written.DONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads one reservation.
   *
   * @param asking the row that asks for it; null to look at any that is named
   */
  public Reservation readOne(StoredTable table, UniqueKey key, @Nullable Key asking) {
    Map<UniqueKey, @Nullable Key> wanted = new HashMap<>();
    wanted.put(key, asking);
    return Objects.requireNonNull(read(table, wanted).get(key));
  }
}
