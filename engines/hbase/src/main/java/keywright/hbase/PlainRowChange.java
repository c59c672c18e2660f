package keywright.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.jspecify.annotations.Nullable;

/**
 * What the writes of a batch make of a row in a table of another client: puts and deletes of the
 * cells that change, under the condition that all columns have the values that were read.
 *
 * <p>HBase gives the puts their time, as it does for any client, unless a cell that exists would
 * hide them. A delete is of what is no newer than the cell that was read, so that it hides nothing
 * that is put later, be it in the same millisecond. HBase compares no more than one cell of a row
 * that does not exist: the first that is put. Used by one thread.
 */
final class PlainRowChange implements PlannedRow {
  /** More than the clock of a process may differ from a server's. */
  private static final long CLOCKS_DIFFER_MILLIS = 60_000;

  private final PlainRows form;
  private final String table;
  private final byte[] rowKey;
  private final @Nullable StoredRow before;
  private long nowMillis;
  private @Nullable RowHead head;
  private boolean isRemoved;

  /** By column id; null for a column whose value is deleted. */
  private final Map<Integer, byte @Nullable []> written = new HashMap<>();

  /**
   * @param before the row as it was read; null for none
   */
  PlainRowChange(PlainRows form, String table, byte[] rowKey, @Nullable StoredRow before) {
    this.form = form;
    this.table = table;
    this.rowKey = rowKey;
    this.before = before;
    this.head = before == null ? null : before.head();
  }

  @Override
  public boolean apply(RowWrite write, long now) {
    if (!write.expects(head)) {
      return false;
    }
    nowMillis = now;
    if (write instanceof RowWrite.Put put) {
      put(put);
    } else {
      isRemoved = true;
      written.clear();
      head = null;
    }
    return true;
  }

  private void put(RowWrite.Put put) {
    RowHead asked = put.head();
    if (asked != null && !asked.mark().isLive()) {
      // What stays of a deleted row elsewhere; here nothing does.
      head = null;
      isRemoved = true;
      return;
    }
    head = asked == null ? RowHead.of(put.newVersion()) : asked;
    for (Cell cell : put.cells()) {
      Object value = cell.value();
      written.put(cell.columnId(), value == null ? null : values(cell.columnId()).encode(value));
    }
  }

  private PlainValues values(int id) {
    for (PlainRows.Place place : form.places()) {
      if (place.id() == id) {
        return place.values();
      }
    }
    throw new StoreException(
        cannotWrite() + "found column id " + id + ", expected the id of one of its columns");
  }

  @Override
  public @Nullable CheckAndMutate mutation(int maxCellLength) throws IOException {
    Put put = new Put(rowKey);
    Delete delete = new Delete(rowKey);
    boolean holdsAny = false;
    for (PlainRows.Place place : form.places()) {
      Cell old = before == null ? null : before.cell(place.id());
      boolean isWritten = written.containsKey(place.id());
      byte[] value = written.get(place.id());
      if (isWritten && value != null) {
        requireLength(place, value, maxCellLength);
        put(put, place, old, value);
      } else if (old != null && (isWritten || isRemoved)) {
        delete.addColumns(place.family(), place.qualifier(), timestamp(place, old));
      }
      holdsAny |= value != null || (old != null && !isWritten && !isRemoved);
    }
    if (head != null && !holdsAny) {
      throw new StoreException(
          cannotWrite()
              + "found no value in any of its columns, expected at least one, since HBase stores a row only as its cells; delete the row, or give it a value");
    }
    if (put.isEmpty() && delete.isEmpty()) {
      return null;
    }
    CheckAndMutate.Builder condition = condition(put);
    return put.isEmpty()
        ? condition.build(delete)
        : delete.isEmpty()
            ? condition.build(put)
            : condition.build(RowMutations.of(List.of(delete, put)));
  }

  /**
   * Puts a value so that it is seen. A cell whose timestamp may lie in the future hides what is put
   * with the server's time, so the new one takes the same timestamp: of equal ones HBase shows the
   * cell that was written last, and the other client's next put is hidden by neither.
   */
  private void put(Put put, PlainRows.Place place, @Nullable Cell old, byte[] value) {
    long timestamp = old == null ? 0 : timestamp(place, old);
    if (timestamp > nowMillis - CLOCKS_DIFFER_MILLIS) {
      put.addColumn(place.family(), place.qualifier(), timestamp, value);
    } else {
      put.addColumn(place.family(), place.qualifier(), value);
    }
  }

  private long timestamp(PlainRows.Place place, Cell old) {
    long timestamp = PlainRows.timestamp(old);
    if (timestamp < 0) {
      throw new StoreException(
          cannotWrite()
              + "found a cell of %s with a timestamp far beyond now, expected milliseconds since 1970; write the row with its own client in milliseconds, or delete it with that client"
                  .formatted(new String(place.qualifier(), UTF_8)));
    }
    return timestamp;
  }

  private CheckAndMutate.Builder condition(Put put) {
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(rowKey);
    if (before == null) {
      for (PlainRows.Place place : form.places()) {
        if (put.has(place.family(), place.qualifier())) {
          return condition.ifNotExists(place.family(), place.qualifier());
        }
      }
    }
    List<Filter> columns = new ArrayList<>();
    for (PlainRows.Place place : form.places()) {
      Cell old = before == null ? null : before.cell(place.id());
      Object value = old == null ? null : old.value();
      columns.add(value == null ? hasNone(place) : has(place, place.values().forms(value)));
    }
    return condition.ifMatches(new FilterList(FilterList.Operator.MUST_PASS_ALL, columns));
  }

  private static Filter has(PlainRows.Place place, List<byte[]> forms) {
    List<Filter> each = forms.stream().map(value -> has(place, value)).toList();
    return each.size() == 1 ? each.get(0) : new FilterList(FilterList.Operator.MUST_PASS_ONE, each);
  }

  private static Filter has(PlainRows.Place place, byte[] value) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            place.family(), place.qualifier(), CompareOperator.EQUAL, new BinaryComparator(value));
    filter.setFilterIfMissing(true);
    return filter;
  }

  /** Nothing is below no bytes, so this passes only where the cell is missing. */
  private static Filter hasNone(PlainRows.Place place) {
    return new SingleColumnValueFilter(
        place.family(), place.qualifier(), CompareOperator.LESS, new BinaryComparator(new byte[0]));
  }

  private void requireLength(PlainRows.Place place, byte[] value, int maxCellLength) {
    int most = maxCellLength - rowKey.length - HBaseEngine.CELL_OVERHEAD;
    if (value.length > most) {
      throw new StoreException(
          cannotWrite()
              + "found %,d bytes in %s, expected at most %,d; shorten the value"
                  .formatted(value.length, new String(place.qualifier(), UTF_8), most));
    }
  }

  private String cannotWrite() {
    return "cannot write a row of " + table + ": ";
  }
}
