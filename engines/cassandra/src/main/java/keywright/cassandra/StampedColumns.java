package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keywright.key.Key;
import keywright.store.RowReader;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TypedRow;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table whose rows are written on conditions: {@code kw_v} is the row's version,
 * {@code kw_n} its nonce, null for none, and {@code kw_h} what {@link TypedRow#rest} says. A column
 * of the layout is a column of its name.
 */
final class StampedColumns implements RowColumns {
  static final String VERSION = "kw_v";
  static final String NONCE = "kw_n";
  static final String REST = "kw_h";

  private final TableLayout layout;
  private final List<TableForm.ValueColumn> values;

  /** By the place in {@link #values}: the index of the column in a row that is read. */
  private final int[] valueIndexes;

  StampedColumns(TableLayout layout, List<TableForm.ValueColumn> values) {
    this.layout = layout;
    this.values = values;
    this.valueIndexes =
        values.stream().mapToInt(column -> layout.columnIndex(column.id())).toArray();
  }

  @Override
  public List<String> definitions() {
    List<String> all = new ArrayList<>();
    values.forEach(column -> all.add(TableForm.definition(column.name(), column.type())));
    all.addAll(List.of(VERSION + " bigint", NONCE + " bigint", REST + " blob"));
    return all;
  }

  @Override
  public List<String> selected(Reading reading) {
    List<String> names = new ArrayList<>(List.of(VERSION, NONCE, REST));
    for (TableForm.ValueColumn column : values) {
      if (reading.reads(column)) {
        names.add(TableName.quoted(column.name()));
      }
    }
    return names;
  }

  @Override
  public boolean isThere(Row row, int at) {
    return !row.isNull(at);
  }

  @Override
  public @Nullable StoredRow row(
      RowReader reader,
      Row row,
      int at,
      Reading reading,
      @Nullable Key key,
      byte @Nullable [] rowKey) {
    @Nullable Object[] found = values(row, at + 3, reading);
    ByteBuffer nonce = row.getBytesUnsafe(at + 1);
    RowStamp stamp =
        new RowStamp(number(row.getBytesUnsafe(at)), nonce == null ? 0 : number(nonce));
    ByteBuffer rest = row.getBytesUnsafe(at + 2);
    if (rest == null || !rest.hasRemaining()) {
      return reader.row(key, rowKey, stamp, found, reading.families());
    }
    Map<Integer, Object> byId = new HashMap<>();
    for (int place = 0; place < valueIndexes.length; place++) {
      Object value = found[valueIndexes[place]];
      if (value != null) {
        byId.put(values.get(place).id(), value);
      }
    }
    byte[] encoded =
        rowKey != null ? rowKey : layout.keySchema().encode(Objects.requireNonNull(key));
    TypedRow typed = new TypedRow(stamp, TableForm.bytes(rest), byId);
    byte[] @Nullable [] families = typed.families(layout, encoded, reading.families());
    return key == null ? reader.row(encoded, families) : reader.row(key, encoded, families);
  }

  private static long number(@Nullable ByteBuffer bytes) {
    ByteBuffer found = Objects.requireNonNull(bytes);
    return found.getLong(found.position());
  }

  /** The values of what was read, which begin at {@code first}, by the index of the column. */
  private @Nullable Object[] values(Row row, int first, Reading reading) {
    @Nullable Object[] found = new @Nullable Object[layout.columnCount()];
    int index = first;
    for (int place = 0; place < valueIndexes.length; place++) {
      TableForm.ValueColumn column = values.get(place);
      if (reading.reads(column)) {
        ByteBuffer bytes = row.getBytesUnsafe(index++);
        if (bytes != null) {
          found[valueIndexes[place]] = column.type().form().decode(bytes);
        }
      }
    }
    return found;
  }
}
