package keywright.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How part values become the bytes of a row key.
 *
 * <p>{@code kw1} is binary and keeps the order of every type in both directions. {@code text}
 * writes each part as text and joins the parts with a delimiter, for keys that people read or that
 * other programs write. A part of a text key sorts correctly only if its texts sort as its values
 * do. The other formats are the binary formats of other systems, for existing keys. Each of them
 * refuses values that the other system does not have. Their row keys sort as that system sorts
 * them, which is not always the order of the values.
 *
 * @param name one of {@link #names}
 * @param delimiter the text between the parts of a text key, possibly empty; null for the other
 *     formats
 */
public record KeyFormat(String name, @Nullable String delimiter) {
  private static final String TEXT = "text";
  private static final String PHOENIX = "phoenix";
  private static final List<String> NAMES =
      List.of("kw1", TEXT, "hbase", "hbase-ordered", PHOENIX, "fdb");
  private static final KeyFormat KW1 = new KeyFormat("kw1", null);

  /**
   * Checks the name and the delimiter.
   *
   * @throws KeyException if the name is unknown, if the format is text and has no delimiter, or if
   *     another format has a delimiter
   */
  public KeyFormat {
    if (name.equals(TEXT)) {
      if (delimiter == null) {
        throw KeyException.of(
            "cannot use key_format text: found no key_delimiter, expected one; add key_delimiter = '…', which may be empty");
      }
      if (!Utf8.isWellFormed(delimiter)) {
        throw KeyException.of(
            "cannot use the key_delimiter: found an unpaired surrogate, expected well-formed text");
      }
    } else if (!NAMES.contains(name)) {
      throw KeyException.of("cannot use key_format '" + name + "': expected " + choices());
    } else if (delimiter != null) {
      throw KeyException.of(
          "cannot use key_delimiter '"
              + delimiter
              + "': key_format is "
              + name
              + ", expected text; leave key_delimiter out, or use key_format text");
    }
  }

  /** The binary format KW1, the default. */
  public static KeyFormat kw1() {
    return KW1;
  }

  /**
   * The format text: parts as text with {@code delimiter} between them. The delimiter may be empty.
   */
  public static KeyFormat text(String delimiter) {
    return new KeyFormat(TEXT, delimiter);
  }

  /**
   * The format of that name.
   *
   * @throws KeyException for a name that is not among {@link #names}, and for text, which needs a
   *     delimiter
   */
  public static KeyFormat of(String name) {
    return new KeyFormat(name, null);
  }

  /** The names of the formats: kw1, text, then those of other systems. */
  public static List<String> names() {
    return NAMES;
  }

  /** The names of all formats, joined for a sentence: {@code kw1, text or hbase}. */
  public static String choices() {
    int last = NAMES.size() - 1;
    return String.join(", ", NAMES.subList(0, last)) + " or " + NAMES.get(last);
  }

  boolean isPhoenix() {
    return name.equals(PHOENIX);
  }

  RowKeyCodec codec(List<KeyPart> parts, List<TypedExpression> expressions) {
    if (delimiter != null) {
      return new TextCodec(parts, expressions, delimiter);
    }
    return switch (name) {
      case "kw1" -> new Kw1Codec(parts, expressions);
      case "hbase" -> new HBaseCodec(parts, expressions);
      case "hbase-ordered" -> new HBaseOrderedCodec(parts, expressions);
      case PHOENIX -> new PhoenixCodec(parts, expressions);
      case "fdb" -> new FdbCodec(parts, expressions);
      default -> throw new IllegalStateException("no codec of " + name);
    };
  }
}
