package keywright.table.catalog;

import java.util.function.Supplier;

/**
 * The error for values that do not fit the declaration of their table. Nothing was written. The
 * declaration may be outdated, so the values are checked again with the current declaration.
 */
public final class UnfitException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final RuntimeException refusal;

  private UnfitException(RuntimeException refusal) {
    super(refusal);
    this.refusal = refusal;
  }

  /** The error for values that {@code refusal} refuses. */
  public static UnfitException of(RuntimeException refusal) {
    return new UnfitException(refusal);
  }

  /** The error that says what is wrong with the values. */
  RuntimeException refusal() {
    return refusal;
  }

  /**
   * Calls {@code values}, which converts and checks values with the current declarations.
   *
   * @return the result of {@code values}
   * @throws UnfitException instead of every error that {@code values} throws
   */
  public static <R> R reading(Supplier<R> values) {
    try {
      return values.get();
    } catch (RuntimeException e) {
      throw new UnfitException(e);
    }
  }
}
