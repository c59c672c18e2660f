package keywright.key;

import java.util.List;

/**
 * What conditions on columns come to under one key: the ranges to scan, and what is left to filter.
 *
 * <p>Made by {@link KeySchema#ranges}. The ranges are disjoint and in key order.
 */
public final class KeyRanges {

  /** Whether the conditions can be met by no row at all. */
  public boolean isEmpty() {
    throw new UnsupportedOperationException();
  }

  /** The number of ranges: the fan-out. Computed without making the ranges; saturates. */
  public long count() {
    throw new UnsupportedOperationException();
  }

  /** The ranges, disjoint and in key order; make them only when {@link #count} is acceptable. */
  public List<KeyRange> ranges() {
    throw new UnsupportedOperationException();
  }

  /** The number of leading parts that each range fixes: by equality, by IN or by fan-out. */
  public int fixedParts() {
    throw new UnsupportedOperationException();
  }

  /** How many of these are fixed by equality or IN alone. */
  public int equalities() {
    throw new UnsupportedOperationException();
  }

  /** Whether the part behind the fixed ones is bounded. */
  public boolean hasRange() {
    throw new UnsupportedOperationException();
  }

  /** Whether each range is one key. */
  public boolean isFullKey() {
    throw new UnsupportedOperationException();
  }

  /** Whether the first part is fixed or bounded; else the whole table would be scanned. */
  public boolean isBounded() {
    throw new UnsupportedOperationException();
  }

  /** The conditions that the ranges do not imply and that must filter what they find. */
  public List<Condition> residual() {
    throw new UnsupportedOperationException();
  }

  /** Each part that is fanned out, as a phrase: {@code "8 values of bucket(8)"}. */
  public List<String> fanOuts() {
    throw new UnsupportedOperationException();
  }

  /**
   * Why the ranges end where they do: {@code "nothing fixes or bounds paid_at"}; empty for a full
   * key.
   */
  public String stop() {
    throw new UnsupportedOperationException();
  }
}
