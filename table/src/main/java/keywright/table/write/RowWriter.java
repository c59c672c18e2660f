package keywright.table.write;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import keywright.key.ErrorCode;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Carries out changes of rows: reads what exists, works out the rows after the changes and the
 * index entries that come and go, and writes all of it so that no row is ever without its entries.
 * How, depends on what the engine does atomically. Safe for many threads.
 */
public interface RowWriter {
  /** So often is started again when others change the rows meanwhile. */
  int ATTEMPTS_MAX = 100;

  /**
   * Makes the changes of one table in order. A change that its row refuses is left out and
   * reported; the others are not concerned.
   */
  Result write(StoredTable table, List<RowChange> changes);

  /**
   * Makes changes, of several tables perhaps, in order and all in one atomic step, or none of them:
   * when a row is not as its change expects, or refuses it, nothing is written.
   */
  Together writeTogether(List<RowChange> changes);

  /**
   * Makes changes, of several tables perhaps, in order, as one statement. A change whose row is not
   * as it expects is left out. Where the engine has atomic batches the others are made in one
   * atomic step, and none is when one is refused; elsewhere each row changes for itself.
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
   * What became of each change.
   *
   * @param outcomes in the order of the changes; null for one that could not be made
   * @param failures of those that could not be made, in order
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
     * The same with changes in between that could not be made.
     *
     * @param misfits per change of all: why it could not be made; null for one of this result
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

    /** Throws the first failure, if any. */
    public Result orThrow() {
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
      return this;
    }
  }

  /** What became of each change of a statement, in the order of the changes. Used by one thread. */
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

    /** Null for a change that was refused, or that was not made because another was. */
    public List<RowChange.@Nullable Outcome> outcomes() {
      return outcomes;
    }

    /** Null for a change that was not refused itself. */
    List<@Nullable RuntimeException> refusals() {
      return refusals;
    }

    /** The row that a change found whose outcome is UNMET; null for none. */
    @Nullable Object @Nullable [] found(int place) {
      return found.get(place);
    }
  }

  /**
   * What became of changes that are made together.
   *
   * @param changed how many of them changed something
   * @param failed the place of the one for which nothing was written; -1 for none
   * @param refusal why it cannot be made; null when its row is not as it expects
   * @param found its row then
   */
  record Together(
      long changed, int failed, @Nullable RuntimeException refusal, @Nullable RowState found) {
    public boolean isWhole() {
      return failed < 0;
    }
  }
}
