package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.RowChange;
import keywright.table.write.RowState;
import keywright.table.write.RowWriter;
import keywright.table.write.UniqueKey;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one row on their way into an engine that changes one row at a time: the row as it
 * was read, what becomes of it, and what of it has been sent. {@link SingleRowWriter} takes it
 * through its steps. Used by one thread.
 */
public final class RowCommit {
  /** What is to be done next. */
  public enum Next {
    READ,
    SEND,
    NOTHING
  }

  private final StoredTable table;
  private final Key key;
  final boolean together;
  private final List<RowChange> changes = new ArrayList<>(1);

  private Next next = Next.READ;

  /** The row as it was read, dead, expired or moved perhaps; null for none. */
  private @Nullable StoredRow found;

  private Instant readAt = Instant.EPOCH;

  /** The keys of unique indexes that the row had when it was read, if it was there. */
  private Set<UniqueKey> held = Set.of();

  /** The keys of unique indexes that the changes have asked for. */
  private Set<UniqueKey> asked = Set.of();

  /** Reservations that are to name the row before it is written. */
  private List<Reservation> wanted = List.of();

  /** Reservations that name the row, for keys that it has no longer when it is written. */
  private List<Reservation> left = List.of();

  private boolean reserved = true;

  private @Nullable RowState state;
  private List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>(1);
  private List<@Nullable RuntimeException> refusals = new ArrayList<>(1);

  /** The place among the changes of one that was not met or was refused; -1 for none. */
  private int stopped = -1;

  private RowStamp stamp = new RowStamp(0, 0);

  /** Of the sends on this read. */
  private final Set<Long> nonces = new HashSet<>();

  private boolean unanswered;
  private boolean written;
  private boolean failed;
  private int silences;

  /** Entries that were put for this row by attempts that were not applied. */
  private final Set<Entry> put = new HashSet<>();

  /** An entry of an index. */
  public record Entry(StoredIndex index, Key key) {}

  /**
   * @param together whether the changes are made all or none
   */
  public RowCommit(StoredTable table, Key key, boolean together) {
    this.table = table;
    this.key = key;
    this.together = together;
  }

  void add(RowChange change) {
    changes.add(change);
  }

  public StoredTable table() {
    return table;
  }

  public Key key() {
    return key;
  }

  public Next next() {
    return next;
  }

  public @Nullable StoredRow found() {
    return found;
  }

  public RowStamp stamp() {
    return stamp;
  }

  /** Whether a change must not be made twice. */
  boolean isConditional() {
    return changes.stream().anyMatch(RowChange::isConditional);
  }

  boolean needsHistory() {
    return changes.stream().anyMatch(RowChange::needsHistory);
  }

  /** The row as changes see it: null for one that died, moved away or has expired. */
  static @Nullable StoredRow live(@Nullable StoredRow found, Instant now) {
    return found == null
            || !found.head().mark().isLive()
            || found.head().isExpired(now.toEpochMilli())
        ? null
        : found;
  }

  /**
   * Takes a row that was read as the one that the changes are of, and makes them, as if no other
   * row had a key that it wants.
   */
  public void base(@Nullable StoredRow read, Instant now) {
    found = read;
    readAt = now;
    nonces.clear();
    unanswered = false;
    wanted = List.of();
    left = List.of();
    reserved = true;
    held = Reservations.of(table, live(read, now));
    Claims claims = Claims.ofNobody(table);
    apply(claims);
    asked = claims.keys();
  }

  /** The keys of unique indexes that the row comes to or leaves. */
  public Set<UniqueKey> keysToRead() {
    if (failed || !table.hasUniqueIndex()) {
      return Set.of();
    }
    Set<UniqueKey> keys = new LinkedHashSet<>(Reservations.of(table, found));
    keys.addAll(asked);
    Set<UniqueKey> kept = new HashSet<>(held);
    kept.retainAll(keysAfter());
    keys.removeAll(kept);
    return keys;
  }

  private Set<UniqueKey> keysAfter() {
    @Nullable Object[] after = state().current();
    return after == null ? Set.of() : Reservations.of(table, after);
  }

