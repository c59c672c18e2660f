package keywright.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import keywright.key.ByteRange;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyLimit;
import keywright.store.FamilyLayout;
import keywright.store.RowReader;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * A table of HBase and the form that the rows of a layout have there.
 *
 * <p>A row has one cell for each family that holds something of it, {@code d}, with the value of
 * {@link keywright.store.CellCodec}; and, unless its writes are timed, in the first family the cell
 * {@code k}, which conditional writes compare: the version and the nonce, 8 bytes each, highest
 * first. The timestamp of all is the row's version in milliseconds. HBase keeps one version: older
 * ones of a column are within the value.
 *
 * <p>Rows of a table that is another client's have the form of {@link PlainRows}.
 *
 * <p>Safe for many threads.
 */
final class HBaseTable {
  /** The value of a family. */
  static final byte[] VALUE = {'d'};

  /** The stamp of the row. */
  static final byte[] STAMP = {'k'};

  /** Versions are microseconds, timestamps milliseconds. */
  static final long VERSION_STEP = 1_000;

  /**
   * A server carries out the conditional mutations of one call one after another, each with a sync
   * of its log; those of several calls share syncs.
   */
  private static final int CALLS_AT_ONCE = 8;

  private static final int MUTATIONS_MIN = 32;

  private final TableLayout layout;
  private final AsyncTable<AdvancedScanResultConsumer> calls;
  private final AsyncTable<AdvancedScanResultConsumer> singleCalls;
  private final byte[][] families;

  /**
   * The longest row key that HBase's client looks for. It finds the region of a row by the name
   * that a region with this start would have.
   */
  private final int longestKey;

  /** The form of another client; null in tables of ours. */
  private final @Nullable PlainRows plain;

  HBaseTable(
      TableLayout layout,
      AsyncTable<AdvancedScanResultConsumer> calls,
      AsyncTable<AdvancedScanResultConsumer> singleCalls) {
    this.layout = layout;
    this.calls = calls;
    this.singleCalls = singleCalls;
    this.longestKey = KeyLimit.hbase(calls.getName().getNameAsString()).bytes();
    this.plain = layout.isAttached() ? new PlainRows(layout) : null;
    List<FamilyLayout> all = layout.families();
    families = new byte[all.size()][];
    for (int family = 0; family < families.length; family++) {
      families[family] =
          HBaseNames.encode(all.get(family).name(), layout.isAttached()).getBytes(UTF_8);
    }
  }

  TableLayout layout() {
    return layout;
  }

  /** Whether HBase can have a row with this row key. Its client fails to look for others. */
  boolean canHave(byte[] rowKey) {
    return rowKey.length > 0 && rowKey.length <= longestKey;
  }

  /** A range with the same rows, whose bounds the client can look for. */
  ByteRange possible(ByteRange range) {
    return range.ofKeysUpTo(longestKey);
  }

  /** What can be asked of HBase; its client repeats calls that fail. */
  AsyncTable<AdvancedScanResultConsumer> calls() {
    return calls;
  }

  /**
   * The same without repetitions. A condition that is not met says that nothing was written, unless
   * the client sent the write before by itself.
   */
  AsyncTable<AdvancedScanResultConsumer> singleCalls() {
    return singleCalls;
  }

  /** Sends conditional mutations, without repetitions; one alone by the shortest way. */
  List<CompletableFuture<CheckAndMutateResult>> send(List<CheckAndMutate> mutations) {
    int count = mutations.size();
    if (count == 1) {
      return List.of(singleCalls.checkAndMutate(mutations.get(0)));
    }
    int each = Math.max(MUTATIONS_MIN, (count + CALLS_AT_ONCE - 1) / CALLS_AT_ONCE);
    List<CompletableFuture<CheckAndMutateResult>> sent = new ArrayList<>(count);
    for (int first = 0; first < count; first += each) {
      sent.addAll(
          singleCalls.checkAndMutate(mutations.subList(first, Math.min(count, first + each))));
    }
    return sent;
  }

  /** Sends writes, which may be repeated; one alone by the shortest way. */
  List<? extends CompletableFuture<?>> sendAll(List<Row> writes) {
    Row first = writes.get(0);
    return writes.size() > 1
        ? calls.<Object>batch(writes)
        : first instanceof Put put
            ? List.of(calls.put(put))
            : first instanceof Delete delete
                ? List.of(calls.delete(delete))
                : List.of(calls.mutateRow((RowMutations) first));
  }

  /** The name in HBase of a family, by its index in the layout; not to be changed. */
  byte[] family(int index) {
    return families[index];
  }

