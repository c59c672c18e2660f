package keywright.cassandra;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import keywright.store.TableLayout;

/**
 * Names of tables as Cassandra takes them: at most 48 letters of ASCII, digits and {@code _}.
 *
 * <p>A name of these stands for itself, unless it ends as the others do. Of any other name the
 * letters and digits stay, all else becomes {@code _}, and {@code _x} and eight digits of hex
 * follow, the CRC-32 of its UTF-8. The comment of a table has its name as it is, so that no two are
 * confused.
 *
 * <p>Example: {@code orders} is {@code orders}, {@code orders#2} is {@code orders_2_x5d1c7a3e}.
 */
final class TableName {
  private static final int MAX_LENGTH = 48;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]{1,48}");
  private static final Pattern ENDS_AS_OTHERS = Pattern.compile(".*_x[0-9a-f]{8}");
  private static final int END_LENGTH = 10;

  private TableName() {}

  /** The name of a table as Cassandra has it; that of another client's is as it is. */
  static String of(TableLayout layout) {
    return layout.isAttached() ? layout.name() : of(layout.name());
  }

  /** The name as Cassandra takes it, without quotes. */
  static String of(String name) {
    if (PLAIN.matcher(name).matches() && !ENDS_AS_OTHERS.matcher(name).matches()) {
      return name;
    }
    CRC32 hash = new CRC32();
    hash.update(name.getBytes(StandardCharsets.UTF_8));
    String plain = name.replaceAll("[^A-Za-z0-9_]", "_");
    return plain.substring(0, Math.min(plain.length(), MAX_LENGTH - END_LENGTH))
        + "_x%08x".formatted(hash.getValue());
  }

  /** An identifier between quotes. */
  static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** A text between quotes. */
  static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
