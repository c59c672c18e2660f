package keywright.table.write.singlerow;

import java.util.HashSet;
import java.util.Set;
import keywright.store.RowStamp;

/**
 * The stage of the changes of one row: unread, planned, sent, settled. A sent row can become
 * planned again, to be sent again with the same plan, or unread, to be read again. Immutable.
 */
public sealed interface RowStage {
  /** The row must be read. */
  record Unread() implements RowStage {}

  /**
   * The row was read and its changes are planned.
   *
   * @param sends the earlier writes of this plan
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

    /** This stage after the reservations of the plan name the row. */
    public Planned withReserved() {
      return new Planned(plan, new Sends(true, sends.nonces(), sends.unanswered()));
    }
  }

  /**
   * The row is being written.
   *
   * @param stamp the stamp of the written row
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

  /** The changes are finished. */
  sealed interface Settled extends RowStage {}

  /**
   * The row is written.
   *
   * @param stamp the stamp of the row
   */
  record Done(RowPlan plan, RowStamp stamp) implements Settled {
    @Override
    public boolean mayBeWritten() {
      return true;
    }
  }

  /**
   * The row needs no write: the changes have no effect, a condition is not met, or a change was
   * refused.
   */
  record Unchanged(RowPlan plan) implements Settled {}

  /**
   * The changes ended with an error: they were refused, or their outcome is unknown.
   *
   * @param mayBeWritten whether the row may have been written in spite of the error
   */
  record Failed(RuntimeException failure, boolean mayBeWritten) implements Settled {}

  /**
   * Whether the row was written, or may have been written, or may still be written by a delayed
   * write.
   */
  default boolean mayBeWritten() {
    return false;
  }

  /** The stage after a read: planned if the row must be written, otherwise unchanged. */
  static RowStage of(RowPlan plan) {
    return plan.writesRow() ? new Planned(plan, Sends.NONE) : new Unchanged(plan);
  }

  /**
   * The writes that were sent for one read of a row.
   *
   * @param reserved whether the reservations of the plan name the row
   * @param nonces the nonces of the writes
   * @param unanswered whether one of the writes was not answered, so it may still happen
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
