package keywright.table.write.singlerow;

import java.util.HashSet;
import java.util.Set;
import keywright.store.RowStamp;

/**
 * How far the changes of one row have come: read, then sent, then settled; or back, to be sent
 * again on the same read, or to be read again. Immutable.
 */
public sealed interface RowStage {
  /** The row is to be read. */
  record Unread() implements RowStage {}

  /**
   * The row was read, and it is known what it is to become.
   *
   * @param sends what was sent of the plan before
   */
  record Planned(RowPlan plan, Sends sends) implements RowStage {
    @Override
    public boolean mayBeWritten() {
      return sends.unanswered();
    }

    /** The plan is sent, with this stamp. */
    Sent send(RowStamp stamp) {
      return new Sent(plan, stamp, sends.with(stamp.nonce()));
    }

    /** The reservations that the plan wants name the row. */
    public Planned withReserved() {
      return new Planned(plan, new Sends(true, sends.nonces(), sends.unanswered()));
    }
  }

  /**
   * The row is being written.
   *
   * @param stamp of the row that is written
   */
  record Sent(RowPlan plan, RowStamp stamp, Sends sends) implements RowStage {
    @Override
    public boolean mayBeWritten() {
      return sends.unanswered();
    }

    /** The row was not written; it is to be sent again. */
    Planned unsent() {
      return new Planned(plan, sends);
    }

    /** No answer came to the write of the row. */
    Sent unanswered() {
      return new Sent(plan, stamp, new Sends(sends.reserved(), sends.nonces(), true));
    }
  }

  /** There is nothing more to do for the changes. */
  sealed interface Settled extends RowStage {}

  /**
   * The row is written.
   *
   * @param stamp that it has
   */
  record Done(RowPlan plan, RowStamp stamp) implements Settled {
    @Override
    public boolean mayBeWritten() {
      return true;
    }
  }

  /** The row needs no write: nothing changes it, its condition is not met, or it was refused. */
  record Unchanged(RowPlan plan) implements Settled {}

  /**
   * None of the changes can be made, or said to be made.
   *
   * @param mayBeWritten whether the row may be written all the same
   */
  record Failed(RuntimeException failure, boolean mayBeWritten) implements Settled {}

  /** The row is written, or may be, or may be yet. */
  default boolean mayBeWritten() {
    return false;
  }

  /** What comes of a row that was read: it is to be written, or nothing is to be done. */
  static RowStage of(RowPlan plan) {
    return plan.writesRow() ? new Planned(plan, Sends.NONE) : new Unchanged(plan);
  }

  /**
   * What was sent on one read of a row.
   *
   * @param reserved whether the reservations that it wants name the row
   * @param nonces of the writes of the row
   * @param unanswered whether one of them was not answered, so that it may happen yet
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
