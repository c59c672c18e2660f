package keywright.table.write;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import keywright.key.ErrorCode;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Executes changes of rows: reads the stored rows, computes the changed rows and their index
 * entries, and writes them in an order in which no row ever lacks an entry. The implementation
 * depends on the atomicity of the engine. Safe for many threads.
 */
public interface RowWriter {
  /** The largest number of attempts of a write, if other writers keep changing its rows. */
  int ATTEMPTS_MAX = 100;

  /**
   * Executes changes of one table, in order. A change that its row refuses is left out; the other
   * changes are executed.
   *
   * @param cancellation ends the call early, before the changes are sent to the engine
   * @return the outcome of each change, and the errors of refused changes
   */
  Result write(StoredTable table, List<RowChange> changes, Cancellation cancellation);

  /** Executes changes as {@link #write(StoredTable, List, Cancellation)} does, to the end. */
  default Result write(StoredTable table, List<RowChange> changes) {
    return write(table, changes, Cancellation.NONE);
  }

  /**
   * Executes changes of one or several tables, in order and in one atomic step. If a change is
   * refused, or a row does not meet the condition of its change, nothing is written.
   *
   * @param cancellation ends the call early, before the changes are sent to the engine
   * @return the outcome of all changes together
   */
  Together writeTogether(List<RowChange> changes, Cancellation cancellation);

  /** Executes changes as {@link #writeTogether(List, Cancellation)} does, to the end. */
  default Together writeTogether(List<RowChange> changes) {
    return writeTogether(changes, Cancellation.NONE);
  }

  /**
   * Executes changes of one or several tables, in order, as one statement. A change whose row does
   * not meet its condition is left out. If the engine has atomic batches, the other changes are one
   * atomic step: if one of them is refused, none is executed. Otherwise each row changes
   * separately.
   *
   * @param cancellation ends the call early. Where each row changes separately, the rows that are
   *     left have the error of the cancellation
   * @return the outcome of each change
   */
  Each writeEach(List<RowChange> changes, Cancellation cancellation);

  /** Executes changes as {@link #writeEach(List, Cancellation)} does, to the end. */
  default Each writeEach(List<RowChange> changes) {
    return writeEach(changes, Cancellation.NONE);
  }

  /** The error of a call that ends before it has written anything. */
  static StoppedException stopped(StoredTable table, Cancellation cancellation) {
    return cancellation.stopped("write to " + table.name(), "nothing was changed");
  }

  /** Ends a call that has not written anything, if it must end. */
  static void check(StoredTable table, Cancellation cancellation) {
    if (cancellation.isOver()) {
      throw stopped(table, cancellation);
    }
  }

  static TableException readOnly(StoredTable table) {
    return new TableException(
        ErrorCode.UNSUPPORTED,
        "cannot write to %s: found the database open with read_only=true; to write, open it without this option"
            .formatted(table.name()));
  }

  static TableException busy(StoredTable table) {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot write to %s: found a write conflict in each of %d attempts, since other writers changed the same rows; try again"
            .formatted(table.name(), ATTEMPTS_MAX));
  }

  /**
   * The outcomes of separate changes of one table.
   *
   * @param outcomes the outcomes in the order of the changes; null for a change that was refused
   * @param failures the errors of the refused changes, in the order of the changes
   */
  record Result(List<RowChange.@Nullable Outcome> outcomes, List<RuntimeException> failures) {
    public long count(RowChange.Outcome outcome) {
      long count = 0;
      for (RowChange.Outcome each : outcomes) {
        count += each == outcome ? 1 : 0;
      }
      return count;
    }

    /**
     * This result with further changes that were refused before.
     *
     * @param misfits for each change of the whole list the error of a change that was refused
     *     before; null for a change of this result
     */
    Result with(@Nullable RuntimeException[] misfits) {
      List<RowChange.@Nullable Outcome> all = new ArrayList<>(misfits.length);
      List<RuntimeException> reasons = new ArrayList<>();
      Iterator<RowChange.@Nullable Outcome> made = outcomes.iterator();
      Iterator<RuntimeException> failed = failures.iterator();
      for (RuntimeException misfit : misfits) {
        RowChange.Outcome outcome = misfit == null ? made.next() : null;
        all.add(outcome);
        if (misfit != null) {
          reasons.add(misfit);
        } else if (outcome == null) {
          reasons.add(failed.next());
        }
      }
      return new Result(all, reasons);
    }

    /**
     * Throws the first error of a refused change. If no change was refused, returns this result.
     */
    public Result orThrow() {
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
      return this;
    }
  }

  /** The outcomes of the changes of one statement. Used by one thread. */
  final class Each {
    private final List<RowChange.@Nullable Outcome> outcomes = new ArrayList<>();
    private final List<@Nullable RuntimeException> refusals = new ArrayList<>();
    private final List<@Nullable Object @Nullable []> found = new ArrayList<>();

    public void made(RowChange.@Nullable Outcome outcome) {
      add(outcome, null, null);
    }

    public void unmet(@Nullable Object @Nullable [] row) {
      add(RowChange.Outcome.UNMET, null, row);
    }

    public void refused(RuntimeException refusal) {
      add(null, refusal, null);
    }

    void addAll(Each other) {
      for (int i = 0; i < other.outcomes.size(); i++) {
        add(other.outcomes.get(i), other.refusals.get(i), other.found.get(i));
      }
    }

    private void add(
        RowChange.@Nullable Outcome outcome,
        @Nullable RuntimeException refusal,
        @Nullable Object @Nullable [] row) {
      outcomes.add(outcome);
      refusals.add(refusal);
      found.add(row);
    }

    /**
     * The outcomes, in the order of the changes. An outcome is null if its change was refused, or
     * was not executed because another change was refused.
     */
    public List<RowChange.@Nullable Outcome> outcomes() {
      return outcomes;
    }

    /** The errors; null for a change that was not refused itself. */
    List<@Nullable RuntimeException> refusals() {
      return refusals;
    }

    /**
     * The row that did not meet the condition of a change with the outcome UNMET; null if there was
     * no row.
     */
    @Nullable Object @Nullable [] found(int place) {
      return found.get(place);
    }
  }

  /**
   * The outcome of changes that are made together.
   *
   * @param changed how many of the changes changed their row
   * @param failed the index of the change because of which nothing was written; -1 if the changes
   *     were written
   * @param refusal the error of the change at {@code failed}; null if its row did not meet its
   *     condition
   * @param found the row that did not meet the condition of the change at {@code failed}; null if
   *     it does not exist
   */
  record Together(
      long changed, int failed, @Nullable RuntimeException refusal, @Nullable RowState found) {
    public boolean isWhole() {
      return failed < 0;
    }
  }
}
