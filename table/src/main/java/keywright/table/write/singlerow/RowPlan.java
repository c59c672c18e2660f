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
 * What the changes of one row come to, on the row as it was read: the row before and after, what
 * became of each change, the index entries to put, the keys of unique indexes to reserve and to
 * give back. A plan changes nothing. Immutable.
 */
public final class RowPlan {
  private final RowCommit commit;

  /** The row as it was read, dead, expired or moved perhaps; null for none. */
  private final @Nullable StoredRow found;

  private final Instant readAt;

  /** The keys of unique indexes that the row had when it was read, if it existed. */
  private final Set<UniqueKey> held;

  /** The keys of unique indexes that the changes have asked for. */
  private final Set<UniqueKey> asked;

  private final RowState state;
  private final List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(1);
  private final List<@Nullable RuntimeException> refusals = new ArrayList<>(1);

  /** The place among the changes of one that was not met or was refused; -1 for none. */
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

  /** Plans the changes as if no other row had a key of a unique index that they want. */
  public static RowPlan of(RowCommit commit, @Nullable StoredRow found, Instant readAt) {
    StoredTable table = commit.table();
    Set<UniqueKey> held = UniqueKeys.of(table, live(found, readAt));
    return new RowPlan(commit, found, readAt, held, Claims.ofNobody(table), null, null);
  }

  /**
   * Plans the changes again, now that it is known who has the keys that the row comes to. What is
   * to be given back once the row is written is noted here, before the row is sent: later nobody
   * could tell it from what was reserved again.
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

  /** Makes the changes; gives the place of the one for which nothing is written, or -1. */
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

  /** The row as changes see it: null for one that died, moved away or has expired. */
  static @Nullable StoredRow live(@Nullable StoredRow found, Instant now) {
    return found == null
            || !found.head().mark().isLive()
            || found.head().isExpired(now.toEpochMilli())
        ? null
        : found;
  }

  /** The row as it was read, dead, expired or moved perhaps; null for none. */
  public @Nullable StoredRow found() {
    return found;
  }

  /** The row after the changes. */
  RowState after() {
    return state;
  }

  /** Whether the row is another after the changes, so that it is to be written. */
  public boolean writesRow() {
    return stopped < 0 && state.isChanged();
  }

  /** Whether a row is still the one that was read. */
  public boolean isBase(@Nullable StoredRow row) {
    RowHead before = found == null ? null : found.head();
    RowHead now = row == null ? null : row.head();
    return before == null ? now == null : now != null && before.stamp().equals(now.stamp());
  }

  /** The keys of unique indexes that the row comes to or leaves. */
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

  /** The reservations that are to name the row before it is written. */
  List<Reservation> toReserve() {
    return wanted;
  }

  /** The reservations that are to be given back when the row is written. */
  public List<Reservation> toRelease() {
    return left;
  }

  /** The entries that the row has after the changes. */
  public List<IndexEntry> entries() {
    List<IndexEntry> entries = new ArrayList<>();
    for (int i = 0; i < commit.table().indexes().size(); i++) {
      entries.addAll(IndexEntry.of(commit.table().indexes().get(i), state.entries(i)));
    }
    return entries;
  }

  /** The entries of the row that was read, by its stored columns, expired or not. */
  public List<IndexEntry> entriesFound() {
    StoredRow row = found;
    return row == null ? List.of() : IndexEntry.allOf(commit.table(), row);
  }

  /** The entries that are to be there before the row is, at its version. */
  public List<IndexEntry> entriesToPut() {
    List<IndexEntry> entries = new ArrayList<>(entries());
    // While an index is built, a row that has a key may lack the entry.
    Set<IndexEntry> there = new HashSet<>(entriesFound());
    there.removeIf(entry -> !entry.index().isReadable());
    entries.removeAll(there);
    return entries;
  }

  /** Whether the row is a copy, which has the {@link #leastVersion} that the engine can give. */
  boolean isCopy() {
    return state.isCopy();
  }

  /** The version that the row may have at least after the changes. */
  long leastVersion() {
    long newest = state.leastVersion();
    StoredRow row = found;
    if (row != null) {
      newest = Math.max(newest, Math.max(row.version(), row.latestTimestamp()) + 1);
    }
    return newest;
  }

  /** The one conditional write of the row, which it holds only if it is as it was read. */
  public WriteBatch batch(RowStamp stamp, long nowMillis) {
    WriteBatch batch = new WriteBatch(nowMillis);
    state.addRowTo(batch, found, stamp, RowMark.LIVE);
    return batch;
  }

  /**
   * What becomes of a change; null for one that is refused, or not made because another is not.
   *
   * @param place of the change among those of the row
   */
  RowChange.@Nullable Outcome outcome(int place) {
    return outcomes.get(place);
  }

  /** Why a change is refused; null for one that is not. */
  @Nullable RuntimeException refusal(int place) {
    return refusals.get(place);
  }

  /** What becomes of changes that are made together. */
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
