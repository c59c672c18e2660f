package keywright.key;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place between two keys: before every key whose leading parts have these values, or after all of
 * them.
 *
 * @param values of the leading parts, null among them; all of a key's for a place beside one key,
 *     none for the start or the end of all keys
 * @param after whether the place is after these keys
 */
public record KeyBound(List<@Nullable Object> values, boolean after) {
  /** Keeps the values unmodifiable. */
  public KeyBound {
    values = Collections.unmodifiableList(values);
  }

  /** The place before the keys whose leading parts have these values. */
  public static KeyBound before(List<@Nullable Object> values) {
    return new KeyBound(values, false);
  }

  /** The place after the keys whose leading parts have these values. */
  public static KeyBound after(List<@Nullable Object> values) {
    return new KeyBound(values, true);
  }
}
