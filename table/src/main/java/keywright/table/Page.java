package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keywright.key.Column;
import keywright.table.model.Plan;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import keywright.table.query.FoundRow;
import keywright.table.query.PageToken;
import keywright.table.query.PartitionCount;

/**
 * Some rows of a query, and the token from which {@link Table#nextPage} continues.
 *
 * <p>The token contains the position of the last row: its values of the ORDER BY columns and its
 * key. Each page reads a new snapshot. If a row does not change while the pages are read, exactly
 * one page contains it. A row that is inserted between two pages is returned only if it comes after
 * the last row of the first of them. A row that is deleted before its page is read is not returned.
 * If the ORDER BY values of a row change between two pages, the row can be returned twice or not at
 * all.
 *
 * @param columns the columns of the rows, in result order
 * @param rows the rows of the page, in the order of the query
 * @param nextPage the token of the next page; empty when there are no more rows
 * @param plan the plan by which the rows were found
 * @param entriesRead how many index entries were read for the page
 * @param rowsRead how many rows of the table were read for the page
 * @param unreadable how many rows were skipped, as {@link Rows#unreadable} counts them
 * @param unreadableKeys the row keys of the first few skipped rows
 */
public record Page(
    List<Column> columns,
    List<Row> rows,
    Optional<String> nextPage,
    Plan plan,
    long entriesRead,
    long rowsRead,
    long unreadable,
    List<byte[]> unreadableKeys) {
  /** Makes a page with its own copies of the lists. */
  public Page {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    unreadableKeys = List.copyOf(unreadableKeys);
  }

  /**
   * Reads up to {@code size} rows, and one more to find out whether there is another page. The page
   * also ends after the row with which its values have {@code bytes} bytes or more. Closes {@code
   * rows}.
   */
  static Page read(Rows rows, PageToken start, int size, long bytes) {
    try (rows) {
      List<Row> found = new ArrayList<>();
      if (rows.queryPlan().query().grouping().hasGroups()) {
        return groups(rows, start, size, bytes);
      }
      if (rows.queryPlan().query().isAggregate()) {
        rows.forEach(found::add);
        return of(rows, found, Optional.empty());
      }
      FoundRow last = null;
      FoundRow row = start.left() == 0 ? null : rows.nextFound();
      RowBytes read = new RowBytes(bytes);
      PartitionCount partition = new PartitionCount(rows.queryPlan(), start.place());
      while (row != null && found.size() < size && !read.isFull()) {
        Row made = rows.row(row);
        found.add(made);
        read.add(made);
        partition.add(row);
        last = row;
        boolean done = found.size() == start.left();
        row = done ? null : rows.nextFound();
      }
      Optional<String> next =
          row == null || last == null
              ? Optional.empty()
              : Optional.of(start.next(last, found.size(), partition.rows()).text());
      return of(rows, found, next);
    }
  }

  private static Page groups(Rows rows, PageToken start, int size, long bytes) {
    List<Row> found = new ArrayList<>();
    RowBytes read = new RowBytes(bytes);
    Row row = rows.next();
    while (row != null) {
      found.add(row);
      read.add(row);
      row = found.size() < size && !read.isFull() ? rows.next() : null;
    }
    FoundRow last = rows.lastBeforeGroup();
    return of(
        rows,
        found,
        last == null || found.size() == start.left()
            ? Optional.empty()
            : Optional.of(start.next(last, found.size(), 0).text()));
  }

  private static Page of(Rows rows, List<Row> found, Optional<String> next) {
    return new Page(
        rows.columns(),
        found,
        next,
        rows.plan(),
        rows.entriesRead(),
        rows.rowsRead(),
        rows.unreadable(),
        rows.unreadableKeys());
  }

  static void checkSize(int size) {
    if (size < 1) {
      throw new TableException("cannot read a page of %d rows: expected 1 or more".formatted(size));
    }
  }

  /**
   * The number of rows that a page reads at most: its size and one more, which shows whether there
   * is another page.
   */
  static long wanted(PageToken start, int size) {
    return Math.min(start.left(), size + 1L);
  }
}
