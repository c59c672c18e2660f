package keywright.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key format: the rules by which the values of key parts become the bytes of a row key.
 * Immutable.
 *
 * <p>The format {@code kw1} is binary; its row keys sort as the values do, for every type,
 * ascending and descending. The format {@code text} writes each part as text, with a delimiter
 * between the parts, for keys that people read or that other programs write. A part of a text key
 * sorts correctly only if the texts of its values sort as the values do. The other formats are the
 * binary formats of other systems, for existing keys. Each of them refuses values that the other
 * system does not have. Their row keys sort as that system sorts them, which is not always the
 * order of the values.
 *
 * @param name the name of the format, one of {@link #names}
 * @param delimiter the text between the parts of a text key, which may be empty; null for the other
 *     formats
 */
public record KeyFormat(String name, @Nullable String delimiter) {
  private static final String TEXT = "text";
  private static final String PHOENIX = "phoenix";
  private static final List<String> NAMES =
      List.of("kw1", TEXT, "hbase", "hbase-ordered", PHOENIX, "fdb");
  private static final KeyFormat KW1 = new KeyFormat("kw1", null);

  /**
   * Makes a key format.
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

  /** The binary format kw1, which is the default format. */
  public static KeyFormat kw1() {
    return KW1;
  }

  /** The format text, with {@code delimiter} between the parts. The delimiter may be empty. */
  public static KeyFormat text(String delimiter) {
    return new KeyFormat(TEXT, delimiter);
  }

  /**
   * The format with the name {@code name}, which must be a format without a delimiter.
   *
   * @throws KeyException for a name that is not among {@link #names}, and for text, which needs a
   *     delimiter
   */
  public static KeyFormat of(String name) {
    return new KeyFormat(name, null);
  }

  /** The names of all formats: first kw1 and text, then the formats of other systems. */
  public static List<String> names() {
    return NAMES;
  }

  /** The names of all formats as part of a sentence, such as {@code kw1, text or hbase}. */
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
