package keywright.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the bytes of rows, for engines that store bytes. A row has one encoded value
 * for each family.
 *
 * <p>Layout:
 *
 * <pre>
 * value     := head cell*
 * head      := 01 version | 02 version row-flags row-extra*    the version is the row's when the value was written
 * row-flags := 1 expiry | 2 created | 4 nonce | 8 mark
 * row-extra := milliseconds since 1970 | microseconds since 1970 | nonce | mark
 * mark      := 01 | 02 move row-key version nonce | 03 move row-key    tombstone | move intent | forwarding record
 * row-key   := length bytes                            of the other row of the move
 * cell      := tag [flags extra*] [length body]                a deleted one has no length and body
 * tag       := 2 * column id, + 1 when flags follow
 * flags     := 1 own version | 2 write time | 4 expiry | 8 deleted; what is not set takes no bytes
 * extra     := cell version less version (zigzag) | microseconds since 1970 | milliseconds since 1970
 * body      := raw UTF-8 for text, raw bytes for blob, the ascending KW1 body for all other types
 * </pre>
 *
 * Numbers are varints: seven bits a byte, lowest first, the top bit is set in all bytes except the
 * last, and the number has as few bytes as possible. Cells are sorted by column id. Several cells
 * of one column are sorted by falling {@link Cell#timestamp}, and the first cell has the current
 * value. Cells of unknown columns are skipped by reads and kept by writes.
 *
 * <p>The value of the first family is the marker of the row. The marker is stored as long as the
 * row exists, even if it has no cells. The head of the marker is the head of the row. The marker
 * has format 2 only if the row has an expiry, a time of creation, a nonce or a mark. In other
 * families a value without cells is not stored.
 *
 * <p>Example, version 5 with {@code name text} (id 1) = 'ann' and {@code total int} (id 2) = -1:
 * {@code 01 05 02 03 616e6e 04 04 7fffffff}. After a write of total = 7 at version 9: {@code 01 09
 * 03 01 07 03 616e6e 04 04 80000007}; the name keeps its version 5, which is stored as the
 * difference -4. In a family that keeps two versions the same write leaves {@code 01 09 03 01 07 03
 * 616e6e 04 04 80000007 05 01 07 04 7fffffff}, and in a row that expires at millisecond 200 its
 * marker begins {@code 02 09 01 c801}. The marker of a deleted row of version 9 and nonce 5 is
 * {@code 02 09 0c 05 01}; of one that moved to row key {@code 80000002}, as move 7, {@code 02 09 0c
 * 05 03 07 04 80000002}.
 *
 * <p>Bytes that are not of this layout are refused by a {@link StoreException} that names the
 * table, the family, the row key in hex and the offset. The class has no state.
 */
public final class CellCodec {
  static final int FORMAT = 1;
  static final int FORMAT_WITH_HEAD = 2;
  static final int ROW_EXPIRY = 1;
  static final int CREATED = 2;
  static final int NONCE = 4;
  static final int MARK = 8;
  static final int OWN_VERSION = 1;
  static final int WRITE_TIME = 2;
  static final int EXPIRY = 4;
  static final int DELETED = 8;

  private static final byte[] NO_KEY = {};

  private CellCodec() {}

  /**
   * Decodes the head of a row.
   *
   * @param rowKey the row key, for error messages
   * @param marker the encoded value of the first family
   * @throws StoreException if the bytes are not of the layout above
   */
  public static RowHead head(TableLayout layout, byte[] rowKey, byte[] marker) {
    return new CellReader(layout, 0, rowKey, marker).head();
  }

  /**
   * Computes the encoded value of a family after a put, by the rules of {@link
   * WriteBatch#put(TableLayout, keywright.key.Key, long, RowHead, java.util.Collection)}.
   *
   * @param family the index of the family in the layout
   * @param value the encoded value of the family before the put; null if the family has no value,
   *     or if the row has expired
   * @param nowMillis the time of the write, in milliseconds since 1970
   * @return the encoded value after the put; null if the family then has no value to store
   */
  public static byte @Nullable [] merge(
      RowWrite.Put put, int family, byte[] rowKey, byte @Nullable [] value, long nowMillis) {
    CellWriter out = merged(put, family, rowKey, value, nowMillis);
    return out.isEmpty() && family != 0 ? null : out.toBytes();
  }

  /**
   * Computes the encoded value of a family after a put into a row that the writer has read, or that
   * does not exist, as {@link #merge(RowWrite.Put, int, byte[], byte[], long)} does.
   *
   * @param out gets the value, with its length in bytes as a varint before it
   * @return the index in {@code out} of the first byte of the value; -1 if the family then has no
   *     value to store, and {@code out} is not changed
   */
  public static int merge(RowWrite.Put put, int family, long nowMillis, WriteBuffer out) {
    StoredRow found = put.found();
    CellWriter made =
        found == null
            ? merged(put, family, NO_KEY, null, nowMillis)
            : merged(put, family, found.sharedRowKey(), found.bytes(family), nowMillis);
    return made.isEmpty() && family != 0 ? -1 : made.addTo(out);
  }

  /**
   * Encodes the value of a family of a row that is put as a whole.
   *
   * @param family the index of the family in the layout
   * @param out gets the value, with its length in bytes as a varint before it
   * @return the index in {@code out} of the first byte of the value; -1 if the family has no value
   *     to store, and {@code out} is not changed
   */
  public static int encode(RowWrite.Whole row, int family, WriteBuffer out) {
    TableLayout layout = row.layout();
    if (family != 0 && !row.hasValues(family)) {
      return -1;
    }
    CellWriter made =
        CellWriter.ofThread(family == 0 ? row.head() : RowHead.of(row.head().version()));
    for (int index = 0; index < layout.columnCount(); index++) {
      Object value = layout.familyAt(index) == family ? row.value(index) : null;
      if (value != null) {
        made.putPlain(layout.columnAt(index), layout.bodyAt(index), value);
      }
    }
    return made.addTo(out);
  }

  private static CellWriter merged(
      RowWrite.Put put, int family, byte[] rowKey, byte @Nullable [] value, long nowMillis) {
    TableLayout layout = put.layout();
    CellReader old = value == null ? null : new CellReader(layout, family, rowKey, value);
    RowHead head =
        family == 0 ? put.head(old == null ? null : old.head()) : RowHead.of(put.newVersion());
    CellWriter out = CellWriter.ofThread(head);
    CellMerge merge = new CellMerge(out, layout.families().get(family).versions(), nowMillis);
    boolean more = old != null && old.next();
    List<Cell> cells = put.cells();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      if (layout.familyOf(cell.columnId()) != family) {
        continue;
      }
      while (old != null && more && isBefore(old, cell)) {
        merge.take(old, layout.column(old.columnId()) == null);
        more = old.next();
      }
      if (old != null && more && isAt(old, cell)) {
        more = old.next();
      }
      merge.take(cell, layout);
    }
    while (old != null && more) {
      merge.take(old, layout.column(old.columnId()) == null);
      more = old.next();
    }
    return out;
  }

  private static boolean isBefore(CellReader old, Cell cell) {
    return old.columnId() < cell.columnId()
        || (old.columnId() == cell.columnId() && old.timestamp() > cell.timestamp());
  }

  private static boolean isAt(CellReader old, Cell cell) {
    return old.columnId() == cell.columnId() && old.timestamp() == cell.timestamp();
  }
}
