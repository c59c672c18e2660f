package keywright.table.write;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import keywright.key.ErrorCode;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Executes changes of rows: reads the stored rows, computes the changed rows and their index
 * entries, and writes them in an order in which no row ever lacks an entry. The implementation
 * depends on what the engine does atomically. Safe for many threads.
 */
public interface RowWriter {
  /** The number of attempts if other writers keep changing the rows. */
  int ATTEMPTS_MAX = 100;

  /**
   * Makes the changes of one table in order. A change that its row refuses is left out and
   * reported; the other changes are made.
   */
  Result write(StoredTable table, List<RowChange> changes);

  /**
   * Makes changes, possibly of several tables, in order and in one atomic step. If a row does not
   * meet the condition of its change, or refuses it, nothing is written.
   */
  Together writeTogether(List<RowChange> changes);

  /**
   * Makes changes, possibly of several tables, in order as one statement. A change whose row does
   * not meet its condition is left out. If the engine has atomic batches, the other changes are
   * made in one atomic step, and none is made if one is refused. Otherwise each row changes
   * separately.
   */
  Each writeEach(List<RowChange> changes);

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
   * The outcome of each change.
   *
   * @param outcomes the outcomes in the order of the changes; null for a change that was refused
   * @param failures the errors of the refused changes, in order
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

    /** Throws the first error, if there is one. */
    public Result orThrow() {
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
      return this;
    }
  }

  /** The outcome of each change of a statement, in the order of the changes. Used by one thread. */
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
     * The outcomes; null for a change that was refused, or that was not made because another was
     * refused.
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
   * @param changed how many changes had an effect
   * @param failed the index of the change because of which nothing was written; -1 for none
   * @param refusal the error of this change; null if its row did not meet its condition
   * @param found the row that did not meet the condition
   */
  record Together(
      long changed, int failed, @Nullable RuntimeException refusal, @Nullable RowState found) {
    public boolean isWhole() {
      return failed < 0;
    }
  }
}
