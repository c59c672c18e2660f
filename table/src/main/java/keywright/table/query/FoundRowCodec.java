package keywright.table.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.RowHead;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a plan as bytes, for as long as a sort keeps them on disk: the key, the values of the
 * columns that the plan needs, and the cells where it asks for more than values. Used by one
 * thread.
 *
 * <p>Layout: key; per column a value; where the plan reads cells, the row key, version, expiry and
 * time of creation of the row, the number of its cells, and per cell column id, version, write
 * time, expiry and value. Numbers have 8 bytes, a count 4. Bytes have their length before them (4),
 * a value has -1 when it is null, else the bytes of its KW1 body.
 */
final class FoundRowCodec {
  private final QueryPlan plan;
  private final TableLayout scanned;
  private final int columns;
  private final int[] places;
  private final Type[] types;

  FoundRowCodec(QueryPlan plan) {
    this.plan = plan;
    StoredTable table = plan.stored();
    StoredIndex index = plan.storedIndex();
    this.scanned = index == null ? table.layout() : index.layout();
    this.columns = table.columns().size();
    this.places = plan.neededColumns().stream().mapToInt(table::place).toArray();
    this.types = new Type[places.length];
    for (int i = 0; i < places.length; i++) {
      types[i] = table.columns().get(places[i]).type();
    }
  }

  byte[] encode(FoundRow row) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    DataOutputStream out = new DataOutputStream(bytes);
    put(out, plan.keySchema().encode(row.key()));
    for (int i = 0; i < places.length; i++) {
      put(out, types[i], row.values()[places[i]]);
    }
    StoredRow stored = row.stored();
    if (stored != null) {
      put(out, stored);
    }
    return bytes.toByteArray();
  }

  private void put(DataOutputStream out, StoredRow stored) throws IOException {
    put(out, stored.rowKey());
    RowHead head = stored.head();
    out.writeLong(head.version());
    out.writeLong(head.expiryMillis());
    out.writeLong(head.createdMicros());
    List<Cell> cells = stored.cells();
    out.writeInt(cells.size());
    for (Cell cell : cells) {
      out.writeInt(cell.columnId());
      out.writeLong(cell.version());
      out.writeLong(cell.writeTimeMicros());
      out.writeLong(cell.expiryMillis());
      put(out, type(cell.columnId()), cell.value());
    }
  }

  private static void put(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void put(DataOutputStream out, Type type, @Nullable Object value)
      throws IOException {
    if (value == null) {
      out.writeInt(-1);
    } else {
      put(out, type.toBytes(value));
    }
  }

  private Type type(int columnId) {
    ColumnLayout column = plan.stored().layout().column(columnId);
    if (column == null) {
      throw new IllegalStateException("a cell of column " + columnId + ", which nothing knows");
    }
    return column.type();
  }

  FoundRow decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    byte[] key = in.readNBytes(in.readInt());
    @Nullable Object[] values = new @Nullable Object[columns];
    for (int i = 0; i < places.length; i++) {
      values[places[i]] = value(in, types[i]);
    }
    return FoundRow.restored(
        values,
        StoredRow.of(scanned, key, RowHead.of(1), List.of()),
        in.available() > 0 ? stored(in) : null);
  }

  private StoredRow stored(DataInputStream in) throws IOException {
    byte[] rowKey = in.readNBytes(in.readInt());
    RowHead head = new RowHead(in.readLong(), in.readLong(), in.readLong());
    int count = in.readInt();
    List<Cell> cells = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int id = in.readInt();
      long version = in.readLong();
      long writeTime = in.readLong();
      long expiry = in.readLong();
      cells.add(new Cell(id, value(in, type(id)), version, writeTime, expiry));
    }
    return StoredRow.of(plan.stored().layout(), rowKey, head, cells);
  }

  private static @Nullable Object value(DataInputStream in, Type type) throws IOException {
    int length = in.readInt();
    return length < 0 ? null : type.fromBytes(in.readNBytes(length));
  }
}
