package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.RowHead;
import keywright.store.RowReader;
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
  /** Types that have every value of their column in Cassandra. */
  private static final Set<String> WHOLE =
      Set.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "varint",
          "float",
          "double",
          "boolean",
          "text",
          "blob",
          "uuid",
          "timestamp");

  /** Versions are above 0 and below this, whatever timestamps clients give. */
  private static final long LAST_VERSION = Long.MAX_VALUE / 4;

  private static final long SECOND = 1_000;

  private final TableLayout layout;

  /** By column id, as the cells of a row are. */
  private final List<TableForm.ValueColumn> values;

  PlainColumns(TableLayout layout, List<TableForm.ValueColumn> values) {
    this.layout = layout;
    this.values =
        values.stream()
            .sorted(
                Comparator.comparingInt(TableForm.ValueColumn::family)
                    .thenComparingInt(TableForm.ValueColumn::id))
            .toList();
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
    byte[] encoded =
        rowKey != null ? rowKey : layout.keySchema().encode(Objects.requireNonNull(key));
    int index = at;
    long nowMillis = reading.times() ? System.currentTimeMillis() : 0;
    long latest = 1;
    long expiry = -1;
    List<Cell> cells = new ArrayList<>(values.size());
    for (TableForm.ValueColumn column : values) {
      if (!reading.reads(column)) {
        continue;
      }
      ByteBuffer bytes = row.getBytesUnsafe(index);
      // A value of no bytes is no value, except of types that have one.
      if (bytes != null && (bytes.hasRemaining() || column.type().mayBeEmpty())) {
        long version = reading.times() ? version(row.getLong(index + 1)) : 1;
        boolean expires = reading.times() && !row.isNull(index + 2);
        long cellExpiry = expires ? expiry(nowMillis, row.getInt(index + 2)) : 0;
        cells.add(new Cell(column.id(), value(column, bytes, encoded), version, 0, cellExpiry));
        latest = Math.max(latest, version);
        expiry = cellExpiry == 0 || expiry == 0 ? 0 : Math.max(expiry, cellExpiry);
      }
      index += reading.times() ? 3 : 1;
    }
    RowHead head = new RowHead(latest, Math.max(0, expiry), 0);
    return StoredRow.of(layout, encoded, head, cells);
  }

  /** Cassandra keeps whole seconds of its clock. */
  private static long expiry(long nowMillis, int ttlSeconds) {
    return (nowMillis / SECOND + ttlSeconds) * SECOND;
  }

  private static long version(long timestamp) {
    return Math.min(LAST_VERSION, Math.max(1, timestamp));
  }

  private Object value(TableForm.ValueColumn column, ByteBuffer bytes, byte[] rowKey) {
    ColumnLayout declared = Objects.requireNonNull(layout.column(column.id()));
    try {
      Object value = column.type().form().decode(bytes);
      Type type = declared.type();
      return WHOLE.contains(type.toString()) ? value : type.convert(value);
    } catch (KeyException e) {
      throw new UnreadableRowException(
          rowKey,
          "cannot read a row of %s: found a value of %s outside its type %s (%s); another client has written it; correct it with that client"
              .formatted(layout.name(), column.name(), declared.type(), e.getMessage()),
          e);
    }
  }
}
