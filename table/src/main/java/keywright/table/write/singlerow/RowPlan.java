package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.RowChange;
import keywright.table.write.RowState;
import keywright.table.write.RowWriter;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * The plan of the changes of one row, computed from the stored row. It contains the row before and
 * after the changes, the outcome of each change, the index entries to put, and the unique keys to
 * reserve and to free. Making a plan writes nothing. Immutable.
 */
public final class RowPlan {
  private final RowCommit commit;

  /** The row as it was read, which may be a tombstone, expired or moved; null for none. */
  private final @Nullable StoredRow found;

  private final Instant readAt;

  /** The unique keys of the row as it was read, if it existed. */
  private final Set<UniqueKey> held;

  /** The unique keys that the changes have looked up. */
  private final Set<UniqueKey> asked;

  private final RowState state;
  private final List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(1);
  private final List<@Nullable RuntimeException> refusals = new ArrayList<>(1);

  /** The index of the change whose condition is not met or that is refused; -1 for none. */
  private final int stopped;

  private final List<Reservation> wanted;
  private final List<Reservation> left;

  private RowPlan(
      RowCommit commit,
      @Nullable StoredRow found,
      Instant readAt,
      Set<UniqueKey> held,
      Claims claims,
      @Nullable Set<UniqueKey> asked,
      @Nullable Function<UniqueKey, Reservation> reservations) {
    this.commit = commit;
    this.found = found;
    this.readAt = readAt;
    this.held = held;
    this.state = RowState.of(commit.table(), commit.key(), live(found, readAt), readAt, claims);
    this.stopped = apply();
    this.asked = asked == null ? claims.keys() : asked;
    Set<UniqueKey> after = reservations == null ? Set.of() : keysAfter();
    this.wanted =
        reservations == null
            ? List.of()
            : after.stream().filter(one -> !held.contains(one)).map(reservations).toList();
    this.left =
        reservations == null
            ? List.of()
            : UniqueKeys.of(commit.table(), found).stream()
                .filter(one -> !after.contains(one))
                .map(reservations)
                .filter(one -> commit.key().equals(one.named()))
                .toList();
  }

  /**
   * Plans the changes of a row. The plan assumes that no other row has a unique key that the
   * changes need.
   *
   * @param found the stored row; null if no row is stored
   * @param readAt the time at which the row was read
   */
  public static RowPlan of(RowCommit commit, @Nullable StoredRow found, Instant readAt) {
    StoredTable table = commit.table();
    Set<UniqueKey> held = UniqueKeys.of(table, live(found, readAt));
    return new RowPlan(commit, found, readAt, held, Claims.ofNobody(table), null, null);
  }

  /**
   * Plans the changes again with the owners of the unique keys. The keys to free after the write
   * are determined here, before the row is sent. Later they could not be distinguished from keys
   * that were reserved again.
   */
  RowPlan with(Function<UniqueKey, Reservation> reservations) {
    StoredTable table = commit.table();
    Key key = commit.key();
    Claims claims =
        new Claims(
            table,
            (unique, wantedKey) -> {
              UniqueKey wantedOne = new UniqueKey(unique, wantedKey);
              Reservation one = held.contains(wantedOne) ? null : reservations.apply(wantedOne);
              Key other = one != null && one.isHeldByOther(key) ? one.named() : null;
              return Claims.Claim.of(other == null ? null : table.primaryKey().encode(other));
            });
    return new RowPlan(commit, found, readAt, held, claims, asked, reservations);
  }

  /**
   * Makes the changes. Returns the index of the change because of which nothing is written, or -1.
   */
  private int apply() {
    for (RowChange change : commit.changes()) {
      RowChange.Outcome outcome = null;
      RuntimeException refusal = null;
      try {
        outcome = state.apply(change);
      } catch (KeyException | TableException e) {
        refusal = e;
      }
      outcomes.add(outcome);
      refusals.add(refusal);
      if (commit.isTogether() && (refusal != null || outcome == RowChange.Outcome.UNMET)) {
        return outcomes.size() - 1;
      }
    }
    return -1;
  }

  /** The row as changes see it: null for a tombstone, a moved row or an expired row. */
  static @Nullable StoredRow live(@Nullable StoredRow found, Instant now) {
    return found == null
            || !found.head().mark().isLive()
            || found.head().isExpired(now.toEpochMilli())
        ? null
        : found;
  }

