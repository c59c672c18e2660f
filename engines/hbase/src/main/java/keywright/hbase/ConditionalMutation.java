package keywright.hbase;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.store.Cell;
import keywright.store.CellCodec;
import keywright.store.FamilyLayout;
import keywright.store.RowHead;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.jspecify.annotations.Nullable;

/**
 * What the writes of a batch make of its row: the values of its families before and after, and the
 * one conditional mutation of HBase that leads from one to the other.
 *
 * <p>What goes is removed up to the timestamp before that of what is put; what is put replaces all
 * that is older. A mutation below what is stored would be taken by HBase and seen by nobody, so
 * versions do not fall. Used by one thread.
 */
final class ConditionalMutation implements PlannedRow {
  private final HBaseTable table;
  private final byte[] rowKey;
  private final @Nullable RowHead before;
  private final Map<String, byte[]> values = new LinkedHashMap<>();
  private final Set<String> changed = new LinkedHashSet<>();
  private @Nullable RowHead head;

  /** Whether the row as it was is removed as a whole. */
  private boolean removed;

  private ConditionalMutation(HBaseTable table, byte[] rowKey, byte[] @Nullable [] stored) {
    this.table = table;
    this.rowKey = rowKey;
    TableLayout layout = table.layout();
    for (int family = 0; family < layout.families().size(); family++) {
      byte[] value = stored[family];
      if (value != null) {
        values.put(layout.families().get(family).name(), value);
      }
    }
    byte[] marker = stored[0];
    this.before = marker == null ? null : CellCodec.head(layout, rowKey, marker);
    this.head = before;
  }

  /** From a row that was read just now. */
  static ConditionalMutation of(HBaseTable table, byte[] rowKey, Result stored) {
    return new ConditionalMutation(table, rowKey, table.values(stored));
  }

  /**
   * From a row as its writer found it, null for none; null when what it was read from is not known.
   */
  static @Nullable ConditionalMutation of(
      HBaseTable table, byte[] rowKey, @Nullable StoredRow found) {
    byte[] @Nullable [] stored = new byte[table.layout().families().size()][];
    if (found != null) {
      for (int family = 0; family < stored.length; family++) {
        stored[family] = found.bytes(family);
      }
      if (stored[0] == null) {
        return null;
      }
    }
    return new ConditionalMutation(table, rowKey, stored);
  }

  /**
   * Applies a write; false when it expects another row.
   *
   * @param nowMillis the moment of the write: a row that has expired by then is removed first
   */
  @Override
  public boolean apply(RowWrite write, long nowMillis) {
    if (!write.expects(head)) {
      return false;
    }
    if (write instanceof RowWrite.Put put) {
      if (head != null && head.isExpired(nowMillis)) {
        remove();
      }
      put(put, nowMillis);
    } else if (head != null) {
      remove();
    }
    return true;
  }

  private void remove() {
    removed = true;
    values.clear();
    changed.clear();
    head = null;
  }

  private void put(RowWrite.Put put, long nowMillis) {
    TableLayout layout = put.layout();
    for (int family = 0; family < layout.families().size(); family++) {
      if (family == 0 || hasCells(put, family)) {
        String name = layout.families().get(family).name();
        byte[] value = CellCodec.merge(put, family, rowKey, values.get(name), nowMillis);
        if (value == null) {
          values.remove(name);
        } else {
          values.put(name, value);
        }
        changed.add(name);
        if (family == 0 && value != null) {
          head = CellCodec.head(layout, rowKey, value);
        }
      }
    }
  }

  private static boolean hasCells(RowWrite.Put put, int family) {
    for (Cell cell : put.cells()) {
      if (put.layout().familyOf(cell.columnId()) == family) {
        return true;
      }
    }
    return false;
  }

  /**
   * The mutation, on the condition that the row is still as it was before; null when there is
   * nothing to change.
   *
   * @throws StoreException when a version is not one of the engine's, or falls, or a value is
   *     longer than HBase takes
   */
  @Override
  public @Nullable CheckAndMutate mutation(int maxCellLength) throws IOException {
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(rowKey);
    if (before == null) {
      condition.ifNotExists(table.family(0), HBaseTable.STAMP);
    } else {
      condition.ifEquals(table.family(0), HBaseTable.STAMP, HBaseTable.bytes(stamp(before)));
    }
    if (head == null) {
      return before == null
          ? null
          : condition.build(new Delete(rowKey, HBaseTable.timestamp(before.version())));
    }
    Put put = new Put(rowKey, requireTimestamp(head.version()));
    put.addColumn(table.family(0), HBaseTable.STAMP, HBaseTable.bytes(stamp(head)));
    Delete delete = new Delete(rowKey, put.getTimestamp() - 1);
    for (int family = 0; family < table.layout().families().size(); family++) {
      FamilyLayout each = table.layout().families().get(family);
      byte[] value = values.get(each.name());
      if (value != null && changed.contains(each.name())) {
        table.requireLength(family, rowKey, value, maxCellLength);
        put.addColumn(table.family(family), HBaseTable.VALUE, value);
      } else if (changed.contains(each.name()) && !removed && before != null) {
        delete.addFamily(table.family(family), delete.getTimestamp());
      }
    }
    // A delete that names no family is one of all that the table has.
    return (removed && before != null) || !delete.isEmpty()
        ? condition.build(RowMutations.of(List.of(delete, put)))
        : condition.build(put);
  }

  private static RowStamp stamp(RowHead head) {
    return new RowStamp(head.version(), head.nonce());
  }

  private long requireTimestamp(long version) {
    if (version % HBaseTable.VERSION_STEP != 0) {
      throw new StoreException(
          cannotWrite()
              + "found version "
              + version
              + ", expected a multiple of "
              + HBaseTable.VERSION_STEP);
    }
    if (before != null && version <= before.version()) {
      throw new StoreException(
          cannotWrite()
              + "found version "
              + version
              + ", expected one above "
              + before.version()
              + ", the row's: HBase shows the highest");
    }
    return HBaseTable.timestamp(version);
  }

  private String cannotWrite() {
    return "cannot write a row of " + table.layout().name() + ": ";
  }
}