  /**
   * Makes the changes again, now that it is known who has the keys that the row comes to. What is
   * to be given back once the row is written is noted here, before the row is sent: later nobody
   * could tell it from what was reserved anew.
   */
  void look(Function<UniqueKey, Reservation> reservations) {
    apply(
        new Claims(
            table,
            (unique, wantedKey) -> {
              UniqueKey wantedOne = new UniqueKey(unique, wantedKey);
              Reservation one = held.contains(wantedOne) ? null : reservations.apply(wantedOne);
              Key other = one != null && one.isHeldByOther(key) ? one.named() : null;
              return Claims.Claim.of(other == null ? null : table.primaryKey().encode(other));
            }));
    Set<UniqueKey> after = keysAfter();
    wanted = after.stream().filter(one -> !held.contains(one)).map(reservations).toList();
    left =
        Reservations.of(table, found).stream()
            .filter(one -> !after.contains(one))
            .map(reservations)
            .filter(one -> key.equals(one.named()))
            .toList();
    reserved = wanted.isEmpty();
  }

  /** What must be made to name the row before it is sent; nothing once that is done. */
  List<Reservation> toReserve() {
    return reserved ? List.of() : wanted;
  }

  /** All reservations name the row. */
  public void reserved() {
    reserved = true;
  }

  /** What is to be given back when the row is written. */
  public List<Reservation> toRelease() {
    return left;
  }

  private void apply(Claims claims) {
    RowState applied = RowState.of(table, key, live(found, readAt), readAt, claims);
    outcomes = new ArrayList<>(changes.size());
    refusals = new ArrayList<>(changes.size());
    stopped = -1;
    for (int i = 0; i < changes.size() && stopped < 0; i++) {
      RowChange.Outcome outcome = null;
      RuntimeException refusal = null;
      try {
        outcome = applied.apply(changes.get(i));
      } catch (KeyException | TableException e) {
        refusal = e;
      }
      outcomes.add(outcome);
      refusals.add(refusal);
      if (together && (refusal != null || outcome == RowChange.Outcome.UNMET)) {
        stopped = i;
      }
    }
    state = applied;
    next = stopped < 0 && applied.isChanged() ? Next.SEND : Next.NOTHING;
  }

  RowState state() {
    RowState applied = state;
    if (applied == null) {
      throw new IllegalStateException("a row that was not read");
    }
    return applied;
  }

  /** Whether the row is a copy, which has the {@link #leastVersion} that the engine can give. */
  boolean isCopy() {
    return state().isCopy();
  }

  /** The version that the row may have at least after the changes. */
  long leastVersion() {
    long newest = state().leastVersion();
    StoredRow row = found;
    if (row != null) {
      newest = Math.max(newest, row.version() + 1);
      for (Cell cell : row.cells()) {
        newest = Math.max(newest, cell.timestamp() + 1);
      }
    }
    return newest;
  }

  /** Begins an attempt on the row that was read. */
  public void stamp(RowStamp newStamp) {
    stamp = newStamp;
    nonces.add(newStamp.nonce());
  }

  /** The entries that the row has after the changes. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < table.indexes().size(); i++) {
      Key entry = state().entry(i);
      if (entry != null) {
        entries.add(new Entry(table.indexes().get(i), entry));
      }
    }
    return entries;
  }

  /** The entries of the row that was read, by its stored columns, expired or not. */
  public List<Entry> entriesFound() {
    StoredRow row = found;
    return row == null ? List.of() : entriesOf(table, row);
  }

  /** The entries of a row by its stored columns, expired or not; none for one that is gone. */
  public static List<Entry> entriesOf(StoredTable table, StoredRow row) {
    return table.indexes().stream()
        .map(index -> entryOf(table, index, row))
        .filter(Objects::nonNull)
        .toList();
  }

  /** The entry of a row in one index, for which its columns suffice; null for none. */
  public static @Nullable Entry entryOf(StoredTable table, StoredIndex index, StoredRow row) {
    Key entry = hasEntries(row) ? index.entry(table.row(row)) : null;
    return entry == null ? null : new Entry(index, entry);
  }

  /** Whether a row, expired or not, is there or on its way. */
  static boolean hasEntries(StoredRow row) {
    RowMark.Kind kind = row.head().mark().kind();
    return kind == RowMark.Kind.LIVE || kind == RowMark.Kind.PENDING;
  }

