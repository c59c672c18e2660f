package keywright.store;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cells of a value, front to back, then those of another; see {@link CellCodec} for the
 * layout. Used by one thread.
 */
final class CellReader {
  private static final String NEWER =
      "; another program or a newer release wrote the row: open the database with a newer release";

  private static final int CELL_FLAGS =
      CellCodec.OWN_VERSION | CellCodec.WRITE_TIME | CellCodec.EXPIRY | CellCodec.DELETED;

  private static final int ROW_FLAGS =
      CellCodec.ROW_EXPIRY | CellCodec.CREATED | CellCodec.NONCE | CellCodec.MARK;

  private static final byte[] NOTHING = {};

  private final TableLayout layout;

  /**
   * Whether the value of the first cell of a column is kept elsewhere, as {@link TypedRow} says.
   */
  private final boolean valuesElsewhere;

  private int family;
  private byte[] rowKey = NOTHING;
  private byte[] bytes = NOTHING;

  /** Where the value ends in the bytes. */
  private int limit;

  private int offset;

  private long baseVersion;

  /** What the head says; null if it has only the version. */
  private @Nullable RowHead head;

  private int columnId;
  private long version;
  private long writeTimeMicros;
  private long expiryMillis;
  private boolean deleted;
  private int bodyStart;

  /** A reader of no value; {@link #start} gives it one. */
  CellReader(TableLayout layout) {
    this(layout, false);
  }

  CellReader(TableLayout layout, boolean valuesElsewhere) {
    this.layout = layout;
    this.valuesElsewhere = valuesElsewhere;
  }

  CellReader(TableLayout layout, int family, byte[] rowKey, byte[] bytes) {
    this(layout, family, rowKey, bytes, bytes.length);
  }

  CellReader(TableLayout layout, int family, byte[] rowKey, byte[] bytes, int length) {
    this(layout, false);
    start(family, rowKey, bytes, length);
  }

  /** Reads the head of a value and goes before its first cell. */
  void start(int family, byte[] rowKey, byte[] bytes) {
    start(family, rowKey, bytes, bytes.length);
  }

  /**
   * Reads the head of a value and goes before its first cell.
   *
   * @param bytes has the value in its first {@code length} bytes
   */
  void start(int family, byte[] rowKey, byte[] bytes, int length) {
    this.family = family;
    this.rowKey = rowKey;
    this.bytes = bytes;
    this.limit = length;
    int format = length == 0 ? -1 : bytes[0];
    if (format != CellCodec.FORMAT && format != CellCodec.FORMAT_WITH_HEAD) {
      throw error(
          0,
          format < 0 ? "no format" : "format " + format,
          "format " + CellCodec.FORMAT + " or " + CellCodec.FORMAT_WITH_HEAD,
          format > CellCodec.FORMAT_WITH_HEAD ? NEWER : "");
    }
    offset = 1;
    baseVersion = varint();
    head = format == CellCodec.FORMAT ? null : headWithMore();
    columnId = 0;
    version = 0;
    writeTimeMicros = 0;
  }

  private RowHead headWithMore() {
    int flags = flags(ROW_FLAGS);
    long expiryMillis = (flags & CellCodec.ROW_EXPIRY) != 0 ? flagged() : 0;
    long createdMicros = (flags & CellCodec.CREATED) != 0 ? flagged() : 0;
    long nonce = (flags & CellCodec.NONCE) != 0 ? flagged() : 0;
    RowMark mark = (flags & CellCodec.MARK) != 0 ? mark() : RowMark.LIVE;
    return new RowHead(baseVersion, expiryMillis, createdMicros, nonce, mark);
  }

  private RowMark mark() {
    int start = offset;
    int code = octet();
    RowMark.Kind kind = RowMark.Kind.ofCode(code);
    if (kind == null) {
      throw error(start, "mark " + code, "1 to 3", NEWER);
    }
    if (kind == RowMark.Kind.TOMBSTONE) {
      return RowMark.TOMBSTONE;
    }
    int moveOffset = offset;
    long move = varint();
    if (move <= 0) {
      throw error(moveOffset, "move " + move, "a number above 0");
    }
    int length = length();
    byte[] other = Arrays.copyOfRange(bytes, offset, offset + length);
    offset += length;
    return kind == RowMark.Kind.MOVED
        ? RowMark.moved(move, other)
        : RowMark.pending(move, other, new RowStamp(varint(), varint()));
  }

  /** What the head of the value says. */
  RowHead head() {
    RowHead more = head;
    return more == null ? RowHead.of(baseVersion) : more;
  }

  /** Goes to the next cell; false at the end. */
  boolean next() {
    if (offset == limit) {
      return false;
    }
    int start = offset;
    int lastId = columnId;
    long lastTimestamp = timestamp();
    long tag = varint();
    long id = tag >>> 1;
    if (id < 1 || id > Integer.MAX_VALUE) {
      throw error(start, "column id " + id, "a number from 1 to " + Integer.MAX_VALUE);
    }
    columnId = (int) id;
    readFlags((tag & 1) != 0 ? cellFlags() : 0);
    if (columnId < lastId || (columnId == lastId && timestamp() >= lastTimestamp)) {
      throw error(start, "column id " + id + " after " + lastId, "cells sorted by id and time");
    }
    if (deleted || (valuesElsewhere && columnId != lastId)) {
      bodyStart = offset;
      return true;
    }
    int length = length();
    bodyStart = offset;
    offset += length;
    return true;
  }

