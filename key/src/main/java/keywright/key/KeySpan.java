package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a range that are between two positions. A page or a resumed scan reads such keys.
 * Immutable.
 *
 * <p>Engines with typed columns use a {@code KeySpan} directly. For engines with row keys, {@link
 * KeySchema#bytes(KeySpan)} converts it to a range of row keys.
 *
 * @param range the range of keys
 * @param from the position after which the keys of the span start; null for the start of the range
 * @param to the position before which the keys of the span end; null for the end of the range
 */
public record KeySpan(KeyRange range, @Nullable KeyBound from, @Nullable KeyBound to) {

  /** The span that contains every key of a range. */
  public static KeySpan of(KeyRange range) {
    return new KeySpan(range, null, null);
  }

  /** The span that contains every key. */
  public static KeySpan all() {
    return of(KeyRange.all());
  }

  /**
   * Whether the span contains every key of its range, because both {@code from} and {@code to} are
   * null.
   */
  public boolean isWhole() {
    return from == null && to == null;
  }
}
