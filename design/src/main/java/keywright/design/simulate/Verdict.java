package keywright.design.simulate;

/**
 * The verdict of a simulation on a key. Immutable.
 *
 * @param grade how well the writes of a moment are shared
 * @param cause why the writes are not well shared; {@link Cause#NONE} if they are. For an undecided
 *     key, the cause that would hold if the rows were in the order of their time
 * @param reason grade and cause in words, with the figures
 * @param text a sentence that begins with the grade, and gives the reason and what to do
 */
public record Verdict(Grade grade, Cause cause, String reason, String text) {

  /** How well the writes of a moment are shared by servers. */
  public enum Grade {
    /** The writes go to many regions. */
    FINE,

    /** The writes go to a few growing regions, which are enough to keep all servers busy. */
    TAILS,

    /**
     * The writes go to fewer regions than there are servers, but to at least about half as many.
     */
    UNEVEN,

    /** The writes go to fewer regions than about half the number of servers. */
    HOT,

    /** The given rows are not enough for a grade. */
    UNDECIDED
  }

  /** Why few regions take the writes of a moment. */
  public enum Cause {
    /** Many regions take the writes; there is no problem. */
    NONE,

    /** The first key part that is not constant rises or falls with the order of arrival. */
    RISING,

    /** Rows that arrive together have the same or neighbouring values of the first key part. */
    TOGETHER,

    /** The first key part has few values, and the rows of each value arrive in key order. */
    FEW_VALUES,

    /**
     * The first key part has few values, and the values arrive one after the other: first all rows
     * of one value, then all rows of the next.
     */
    BOTH,

    /** A few row keys are written again and again. */
    HOT_ROWS
  }

  /** Returns {@link #text}. */
  @Override
  public String toString() {
    return text;
  }
}
