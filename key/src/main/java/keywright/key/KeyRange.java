package keywright.key;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of keys, described by values of key parts. The leading parts, called the prefix, are
 * equal to given values. The part after the prefix may be restricted. Immutable.
 *
 * <p>Engines with typed columns use a {@code KeyRange} directly. For engines with row keys, {@link
 * KeySchema#bytes(KeyRange)} converts it to a range of row keys.
 *
 * @param prefix the values of the leading parts; an element is null if the part is null
 * @param lower the lower bound of the part after the prefix; null for no lower bound
 * @param upper the upper bound of the part after the prefix; null for no upper bound
 * @param startsWith the text with which the part after the prefix starts; null for any text
 * @param notNull whether the part after the prefix must not be null; a bound or {@code startsWith}
 *     implies this
 */
public record KeyRange(
    List<@Nullable Object> prefix,
    @Nullable Bound lower,
    @Nullable Bound upper,
    @Nullable String startsWith,
    boolean notNull) {

  /**
   * A lower or an upper bound of the values of a part.
   *
   * @param value the value of the bound
   * @param inclusive whether {@code value} itself is in the range
   */
  public record Bound(Object value, boolean inclusive) {}

  /**
   * Makes a range with its own copy of the prefix.
   *
   * @throws KeyException if both a bound and {@code startsWith} are given, or if {@code startsWith}
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

  /** The range that contains every key. */
  public static KeyRange all() {
    return equalTo(List.of());
  }

  /** The range of the keys whose leading parts have the values {@code prefix}. */
  public static KeyRange equalTo(List<@Nullable Object> prefix) {
    return new KeyRange(Collections.unmodifiableList(prefix), null, null, null, false);
  }

  /**
   * The range of the keys whose leading parts have the values {@code prefix} and whose next part
   * starts with {@code text}.
   */
  public static KeyRange startingWith(List<@Nullable Object> prefix, String text) {
    return new KeyRange(Collections.unmodifiableList(prefix), null, null, text, false);
  }

  /** The range that contains only {@code key}. */
  public static KeyRange only(Key key) {
    return equalTo(key.parts());
  }

  /**
   * The only key of this range, whose prefix must have a value for every part, as in a range from
   * {@link #only}.
   */
  public Key key() {
    return new Key(prefix.toArray());
  }

  /**
   * Whether the part after the prefix is restricted by a bound, by {@code startsWith} or by {@code
   * notNull}.
   */
  public boolean restrictsNext() {
    return notNull;
  }
}
