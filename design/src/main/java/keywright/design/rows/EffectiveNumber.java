package keywright.design.rows;

import java.util.stream.DoubleStream;

/** How many equal ones would be as uneven as parts of a whole are: 1/Σshare². */
public final class EffectiveNumber {

  private EffectiveNumber() {}

  /**
   * That of these parts: their number when they are equal, 1 when one has all, 0 when there is
   * nothing.
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
