package keywright.design.rows;

import java.util.stream.DoubleStream;

/**
 * Computes the effective number of parts of a whole: 1 divided by the sum of the squares of their
 * shares. This is the number of equal parts that would have the same sum of squared shares. Shares
 * of 1/2, 1/4 and 1/4 give 2.67.
 */
public final class EffectiveNumber {

  private EffectiveNumber() {}

  /**
   * The effective number of parts. It is the number of parts if they are equal, 1 if all parts
   * except one are 0, and 0 if all are 0.
   *
   * @param parts the sizes of the parts, none below 0
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
