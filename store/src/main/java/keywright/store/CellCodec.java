package keywright.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a row in engines that store bytes: one value per row and family.
 *
 * <p>Layout:
 *
 * <pre>
 * value  := 01 version cell*          01 is this format; version is the row's when the value was written
 * cell   := tag [flags extra*] length body
 * tag    := 2 * column id, + 1 when flags follow
 * flags  := 1 own version | 2 write time | 4 expiry; a flag that is not set takes no bytes
 * extra  := cell version less version (zigzag) | microseconds since 1970 | milliseconds since 1970
 * body   := raw UTF-8 for text, raw bytes for blob, the ascending KW1 body for all other types
 * </pre>
 *
 * Numbers are varints: seven bits a byte, lowest first, the top bit set in all bytes but the last,
 * without needless bytes. Cells are sorted by column id; several of one column have falling
 * versions and the first counts. Cells of unknown columns are skipped when read and kept when
 * written over.
 *
 * <p>The value of the first family is the row's marker: it is there, without cells if need be, as
 * long as the row is, and its version is the row's. In other families a value without cells is not
 * stored.
 *
 * <p>Example, version 5 with {@code name text} (id 1) = 'ann' and {@code total int} (id 2) = -1:
 * {@code 01 05 02 03 616e6e 04 04 7fffffff}. After a write of total = 7 at version 9: {@code 01 09
 * 03 01 07 03 616e6e 04 04 80000007}; the name keeps its version 5 as -4.
 *
 * <p>Bytes that are not of this layout are refused by a {@link StoreException} that names the
 * table, the family, the row key in hex and the offset. The class has no state.
 */
public final class CellCodec {
  static final int FORMAT = 1;
  static final int OWN_VERSION = 1;
  static final int WRITE_TIME = 2;
  static final int EXPIRY = 4;

  private CellCodec() {}

  /** The version of the row whose value in the first family is {@code marker}. */
  public static long version(TableLayout layout, byte[] rowKey, byte[] marker) {
    return new CellReader(layout, 0, rowKey, marker).baseVersion();
  }

  /**
   * The value of a family after {@code put}.
   *
   * @param family the index of the family in the layout
   * @param value the value before, null for none
   * @return null when nothing is to be stored
   */
  public static byte @Nullable [] merge(
      RowWrite.Put put, int family, byte[] rowKey, byte @Nullable [] value) {
    TableLayout layout = put.layout();
    CellWriter out = new CellWriter(put.newVersion());
    CellReader old = value == null ? null : new CellReader(layout, family, rowKey, value);
    boolean more = old != null && old.next();
    for (Map.Entry<Integer, @Nullable Object> change : put.cells().entrySet()) {
      int id = change.getKey();
      if (layout.familyOf(id) != family) {
        continue;
      }
      while (old != null && more && old.columnId() <= id) {
        if (old.columnId() < id) {
          out.copy(old);
        }
        more = old.next();
      }
      ColumnLayout column = layout.column(id);
      Object replacement = change.getValue();
      if (replacement != null && column != null) {
        out.put(id, CellValues.encode(column, replacement));
      }
    }
    while (old != null && more) {
      out.copy(old);
      more = old.next();
    }
    return out.isEmpty() && family != 0 ? null : out.toBytes();
  }

  /**
   * The row that these values hold.
   *
   * @param values by index of the family in the layout; null where the family was not read or holds
   *     nothing for the row, never null for the first
   */
  public static StoredRow row(TableLayout layout, byte[] rowKey, byte[] @Nullable [] values) {
    List<Cell> cells = new ArrayList<>();
    long version = 0;
    for (int family = 0; family < values.length; family++) {
      byte[] value = values[family];
      if (value != null) {
        CellReader in = new CellReader(layout, family, rowKey, value);
        version = family == 0 ? in.baseVersion() : version;
        readCells(layout, in, cells);
      }
    }
    return StoredRow.of(layout, rowKey, version, cells);
  }

  private static void readCells(TableLayout layout, CellReader in, List<Cell> cells) {
    int lastId = 0;
    while (in.next()) {
      ColumnLayout column = layout.column(in.columnId());
      if (column != null && in.columnId() != lastId) {
        cells.add(in.cell(column));
      }
      lastId = in.columnId();
    }
  }
}
