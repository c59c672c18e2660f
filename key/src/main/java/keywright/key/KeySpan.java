package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a range that are between two positions, for pages and resumed scans.
 *
 * <p>Engines with typed columns use it directly. Engines with row keys use {@link
 * KeySchema#bytes(KeySpan)}.
 *
 * @param range of keys
 * @param from the position after which the keys are; null for the start of the range
 * @param to the position before which the keys are; null for the end of the range
 */
public record KeySpan(KeyRange range, @Nullable KeyBound from, @Nullable KeyBound to) {

  /** Every key of a range. */
  public static KeySpan of(KeyRange range) {
    return new KeySpan(range, null, null);
  }

  /** Every key. */
  public static KeySpan all() {
    return of(KeyRange.all());
  }

  /**
   * Whether the span contains the whole range, because neither {@code from} nor {@code to} limits
   * it.
   */
  public boolean isWhole() {
    return from == null && to == null;
  }
}
