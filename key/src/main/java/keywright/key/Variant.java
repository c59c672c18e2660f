package keywright.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of a column of type {@code variant}: a JSON null, boolean, number, text, or list of
 * these.
 *
 * <p>Variants are sorted in the order null, false, true, numbers, texts, lists. Numbers are in
 * numerical order, texts in the order of their code points, lists by the first element in which
 * they differ. Numbers are equal if their values are equal, as 1.0 and 1 are.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class Variant implements Comparable<Variant> {
  /** The JSON null. It is a value of a column, and not the null of a column without a value. */
  public static final Variant NULL = new Variant(null, 0);

  private final @Nullable Object value;
  private final int depth;

  /** Whether it has a JSON object, so that it is no value of a column. */
  private final boolean hasObject;

  private Variant(@Nullable Object value, int depth) {
    this(value, depth, false);
  }

  private Variant(@Nullable Object value, int depth, boolean hasObject) {
    this.value = value;
    this.depth = depth;
    this.hasObject = hasObject;
  }

  /**
   * Makes a variant from null, a {@link Boolean}, any finite {@link Number}, a {@link String} or a
   * {@link List} of these.
   *
   * @throws KeyException for any other object, a text with an unpaired surrogate, a number that the
   *     type decimal cannot represent, or lists that are nested more than 64 deep
   */
  public static Variant of(@Nullable Object value) {
    return of(value, ListType.MOST_NESTED);
  }

  private static Variant of(@Nullable Object value, int mostNested) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof Variant variant) {
      if (variant.depth > mostNested) {
        throw tooDeep();
      }
      return variant;
    }
    if (value instanceof Boolean) {
      return new Variant(value, 0);
    }
    if (value instanceof Number) {
      return new Variant(BigDecimalType.DECIMAL.convert(value), 0);
    }
    if (value instanceof String) {
      return new Variant(TextType.TEXT.convert(value), 0);
    }
    if (!(value instanceof List<?> list)) {
      throw KeyException.of(
          "found " + Type.describe(value) + ", expected " + VariantType.VARIANT.expectation());
    }
    if (mostNested == 0) {
      throw tooDeep();
    }
    List<Variant> elements = new ArrayList<>(list.size());
    for (Object element : list) {
      elements.add(of(element, mostNested - 1));
    }
    return ofList(elements);
  }

  private static KeyException tooDeep() {
    return KeyException.of(
        "found lists nested more than "
            + ListType.MOST_NESTED
            + " deep, expected at most "
            + ListType.MOST_NESTED);
  }

  /** A variant of {@code elements}. The list is not copied and must not change. */
  static Variant ofList(List<Variant> elements) {
    return around(Collections.unmodifiableList(elements), elements, false);
  }

  /**
   * A JSON object, from which a map is made. It is never a value of a column of type variant, and
   * its {@link #value} is a {@link Map} from names to variants.
   */
  static Variant ofObject(Map<String, Variant> fields) {
    return around(fields, fields.values(), true);
  }

  private static Variant around(Object value, Collection<Variant> parts, boolean isObject) {
    int deepest = 0;
    boolean hasObject = isObject;
    for (Variant part : parts) {
      deepest = Math.max(deepest, part.depth);
      hasObject |= part.hasObject;
    }
    return new Variant(value, deepest + 1, hasObject);
  }

  boolean hasObject() {
    return hasObject;
  }

  /**
   * Parses a JSON text.
   *
   * @throws KeyException if the text cannot be parsed, or contains a JSON object; the message gives
   *     the position of the error and what was expected at this position
   */
  public static Variant parse(String json) {
    return new JsonReader(json).read();
  }

  /**
   * The value as a Java object: null, a {@link Boolean}, a {@link BigDecimal}, a {@link String}, or
   * a {@link List} of variants.
   */
  public @Nullable Object value() {
    return value;
  }

  /** The position of the kind of value in the order of kinds. */
  int rank() {
    return value == null
        ? 0
        : value instanceof Boolean truth
            ? (truth ? 2 : 1)
            : value instanceof BigDecimal ? 3 : value instanceof String ? 4 : 5;
  }

  @Override
  public int compareTo(Variant other) {
    return VariantType.VARIANT.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Variant variant && compareTo(variant) == 0;
  }

  @Override
  public int hashCode() {
    return value == null ? 0 : value.hashCode();
  }

  /**
   * The JSON text of the variant in its canonical form, without blanks. {@link #parse} makes the
   * same variant from this text.
   */
  @Override
  public String toString() {
    return VariantType.VARIANT.toJson(this);
  }
}
