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

  /** Stands for no rest where another write may have left one: unlike null, no tombstone. */
  private static final ByteBuffer NO_REST = ByteBuffer.allocate(0);

  /** What makes a row of another: only what differs. */
  static Assignments change(TableForm form, @Nullable TypedRow before, TypedRow after) {
    boolean hadRest = before != null && before.rest() != null;
    Map<Integer, Object> old = before == null ? Map.of() : before.values();
    long nonce = after.stamp().nonce();
    List<@Nullable ByteBuffer> values = new ArrayList<>(form.values().size() + 3);
    values.add(CassandraTable.number(after.stamp().version()));
    values.add(nonce == 0 ? null : CassandraTable.number(nonce));
    values.add(rest(after, hadRest ? null : CassandraTable.UNSET));
    for (TableForm.ValueColumn column : form.values()) {
      Object value = after.values().get(column.id());
      values.add(
          Type.same(value, old.get(column.id())) ? CassandraTable.UNSET : encoded(column, value));
    }
    return new Assignments(Collections.unmodifiableList(values));
  }

  /**
   * All columns of a row that is written at a timestamp, with no value where it has none. A nonce
   * that another such write gave the row stays where this one drew none: it is as good.
   */
  static Assignments all(TableForm form, TypedRow row) {
    List<@Nullable ByteBuffer> values = new ArrayList<>();
    long nonce = row.stamp().nonce();
    values.add(CassandraTable.number(row.stamp().version()));
    values.add(nonce == 0 ? CassandraTable.UNSET : CassandraTable.number(nonce));
    values.add(rest(row, NO_REST));
    for (TableForm.ValueColumn column : form.values()) {
      values.add(encoded(column, row.values().get(column.id())));
    }
    return new Assignments(Collections.unmodifiableList(values));
  }

  private static @Nullable ByteBuffer rest(TypedRow row, @Nullable ByteBuffer none) {
    byte[] rest = row.rest();
    return rest == null ? none : ByteBuffer.wrap(rest);
  }

  private static @Nullable ByteBuffer encoded(
      TableForm.ValueColumn column, @Nullable Object value) {
    return value == null ? null : column.type().form().encode(value);
  }
}
