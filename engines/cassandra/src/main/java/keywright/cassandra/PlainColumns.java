package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.RowReader;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table that other clients write too: those of the layout and no others. A row has
 * no stamp. The time of a value is that which Cassandra keeps of it, and a row expires with the
 * last of its values if all of them do.
 */
final class PlainColumns implements RowColumns {
  /** Versions are above 0 and below this, whatever timestamps clients give. */
  private static final long LAST_VERSION = Long.MAX_VALUE / 4;

  private static final long SECOND = 1_000;

  /** Of a row that is read without the times of its values. */
  private static final RowStamp NO_TIMES = new RowStamp(1, 0);

  private final TableLayout layout;

  /** By column id, as the cells of a row are. */
  private final List<TableForm.ValueColumn> values;

  /** By the place in {@link #values}: the index of the column in a row that is read. */
  private final int[] valueIndexes;

  /** By the place in {@link #values}: the type that a value must be checked against, else null. */
  private final @Nullable Type[] checked;

  PlainColumns(TableLayout layout, List<TableForm.ValueColumn> values) {
    this.layout = layout;
    this.values =
        values.stream()
            .sorted(
                Comparator.comparingInt(TableForm.ValueColumn::family)
                    .thenComparingInt(TableForm.ValueColumn::id))
            .toList();
    this.valueIndexes =
        this.values.stream().mapToInt(column -> layout.columnIndex(column.id())).toArray();
    this.checked =
        this.values.stream()
            .map(column -> Objects.requireNonNull(layout.column(column.id())).type())
            .map(type -> NativeType.hasAllOfColumn(type) ? null : type)
            .toArray(Type[]::new);
  }

  @Override
  public List<String> definitions() {
    return values.stream()
        .map(column -> TableForm.definition(column.name(), column.type()))
        .toList();
  }

  @Override
  public List<String> selected(Reading reading) {
    List<String> names = new ArrayList<>();
    for (TableForm.ValueColumn column : values) {
      if (reading.reads(column)) {
        String name = TableName.quoted(column.name());
        names.add(name);
        if (reading.times()) {
          names.add("WRITETIME(" + name + ")");
          names.add("TTL(" + name + ")");
        }
      }
    }
    return names;
  }

  @Override
  public boolean isThere(Row row, int at) {
    return true;
  }

  @Override
  public StoredRow row(
      RowReader reader,
      Row row,
      int at,
      Reading reading,
      @Nullable Key key,
      byte @Nullable [] rowKey) {
    return reading.times()
        ? rowWithTimes(row, at, reading, key, rowKey)
        : reader.row(
            key, rowKey, NO_TIMES, values(row, at, reading, key, rowKey), reading.families());
  }

  /** The values of what was read, which begin at {@code at}, by the index of the column. */
  private @Nullable Object[] values(
      Row row, int at, Reading reading, @Nullable Key key, byte @Nullable [] rowKey) {
    @Nullable Object[] found = new @Nullable Object[layout.columnCount()];
    int index = at;
    for (int place = 0; place < valueIndexes.length; place++) {
      TableForm.ValueColumn column = values.get(place);
      if (reading.reads(column)) {
        ByteBuffer bytes = row.getBytesUnsafe(index++);
        if (isValue(column, bytes)) {
          found[valueIndexes[place]] = value(place, bytes, key, rowKey);
        }
      }
    }
    return found;
  }

  private StoredRow rowWithTimes(
      Row row, int at, Reading reading, @Nullable Key key, byte @Nullable [] rowKey) {
    int index = at;
    long nowMillis = System.currentTimeMillis();
    long latest = 1;
    long expiry = -1;
    List<Cell> cells = new ArrayList<>(values.size());
    for (int place = 0; place < valueIndexes.length; place++) {
      TableForm.ValueColumn column = values.get(place);
      if (!reading.reads(column)) {
        continue;
      }
      ByteBuffer bytes = row.getBytesUnsafe(index);
      if (isValue(column, bytes)) {
        long version = version(row.getLong(index + 1));
        long cellExpiry = row.isNull(index + 2) ? 0 : expiry(nowMillis, row.getInt(index + 2));
        cells.add(new Cell(column.id(), value(place, bytes, key, rowKey), version, 0, cellExpiry));
        latest = Math.max(latest, version);
        expiry = cellExpiry == 0 || expiry == 0 ? 0 : Math.max(expiry, cellExpiry);
      }
      index += 3;
    }
    RowHead head = new RowHead(latest, Math.max(0, expiry), 0);
    return StoredRow.of(layout, encoded(key, rowKey), head, cells);
  }

  private byte[] encoded(@Nullable Key key, byte @Nullable [] rowKey) {
    return rowKey != null ? rowKey : layout.keySchema().encode(Objects.requireNonNull(key));
  }

  /** A value of no bytes is no value, except of types that have one. */
  private static boolean isValue(TableForm.ValueColumn column, @Nullable ByteBuffer bytes) {
    return bytes != null && (bytes.hasRemaining() || column.type().mayBeEmpty());
  }

  /** Cassandra keeps whole seconds of its clock. */
  private static long expiry(long nowMillis, int ttlSeconds) {
    return (nowMillis / SECOND + ttlSeconds) * SECOND;
  }

  private static long version(long timestamp) {
    return Math.min(LAST_VERSION, Math.max(1, timestamp));
  }

  private Object value(
      int place, @Nullable ByteBuffer bytes, @Nullable Key key, byte @Nullable [] rowKey) {
    TableForm.ValueColumn column = values.get(place);
    Type type = checked[place];
    try {
      Object value = column.type().form().decode(Objects.requireNonNull(bytes));
      return type == null ? value : type.convert(value);
    } catch (KeyException e) {
      throw new UnreadableRowException(
          encoded(key, rowKey),
          "cannot read a row of %s: found a value of column %s that does not fit its type %s (%s); another client has written the value; correct it with that client"
              .formatted(
                  layout.name(),
                  column.name(),
                  Objects.requireNonNull(layout.column(column.id())).type(),
                  e.getMessage()),
          e);
    }
  }
}
