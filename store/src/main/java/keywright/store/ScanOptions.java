package keywright.store;

import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * How a range is read.
 *
 * @param row which contents of each row are read
 * @param reverse whether from the last row of the range to the first
 * @param rows about how many rows will be read, {@link #ALL} for the whole range: an engine that
 *     reads ahead fetches that many first, and returns more rows if they are asked for
 * @param scans how many scans are read alternately, including this one: an engine that reads ahead
 *     divides the memory for it among them
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
  /** Every row of a range. */
  public static final int ALL = Integer.MAX_VALUE;

  /** Options for a scan that may read all rows of its range. */
  public ScanOptions(RowOptions row, boolean reverse) {
    this(row, reverse, ALL, 1, null, TablePart.ALL);
  }

  /** Options for current values, without history. */
  public ScanOptions(Set<String> families, boolean reverse) {
    this(RowOptions.of(families), reverse);
  }

  /** Options for a forward scan of these families. */
  public static ScanOptions of(Collection<String> families) {
    return new ScanOptions(Set.copyOf(families), false);
  }

  /** The same options, from the last row to the first. */
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

  /** The same, but rows that cannot be decoded are skipped and passed to {@code skipped}. */
  public ScanOptions skipping(Consumer<UnreadableRowException> skipped) {
    return new ScanOptions(row, reverse, rows, scans, skipped, part);
  }

  /** The same options for one part of the table. */
  public ScanOptions within(TablePart newPart) {
    return new ScanOptions(row, reverse, rows, scans, unreadable, newPart);
  }

  /**
   * Returns {@code found}, after decoding its key if unreadable rows are skipped.
   *
   * @throws UnreadableRowException if unreadable rows are skipped and the row key of {@code found}
   *     cannot be decoded with the layout
   */
  public @Nullable StoredRow checked(@Nullable StoredRow found) {
    if (unreadable != null && found != null) {
      Key unused = found.key();
    }
    return found;
  }
}
