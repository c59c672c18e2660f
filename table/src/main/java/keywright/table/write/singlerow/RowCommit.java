package keywright.table.write.singlerow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.store.RowStamp;
import keywright.store.TimedWrite;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredTable;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one row while they are written to an engine with single-row atomicity. It has the
 * current {@link RowStage stage} of the changes, and the index entries that were put for them.
 * {@link SingleRowWriter} moves the changes from stage to stage. Used by one thread.
 */
public final class RowCommit {
  private final StoredTable table;
  private final Key key;
  private final boolean together;
  private final Cancellation cancellation;
  private final List<RowChange> changes = new ArrayList<>(1);

  private RowStage stage = new RowStage.Unread();

  /** The entries that all attempts have put. */
  private final Set<IndexEntry> put = new HashSet<>();

  private int noAnswers;

  /**
   * Whether a write on an earlier read of the row was not answered: it may have been carried out
   * before another writer changed the row.
   */
  private boolean unansweredBefore;

  /**
   * Makes the changes of a row that was not read yet.
   *
   * @param together whether either all changes of the row must be executed or none
   * @param cancellation ends the call early
   */
  public RowCommit(StoredTable table, Key key, boolean together, Cancellation cancellation) {
    this.cancellation = cancellation;
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

  /** Ends the call early. */
  Cancellation cancellation() {
    return cancellation;
  }

  boolean isTogether() {
    return together;
  }

  List<RowChange> changes() {
    return changes;
  }

  public RowStage stage() {
    return stage;
  }

  /** Moves the changes to the next stage. */
  public void to(RowStage next) {
    boolean isKnown = next instanceof RowStage.Done || next.mayBeWritten();
    unansweredBefore |= stage.mayBeWritten() && !isKnown;
    stage = next;
  }

  /** Ends the changes with an error: they were refused, or their outcome is unknown. */
  void fail(RuntimeException failure) {
    stage = new RowStage.Failed(failure, mayBeWritten());
  }

  /**
   * Whether the row was written, or may have been written, or may still be written by a delayed
   * write.
   */
  boolean mayBeWritten() {
    return unansweredBefore || stage.mayBeWritten();
  }

  /** The error for changes whose outcome is unknown. */
  OutcomeUnknownException unknown() {
    return new OutcomeUnknownException(table.name(), unknownMessage());
  }

  /** The error for changes whose outcome is unknown because of {@code failure}. */
  OutcomeUnknownException unknown(RuntimeException failure) {
    return new OutcomeUnknownException(table.name(), unknownMessage(), failure);
  }

  private String unknownMessage() {
    return "cannot tell whether row %s of %s is written, or will still be written: the engine did not answer; read the row, and repeat the statement if the change is missing"
        .formatted(table.primaryKey().readable(key), table.name());
  }

  /**
   * Returns {@code refusal}. If an earlier write of the row may have succeeded, returns the error
   * for an unknown outcome instead.
   */
  private @Nullable RuntimeException known(@Nullable RuntimeException refusal) {
    return refusal != null && unansweredBefore && !(refusal instanceof OutcomeUnknownException)
        ? unknown(refusal)
        : refusal;
  }

  boolean isSettled() {
    return stage instanceof RowStage.Settled;
  }

  boolean isWritten() {
    return stage instanceof RowStage.Done;
  }

  /** Whether the changes include one that must not be made twice. */
  boolean isConditional() {
    for (RowChange change : changes) {
      if (change.isConditional()) {
        return true;
      }
    }
    return false;
  }

  boolean needsHistory() {
    for (RowChange change : changes) {
      if (change.needsHistory()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The plan of the changes, computed from the last read of the row.
   *
   * @throws IllegalStateException if the row was not read, or if the changes failed
   */
  public RowPlan plan() {
    if (stage instanceof RowStage.Planned planned) {
      return planned.plan();
    }
    if (stage instanceof RowStage.Sent sent) {
      return sent.plan();
    }
    if (stage instanceof RowStage.Done done) {
      return done.plan();
    }
    if (stage instanceof RowStage.Unchanged unchanged) {
      return unchanged.plan();
    }
    throw new IllegalStateException("a row without a plan: " + stage);
  }

  /** Whether there is a {@link #plan}. */
  boolean isPlanned() {
    return !(stage instanceof RowStage.Unread) && !(stage instanceof RowStage.Failed);
  }

  /** The current stage, for a row that is being written. */
  public RowStage.Sent sent() {
    if (stage instanceof RowStage.Sent sent) {
      return sent;
    }
    throw new IllegalStateException("a row that is not being written: " + stage);
  }

  /** If the row is being written, marks it to be sent again with the same plan. */
  void unsend() {
    if (stage instanceof RowStage.Sent sent) {
      stage = sent.unsent();
    }
  }

  void notePut(List<IndexEntry> entries) {
    put.addAll(entries);
  }

  /**
   * The index entries that the row no longer has: entries of the stored row before the changes, and
   * entries that unsuccessful attempts have put.
   */
  public List<IndexEntry> entriesToDelete() {
    RowPlan plan = plan();
    Set<IndexEntry> entries = new HashSet<>(put);
    entries.addAll(plan.entriesFound());
    (isWritten() ? plan.entries() : plan.entriesFound()).forEach(entries::remove);
    return new ArrayList<>(entries);
  }

  /**
   * The deletes of entries that the row no longer has, at the version of the row that lacks them.
   * Empty as long as this version is unknown.
   */
  List<TimedWrite> entryDeletes() {
    RowStamp stamp = null;
    if (stage instanceof RowStage.Done done) {
      stamp = done.stamp();
    } else if (stage instanceof RowStage.Unchanged unchanged && !put.isEmpty()) {
      // The version, if not below those of the entries, is the one to delete them at.
      stamp = unchanged.plan().found() == null ? null : unchanged.plan().found().head().stamp();
    }
    if (stamp == null) {
      return List.of();
    }
    long version = stamp.version();
    List<TimedWrite> deletes = new ArrayList<>();
    for (IndexEntry entry : entriesToDelete()) {
      deletes.add(entry.delete(version));
    }
    return deletes;
  }

  /** Counts one more write without an answer. Returns how many there were. */
  int countNoAnswer() {
    return ++noAnswers;
  }

  RowChange.@Nullable Outcome outcome(RowChange change) {
    return isPlanned() ? plan().outcome(placeOf(change)) : null;
  }

  @Nullable RuntimeException refusal(RowChange change) {
    return known(
        stage instanceof RowStage.Failed failed
            ? failed.failure()
            : plan().refusal(placeOf(change)));
  }

  private int placeOf(RowChange change) {
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i) == change) {
        return i;
      }
    }
    throw new IllegalStateException("a change of another row");
  }

  /** The outcome of changes that are made together. */
  RowWriter.Together outcome() {
    RowWriter.Together outcome =
        stage instanceof RowStage.Failed failed
            ? new RowWriter.Together(0, 0, failed.failure(), null)
            : plan().outcome();
    RuntimeException refusal = known(outcome.refusal());
    return refusal == outcome.refusal()
        ? outcome
        : new RowWriter.Together(0, outcome.failed(), refusal, null);
  }
}
