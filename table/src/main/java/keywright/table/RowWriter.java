package keywright.table;

import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import keywright.store.Capability;
import keywright.store.Engine;
import org.jspecify.annotations.Nullable;

/**
 * Carries out changes of rows: reads what is there, works out the rows after the changes and the
 * index entries that come and go, and writes all of it so that no row is ever without its entries.
 * How, depends on what the engine does atomically. Safe for many threads.
 */
interface RowWriter {
  /** So often is started anew when others change the rows meanwhile. */
  int ATTEMPTS_MAX = 100;

  /**
   * The writer for an engine.
   *
   * @param nonces of writes, none given twice; used where rows change one at a time
   * @param declarations what others may have changed; used there too
   */
  static RowWriter of(
      Engine engine, InstantSource clock, LongSupplier nonces, Declarations declarations) {
    return engine.capabilities().contains(Capability.ATOMIC_BATCHES)
        ? new AtomicRowWriter(engine, clock)
        : new SingleRowWriter(engine, clock, nonces, declarations, ATTEMPTS_MAX);
  }

  /**
   * Makes the changes of one table in order. A change that its row refuses is left out and
   * reported; the others are not concerned.
   */
  Result write(StoredTable table, List<RowChange> changes);

  /**
   * Makes changes, of several tables perhaps, in order and all in one atomic step, or none of them:
   * when a row is not as its change expects, or refuses it, nothing is written.
   *
   * @param several whether they come from several {@link Change}s; the rows of one without a
   *     condition may change each for itself
   */
  Together writeTogether(List<RowChange> changes, boolean several);

  static TableException busy(StoredTable table) {
    return new TableException(
        "cannot write to %s: others changed the rows meanwhile, %d times in a row; try again"
            .formatted(table.name(), ATTEMPTS_MAX));
  }

  /**
   * What became of each change.
   *
   * @param outcomes in the order of the changes; null for one that could not be made
   * @param failures of those that could not be made, in order
   */
  record Result(List<RowChange.@Nullable Outcome> outcomes, List<RuntimeException> failures) {
    long count(RowChange.Outcome outcome) {
      long count = 0;
      for (RowChange.Outcome each : outcomes) {
        count += each == outcome ? 1 : 0;
      }
      return count;
    }

    /** Throws the first failure, if any. */
    Result orThrow() {
      if (!failures.isEmpty()) {
        throw failures.get(0);
      }
      return this;
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
    boolean isWhole() {
      return failed < 0;
    }
  }
}
