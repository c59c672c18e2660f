package keywright.key;

import java.util.Arrays;

/**
 * A cursor over a row key that undoes the complement of descending parts. Not shared between
 * threads.
 */
final class KeyReader {
  private static final int SHOWN_BYTES = 64;

  private final byte[] bytes;
  private final int end;
  private final int start;
  private int offset;
  private int mask;
  private int part;
  private boolean isValue;
  private String partName = "";

  KeyReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** A reader of {@code [from, to)}, whose errors speak of offsets in {@code bytes}. */
  KeyReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.start = from;
    this.offset = from;
    this.end = to;
  }

  /** What follows belongs to part {@code index} and is complemented when {@code descending}. */
  void startPart(int index, String name, boolean descending) {
    part = index;
    partName = name;
    mask = descending ? -1 : 0;
  }

  /** The bytes are those of one value of {@code type}, which belongs to no row key. */
  void startValue(String type) {
    startPart(0, type, false);
    isValue = true;
  }

  int offset() {
    return offset;
  }

  /** The bytes that are left. */
  int remaining() {
    return end - offset;
  }

  /** What follows is complemented once more, or no more. */
  void complement() {
    mask = ~mask;
  }

  /** The next byte, which is not taken. */
  int peek() {
    need(1);
    return (bytes[offset] ^ mask) & 0xFF;
  }

  /** A null marker, which is never complemented. */
  int marker() {
    need(1);
    return bytes[offset++] & 0xFF;
  }

  /** Refuses a row key that does not have {@code count} more bytes. */
  void need(int count) {
    if (end - offset < count) {
      throw error(
          "needs "
              + count
              + (count == 1 ? " byte" : " bytes")
              + " from byte "
              + place(offset)
              + " on, found "
              + (end - offset),
          offset);
    }
  }

  /** The next {@code count} bytes as an unsigned big-endian number. */
  long bits(int count) {
    need(count);
    long value = Kw1Bytes.bits(bytes, offset, count) ^ mask;
    offset += count;
    return count == 8 ? value : value & (1L << (8 * count)) - 1;
  }

  byte[] bytes(int count) {
    need(count);
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + count);
    offset += count;
    for (int i = 0; i < count; i++) {
      copy[i] ^= (byte) mask;
    }
    return copy;
  }

  /** An escaped body, without its escapes and terminator. */
  byte[] escaped() {
    int stop = Kw1Text.end(bytes, offset, end, mask);
    if (stop == Kw1Text.MISFIT) {
      throw escapeError();
    }
    byte[] body = Kw1Text.blob(bytes, offset, stop, mask);
    offset = stop;
    return body;
  }

  private KeyException escapeError() {
    int start = offset;
    int at = start;
    while (true) {
      if (at + 1 >= end) {
        return error("has no terminator 00 01 from byte " + place(start) + " on", start);
      }
      if (((bytes[at] ^ mask) & 0xFF) != 0) {
        at++;
        continue;
      }
      int next = (bytes[at + 1] ^ mask) & 0xFF;
      if (next != 0xFF) {
        return error(
            "holds 00 "
                + BlobType.hex(next)
                + " at byte "
                + place(at)
                + ", expected 00 ff or 00 01",
            at);
      }
      at += 2;
    }
  }

  /** The bytes before the next zero byte, which is passed over, or all that are left. */
  byte[] toZero() {
    int at = offset;
    while (at < end && (byte) (bytes[at] ^ mask) != 0) {
      at++;
    }
    byte[] body = bytes(at - offset);
    offset = Math.min(at + 1, end);
    return body;
  }

  void expectEnd() {
    if (offset < end) {
      throw error(
          "ends at byte " + place(offset) + ", found " + (end - offset) + " more bytes", offset);
    }
  }

  /** An error in the body that starts at {@code place}. */
  KeyException error(int place, String found, String expected) {
    return error(found + " at byte " + place(place) + ", expected " + expected, place);
  }

  private String place(int at) {
    return isValue ? String.valueOf(at - start) : at + " of the row key";
  }

  private KeyException error(String problem, int place) {
    int from = isValue ? start : 0;
    int to = isValue ? end : bytes.length;
    byte[] shown = Arrays.copyOfRange(bytes, from, Math.min(to, from + SHOWN_BYTES));
    String hex = BlobType.hex(shown) + (shown.length < to - from ? "…" : "");
    return KeyException.bytes(
        part,
        place,
        isValue
            ? "cannot read value " + hex + " of type " + partName + ": " + problem
            : "cannot read key "
                + hex
                + ": part "
                + (part + 1)
                + " \""
                + partName
                + "\" "
                + problem
                + KeyException.WRITTEN_OTHERWISE);
  }
}
