package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * Where a literal falls among the values of a type.
 *
 * @param floor the largest value not above the literal; null when the literal is below all values
 * @param exact whether the literal is that value
 */
record Fit(@Nullable Object floor, boolean exact) {
  /** Below every value. */
  static final Fit BELOW = new Fit(null, false);

  static Fit exact(Object value) {
    return new Fit(value, true);
  }

  /** Between {@code floor} and the next value, or above all values. */
  static Fit above(Object floor) {
    return new Fit(floor, false);
  }
}
