package keywright.key;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position between two keys: before all keys whose leading parts have these values, or after all
 * of them.
 *
 * @param values the values of the leading parts; an element is null if the part is null. If there
 *     is a value for every part, the position is next to a single key. If there are no values, the
 *     position is at the start or the end of all keys
 * @param after whether the position is after these keys
 */
public record KeyBound(List<@Nullable Object> values, boolean after) {
  /** Copies the values into an unmodifiable list. */
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
