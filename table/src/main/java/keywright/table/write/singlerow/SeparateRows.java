package keywright.table.write.singlerow;

import java.util.List;
import java.util.Map;
import keywright.key.KeyException;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.layout.Reason;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.TableException;
import keywright.table.write.RowChange;
import keywright.table.write.RowState;
import keywright.table.write.RowWriter;

/**
 * The changes of one statement on engines with single-row atomicity: each row for itself, in order,
 * those of one table that follow one another together. Used by one thread.
 */
final class SeparateRows {
  private final SingleRowWriter writer;
  private final Cancellation cancellation;
  private final RowWriter.Each each = new RowWriter.Each();

  SeparateRows(SingleRowWriter writer, Cancellation cancellation) {
    this.writer = writer;
    this.cancellation = cancellation;
  }

  RowWriter.Each write(List<RowChange> changes) {
    int start = 0;
    while (start < changes.size()) {
      int stop = stop(changes, start);
      List<RowChange> run = changes.subList(start, stop);
      try {
        if (run.get(0).isMove()) {
          move(run.get(0));
        } else {
          commit(run);
        }
      } catch (StoreException e) {
        throw failure(changes, start, e);
      }
      for (int i = start; i < stop; i++) {
        RowChange.Outcome outcome = each.outcomes().get(i);
        if (outcome != null && outcome != RowChange.Outcome.UNMET) {
          changes.get(i).noteDone(outcome);
        }
      }
      start = stop;
    }
    return each;
  }

  /** The end of the changes of one table that follow one another; a move stands for itself. */
  private static int stop(List<RowChange> changes, int start) {
    RowChange first = changes.get(start);
    int stop = start + 1;
    while (!first.isMove()
        && stop < changes.size()
        && changes.get(stop).table() == first.table()
        && !changes.get(stop).isMove()) {
      stop++;
    }
    return stop;
  }

  private void commit(List<RowChange> run) {
    Map<RowChange, RowCommit> rows = writer.commitEach(run.get(0).table(), run, cancellation);
    for (RowChange change : run) {
      RowCommit row = rows.get(change);
      RuntimeException refusal = row == null ? null : row.refusal(change);
      if (row == null) {
        each.made(change.doneBefore());
      } else if (refusal != null) {
        each.refused(refusal);
      } else if (row.outcome(change) == RowChange.Outcome.UNMET) {
        each.unmet(row.plan().after().current());
      } else {
        each.made(row.outcome(change));
      }
    }
  }

  private void move(RowChange change) {
    if (change.doneBefore() != null) {
      each.made(change.doneBefore());
      return;
    }
    try {
      RowWriter.Together moved = writer.move(change, cancellation);
      RuntimeException refusal = moved.refusal();
      RowState found = moved.found();
      if (refusal != null) {
        each.refused(refusal);
      } else if (!moved.isWhole()) {
        each.unmet(found == null ? null : found.current());
      } else {
        each.made(moved.changed() > 0 ? RowChange.Outcome.CHANGED : RowChange.Outcome.UNCHANGED);
      }
    } catch (KeyException | TableException | StoppedException e) {
      each.refused(e);
    }
  }

  /** The engine failed: it matters whether changes before were made. */
  private RuntimeException failure(List<RowChange> changes, int start, StoreException failure) {
    boolean anyMade =
        each.outcomes().stream()
            .anyMatch(
                outcome ->
                    outcome != null
                        && outcome != RowChange.Outcome.UNMET
                        && outcome != RowChange.Outcome.UNCHANGED);
    return anyMade
        ? new OutcomeUnknownException(
            changes.get(0).table().name(),
            "cannot tell which of %d rows are written: the engine failed after the outcome of the first %d was known, and may still write others; repeat the statement (%s)"
                .formatted(changes.size(), start, Reason.of(failure)),
            failure)
        : failure;
  }
}
