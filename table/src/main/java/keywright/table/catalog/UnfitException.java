package keywright.table.catalog;

import java.util.function.Supplier;

/**
 * Values do not fit the declaration with which they were read. Nothing was written. The declaration
 * may be outdated.
 */
public final class UnfitException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final RuntimeException refusal;

  private UnfitException(RuntimeException refusal) {
    super(refusal);
    this.refusal = refusal;
  }

  /** The error that says what is wrong with the values. */
  RuntimeException refusal() {
    return refusal;
  }

  /**
   * Runs {@code values}, which reads values with the current declarations.
   *
   * @throws UnfitException in place of every error of {@code values}
   */
  public static <R> R reading(Supplier<R> values) {
    try {
      return values.get();
    } catch (RuntimeException e) {
      throw new UnfitException(e);
    }
  }
}
