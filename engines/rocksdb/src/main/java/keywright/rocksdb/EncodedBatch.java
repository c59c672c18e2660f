package keywright.rocksdb;

import java.util.Arrays;
import java.util.Map;
import keywright.store.CellCodec;
import keywright.store.RowWrite;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A batch in the bytes that RocksDB has in its log, made before any row is locked: of rows that are
 * put as a whole or removed, and of rows that are as their writer found them. One call takes the
 * bytes to RocksDB, however many rows there are. Used by one thread at a time.
 *
 * <pre>
 * batch  := sequence (8, zero) count (4, little-endian) change*
 * change := 05 family key value | 04 family key              a put, and a delete
 * family := the id of the column family                      a varint, as are lengths
 * key    := length bytes
 * value  := length bytes
 * </pre>
 */
final class EncodedBatch {
  private static final ThreadLocal<EncodedBatch> OF_THREAD =
      ThreadLocal.withInitial(EncodedBatch::new);

  private static final int DELETE = 4;
  private static final int PUT = 5;

  /** Larger buffers are not kept for a thread. */
  private static final int KEPT_BYTES = 1 << 19;

  private static final int KEPT_ROWS = 1 << 13;

  /** Larger batches are written row by row, so that no second copy of them is on the heap. */
  private static final int MAX_BYTES = 1 << 21;

  /** So many are compared one by one, which takes less than a hash table is worth. */
  private static final int FEW = 16;

  private static final byte[] NO_HEADER = new byte[LogRecords.WRITE_HEADER_LENGTH];

  private final WriteBuffer out = new WriteBuffer(256);

  /** How many changes. */
  private int count;

  /** How many rows, a row again for each write of it. */
  private int rows;

  /** The hash code of each row. */
  private int[] hashes = new int[FEW];

  /** Whether each row must be as its writer found it. */
  private boolean[] expected = new boolean[FEW];

  private boolean expectsAny;

  /** The layouts of the last tables, and the tables. */
  private final @Nullable TableLayout[] layouts = new @Nullable TableLayout[4];

  private final @Nullable RocksTable[] tables = new @Nullable RocksTable[layouts.length];
  private int nextTable;

  /** Where the last put is in the buffer. */
  private int keyStart;

  private int keyStop;
  private int valueStart;
  private @Nullable ColumnFamilyHandle family;

  EncodedBatch() {}

  /** An empty one of this thread; it must be cleared before the next one is asked for. */
  static EncodedBatch ofThread() {
    return OF_THREAD.get();
  }

  /** Forgets the batch. */
  void clear() {
    out.clear(KEPT_BYTES);
    if (hashes.length > KEPT_ROWS) {
      hashes = new int[FEW];
      expected = new boolean[FEW];
    }
    Arrays.fill(layouts, null);
    Arrays.fill(tables, null);
    family = null;
    count = 0;
    rows = 0;
    expectsAny = false;
  }

  /**
   * Encodes a batch; false if it is too large, or has a write for which the stored row must be
   * read.
   *
   * @param isMarked whether the rows that writes expect were read after a mark, so that {@link
   *     #isAsFound} can tell whether they still are as they were
   */
  boolean encode(
      Map<String, RocksTable> known, keywright.store.WriteBatch batch, boolean isMarked) {
    out.put(NO_HEADER, 0, NO_HEADER.length);
    for (RowWrite write : batch.changes()) {
      RocksTable table = table(known, write.layout());
      boolean isAlone = table.families().size() == 1;
      boolean expects = write.expectedVersion() != keywright.store.WriteBatch.ANY;
      boolean isKnown =
          expects
              ? isMarked && isAlone && isRead(write, batch.nowMillis())
              : !(write instanceof RowWrite.Put);
      if (!isKnown) {
        return false;
      }
      add(table, write, batch.nowMillis());
      if (keyStop - keyStart > RocksEngine.MAX_KEY_LENGTH || out.length() > MAX_BYTES) {
        return false;
      }
      addRow(RowLocks.hash(table.hash(), out.array(), keyStart, keyStop), expects);
    }
    return !expectsAny || !isAnyTwice();
  }

  /** Whether the writer says what is stored: nothing, or a row that has not expired since. */
  private static boolean isRead(RowWrite write, long nowMillis) {
    StoredRow found = write.found();
    return found == null
        ? write.expectedVersion() == keywright.store.WriteBatch.ABSENT
            && !(write instanceof RowWrite.Delete)
        : found.bytes(0) != null && !found.head().isExpired(nowMillis);
  }

