package keywright.store;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row in the form for engines with typed columns. The newest value of each column is stored in a
 * typed column, and the stamp of the row in columns of its own. {@link #rest} contains all other
 * data of the row, such as older values; most rows have none. Immutable, if the caller does not
 * change the byte arrays.
 */
public final class TypedRow {
  private final RowStamp stamp;
  private final byte @Nullable [] rest;
  private final Map<Integer, Object> values;

  /**
   * Makes a row from its stored columns. The arrays and the map are not copied.
   *
   * @param stamp the version and the nonce of the row
   * @param rest the other data of the row, as {@link #rest()} returns it
   * @param values the newest value of each column, as {@link #values()} returns it
   */
  public TypedRow(RowStamp stamp, byte @Nullable [] rest, Map<Integer, Object> values) {
    this.stamp = stamp;
    this.rest = rest;
    this.values = values;
  }

  /**
   * Makes the row after a put, from the cells of the put alone.
   *
   * @return the row; null if the stored row before the put is not known, or if the row after the
   *     put has data besides its stamp and the values of its columns
   */
  public static @Nullable TypedRow of(RowWrite.Put put) {
    RowHead head = put.head();
    if (head == null
        || !head.equals(new RowHead(put.newVersion(), 0, 0, head.nonce(), RowMark.LIVE))
        || put.layout().keepsVersions()) {
      return null;
    }
    StoredRow found = put.found();
    TypedRow before = found == null ? null : found.typed();
    if (found == null ? put.expectedVersion() != WriteBatch.ABSENT : before == null) {
      return null;
    }
    Map<Integer, Object> values = new HashMap<>();
    int replaced = 0;
    int lastId = 0;
    for (Cell cell : put.cells()) {
      int id = cell.columnId();
      ColumnLayout column = put.layout().column(id);
      boolean isPlain =
          cell.version() == put.newVersion()
              && cell.writeTimeMicros() == 0
              && cell.expiryMillis() == 0;
      if (column == null || id == lastId || !isPlain) {
        return null;
      }
      Object value = cell.value();
      if (value != null) {
        values.put(id, column.type().convert(value));
      }
      replaced += before != null && before.values.containsKey(id) ? 1 : 0;
      lastId = id;
    }
    // What stays of the row before has the version of then.
    boolean isReplaced = before == null || replaced == before.values.size();
    return isReplaced ? new TypedRow(head.stamp(), null, values) : null;
  }

  /** The version and the nonce of the row. */
  public RowStamp stamp() {
    return stamp;
  }

  /**
   * The data of the row besides its newest values and its stamp, as bytes. For each family the
   * bytes contain the length of the family's bytes, as a varint, and then these bytes in the layout
   * of {@link CellCodec} with two differences: the first cell of a column has no length and body,
   * since its value is in {@link #values}, and there is no nonce. Null if the row has no such data:
   * it never expires, has no mark, and all its cells have the version of the row. The array is not
   * a copy.
   */
  public byte @Nullable [] rest() {
    return rest;
  }

  /**
   * The newest value of each column by column id. A column whose newest cell is deleted is not in
   * the map. Expired values are in the map.
   */
  public Map<Integer, Object> values() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * Makes a row from the encoded values of its families. Cells of columns that the layout does not
   * have are left out.
   *
   * @param families the encoded value of each family, in the order of the layout; null for a family
   *     without a value
   * @throws StoreException if the bytes cannot be decoded with the layout
   */
  public static TypedRow of(TableLayout layout, byte[] rowKey, byte[] @Nullable [] families) {
    Map<Integer, Object> values = new HashMap<>();
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    CellReader in = new CellReader(layout);
    RowHead head = RowHead.of(1);
    boolean plain = true;
    for (int family = 0; family < families.length; family++) {
      byte[] value = families[family];
      byte[] bytes = {};
      if (value != null) {
        in.start(family, rowKey, value);
        RowHead own = in.head();
        if (family == 0) {
          head = own;
        }
        plain &= own.equals(new RowHead(head.version(), 0, 0, own.nonce(), RowMark.LIVE));
        CellWriter out = new CellWriter(withNonce(own, 0));
        plain &= split(layout, in, head.version(), out, values);
        bytes = out.toBytes();
      }
      writeLength(bytes.length, rest);
      rest.writeBytes(bytes);
    }
    return new TypedRow(head.stamp(), plain ? null : rest.toByteArray(), values);
  }

  /**
   * Divides the cells of a family into values and the rest. Returns true if the rest is not needed:
   * each column has a single cell, with the version of the row, without a write time and without an
   * expiry.
   */
  private static boolean split(
      TableLayout layout,
      CellReader in,
      long version,
      CellWriter out,
      Map<Integer, Object> values) {
    boolean plain = true;
    int lastId = 0;
    while (in.next()) {
      int id = in.columnId();
      ColumnLayout column = layout.column(id);
      if (column != null && (id == lastId || in.isDeleted())) {
        out.copy(in);
        plain = false;
      } else if (column != null) {
        values.put(id, in.value(column));
        out.copyWithoutValue(in);
        plain &= in.version() == version && in.writeTimeMicros() == 0 && in.expiryMillis() == 0;
      }
      lastId = id;
    }
    return plain;
  }

  private static RowHead withNonce(RowHead head, long nonce) {
    return head.withStamp(new RowStamp(head.version(), nonce));
  }

  /**
   * Encodes the values of the families, as {@link RowReader} decodes them. This is the inverse of
   * {@link #of(TableLayout, byte[], byte[][])}.
   *
   * @param read for each family, by its index, whether it was read
   * @return the encoded value of each family, in the order of the layout; null for a family that
   *     was not read or has no value
   * @throws UnreadableRowException if the columns of the row contradict each other, for example
   *     because another client has written one of the columns
   */
  public byte[] @Nullable [] families(TableLayout layout, byte[] rowKey, boolean[] read) {
    byte[] @Nullable [] families = new byte[read.length][];
    if (rest == null) {
      for (int family = 0; family < read.length; family++) {
        families[family] = read[family] ? plainFamily(layout, family) : null;
      }
      return families;
    }
    CellReader in = new CellReader(layout, true);
    int offset = 0;
    for (int family = 0; family < read.length && offset < rest.length; family++) {
      int length = 0;
      int shift = 0;
      int octet;
      do {
        octet = rest[offset++];
        length |= (octet & 0x7F) << shift;
        shift += 7;
      } while (octet < 0 && offset < rest.length && shift < Integer.SIZE);
      if (length < 0 || length > rest.length - offset) {
        throw unreadable(layout, rowKey, "a length of " + length, "the bytes of a family");
      }
      if (read[family] && length > 0) {
        in.start(family, rowKey, Arrays.copyOfRange(rest, offset, offset + length));
        families[family] = joined(layout, rowKey, family, in);
      }
      offset += length;
    }
    if (read[0] && families[0] == null) {
      throw unreadable(layout, rowKey, "no marker", "the bytes of the first family");
    }
    return families;
  }

  private byte @Nullable [] plainFamily(TableLayout layout, int family) {
    RowHead head = RowHead.of(stamp.version());
    CellWriter out = new CellWriter(family == 0 ? head.withStamp(stamp) : head);
    List<ColumnLayout> columns = new ArrayList<>(layout.families().get(family).columns());
    columns.sort(Comparator.comparingInt(ColumnLayout::id));
    for (ColumnLayout column : columns) {
      Object value = values.get(column.id());
      if (value != null) {
        out.put(
            new Cell(column.id(), value, stamp.version(), 0, 0), CellValues.encode(column, value));
      }
    }
    return family > 0 && out.isEmpty() ? null : out.toBytes();
  }

  private byte[] joined(TableLayout layout, byte[] rowKey, int family, CellReader in) {
    RowHead head = in.head();
    if (family == 0 && head.version() != stamp.version()) {
      throw unreadable(layout, rowKey, "version " + stamp.version(), "version " + head.version());
    }
    CellWriter out = new CellWriter(family == 0 ? withNonce(head, stamp.nonce()) : head);
    int lastId = 0;
    while (in.next()) {
      int id = in.columnId();
      ColumnLayout column = layout.column(id);
      if (column != null && (id == lastId || in.isDeleted())) {
        out.copy(in);
      } else if (column != null) {
        Object value = values.get(id);
        if (value == null) {
          throw unreadable(layout, rowKey, "no value of " + column.name(), "a value");
        }
        out.put(
            new Cell(id, value, in.version(), in.writeTimeMicros(), in.expiryMillis()),
            CellValues.encode(column, value));
      }
      lastId = id;
    }
    return out.toBytes();
  }

  private static UnreadableRowException unreadable(
      TableLayout layout, byte[] rowKey, String found, String expected) {
    return new UnreadableRowException(
        rowKey,
        "cannot read a row of %s: found %s, expected %s (row key %s); a client other than Keywright has probably written the row; correct or delete the row with that client"
            .formatted(layout.name(), found, expected, HexFormat.of().formatHex(rowKey)));
  }

  private static void writeLength(int length, ByteArrayOutputStream out) {
    int left = length;
    while (left >= 0x80) {
      out.write((left & 0x7F) | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }
}
