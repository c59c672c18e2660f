package keywright.design.simulate;

/**
 * An estimate from a sample. Immutable.
 *
 * @param value the estimate
 * @param low the lower end of its 95 % interval
 * @param high the upper end of its 95 % interval
 */
public record Estimate(double value, double low, double high) {

  /** Half the width of the interval. */
  public double margin() {
    return (high - low) / 2;
  }

  /** The same estimate, with no figure above {@code limit}. */
  Estimate atMost(double limit) {
    return new Estimate(Math.min(value, limit), Math.min(low, limit), Math.min(high, limit));
  }
}
