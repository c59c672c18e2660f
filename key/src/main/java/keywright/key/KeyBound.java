package keywright.key;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position in the order of keys: before all keys whose leading parts have the given values, or
 * after all of them. Immutable.
 *
 * @param values the values of the leading parts; an element is null if the part is null. With a
 *     value for every part, the position is directly before or after a single key. Without values,
 *     the position is at the start or the end of all keys
 * @param after true for the position after these keys, false for the position before them
 */
public record KeyBound(List<@Nullable Object> values, boolean after) {
  /** Makes a position with its own copy of the values. */
  public KeyBound {
    values = Collections.unmodifiableList(values);
  }

  /** The position before the keys whose leading parts have these values. */
  public static KeyBound before(List<@Nullable Object> values) {
    return new KeyBound(values, false);
  }

  /** The position after the keys whose leading parts have these values. */
  public static KeyBound after(List<@Nullable Object> values) {
    return new KeyBound(values, true);
  }
}