  /** Refuses a value of a family that HBase does not take, its key among its bytes. */
  void requireLength(int family, byte[] rowKey, byte[] value, int maxCellLength) {
    int most = maxCellLength - rowKey.length - HBaseEngine.CELL_OVERHEAD;
    if (value.length > most) {
      throw new StoreException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot write a row of %s: found %,d bytes in family %s, expected at most %,d; put large columns into families of their own"
              .formatted(layout.name(), value.length, layout.families().get(family).name(), most));
    }
  }

  /** The timestamp of what is written at {@code version}. */
  static long timestamp(long version) {
    return version / VERSION_STEP;
  }

  static byte[] bytes(RowStamp stamp) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(stamp.version())
        .putLong(stamp.nonce())
        .array();
  }

  /** Which families are read: the first and these. */
  boolean[] reading(Set<String> names) {
    boolean[] read = new boolean[families.length];
    read[0] = true;
    for (String name : names) {
      read[layout.familyIndex(name)] = true;
    }
    return read;
  }

  /** A read of these families. */
  Get get(byte[] rowKey, boolean[] read) {
    if (plain != null) {
      return plain.get(rowKey);
    }
    Get get = new Get(rowKey);
    for (int family = 0; family < read.length; family++) {
      if (read[family]) {
        get.addColumn(families[family], VALUE);
      }
    }
    return get;
  }

  /** A read of everything that a write depends on. */
  Get getForWrite(byte[] rowKey) {
    if (plain != null) {
      return plain.get(rowKey);
    }
    Get get = new Get(rowKey).addColumn(families[0], STAMP);
    for (byte[] family : families) {
      get.addColumn(family, VALUE);
    }
    return get;
  }

  /** A scan of these families, of any range. */
  Scan scan(boolean[] read) {
    if (plain != null) {
      return plain.scan();
    }
    Scan scan = new Scan();
    for (int family = 0; family < read.length; family++) {
      if (read[family]) {
        scan.addColumn(families[family], VALUE);
      }
    }
    return scan;
  }

  /**
   * What was read of a row; null for none that {@code reader} sees.
   *
   * @param key that the row key was made of; null when it is to be decoded
   */
  @Nullable StoredRow row(RowReader reader, @Nullable Key key, byte[] rowKey, Result result) {
    if (plain != null) {
      return plain.row(rowKey, result);
    }
    Cell[] cells = result.rawCells();
    if (families.length == 1 && cells != null && cells.length == 1) {
      Cell cell = cells[0]; // Its column is the value: a read asks for no other.
      int start = cell.getValueOffset();
      int stop = start + cell.getValueLength();
      return reader.rowFrom(key, rowKey, cell.getValueArray(), start, stop);
    }
    byte[] @Nullable [] values = values(result);
    if (values[0] == null) {
      return null;
    }
    return key == null ? reader.row(rowKey, values) : reader.row(key, rowKey, values);
  }

  /** A row that was read just now, to be changed. */
  PlannedRow change(byte[] rowKey, Result stored) {
    return plain == null
        ? ConditionalMutation.of(this, rowKey, stored)
        : new PlainRowChange(plain, layout.name(), rowKey, plain.row(rowKey, stored));
  }

  /**
   * The row of a batch as its writer knows it, to be changed; null when that is not known. A lone
   * put that expects no row knows it: the condition of its mutation says the same.
   */
  @Nullable PlannedRow change(byte[] rowKey, WriteBatch batch) {
    RowWrite first = batch.writes().get(0);
    StoredRow found = first.found();
    boolean makesRow =
        batch.size() == 1
            && first instanceof RowWrite.Put
            && first.expectedVersion() == WriteBatch.ABSENT;
    if (found == null && !makesRow) {
      return null;
    }
    return plain == null
        ? ConditionalMutation.of(this, rowKey, found)
        : new PlainRowChange(plain, layout.name(), rowKey, found);
  }

  /** The bytes of the values of a result. */
  static long length(Result result) {
    long length = 0;
    for (Cell cell : result.rawCells()) {
      length += cell.getValueLength();
    }
    return length;
  }

  /**
   * The values of the families of a row, null for those that hold nothing of it. The result is gone
   * through once, as it is read from many rows.
   */
  byte[] @Nullable [] values(Result result) {
    byte[] @Nullable [] values = new byte[families.length][];
    Cell[] cells = result.rawCells();
    if (cells != null) {
      for (Cell cell : cells) {
        if (isValue(cell)) {
          values[family(cell)] = CellUtil.cloneValue(cell);
        }
      }
    }
    return values;
  }

  private static boolean isValue(Cell cell) {
    return cell.getQualifierLength() == VALUE.length
        && cell.getQualifierArray()[cell.getQualifierOffset()] == VALUE[0];
  }

  private int family(Cell cell) {
    int family = 0;
    while (family < families.length - 1 && !CellUtil.matchingFamily(cell, families[family])) {
      family++;
    }
    return family;
  }
}
