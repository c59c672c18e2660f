package keywright.design.simulate;

/**
 * An estimated number with its 95 % confidence interval. Immutable.
 *
 * @param value the estimated number
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 */
public record Estimate(double value, double low, double high) {

  /** Half the width of the confidence interval. */
  public double margin() {
    return (high - low) / 2;
  }

  /** The same estimate, with no figure above {@code limit}. */
  Estimate atMost(double limit) {
    return new Estimate(Math.min(value, limit), Math.min(low, limit), Math.min(high, limit));
  }
}
