package keywright.design.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.table.model.EvenSplits;

/**
 * The split points of a new table whose regions will have about equal numbers of rows. Immutable.
 *
 * <p>A split point is where a region starts. It is the shortest byte string that is above all keys
 * of the region before it and not above the first key of its own region. So a split point need not
 * be a complete row key. {@link #start} returns the values at which a region starts.
 */
public final class SplitPoints {
  /** The largest number of regions into which a table can be split. */
  public static final int MOST_REGIONS = EvenSplits.MOST_REGIONS;

  private final List<byte[]> points = new ArrayList<>();
  private final List<String> starts = new ArrayList<>();
  private final long keys;
  private final long rows;
  private final int partsUsed;

  private SplitPoints(long keys, long rows, int partsUsed) {
    this.keys = keys;
    this.rows = rows;
    this.partsUsed = partsUsed;
  }

  /**
   * Computes split points from the declared key alone, as {@link EvenSplits} does. If the leading
   * key parts have fewer values than {@code regions}, each value gets one region.
   *
   * @param regions the wanted number of regions
   * @throws KeyException if the frequencies of the values of the first key part are unknown
   */
  public static SplitPoints ofKey(KeySchema schema, int regions) {
    requireRegions(regions);
    EvenSplits even =
        EvenSplits.of(schema, regions)
            .orElseThrow(
                () ->
                    KeyException.of(
                        "cannot split (%s) by the key alone: it is unknown how frequent each value of %s is; give rows with --data, or put bucket(16) in front"
                            .formatted(
                                new Strategy("", schema).key(), schema.parts().get(0).name())));
    SplitPoints split = new SplitPoints(even.values(), 0, even.partsUsed());
    split.points.addAll(even.points());
    split.starts.addAll(even.starts());
    return split;
  }

  /**
   * Computes split points from the keys of rows. The numbers of different keys in the regions
   * differ by at most one. If the rows have fewer different keys than {@code regions}, each key
   * gets one region.
   *
   * @param rows the rows
   * @param regions the wanted number of regions
   * @param seed the seed of the values of {@code random(n)} parts
   * @throws KeyException if there are no rows, or if a row has no valid key
   */
  public static SplitPoints ofRows(KeySchema schema, Arrivals rows, int regions, long seed) {
    requireRegions(regions);
    RowKeys rowKeys = new RowKeys(schema, rows.columns(), seed);
    rows.forEach(rowKeys::add);
    rowKeys.requireValues();
    KeyArena arena = rowKeys.keys();
    if (arena.size() == 0) {
      throw KeyException.of(
          "cannot split by rows: found no rows, expected at least one for each region");
    }
    int[] ranks = arena.ranks();
    int keys = Arrays.stream(ranks).max().orElseThrow() + 1;
    int[] rowOf = new int[keys];
    for (int row = 0; row < ranks.length; row++) {
      rowOf[ranks[row]] = row;
    }
    SplitPoints split = new SplitPoints(keys, ranks.length, 0);
    int found = Math.min(regions, keys);
    for (int region = 1; region < found; region++) {
      int first = first(region, keys, found);
      byte[] key = arena.key(rowOf[first]);
      String start = rowKeys.schema().readable(rowKeys.schema().decode(key));
      split.add(arena.key(rowOf[first - 1]), key, start);
    }
    return split;
  }

  private static void requireRegions(int regions) {
    if (regions < 2 || regions > MOST_REGIONS) {
      throw KeyException.of(
          "cannot split into %d regions: expected 2 to %,d".formatted(regions, MOST_REGIONS));
    }
  }

  /** The index of the first of {@code count} keys that belongs to {@code region}. */
  private static int first(int region, int count, int regions) {
    return (int) ((long) region * count / regions);
  }

  private void add(byte[] before, byte[] key, String start) {
    points.add(Arrays.copyOf(key, Arrays.mismatch(before, key) + 1));
    starts.add(start);
  }

  /**
   * The number of regions. It is smaller than the wanted number if there are too few different
   * keys.
   */
  public int regions() {
    return points.size() + 1;
  }

  /**
   * The split point at which a region starts; an empty array for the first region.
   *
   * @param region the number of the region, from 0
   */
  public byte[] point(int region) {
    return region == 0 ? new byte[0] : points.get(region - 1).clone();
  }

  /**
   * The values at which a region starts, as text. These are the values of its first key, if the
   * split points were computed from rows; otherwise values of leading key parts. An empty text for
   * the first region.
   *
   * @param region the number of the region, from 0
   */
  public String start(int region) {
    return region == 0 ? "" : starts.get(region - 1);
  }

  /**
   * Whether the split points were computed from rows. Otherwise they were computed from the
   * declared key alone.
   */
  public boolean isOfRows() {
    return rows > 0;
  }

  /**
   * The number of rows from which the split points were computed; 0 if they were computed from the
   * declared key alone.
   */
  public long rows() {
    return rows;
  }

  /**
   * The number of different keys from which the split points were computed. If they were computed
   * from the declared key alone, it is the number of different values of the leading key parts.
   */
  public long keys() {
    return keys;
  }

  /**
   * The number of different keys in a region.
   *
   * @param region the number of the region, from 0
   */
  public int keys(int region) {
    return first(region + 1, (int) keys, regions()) - first(region, (int) keys, regions());
  }

  /**
   * The number of leading key parts whose values give the split points; 0 if they were computed
   * from rows.
   */
  public int partsUsed() {
    return partsUsed;
  }
}
