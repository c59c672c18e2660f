package keywright.design.rows;

import java.util.stream.DoubleStream;

/**
 * The effective number of parts of a whole: 1/Σshare². This is the number of equal parts that would
 * have the same sum of squared shares. Shares of 1/2, 1/4 and 1/4 give 2.67.
 */
public final class EffectiveNumber {

  private EffectiveNumber() {}

  /**
   * The effective number of these parts: their number if they are equal, 1 if all but one are 0, 0
   * if all are 0.
   *
   * @param parts none below 0
   */
  public static double of(DoubleStream parts) {
    double all = 0;
    double squares = 0;
    for (double part : parts.toArray()) {
      all += part;
      squares += part * part;
    }
    return squares == 0 ? 0 : all * all / squares;
  }
}
