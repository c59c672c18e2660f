package keywright.testkit;

/**
 * How many random trials a test makes. A test states the number for the nightly profile. The system
 * property {@code keywright.trials} is a factor for this number; it is 0.25 by default, which keeps
 * builds short.
 */
public final class Trials {
  private static final double FACTOR =
      Double.parseDouble(System.getProperty("keywright.trials", "0.25"));

  private Trials() {}

  /** Whether this run makes as many trials as a nightly run, or more. */
  public static boolean areAll() {
    return FACTOR >= 1;
  }

  /**
   * The number of trials of this run for a test that makes {@code nightly} trials in a nightly run;
   * at least 1.
   */
  public static int of(int nightly) {
    return (int) Math.max(1, Math.ceil(nightly * FACTOR));
  }

  /**
   * The number of trials of this run for a test that is expensive and finds defects early: {@code
   * nightly} trials in a nightly run, {@code build} in others.
   */
  public static int of(int nightly, int build) {
    return areAll() ? nightly : build;
  }
}
