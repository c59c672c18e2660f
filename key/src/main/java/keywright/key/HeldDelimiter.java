package keywright.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds text keys that no row can have. In such a key every value of some part contains the
 * delimiter, and values that contain the delimiter are refused. An example is a date, such as
 * 2017-01-31, in a key with the delimiter {@code -}. The methods are safe for use by many threads.
 */
public final class HeldDelimiter {
  private static final List<String> OTHERS = List.of("_", "|", "#", "/", ";", "~", ",", "::");

  private HeldDelimiter() {}

  /**
   * The indexes of the key parts whose values all contain the delimiter. The result is empty if
   * rows can have the key, and for key formats without a delimiter.
   */
  public static List<Integer> parts(KeySchema schema) {
    return schema.codec() instanceof TextCodec codec
        ? IntStream.range(0, schema.parts().size()).filter(codec::isHeldByAll).boxed().toList()
        : List.of();
  }

  /**
   * Finds another delimiter with which rows can have this key.
   *
   * @return the delimiter; empty if none is known
   */
  public static Optional<String> otherDelimiter(KeySchema schema) {
    return OTHERS.stream()
        .filter(other -> parts(with(schema, schema.parts(), other)).isEmpty())
        .findFirst();
  }

  /**
   * Makes a similar key that rows can have. In this key, dates and timestamps that would contain
   * the delimiter are written only in digits, such as 20170131.
   *
   * @return the parts of the similar key; empty if rows could not have the similar key either
   */
  public static Optional<List<KeyPart>> inDigits(KeySchema schema) {
    String delimiter = schema.format().delimiter();
    List<KeyPart> changed = new ArrayList<>(schema.parts());
    for (int part : parts(schema)) {
      KeyExpression expression = changed.get(part).expression();
      String column = expression.columns().stream().findFirst().orElse("");
      int index = schema.indexOf(column);
      String pattern = index < 0 ? null : pattern(schema.columns().get(index).type());
      if (pattern == null) {
        return Optional.empty();
      }
      KeyExpression digits = KeyExpression.dateFormat(KeyExpression.column(column), pattern);
      changed.set(part, KeyPart.asc(digits));
    }
    return delimiter == null
            || changed.equals(schema.parts())
            || !parts(with(schema, changed, delimiter)).isEmpty()
        ? Optional.empty()
        : Optional.of(changed);
  }

  private static KeySchema with(KeySchema schema, List<KeyPart> parts, String delimiter) {
    return KeySchema.of(schema.columns(), parts, KeyFormat.text(delimiter));
  }

  private static @Nullable String pattern(Type type) {
    if (type instanceof DateType) {
      return "yyyyMMdd";
    }
    return type instanceof TimestampType time
        ? "yyyyMMddHHmmss" + "S".repeat(time.decimals())
        : null;
  }
}
