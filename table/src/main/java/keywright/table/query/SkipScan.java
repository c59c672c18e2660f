package keywright.table.query;

import java.util.List;
import java.util.function.Function;
import keywright.key.KeySpan;
import keywright.table.layout.RowTest;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of each group of a scan that meet conditions. A few more rows of a group are read
 * and dropped, because reading on costs less than a seek. If the group has not ended then, a new
 * scan starts behind it. So a group costs a few reads, whatever the number of its rows. Used by one
 * thread.
 */
final class SkipScan implements FoundRow.Source {
  /** The number of rows that are read and dropped before a seek. */
  static final int ROWS_BEFORE_SEEK = 8;

  private final FirstOfGroup first;
  private final Function<List<KeySpan>, FoundRow.Source> opened;
  private final RowTest test;
  private List<KeySpan> spans;
  private FoundRow.Source source;

  /** The group of the last row that was returned; null before the first. */
  private FirstOfGroup.@Nullable Group last;

  /** How many rows of it were returned. */
  private int given;

  /**
   * @param spans the ranges, in the order in which they are read
   * @param last the group of the last row before the ranges; null if it is of no importance
   * @param given how many rows of this group were returned before
   * @param opened opens the rows of ranges
   */
  SkipScan(
      FirstOfGroup first,
      List<KeySpan> spans,
      RowTest test,
      FirstOfGroup.@Nullable Group last,
      int given,
      Function<List<KeySpan>, FoundRow.Source> opened) {
    this.first = first;
    this.test = test;
    this.last = last;
    this.given = given;
    this.opened = opened;
    this.spans =
        last != null && given >= first.rows() && first.seeks() ? last.behind(spans) : spans;
    this.source = opened.apply(this.spans);
  }

  @Override
  public @Nullable FoundRow next() {
    int dropped = 0;
    FoundRow row = source.next();
    while (row != null) {
      FirstOfGroup.Group before = last;
      boolean isSame = before != null && before.has(row);
      if (before != null && isSame && given >= first.rows()) {
        if (++dropped == ROWS_BEFORE_SEEK && first.seeks()) {
          source.close();
          spans = before.behind(spans);
          source = opened.apply(spans);
        }
      } else if (test.test(row.values())) {
        given = isSame ? given + 1 : 1;
        last = isSame ? before : first.groupOf(row);
        return row;
      }
      row = source.next();
    }
    return null;
  }

  @Override
  public void close() {
    source.close();
  }
}