  @SuppressWarnings("ReferenceEquality") // An equal layout is only slower.
  private RocksTable table(Map<String, RocksTable> known, TableLayout layout) {
    for (int i = 0; i < layouts.length; i++) {
      RocksTable table = tables[i];
      if (layouts[i] == layout && table != null) {
        return table;
      }
    }
    RocksTable table = RocksTable.find(known, layout.name());
    layouts[nextTable] = layout;
    tables[nextTable] = table;
    nextTable = (nextTable + 1) % layouts.length;
    return table;
  }

  private void add(RocksTable table, RowWrite write, long nowMillis) {
    int[] places = table.places(write.layout()); // Refuses a family that the table lacks.
    boolean isDelete = write instanceof RowWrite.Delete;
    out.octet(isDelete ? DELETE : PUT);
    out.varint(table.id(places[0]));
    keyStart = out.putKey(write.layout().keySchema(), write.key());
    keyStop = out.length();
    count++;
    if (write instanceof RowWrite.Put put) {
      valueStart = CellCodec.merge(put, 0, nowMillis, out);
    } else if (write instanceof RowWrite.Whole whole) {
      valueStart = CellCodec.encode(whole, 0, out);
    }
    family = isDelete ? null : table.handles().get(places[0]);
    for (int place = 0; table.families().size() > 1 && place < table.families().size(); place++) {
      if (place != places[0]) {
        addOther(table, place, places, write);
      }
    }
  }

  /** Puts the value of another family, or removes it. */
  private void addOther(RocksTable table, int place, int[] places, RowWrite write) {
    int start = out.length();
    count++;
    if (write instanceof RowWrite.Whole whole) {
      for (int index = 1; index < places.length; index++) {
        if (places[index] == place) {
          addKey(PUT, table, place);
          if (CellCodec.encode(whole, index, out) >= 0) {
            return;
          }
          out.truncate(start);
        }
      }
    }
    addKey(DELETE, table, place);
  }

  private void addKey(int tag, RocksTable table, int place) {
    out.octet(tag);
    out.varint(table.id(place));
    out.repeat(keyStart, keyStop);
  }

  private void addRow(int hash, boolean expects) {
    if (rows == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * rows);
      expected = Arrays.copyOf(expected, 2 * rows);
    }
    hashes[rows] = hash;
    expected[rows] = expects;
    expectsAny |= expects;
    rows++;
  }

  /** Whether a row is perhaps written twice: two have the same hash code. */
  private boolean isAnyTwice() {
    if (rows <= FEW) {
      for (int i = 1; i < rows; i++) {
        for (int j = 0; j < i; j++) {
          if (hashes[i] == hashes[j]) {
            return true;
          }
        }
      }
      return false;
    }
    int mask = (Integer.highestOneBit(rows) << 2) - 1;
    int[] byHash = new int[mask + 1]; // One more than the index of the row; 0 for none.
    for (int i = 0; i < rows; i++) {
      int at = hashes[i] & mask;
      while (byHash[at] != 0) {
        if (hashes[byHash[at] - 1] == hashes[i]) {
          return true;
        }
        at = (at + 1) & mask;
      }
      byHash[at] = i + 1;
    }
    return false;
  }

  /** The locks of the rows, ascending and each once. */
  int[] locks() {
    if (rows == 1) {
      return new int[] {RowLocks.of(hashes[0])};
    }
    int[] wanted = new int[rows];
    for (int i = 0; i < rows; i++) {
      wanted[i] = RowLocks.of(hashes[i]);
    }
    return RowLocks.distinct(wanted);
  }

  /** Whether the rows, whose locks are held, are as their writer found them after the mark. */
  boolean isAsFound(RowLocks locks, long mark) {
    for (int i = 0; i < rows; i++) {
      if (expected[i] && !locks.isUnwrittenSince(mark, RowLocks.of(hashes[i]))) {
        return false;
      }
    }
    return true;
  }

  void write(RocksDB db, WriteOptions options) throws RocksDBException {
    ColumnFamilyHandle one = family;
    if (count == 1 && one != null) {
      byte[] bytes = out.array();
      int keyLength = keyStop - keyStart;
      int valueLength = out.length() - valueStart;
      db.put(one, options, bytes, keyStart, keyLength, bytes, valueStart, valueLength);
      return;
    }
    byte[] bytes = out.toBytes();
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[NO_HEADER.length - Integer.BYTES + i] = (byte) (count >>> (8 * i));
    }
    try (WriteBatch changes = new WriteBatch(bytes)) {
      db.write(options, changes);
    }
  }

  /** How long the batch is, in bytes. */
  int length() {
    return out.length();
  }

  /** Adds the changes of another batch, but not its rows. */
  void addChanges(EncodedBatch other) {
    if (out.length() == 0) {
      out.put(NO_HEADER, 0, NO_HEADER.length);
    }
    out.put(other.out.array(), NO_HEADER.length, other.out.length());
    count += other.count;
  }
}
