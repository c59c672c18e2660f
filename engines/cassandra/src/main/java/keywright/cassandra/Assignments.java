package keywright.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import keywright.key.Type;
import keywright.store.TypedRow;
import org.jspecify.annotations.Nullable;

/**
 * What a statement gives the columns of a row that are not of its key: version, nonce, rest, then
 * the values in the order of the form.
 *
 * @param values bytes; null for no value, {@link CassandraTable#UNSET} for what the column has
 */
record Assignments(List<@Nullable ByteBuffer> values) {

  /** What makes a row of another: only what differs. */
  static Assignments change(TableForm form, @Nullable TypedRow before, TypedRow after) {
    byte[] rest = after.rest();
    boolean hadRest = before != null && before.rest() != null;
    Map<Integer, Object> old = before == null ? Map.of() : before.values();
    List<@Nullable ByteBuffer> values = start(after, hadRest || rest != null);
    for (TableForm.ValueColumn column : form.values()) {
      Object value = after.values().get(column.id());
      values.add(
          Type.same(value, old.get(column.id())) ? CassandraTable.UNSET : encoded(column, value));
    }
    return new Assignments(Collections.unmodifiableList(values));
  }

  /** All columns of a row, with no value where it has none. */
  static Assignments all(TableForm form, TypedRow row) {
    List<@Nullable ByteBuffer> values = start(row, true);
    for (TableForm.ValueColumn column : form.values()) {
      values.add(encoded(column, row.values().get(column.id())));
    }
    return new Assignments(Collections.unmodifiableList(values));
  }

  private static List<@Nullable ByteBuffer> start(TypedRow row, boolean setsRest) {
    List<@Nullable ByteBuffer> values = new ArrayList<>();
    long nonce = row.stamp().nonce();
    byte[] rest = row.rest();
    values.add(CassandraTable.number(row.stamp().version()));
    values.add(nonce == 0 ? null : CassandraTable.number(nonce));
    values.add(!setsRest ? CassandraTable.UNSET : rest == null ? null : ByteBuffer.wrap(rest));
    return values;
  }

  private static @Nullable ByteBuffer encoded(
      TableForm.ValueColumn column, @Nullable Object value) {
    return value == null ? null : column.type().form().encode(value);
  }
}
