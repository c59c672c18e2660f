package keywright.key;

import java.util.ArrayList;
import java.util.List;

/**
 * A key schema as one line of text, with the versions of what its bytes depend on: {@code kw1 xxh64
 * (tenant text, ts timestamp) (bucket(16), tenant, ts DESC)}. A text format has its delimiter after
 * the name: {@code text '_' xxh64 …}.
 */
final class Descriptor {
  /** XXH64, seed 0, of which {@code bucket} takes the unsigned remainder. */
  static final String HASH = "xxh64";

  private Descriptor() {}

  static String write(KeySchema schema) {
    KeyFormat format = schema.format();
    String delimiter = format.delimiter();
    return format.name()
        + (delimiter == null ? "" : " '" + delimiter.replace("'", "''") + "'")
        + " "
        + HASH
        + list(schema.columns())
        + list(schema.parts());
  }

  private static String list(List<?> elements) {
    return " (" + Tokens.list(elements) + ")";
  }

  static KeySchema parse(String text) {
    Tokens tokens = new Tokens(text);
    String name = tokens.name("a key format");
    KeyFormat format = new KeyFormat(name, tokens.startsText() ? tokens.text("a delimiter") : null);
    String hash = tokens.name("a hash");
    if (!hash.equals(HASH)) {
      throw tokens.errorBefore(
          "found the hash '"
              + hash
              + "', expected "
              + HASH
              + "; read this descriptor with a newer Keywright");
    }
    List<Column> columns = new ArrayList<>();
    tokens.expect('(');
    do {
      columns.add(Column.parse(tokens));
    } while (tokens.take(','));
    tokens.expect(')');
    List<KeyPart> parts = new ArrayList<>();
    tokens.expect('(');
    do {
      parts.add(KeyPart.parse(tokens));
    } while (tokens.take(','));
    tokens.expect(')');
    tokens.expectEnd();
    return KeySchema.of(columns, parts, format);
  }
}
