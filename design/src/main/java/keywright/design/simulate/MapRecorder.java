package keywright.design.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.design.rows.Bands;
import org.jspecify.annotations.Nullable;

/** Records the reads and writes of a replay for a {@link KeySpaceMap}. Used by one thread. */
public final class MapRecorder implements Recorder {
  private static final int MOST_COLUMNS = 200;
  private static final int PLACES_OF_A_BAND = 4;
  private static final int NEVER = -1;

  private final Bands bands;
  private final int windowRows;
  private final int windows;
  private final int columnWindows;
  private final int columns;

  private int window;
  private int column;

  /**
   * The writes of each band, column by column. One more column counts the rows after the last whole
   * window.
   */
  private final double[] writes;

  private double @Nullable [] reads;

  private int regionCount = 1;
  private final int[] regions;

  /** For each place in key order, the column of the first boundary there. */
  private final int[] boundary;

  private final int[] boundaryColumn;

  /**
   * @param rows how many rows will be written, at least one window
   */
  MapRecorder(Bands bands, int rows, int windowRows) {
    this.bands = bands;
    this.windowRows = windowRows;
    this.windows = rows / windowRows;
    this.columnWindows = (windows + MOST_COLUMNS - 1) / MOST_COLUMNS;
    this.columns = (windows + columnWindows - 1) / columnWindows;
    this.writes = new double[(columns + 1) * bands.count()];
    this.regions = new int[columns];
    this.boundary = new int[bands.count() * PLACES_OF_A_BAND];
    this.boundaryColumn = new int[boundary.length];
    Arrays.fill(boundaryColumn, NEVER);
  }

  @Override
  public void write(int rank) {
    writes[column * bands.count() + bands.band(rank)]++;
  }

  @Override
  public void read(int start, int stop, double weight) {
    double[] cells = reads == null ? new double[writes.length] : reads;
    reads = cells;
    int offset = column * bands.count();
    int end = Math.max(stop, start + 1);
    for (int rank = start; rank < end; ) {
      int band = bands.band(rank);
      int next = Math.min(end, bands.first(band + 1));
      cells[offset + band] += weight * (next - rank) / (end - start);
      rank = next;
    }
  }

  @Override
  public void split(int rank) {
    if (column < columns) {
      regionCount++;
      int place = (int) ((long) rank * boundary.length / bands.ranks());
      if (boundaryColumn[place] == NEVER) {
        boundary[place] = rank;
        boundaryColumn[place] = column;
      }
    }
  }

  @Override
  public void endWindow() {
    window++;
    regions[column] = regionCount;
    column = window == windows ? columns : window / columnWindows;
  }

  int windowRows() {
    return windowRows;
  }

  int columnWindows() {
    return columnWindows;
  }

  Heat writes() {
    return heat(writes);
  }

  @Nullable Heat reads() {
    return reads == null ? null : heat(reads);
  }

  private Heat heat(double[] cells) {
    return new Heat(columns, bands.count(), Arrays.copyOf(cells, columns * bands.count()));
  }

  int[] regions() {
    return regions.clone();
  }

  List<KeySpaceMap.Boundary> boundaries() {
    List<KeySpaceMap.Boundary> list = new ArrayList<>();
    for (int place = 0; place < boundary.length; place++) {
      if (boundaryColumn[place] != NEVER) {
        double before = (double) boundary[place] / bands.ranks();
        list.add(new KeySpaceMap.Boundary(before, boundaryColumn[place]));
      }
    }
    return list;
  }

  /** The means of {@code loads}, one for each window, over the windows of each column. */
  List<Load> byColumn(List<Load> loads) {
    List<Load> means = new ArrayList<>();
    for (int from = 0; from < loads.size(); from += columnWindows) {
      means.add(Load.mean(loads.subList(from, Math.min(from + columnWindows, loads.size()))));
    }
    return means;
  }
}
