package keywright.hbase;

import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.StoreException;
import keywright.store.UnreadableRowException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The values of a column as HBase's {@code Bytes.toBytes} writes them, which are the bytes that
 * {@code key_format = 'hbase'} gives a key of this one part. Other bytes are refused, except that
 * -0.0 is read as 0.0, and a NaN with a sign as NaN. Immutable.
 */
final class PlainValues {
  private static final int SHOWN_BYTES = 64;

  private final String table;
  private final ColumnLayout column;
  private final KeySchema form;

  /** The value that is written as no bytes, which a key cannot be; null for none. */
  private final @Nullable Object empty;

  /**
   * @throws StoreException for a type that has no such form
   */
  PlainValues(String table, ColumnLayout column) {
    this.table = table;
    this.column = column;
    this.empty =
        switch (column.type().toString()) {
          case "text" -> "";
          case "blob" -> new byte[0];
          default -> null;
        };
    try {
      form =
          KeySchema.of(
              List.of(new Column("value", column.type(), false)),
              KeyPart.parseList("value"),
              KeyFormat.of("hbase"));
    } catch (KeyException e) {
      throw new StoreException(
          "cannot attach table "
              + table
              + ": found column "
              + column.name()
              + " of type "
              + column.type()
              + ", expected one that HBase's Bytes.toBytes writes; declare it as blob",
          e);
    }
  }

  /**
   * @throws StoreException for a value that has no such form
   */
  byte[] encode(Object value) {
    if (empty != null && Type.same(empty, value)) {
      return new byte[0];
    }
    try {
      return form.encode(form.key(value));
    } catch (KeyException e) {
      throw new StoreException(
          "cannot write " + column.name() + " of " + table + ": " + e.getMessage(), e);
    }
  }

  /** The bytes that {@link #decode} reads as {@code value}: those of {@link #encode} first. */
  List<byte[]> forms(Object value) {
    byte[] bytes = encode(value);
    boolean hasBothSigns =
        (value instanceof Double || value instanceof Float)
            && hasNoSign(((Number) value).doubleValue());
    return hasBothSigns ? List.of(bytes, withOtherSign(bytes)) : List.of(bytes);
  }

  /**
   * @param rowKey of the row, for the message
   * @throws UnreadableRowException for bytes that are no value of the type
   */
  Object decode(byte[] rowKey, byte[] bytes) {
    if (bytes.length == 0 && empty != null) {
      return empty;
    }
    try {
      return Objects.requireNonNull(form.decode(canonical(bytes)).part(0));
    } catch (KeyException e) {
      throw new UnreadableRowException(
          rowKey,
          "cannot read "
              + column.name()
              + " of "
              + table
              + " as "
              + column.type()
              + ": found "
              + shown(bytes)
              + ", no value of this type (row key "
              + HexFormat.of().formatHex(rowKey)
              + "); to read the bytes, DROP the table, which keeps its rows, and ATTACH it with the column as blob",
          e);
    }
  }

  /** The bytes that {@link #encode} gives for the same number, if only the sign differs. */
  private byte[] canonical(byte[] bytes) {
    boolean hasNoSign =
        switch (column.type().toString()) {
          case "double" -> bytes.length == Double.BYTES && hasNoSign(Bytes.toDouble(bytes));
          case "float" -> bytes.length == Float.BYTES && hasNoSign(Bytes.toFloat(bytes));
          default -> false;
        };
    return hasNoSign && bytes[0] < 0 ? withOtherSign(bytes) : bytes;
  }

  private static boolean hasNoSign(double number) {
    return number == 0 || Double.isNaN(number);
  }

  private static byte[] withOtherSign(byte[] bytes) {
    byte[] other = bytes.clone();
    other[0] ^= (byte) 0x80;
    return other;
  }

  private static String shown(byte[] bytes) {
    return bytes.length == 0
        ? "a cell without bytes"
        : "the bytes "
            + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES))
            + (bytes.length > SHOWN_BYTES ? "…" : "");
  }
}
