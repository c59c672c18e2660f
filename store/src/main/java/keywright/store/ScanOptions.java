package keywright.store;

import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of a scan of a range. Immutable.
 *
 * @param row the contents of each row that are read
 * @param reverse whether the rows are read from the last row of the range to the first
 * @param rows about how many rows the caller will read; {@link #ALL} for all rows of the range. An
 *     engine that reads ahead first fetches about this number of rows. The scan can still return
 *     more rows
 * @param scans how many scans the caller reads alternately, including this scan. An engine that
 *     reads ahead divides its memory for this purpose among these scans
 * @param unreadable receives each row that cannot be decoded; the row is then skipped. It is called
 *     by the reading thread, in the order of the scan. If it is null, such a row ends the scan with
 *     an error
 * @param part the part of the table whose rows are read
 */
public record ScanOptions(
    RowOptions row,
    boolean reverse,
    int rows,
    int scans,
    @Nullable Consumer<UnreadableRowException> unreadable,
    TablePart part) {
  /** The value of {@code rows} for a scan that may read all rows of its range. */
  public static final int ALL = Integer.MAX_VALUE;

  /** Makes options for a scan that may read all rows of its range. */
  public ScanOptions(RowOptions row, boolean reverse) {
    this(row, reverse, ALL, 1, null, TablePart.ALL);
  }

  /**
   * Makes options for a scan of the current values of these families that may read all rows of its
   * range.
   */
  public ScanOptions(Set<String> families, boolean reverse) {
    this(RowOptions.of(families), reverse);
  }

  /** The options for a forward scan of the current values of these families. */
  public static ScanOptions of(Collection<String> families) {
    return new ScanOptions(Set.copyOf(families), false);
  }

  /** The same options for a scan from the last row to the first. */
  public ScanOptions reversed() {
    return new ScanOptions(row, !reverse, rows, scans, unreadable, part);
  }

  /** The same options for a scan that will read about {@code newRows} rows. */
  public ScanOptions ofAbout(long newRows) {
    int about = (int) Math.max(1, Math.min(newRows, ALL));
    return new ScanOptions(row, reverse, about, scans, unreadable, part);
  }

  /** The same options for one of {@code newScans} scans that are read alternately. */
  public ScanOptions ofScans(int newScans) {
    return new ScanOptions(row, reverse, rows, Math.max(1, newScans), unreadable, part);
  }

  /**
   * The same options, with which rows that cannot be decoded are skipped.
   *
   * @param skipped receives the error of each skipped row
   */
  public ScanOptions skipping(Consumer<UnreadableRowException> skipped) {
    return new ScanOptions(row, reverse, rows, scans, skipped, part);
  }

  /** The same options for one part of the table. */
  public ScanOptions within(TablePart newPart) {
    return new ScanOptions(row, reverse, rows, scans, unreadable, newPart);
  }

  /**
   * {@linkplain StoredRow#check Checks} a row before an engine's cursor returns the row. If {@link
   * #unreadable} is null, nothing is checked: the key is decoded when it is first needed, and the
   * values are checked when they are used. If the check fails, the cursor catches the exception,
   * passes it to {@link #unreadable} and skips the row.
   *
   * @param found the row that the cursor has read; null if the cursor returns no row, for example
   *     because the row has expired
   * @return {@code found}
   * @throws UnreadableRowException if {@link #unreadable} is not null and the check fails
   */
  public @Nullable StoredRow checked(@Nullable StoredRow found) {
    if (unreadable != null && found != null) {
      found.check();
    }
    return found;
  }
}