  /** The entries that are to be there before the row is, at its version. */
  public List<Entry> entriesToPut() {
    List<Entry> entries = new ArrayList<>(entries());
    // While an index is built, a row that has a key may lack the entry.
    List<Entry> there = new ArrayList<>(entriesFound());
    there.removeIf(entry -> !entry.index().isReadable());
    entries.removeAll(there);
    return entries;
  }

  /**
   * Entries of the row as it was, and of attempts that came to nothing, that the row does not have
   * at its {@link #stamp}.
   */
  public List<Entry> entriesToDelete() {
    Set<Entry> entries = new HashSet<>(put);
    entries.addAll(entriesFound());
    (written ? entries() : entriesFound()).forEach(entries::remove);
    return new ArrayList<>(entries);
  }

  /**
   * Whether the row that was read last is not changed after all, and lacks entries that earlier
   * attempts have put: its version, if not below theirs, is then the one to delete them at.
   */
  boolean leavesEntries() {
    StoredRow row = found;
    if (next != Next.NOTHING || written || failed || put.isEmpty() || row == null) {
      return false;
    }
    stamp = row.head().stamp();
    return true;
  }

  void notePut(List<Entry> entries) {
    put.addAll(entries);
  }

  /** The one conditional write of the row. */
  WriteBatch batch(long nowMillis) {
    WriteBatch batch = new WriteBatch(nowMillis);
    state().addRowTo(batch, found, stamp, RowMark.LIVE);
    return batch;
  }

  /** A put of an entry of this row at {@code timestamp}. */
  public TimedWrite put(Entry entry, long timestamp) {
    return put(entry, table.primaryKey().encode(key), timestamp);
  }

  /** A put of an entry of the row with this row key. */
  public static TimedWrite put(Entry entry, byte[] rowKey, long timestamp) {
    return TimedWrite.put(
        entry.index().layout(),
        entry.key(),
        timestamp,
        entry.index().cells(new @Nullable Object[0], rowKey));
  }

  /** A delete of an entry at {@code timestamp}. */
  public static TimedWrite delete(Entry entry, long timestamp) {
    return TimedWrite.delete(entry.index().layout(), entry.key(), timestamp);
  }

  /** Once more the engine did not answer; so often in all. */
  int countSilence() {
    return ++silences;
  }

  /** No answer came to the write of the row. */
  void noteSilence() {
    unanswered = true;
  }

  /** Whether a write on this read was not answered, so that it may happen yet. */
  boolean isUnanswered() {
    return unanswered;
  }

  boolean isWritten() {
    return written;
  }

  /** Whether a row was written by this commit, on the row that it is based on. */
  public boolean wrote(@Nullable StoredRow row) {
    return row != null && nonces.contains(row.head().nonce());
  }

  /** Whether a row is still the one that was read. */
  public boolean isBase(@Nullable StoredRow row) {
    RowHead before = found == null ? null : found.head();
    RowHead now = row == null ? null : row.head();
    return before == null ? now == null : now != null && before.stamp().equals(now.stamp());
  }

  /** The row is written, at this version. */
  public void done(RowStamp newStamp) {
    stamp = newStamp;
    written = true;
    next = Next.NOTHING;
  }

  /** Nothing is based on what was read any longer. */
  public void startAnew() {
    next = Next.READ;
  }

  /** None of the changes can be made, or said to be made. */
  void fail(RuntimeException failure) {
    outcomes = new ArrayList<>(Collections.nCopies(changes.size(), null));
    refusals = new ArrayList<>(Collections.nCopies(changes.size(), failure));
    stopped = 0;
    failed = true;
    next = Next.NOTHING;
  }

  RowChange.@Nullable Outcome outcome(RowChange change) {
    return outcomes.get(placeOf(change));
  }

  @Nullable RuntimeException refusal(RowChange change) {
    return refusals.get(placeOf(change));
  }

  private int placeOf(RowChange change) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) == change) {
        return i;
      }
    }
    throw new IllegalStateException("a change of another row");
  }

  /** What became of changes that are made together. */
  RowWriter.Together outcome() {
    if (stopped >= 0) {
      RuntimeException refusal = refusals.get(stopped);
      return new RowWriter.Together(0, stopped, refusal, refusal == null ? state() : null);
    }
    long changed =
        outcomes.stream().filter(outcome -> outcome != RowChange.Outcome.UNCHANGED).count();
    return new RowWriter.Together(changed, -1, null, null);
  }
}
