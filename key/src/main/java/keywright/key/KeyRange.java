package keywright.key;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys, described by values: the leading parts are equal to given values, and the next
 * part has at most one restriction.
 *
 * <p>Engines with typed columns use it directly. Engines with row keys use {@link KeySchema#bytes}.
 *
 * @param prefix the values of the leading parts; a null means that the part is null
 * @param lower the lower bound of the next part, or null for no lower bound
 * @param upper the upper bound of the next part, or null for no upper bound
 * @param startsWith the text that the next part starts with, or null for any text
 * @param notNull whether the next part must not be null; a bound or {@code startsWith} implies that
 */
public record KeyRange(
    List<@Nullable Object> prefix,
    @Nullable Bound lower,
    @Nullable Bound upper,
    @Nullable String startsWith,
    boolean notNull) {

  /** One end of a range of values. */
  public record Bound(Object value, boolean inclusive) {}

  /**
   * Checks the restriction.
   *
   * @throws KeyException if there are both bounds and {@code startsWith}, or if {@code startsWith}
   *     has an unpaired surrogate
   */
  public KeyRange {
    if (startsWith != null && (lower != null || upper != null)) {
      throw KeyException.of(
          "cannot make a key range: found bounds and a prefix, expected only one of them");
    }
    if (startsWith != null && !Utf8.isWellFormed(startsWith)) {
      throw KeyException.of(
          "cannot make a key range: found a prefix with an unpaired surrogate, expected well-formed text");
    }
    notNull = notNull || lower != null || upper != null || startsWith != null;
  }

  /** Every key. */
  public static KeyRange all() {
    return equalTo(List.of());
  }

  /** The keys whose leading parts have these values. */
  public static KeyRange equalTo(List<@Nullable Object> prefix) {
    return new KeyRange(Collections.unmodifiableList(prefix), null, null, null, false);
  }

  /**
   * The keys whose leading parts have these values and whose next part starts with {@code text}.
   */
  public static KeyRange startingWith(List<@Nullable Object> prefix, String text) {
    return new KeyRange(Collections.unmodifiableList(prefix), null, null, text, false);
  }

  /** The range that contains only {@code key}. */
  public static KeyRange only(Key key) {
    return equalTo(key.parts());
  }

  /**
   * The only key of a range whose prefix has a value for every part, such as a range from {@link
   * #only}.
   */
  public Key key() {
    return new Key(prefix.toArray());
  }

  /** Whether the part after the prefix is restricted. */
  public boolean restrictsNext() {
    return notNull;
  }
}
