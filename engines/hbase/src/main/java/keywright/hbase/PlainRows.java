package keywright.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * The form that rows have in a table of another client: for each column that has a value one cell,
 * the qualifier being the column's name, the value that of {@link PlainValues}. A row exists while
 * it has one of them. Cells of other columns are neither read nor written.
 *
 * <p>The row's version is the latest timestamp of its cells; its nonce is made of their values, so
 * that rows which differ have different stamps. Immutable.
 */
final class PlainRows {
  /** A column: its layout and where it is in HBase. */
  static final class Place {
    private final ColumnLayout column;
    private final byte[] family;
    private final byte[] qualifier;
    private final PlainValues values;

    Place(ColumnLayout column, byte[] family, PlainValues values) {
      this.column = column;
      this.family = family;
      this.qualifier = column.name().getBytes(UTF_8);
      this.values = values;
    }

    int id() {
      return column.id();
    }

    /** Not to be changed. */
    byte[] family() {
      return family;
    }

    /** Not to be changed. */
    byte[] qualifier() {
      return qualifier;
    }

    PlainValues values() {
      return values;
    }
  }

  /** The last timestamp that has a version, in milliseconds. */
  private static final long TIMESTAMP_MAX = Long.MAX_VALUE / HBaseTable.VERSION_STEP / 2;

  private final TableLayout layout;
  private final List<Place> places = new ArrayList<>();

  /**
   * @throws keywright.store.StoreException when a column's type has no form there
   */
  PlainRows(TableLayout layout) {
    this.layout = layout;
    for (var family : layout.families()) {
      byte[] name = family.name().getBytes(UTF_8);
      for (ColumnLayout column : family.columns()) {
        places.add(new Place(column, name, new PlainValues(layout.name(), column)));
      }
    }
  }

  /** The columns, in the order of the layout. */
  List<Place> places() {
    return places;
  }

  /** A read of a row. */
  Get get(byte[] rowKey) {
    Get get = new Get(rowKey);
    places.forEach(place -> get.addColumn(place.family, place.qualifier));
    return get;
  }

  /** A scan of any range. */
  Scan scan() {
    Scan scan = new Scan();
    places.forEach(place -> scan.addColumn(place.family, place.qualifier));
    return scan;
  }

  /** What was read of a row; null when none of the columns has a value. */
  @Nullable StoredRow row(byte[] rowKey, Result result) {
    long latest = 0;
    long nonce = 0;
    List<Cell> cells = new ArrayList<>(places.size());
    for (Place place : places) {
      var found = result.getColumnLatestCell(place.family, place.qualifier);
      if (found != null) {
        byte[] bytes = CellUtil.cloneValue(found);
        long version = version(found.getTimestamp());
        latest = Math.max(latest, version);
        for (byte each : bytes) {
          nonce = nonce * 31 + each;
        }
        nonce = (nonce * 31 + place.id()) * 0x9E3779B97F4A7C15L + version;
        cells.add(new Cell(place.id(), place.values.decode(rowKey, bytes), version, 0, 0));
      }
    }
    return cells.isEmpty()
        ? null
        : StoredRow.of(
            layout,
            rowKey,
            new RowHead(latest, 0, 0, (nonce & Long.MAX_VALUE) | 1, RowMark.LIVE),
            cells);
  }

  /** What a timestamp of a client's choice comes to: at least one step, at most the last. */
  private static long version(long timestamp) {
    return Math.min(TIMESTAMP_MAX, Math.max(1, timestamp)) * HBaseTable.VERSION_STEP;
  }

  /**
   * The timestamp of a cell that was read, in milliseconds; -1 for one so high that no later one
   * can be written, as of a client that counts nanoseconds.
   */
  static long timestamp(Cell cell) {
    long timestamp = HBaseTable.timestamp(cell.timestamp());
    return timestamp == TIMESTAMP_MAX ? -1 : timestamp;
  }
}
