package keywright.testkit;

/**
 * How often tests try what is drawn at random. System property {@code keywright.trials} multiplies
 * the number that a test states, which is what the nightly profile runs; by default a quarter of
 * it, so that a build ends soon.
 */
public final class Trials {
  private static final double FACTOR =
      Double.parseDouble(System.getProperty("keywright.trials", "0.25"));

  private Trials() {}

  /** Whether this run makes all that a nightly one makes. */
  public static boolean areAll() {
    return FACTOR >= 1;
  }

  /** As many trials as this run makes where a nightly one makes {@code nightly}, at least one. */
  public static int of(int nightly) {
    return (int) Math.max(1, Math.ceil(nightly * FACTOR));
  }
}
