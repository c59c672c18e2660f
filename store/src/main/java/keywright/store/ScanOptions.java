package keywright.store;

import java.util.Collection;
import java.util.Set;

/**
 * How a range is read.
 *
 * @param row what is read of each row
 * @param reverse whether from the last row of the range to the first
 */
public record ScanOptions(RowOptions row, boolean reverse) {

  /** Without history. */
  public ScanOptions(Set<String> families, boolean reverse) {
    this(RowOptions.of(families), reverse);
  }

  /** Forwards, with these families. */
  public static ScanOptions of(Collection<String> families) {
    return new ScanOptions(Set.copyOf(families), false);
  }

  /** The same, from the last row to the first. */
  public ScanOptions reversed() {
    return new ScanOptions(row, !reverse);
  }
}
