package keywright.table.write.singlerow;

import java.util.HashSet;
import java.util.Set;
import keywright.store.RowStamp;

/**
 * The stage of the changes of one row: first unread, then planned, sent and settled. A sent row can
 * become planned again, to be written again with the same plan. It can also become unread, to be
 * read again. Immutable.
 */
public sealed interface RowStage {
  /** The stored row must be read. */
  record Unread() implements RowStage {}

  /**
   * The stored row was read, and its changes are planned.
   *
   * @param plan the plan of the changes
   * @param sends the writes of this plan that were sent before
   */
  record Planned(RowPlan plan, Sends sends) implements RowStage {
    @Override
    public boolean mayBeWritten() {
      return sends.unanswered();
    }

    /** The next stage after the plan is sent with this stamp. */
    Sent send(RowStamp stamp) {
      return new Sent(plan, stamp, sends.with(stamp.nonce()));
    }

    /** The same stage, after the reservations of the plan were made to name the row. */
    public Planned withReserved() {
      return new Planned(plan, new Sends(true, sends.nonces(), sends.unanswered()));
    }
  }

  /**
   * The write of the row was sent to the engine.
   *
   * @param plan the plan of the changes
   * @param stamp the stamp of the row in this write
   * @param sends the writes of the plan that were sent before
   */
  record Sent(RowPlan plan, RowStamp stamp, Sends sends) implements RowStage {
    @Override
    public boolean mayBeWritten() {
      return sends.unanswered();
    }

    /** The next stage if the write did not happen: the row must be sent again. */
    Planned unsent() {
      return new Planned(plan, sends);
    }

    /** The next stage if the write was not answered. */
    Sent unanswered() {
      return new Sent(plan, stamp, new Sends(sends.reserved(), sends.nonces(), true));
    }
  }

  /** The changes of the row are finished. */
  sealed interface Settled extends RowStage {}

  /**
   * The row is written.
   *
   * @param stamp the stamp of the written row
   */
  record Done(RowPlan plan, RowStamp stamp) implements Settled {
    @Override
    public boolean mayBeWritten() {
      return true;
    }
  }

  /**
   * The row is not written, because the changes have no effect, a condition is not met, or a change
   * was refused.
   */
  record Unchanged(RowPlan plan) implements Settled {}

  /**
   * The changes ended with an error: they were refused, or their outcome is unknown.
   *
   * @param mayBeWritten whether the row may have been written although {@code failure} occurred
   */
  record Failed(RuntimeException failure, boolean mayBeWritten) implements Settled {}

  /**
   * Whether the row was written, may have been written, or may still be written by a delayed write.
   */
  default boolean mayBeWritten() {
    return false;
  }

  /**
   * The stage after a row was read: {@link Planned} if the row must be written, otherwise {@link
   * Unchanged}.
   */
  static RowStage of(RowPlan plan) {
    return plan.writesRow() ? new Planned(plan, Sends.NONE) : new Unchanged(plan);
  }

  /**
   * The writes of one plan that were sent to the engine.
   *
   * @param reserved whether the reservations of the plan were made to name the row
   * @param nonces the nonces of the writes
   * @param unanswered whether one of the writes was not answered, so this write may still take
   *     effect
   */
  record Sends(boolean reserved, Set<Long> nonces, boolean unanswered) {
    static final Sends NONE = new Sends(false, Set.of(), false);

    Sends with(long nonce) {
      Set<Long> all = new HashSet<>(nonces);
      all.add(nonce);
      return new Sends(reserved, all, unanswered);
    }
  }
}
