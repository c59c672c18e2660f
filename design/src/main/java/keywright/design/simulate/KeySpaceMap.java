package keywright.design.simulate;

import java.util.List;
import java.util.Optional;
import keywright.design.rows.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * The load of a replay by key space and time, for a picture. Its size is bounded for any number of
 * rows. Immutable.
 *
 * <p>Key space has at most 160 bands in key order; their numbers of distinct keys differ by at most
 * one. Time has at most 200 columns with equal numbers of windows; the last may have fewer. Rows
 * after the last whole window are in no column.
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
   * A boundary between two regions, which exists from some column of time on.
   *
   * @param place the share of the distinct keys before the boundary, 0 to 1
   * @param column the column in which a split made the boundary
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

  /** The writes by column and band. */
  public Heat writes() {
    return writes;
  }

  /** The reads of queries by column and band; empty if there were no reads. */
  public Optional<Heat> reads() {
    return Optional.ofNullable(reads);
  }

  /** How many rows were written before {@code column}. */
  public long firstRow(int column) {
    return (long) column * columnWindows * windowRows;
  }

  /** How the writes of {@code column} were shared: the means over its windows. */
  public Load load(int column) {
    return loads.get(column);
  }

  /** How many regions there were at the end of {@code column}. */
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
   * The values of the first key of {@code band}. If {@code band} equals the number of bands, the
   * values of the last key.
   *
   * @return in the order of the key's parts, never empty
   */
  public List<KeyValue> key(int band) {
    return keys.get(band);
  }
}
