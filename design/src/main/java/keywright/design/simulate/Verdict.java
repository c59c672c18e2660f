package keywright.design.simulate;

/**
 * The verdict of a simulation on a key: a grade, and the cause if the grade is bad. Immutable.
 *
 * @param grade how well several servers share the writes of the same moment
 * @param cause the cause if the servers do not share the writes well; {@link Cause#NONE} if they
 *     do. For a key that is not graded, the cause that would apply if the rows were in the order of
 *     their times
 * @param reason the grade and the cause in words, with the figures
 * @param text a sentence with the grade, the reason and advice
 */
public record Verdict(Grade grade, Cause cause, String reason, String text) {

  /** The grade of a key: how well servers share the writes of the same moment. */
  public enum Grade {
    /** The writes of a moment go to many regions. */
    FINE,

    /**
     * The writes of a moment go to a few growing regions, which are enough to keep all servers
     * busy.
     */
    TAILS,

    /**
     * The writes of a moment go to fewer regions than there are servers, but to at least about half
     * as many.
     */
    UNEVEN,

    /** The writes of a moment go to fewer regions than about half the number of servers. */
    HOT,

    /** The given rows are not enough to grade the key. */
    UNDECIDED
  }

  /** The cause why only a few regions take the writes of the same moment. */
  public enum Cause {
    /** The writes go to many regions, so there is no problem. */
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

  /** The verdict as a sentence: {@link #text}. */
  @Override
  public String toString() {
    return text;
  }
}
