package keywright.design.simulate;

import java.util.List;
import java.util.Optional;
import keywright.design.rows.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of a replay by key space and time, for a heat map. The size of the map is
 * limited for any number of rows. Immutable.
 *
 * <p>Key space is divided into at most 160 bands in key order, whose numbers of distinct keys
 * differ by at most one. Time is divided into at most 200 columns. All columns have the same number
 * of windows, which are groups of consecutive writes; only the last column may have fewer. Rows
 * after the last complete window are in no column.
 */
public final class KeySpaceMap {
  private final int windowRows;
  private final int columnWindows;
  private final List<Load> loads;
  private final int[] regions;
  private final Heat writes;
  private final @Nullable Heat reads;
  private final List<Boundary> boundaries;
  private final List<List<KeyValue>> keys;

  /**
   * A boundary between two regions.
   *
   * @param place the position of the boundary: the share of the distinct keys that are before it,
   *     from 0 to 1
   * @param column the number of the column of time in which a split made the boundary, from 0
   */
  public record Boundary(double place, int column) {}

  KeySpaceMap(MapRecorder recorder, List<Load> loads, List<List<KeyValue>> keys) {
    this.windowRows = recorder.windowRows();
    this.columnWindows = recorder.columnWindows();
    this.loads = List.copyOf(loads);
    this.regions = recorder.regions();
    this.writes = recorder.writes();
    this.reads = recorder.reads();
    this.boundaries = recorder.boundaries();
    this.keys = List.copyOf(keys);
  }

  /** The writes by column of time and band of key space. */
  public Heat writes() {
    return writes;
  }

  /** The reads of queries by column of time and band of key space; empty if there were no reads. */
  public Optional<Heat> reads() {
    return Optional.ofNullable(reads);
  }

  /** How many rows were written before the column of time with the number {@code column} began. */
  public long firstRow(int column) {
    return (long) column * columnWindows * windowRows;
  }

  /**
   * How regions and servers shared the writes of one column of time: the means over the windows of
   * the column.
   *
   * @param column the number of the column, from 0
   */
  public Load load(int column) {
    return loads.get(column);
  }

  /** How many regions existed at the end of the column of time with the number {@code column}. */
  public int regions(int column) {
    return regions[column];
  }

  /**
   * The boundaries of regions, in key order. If several boundaries are closer together than a
   * quarter of a band, only the oldest of them is included.
   */
  public List<Boundary> boundaries() {
    return boundaries;
  }

  /**
   * The values of the first key of a band.
   *
   * @param band the number of the band, from 0; if it equals the number of bands, the result is the
   *     last key
   * @return the values in the order of the key parts, never empty
   */
  public List<KeyValue> key(int band) {
    return keys.get(band);
  }
}
