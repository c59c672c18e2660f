package keywright.design.simulate;

/**
 * The verdict of a simulation on a key. Immutable.
 *
 * @param grade how well the writes of a moment are shared
 * @param cause why they are not; {@link Cause#NONE} when they are. For an undecided key, the cause
 *     when the rows are in the order of their time
 * @param reason both in words, with the figures
 * @param text the same as a sentence that begins with the grade and says what to do
 */
public record Verdict(Grade grade, Cause cause, String reason, String text) {

  /** How well the writes of a moment are shared by servers. */
  public enum Grade {
    /** They go to many regions. */
    FINE,

    /** They go to a few growing regions, which are enough for the servers. */
    TAILS,

    /** They go to fewer regions than there are servers, and to about half as many at least. */
    UNEVEN,

    /** They go to less than about half as many regions as there are servers. */
    HOT,

    /** The rows do not tell. */
    UNDECIDED
  }

  /** Why few regions take the writes of a moment. */
  public enum Cause {
    /** Many regions take them. */
    NONE,

    /** The first key part that is not constant rises, or falls, as rows arrive. */
    RISING,

    /** Rows that arrive together have the same or neighbouring values of the first key part. */
    TOGETHER,

    /** The first key part has few values, and the rows of each arrive in key order. */
    FEW_VALUES,

    /** The first key part has few values, and they come one after the other. */
    BOTH,

    /** Few row keys are written again and again. */
    HOT_ROWS
  }

  /** The text. */
  @Override
  public String toString() {
    return text;
  }
}
