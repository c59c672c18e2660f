package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * Where a literal falls among the values of a type.
 *
 * @param floor the largest value not above the literal; null when the literal is below all values,
 *     or above all where none is the largest
 * @param exact whether the literal is that value
 * @param aboveAll whether the literal is above all values
 */
record Fit(@Nullable Object floor, boolean exact, boolean aboveAll) {
  /** Below every value. */
  static final Fit BELOW = new Fit(null, false, false);

  static Fit exact(Object value) {
    return new Fit(value, true, false);
  }

  /** At {@code floor}, or between it and the next value. */
  static Fit of(Object floor, boolean exact) {
    return new Fit(floor, exact, false);
  }

  /** Above every value, none of which is the largest. */
  static final Fit ABOVE = new Fit(null, false, true);

  /** Above every value, the largest of which is {@code last}. */
  static Fit above(Object last) {
    return new Fit(last, false, true);
  }
}
