package keywright.store;

import java.util.Collection;
import java.util.Set;

/**
 * How a range is read.
 *
 * @param families the families to read besides the first, which is always read
 * @param reverse whether from the last row of the range to the first
 */
public record ScanOptions(Set<String> families, boolean reverse) {

  /** Takes its own copy of the names. */
  public ScanOptions {
    families = Set.copyOf(families);
  }

  /** Forwards, with these families. */
  public static ScanOptions of(Collection<String> families) {
    return new ScanOptions(Set.copyOf(families), false);
  }

  /** The same families, from the last row to the first. */
  public ScanOptions reversed() {
    return new ScanOptions(families, !reverse);
  }
}
