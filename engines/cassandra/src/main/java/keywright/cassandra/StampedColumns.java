package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  StampedColumns(TableLayout layout, List<TableForm.ValueColumn> values) {
    this.layout = layout;
    this.values = values;
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
      RowReader reader, Row row, int at, Reading reading, byte[] rowKey, @Nullable Key key) {
    RowStamp stamp = new RowStamp(row.getLong(at), row.isNull(at + 1) ? 0 : row.getLong(at + 1));
    ByteBuffer rest = row.getByteBuffer(at + 2);
    int index = at + 3;
    Map<Integer, Object> found = new HashMap<>();
    for (TableForm.ValueColumn column : values) {
      if (reading.reads(column)) {
        ByteBuffer bytes = row.getBytesUnsafe(index++);
        if (bytes != null) {
          found.put(column.id(), column.type().form().decode(bytes));
        }
      }
    }
    TypedRow typed = new TypedRow(stamp, rest == null ? null : TableForm.bytes(rest), found);
    byte[] @Nullable [] families = typed.families(layout, rowKey, reading.families());
    return key == null ? reader.row(rowKey, families) : reader.row(key, rowKey, families);
  }
}
