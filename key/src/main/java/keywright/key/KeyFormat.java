package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * How part values become the bytes of a row key.
 *
 * <p>{@code kw1} is binary and keeps the order of every type in both directions. {@code text}
 * renders each part as text and joins them with a delimiter, for keys that people read and other
 * programs already write; there a part keeps order only where its rendering does.
 *
 * @param name {@code "kw1"} or {@code "text"}
 * @param delimiter what stands between text parts, possibly empty; null for kw1
 */
public record KeyFormat(String name, @Nullable String delimiter) {
  private static final KeyFormat KW1 = new KeyFormat("kw1", null);

  /** Refuses an unknown name, a text format without delimiter and a kw1 format with one. */
  public KeyFormat {
    switch (name) {
      case "kw1" -> {
        if (delimiter != null) {
          throw KeyException.of(
              "cannot use key_delimiter '" + delimiter + "': key_format is kw1, expected text");
        }
      }
      case "text" -> {
        if (delimiter == null) {
          throw KeyException.of(
              "cannot use key_format text: found no key_delimiter, expected one; it may be empty");
        }
        if (!Utf8.isWellFormed(delimiter)) {
          throw KeyException.of(
              "cannot use the key_delimiter: found an unpaired surrogate, expected text");
        }
      }
      default ->
          throw KeyException.of("cannot use key_format '" + name + "': expected kw1 or text");
    }
  }

  /** The binary format KW1, the default. */
  public static KeyFormat kw1() {
    return KW1;
  }

  /** Parts as text with {@code delimiter} between them; it may be empty. */
  public static KeyFormat text(String delimiter) {
    return new KeyFormat("text", delimiter);
  }

  boolean isText() {
    return delimiter != null;
  }
}
