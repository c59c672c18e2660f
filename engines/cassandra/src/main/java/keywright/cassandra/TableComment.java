package keywright.cassandra;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The comment of a table that Keywright has created: {@code keywright table NAME}. The name is the
 * name in the catalog; {@link TableName} may shorten the name of the table in Cassandra.
 *
 * <p>The comment does not name families: each ALTER TABLE writes the whole comment, so two
 * processes that add families at the same time would lose one of them. Comments of older tables
 * name families, which are ignored.
 */
final class TableComment {
  private static final Pattern TEXT =
      Pattern.compile("keywright (?:families .*? )?table (.*)", Pattern.DOTALL);

  private TableComment() {}

  /** The comment of a table with this name. */
  static String of(String table) {
    return "keywright table " + table;
  }

  /** The name of the table with this comment; null if Keywright has not created the table. */
  static @Nullable String table(@Nullable String comment) {
    Matcher matcher = TEXT.matcher(comment == null ? "" : comment);
    return matcher.matches() ? matcher.group(1) : null;
  }
}
