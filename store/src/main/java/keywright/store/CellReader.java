package keywright.store;

import java.util.HexFormat;

/**
 * Reads the cells of a value, front to back, then those of another; see {@link CellCodec} for the
 * layout. Used by one thread.
 */
final class CellReader {
  private static final int CELL_FLAGS =
      CellCodec.OWN_VERSION | CellCodec.WRITE_TIME | CellCodec.EXPIRY | CellCodec.DELETED;

  private static final byte[] NOTHING = {};

  private final TableLayout layout;
  private int family;
  private byte[] rowKey = NOTHING;
  private byte[] bytes = NOTHING;
  private int offset;

  private long baseVersion;
  private long rowExpiryMillis;
  private long createdMicros;

  private int columnId;
  private long version;
  private long writeTimeMicros;
  private long expiryMillis;
  private boolean deleted;
  private int bodyStart;

  /** A reader of no value; {@link #start} gives it one. */
  CellReader(TableLayout layout) {
    this.layout = layout;
  }

  CellReader(TableLayout layout, int family, byte[] rowKey, byte[] bytes) {
    this.layout = layout;
    start(family, rowKey, bytes);
  }

  /** Reads the head of a value and goes before its first cell. */
  void start(int family, byte[] rowKey, byte[] bytes) {
    this.family = family;
    this.rowKey = rowKey;
    this.bytes = bytes;
    int format = bytes.length == 0 ? -1 : bytes[0];
    if (format != CellCodec.FORMAT && format != CellCodec.FORMAT_WITH_HEAD) {
      throw error(
          0,
          format < 0 ? "no format" : "format " + format,
          "format " + CellCodec.FORMAT + " or " + CellCodec.FORMAT_WITH_HEAD,
          format > CellCodec.FORMAT_WITH_HEAD ? "; use the newer release that wrote it" : "");
    }
    offset = 1;
    baseVersion = varint();
    int flags = format == CellCodec.FORMAT ? 0 : flags(CellCodec.ROW_EXPIRY | CellCodec.CREATED);
    rowExpiryMillis = (flags & CellCodec.ROW_EXPIRY) != 0 ? flagged() : 0;
    createdMicros = (flags & CellCodec.CREATED) != 0 ? flagged() : 0;
    columnId = 0;
    version = 0;
    writeTimeMicros = 0;
  }

  /** What the head of the value says. */
  RowHead head() {
    return new RowHead(baseVersion, rowExpiryMillis, createdMicros);
  }

  /** Whether the row of a marker has expired. */
  boolean isRowPast(long nowMillis) {
    return Expiry.isPast(rowExpiryMillis, nowMillis);
  }

  /** Goes to the next cell; false at the end. */
  boolean next() {
    if (offset == bytes.length) {
      return false;
    }
    int start = offset;
    int lastId = columnId;
    long lastTimestamp = timestamp();
    long tag = varint();
    long id = tag >>> 1;
    if (id < 1 || id > Integer.MAX_VALUE) {
      throw error(start, "column id " + id, "one from 1 to " + Integer.MAX_VALUE);
    }
    columnId = (int) id;
    readFlags((tag & 1) != 0 ? flags(CELL_FLAGS) : 0);
    if (columnId < lastId || (columnId == lastId && timestamp() >= lastTimestamp)) {
      throw error(start, "column id " + id + " after " + lastId, "cells sorted by id and time");
    }
    if (deleted) {
      bodyStart = offset;
      return true;
    }
    int lengthOffset = offset;
    long length = varint();
    if (length < 0 || length > bytes.length - offset) {
      throw error(
          lengthOffset,
          "a length of " + length,
          "at most the " + (bytes.length - offset) + " left");
    }
    bodyStart = offset;
    offset += (int) length;
    return true;
  }

  private int flags(int known) {
    int at = offset;
    int flags = octet();
    if ((flags & ~known) != 0) {
      throw error(
          at, "flags " + flags, "at most " + known, "; use the newer release that wrote it");
    }
    if (flags == 0) {
      throw error(at, "flags 0", "at least one flag");
    }
    int deletedAndExpiring = CellCodec.DELETED | CellCodec.EXPIRY;
    if ((flags & deletedAndExpiring) == deletedAndExpiring) {
      throw error(at, "flags " + flags, "no expiry of what is deleted");
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
      throw error(at, "0 behind a flag", "another number or no flag");
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
    Object value = CellValues.decode(column.type(), bytes, bodyStart, offset);
    if (value == null) {
      throw error(
          bodyStart,
          HexFormat.of().formatHex(bytes, bodyStart, offset) + " in " + column.name(),
          column.type().toString());
    }
    return value;
  }

  private int octet() {
    if (offset == bytes.length) {
      throw error(offset, "the end", "more bytes");
    }
    return bytes[offset++] & 0xFF;
  }

  private long varint() {
    int start = offset;
    if (start < bytes.length && bytes[start] >= 0) {
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
          throw error(start, "a number with needless bytes", "its shortest form");
        }
        return value;
      }
    }
  }

  private StoreException error(int at, String found, String expected) {
    return error(at, found, expected, "");
  }

  private StoreException error(int at, String found, String expected, String mend) {
    return new StoreException(
        "cannot read a row of "
            + layout.name()
            + ": found "
            + found
            + " at offset "
            + at
            + ", expected "
            + expected
            + " (family "
            + layout.families().get(family).name()
            + ", row key "
            + HexFormat.of().formatHex(rowKey)
            + ")"
            + mend);
  }
}
