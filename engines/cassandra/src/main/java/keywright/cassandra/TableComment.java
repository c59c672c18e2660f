package keywright.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * What the comment of a table of ours says: {@code keywright families a/b table NAME}. Cassandra
 * knows no families, and names of tables as {@link TableName} writes them.
 *
 * @param table the table's name
 * @param families the names of its families; none has a slash
 */
record TableComment(String table, List<String> families) {
  private static final String FAMILIES = "keywright families ";
  private static final String TABLE = " table ";

  static TableComment of(TableLayout layout) {
    return new TableComment(layout.name(), List.copyOf(layout.familyNames()));
  }

  /** With the families of another layout besides. */
  TableComment with(Set<String> more) {
    List<String> all = new ArrayList<>(families);
    more.stream().filter(each -> !all.contains(each)).forEach(all::add);
    return new TableComment(table, all);
  }

  /** The comment that a text is; null when the table is not ours. */
  static @Nullable TableComment parse(@Nullable String text) {
    int end = text == null ? -1 : text.indexOf(TABLE);
    return text == null || end < 0 || !text.startsWith(FAMILIES)
        ? null
        : new TableComment(
            text.substring(end + TABLE.length()),
            List.of(text.substring(FAMILIES.length(), end).split("/", -1)));
  }

  /** The comment itself. */
  @Override
  public String toString() {
    return FAMILIES + String.join("/", families) + TABLE + table;
  }
}
