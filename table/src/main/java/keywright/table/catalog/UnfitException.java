package keywright.table.catalog;

import java.util.function.Supplier;

/**
 * Values that do not fit the declaration that they were read by, before anything was written: the
 * declaration may be an old one.
 */
public final class UnfitException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final RuntimeException refusal;

  private UnfitException(RuntimeException refusal) {
    super(refusal);
    this.refusal = refusal;
  }

  /** What is wrong with the values. */
  RuntimeException refusal() {
    return refusal;
  }

  /**
   * Reads values by declarations.
   *
   * @throws UnfitException in place of every refusal
   */
  public static <R> R reading(Supplier<R> values) {
    try {
      return values.get();
    } catch (RuntimeException e) {
      throw new UnfitException(e);
    }
  }
}