  /**
   * The stored row as it was read, which may be a tombstone, expired or a forwarding record; null
   * if no row is stored.
   */
  public @Nullable StoredRow found() {
    return found;
  }

  /** The row after the changes. */
  RowState after() {
    return state;
  }

  /** Whether the changes change the row, so that the row must be written. */
  public boolean writesRow() {
    return stopped < 0 && state.isChanged();
  }

  /**
   * Whether {@code row}, which was read later, still has the stamp of the row from which the plan
   * was made.
   */
  public boolean isBase(@Nullable StoredRow row) {
    RowHead before = found == null ? null : found.head();
    RowHead now = row == null ? null : row.head();
    return before == null ? now == null : now != null && before.stamp().equals(now.stamp());
  }

  /** The unique keys that the changes add to the row or remove from it. */
  public Set<UniqueKey> keysToRead() {
    if (!commit.table().hasUniqueIndex()) {
      return Set.of();
    }
    Set<UniqueKey> keys = new LinkedHashSet<>(UniqueKeys.of(commit.table(), found));
    keys.addAll(asked);
    Set<UniqueKey> kept = new HashSet<>(held);
    kept.retainAll(keysAfter());
    keys.removeAll(kept);
    return keys;
  }

  private Set<UniqueKey> keysAfter() {
    @Nullable Object[] after = state.current();
    return after == null ? Set.of() : UniqueKeys.of(commit.table(), after);
  }

  /** The reservations that must name the row before it is written. */
  List<Reservation> toReserve() {
    return wanted;
  }

  /** The reservations of unique keys that must be freed after the row is written. */
  public List<Reservation> toRelease() {
    return left;
  }

  /** The index entries of the row after the changes. */
  public List<IndexEntry> entries() {
    List<IndexEntry> entries = new ArrayList<>();
    for (int i = 0; i < commit.table().indexes().size(); i++) {
      entries.addAll(IndexEntry.of(commit.table().indexes().get(i), state.entries(i)));
    }
    return entries;
  }

  /**
   * The index entries of the stored row, according to its stored columns. The row may have expired.
   */
  public List<IndexEntry> entriesFound() {
    StoredRow row = found;
    return row == null ? List.of() : IndexEntry.allOf(commit.table(), row);
  }

  /**
   * The index entries that must be put before the row is written, with the new version of the row
   * as timestamp.
   */
  public List<IndexEntry> entriesToPut() {
    List<IndexEntry> entries = new ArrayList<>(entries());
    // While an index is built, a row that has a key may lack the entry.
    Set<IndexEntry> there = new HashSet<>(entriesFound());
    there.removeIf(entry -> !entry.index().isReadable());
    entries.removeAll(there);
    return entries;
  }

  /**
   * Whether the row is a copy, whose version is the lowest that the engine can give, {@link
   * #leastVersion}.
   */
  boolean isCopy() {
    return state.isCopy();
  }

  /** The lowest version that the row may get after the changes. */
  long leastVersion() {
    long newest = state.leastVersion();
    StoredRow row = found;
    if (row != null) {
      newest = Math.max(newest, Math.max(row.version(), row.latestTimestamp()) + 1);
    }
    return newest;
  }

  /**
   * Makes the conditional write of the changed row. It is refused if the stored row has changed
   * since it was read.
   *
   * @param stamp the new version and nonce of the row
   * @param nowMillis the time of the write, in milliseconds since 1970
   */
  public WriteBatch batch(RowStamp stamp, long nowMillis) {
    WriteBatch batch = new WriteBatch(nowMillis);
    state.addRowTo(batch, found, stamp, RowMark.LIVE);
    return batch;
  }

  /**
   * The outcome of a change; null if it is refused, or is not made because another one is refused.
   *
   * @param place the index of the change among those of the row
   */
  RowChange.@Nullable Outcome outcome(int place) {
    return outcomes.get(place);
  }

  /** The error of a refused change; null if it is not refused. */
  @Nullable RuntimeException refusal(int place) {
    return refusals.get(place);
  }

  /** The outcome of changes that are made together. */
  RowWriter.Together outcome() {
    if (stopped >= 0) {
      RuntimeException refusal = refusals.get(stopped);
      return new RowWriter.Together(0, stopped, refusal, refusal == null ? state : null);
    }
    long changed =
        outcomes.stream().filter(outcome -> outcome != RowChange.Outcome.UNCHANGED).count();
    return new RowWriter.Together(changed, -1, null, null);
  }
}
