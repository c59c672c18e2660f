package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import keywright.key.Key;
import keywright.store.RowHead;
import keywright.store.RowMerge;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TypedRow;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A batch that {@link CassandraWriter} sends: one conditional statement. Used by one thread. */
final class RowUpdate {
  final int index;
  final WriteBatch batch;
  final CassandraTable table;
  final Key key;
  private final byte[] rowKey;
  private final List<ByteBuffer> keyValues;

  /** What a put makes of the row, where its cells say that, until it is planned. */
  private @Nullable TypedRow made;

  /** The row as the batch's writer knows it, until it is planned. */
  private @Nullable RowMerge known;

  /** Null when the row must be read first. */
  @Nullable BoundStatement statement;

  /** Why no node took it; null when that has not been tried, or its row was another. */
  @Nullable RuntimeException failure;

  RowUpdate(int index, WriteBatch batch, CassandraTable table) {
    this.index = index;
    this.batch = batch;
    this.table = table;
    this.key = first().key();
    this.rowKey = table.layout().keySchema().encode(key);
    this.keyValues = table.form().writableKey(key, rowKey);
    this.made = batch.size() == 1 && first() instanceof RowWrite.Put put ? TypedRow.of(put) : null;
    this.known = made == null ? known() : null;
  }

  RowWrite first() {
    return batch.writes().get(0);
  }

  /** Whether the row must be read before it is known what to write. */
  boolean isUnread() {
    return made == null && known == null;
  }

  /**
   * The row as the batch's writer knows it; null when it must be read. Who found a row may have
   * read some of its families, whose cells are stored together here.
   */
  private @Nullable RowMerge known() {
    boolean inParts = table.layout().families().size() > 1 && first().found() != null;
    return inParts ? null : RowMerge.of(table.layout(), rowKey, batch);
  }

  /** What reads the row. */
  BoundStatement read() {
    return table.get(Reading.all(table.layout()), keyValues, false);
  }

  /** What becomes of the batch when its row is known; false when the row is not as expected. */
  boolean plan() {
    RowMerge row = known;
    TypedRow after = made;
    known = null;
    made = null;
    if (after != null) {
      StoredRow found = first().found();
      update(found == null ? null : found.head(), found == null ? null : found.typed(), after);
      return true;
    }
    return row == null || plan(row);
  }

  /** What becomes of it when this row was read; null for none. */
  boolean plan(@Nullable StoredRow found) {
    RowMerge row =
        found == null
            ? RowMerge.ofAbsent(table.layout(), rowKey)
            : RowMerge.of(table.layout(), rowKey, found);
    if (row == null) {
      throw new IllegalStateException("a row without its bytes");
    }
    return plan(row);
  }

  /** Makes the statement; it stays null when there is nothing to change. */
  private boolean plan(RowMerge row) {
    statement = null;
    byte[] @Nullable [] stored = row.values();
    if (!row.apply(batch)) {
      return false;
    }
    RowHead before = row.before();
    RowHead head = row.head();
    if (head == null) {
      statement = before == null ? null : table.delete(keyValues, before);
      return true;
    }
    TypedRow after = TypedRow.of(table.layout(), rowKey, row.values());
    TypedRow old = before == null ? null : TypedRow.of(table.layout(), rowKey, stored);
    update(before, old, after);
    return true;
  }

  private void update(@Nullable RowHead before, @Nullable TypedRow old, TypedRow after) {
    if (before != null && after.stamp().version() <= before.version()) {
      throw new StoreException(
          "cannot write a row of %s: found the new version %d, expected a version above %d, which the stored row has; read the row and write it again"
              .formatted(table.layout().name(), after.stamp().version(), before.version()));
    }
    statement = table.update(Assignments.change(table.form(), old, after), keyValues, before);
  }

  /**
   * A put at a timestamp: all columns of a row, those without a value as null.
   *
   * @param timestamp of its cells
   */
  static BoundStatement timedPut(CassandraTable table, RowWrite.Put put, long timestamp) {
    byte[] rowKey = table.layout().keySchema().encode(put.key());
    List<ByteBuffer> keyValues = table.form().keyValues(put.key(), rowKey);
    RowMerge row = RowMerge.ofAbsent(table.layout(), rowKey);
    RowStamp stamp = new RowStamp(put.newVersion(), 0);
    RowWrite.Put unconditional =
        new RowWrite.Put(
            put.layout(),
            put.key(),
            WriteBatch.ANY,
            stamp.version(),
            put.head(),
            put.cells(),
            null);
    boolean unused = row.apply(unconditional, 0);
    TypedRow typed = TypedRow.of(table.layout(), rowKey, row.values());
    return table.timedPut(timestamp, Assignments.all(table.form(), typed), keyValues);
  }

  /** A delete at a timestamp. */
  static BoundStatement timedDelete(CassandraTable table, Key key, long timestamp) {
    byte[] rowKey = table.layout().keySchema().encode(key);
    return table.timedDelete(timestamp, table.form().keyValues(key, rowKey));
  }

  /** The table and the row key, in hex. */
  @Override
  public String toString() {
    return table.layout().name() + Arrays.toString(rowKey);
  }
}
