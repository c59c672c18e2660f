package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a range that lie between two places, as pages and resumed scans need them.
 *
 * <p>Engines that store typed columns use it as it is; byte engines take {@link
 * KeySchema#bytes(KeySpan)}.
 *
 * @param range of keys
 * @param from the place after which the keys lie in the order of the key; null for the range's
 *     start
 * @param to the place before which they lie; null for the range's end
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

  /** Whether it is the whole of its range. */
  public boolean isWhole() {
    return from == null && to == null;
  }
}