  /** The length of what follows, all of which exists. */
  private int length() {
    int lengthOffset = offset;
    long length = varint();
    if (length < 0 || length > limit - offset) {
      throw error(
          lengthOffset, "a length of " + length, "at most the " + (limit - offset) + " bytes left");
    }
    return (int) length;
  }

  private int flags(int known) {
    int at = offset;
    int flags = octet();
    if ((flags & ~known) != 0) {
      throw error(at, "flags " + flags, "at most " + known, NEWER);
    }
    if (flags == 0) {
      throw error(at, "flags 0", "at least one flag");
    }
    return flags;
  }

  private int cellFlags() {
    int at = offset;
    int flags = flags(CELL_FLAGS);
    int deletedAndExpiring = CellCodec.DELETED | CellCodec.EXPIRY;
    if ((flags & deletedAndExpiring) == deletedAndExpiring) {
      throw error(at, "flags " + flags, "a deleted value without expiry");
    }
    return flags;
  }

  private void readFlags(int flags) {
    long zigzag = (flags & CellCodec.OWN_VERSION) != 0 ? flagged() : 0;
    version = baseVersion + ((zigzag >>> 1) ^ -(zigzag & 1));
    writeTimeMicros = (flags & CellCodec.WRITE_TIME) != 0 ? flagged() : 0;
    expiryMillis = (flags & CellCodec.EXPIRY) != 0 ? flagged() : 0;
    deleted = (flags & CellCodec.DELETED) != 0;
  }

  /** A number whose flag is set; 0 would not need one. */
  private long flagged() {
    int at = offset;
    long number = varint();
    if (number == 0) {
      throw error(at, "0 after a flag", "another number or no flag");
    }
    return number;
  }

  int columnId() {
    return columnId;
  }

  long version() {
    return version;
  }

  long writeTimeMicros() {
    return writeTimeMicros;
  }

  long expiryMillis() {
    return expiryMillis;
  }

  long timestamp() {
    return writeTimeMicros == 0 ? version : writeTimeMicros;
  }

  boolean isDeleted() {
    return deleted;
  }

  /** Whether the cell holds no value that a reader at {@code nowMillis} sees. */
  boolean isDead(long nowMillis) {
    return deleted || Expiry.isPast(expiryMillis, nowMillis);
  }

  byte[] bytes() {
    return bytes;
  }

  int bodyStart() {
    return bodyStart;
  }

  int bodyStop() {
    return offset;
  }

  /** The cell that {@link #next} went to, without its value. */
  Cell withoutValue() {
    return new Cell(columnId, null, version, writeTimeMicros, 0);
  }

  /** The cell that {@link #next} went to, which is of {@code column} and not deleted. */
  Cell cell(ColumnLayout column) {
    return new Cell(columnId, value(column), version, writeTimeMicros, expiryMillis);
  }

  /**
   * The value of the cell that {@link #next} went to, which is of {@code column} and not deleted.
   */
  Object value(ColumnLayout column) {
    return value(column, CellValues.body(column));
  }

  /** As {@link #value(ColumnLayout)}, of the column at an index of the layout. */
  Object valueAt(int index) {
    return value(layout.columnAt(index), layout.bodyAt(index));
  }

  private Object value(ColumnLayout column, CellValues.Body body) {
    Object value = CellValues.decode(body, column.type(), bytes, bodyStart, offset);
    if (value == null) {
      throw error(
          bodyStart,
          HexFormat.of().formatHex(bytes, bodyStart, offset) + " in " + column.name(),
          column.type().toString());
    }
    return value;
  }

  private int octet() {
    if (offset == limit) {
      throw error(offset, "the end", "more bytes");
    }
    return bytes[offset++] & 0xFF;
  }

  private long varint() {
    int start = offset;
    if (start < limit && bytes[start] >= 0) {
      offset++;
      return bytes[start];
    }
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int octet = octet();
      if (shift == 63 && octet > 1) {
        throw error(start, "a number of more than 64 bits", "at most 64");
      }
      value |= (long) (octet & 0x7F) << shift;
      if (octet < 0x80) {
        if (octet == 0 && shift > 0) {
          throw error(start, "a number with unneeded bytes", "its shortest form");
        }
        return value;
      }
    }
  }

  private StoreException error(int at, String found, String expected) {
    return error(at, found, expected, "");
  }

  private StoreException error(int at, String found, String expected, String hint) {
    return new UnreadableRowException(
        rowKey,
        "cannot read a row of "
            + layout.name()
            + ": found "
            + found
            + " at byte "
            + at
            + " of family "
            + layout.families().get(family).name()
            + ", expected "
            + expected
            + " (row key "
            + HexFormat.of().formatHex(rowKey)
            + ")"
            + hint
            + UnreadableRowException.advice(layout));
  }
}
