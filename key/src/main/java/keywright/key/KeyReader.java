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
  private int offset;
  private int mask;
  private int part;
  private String partName = "";

  KeyReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  /** A reader of {@code [from, to)}, whose errors speak of offsets in {@code bytes}. */
  KeyReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.offset = from;
    this.end = to;
  }

  /** What follows belongs to part {@code index} and is complemented when {@code descending}. */
  void startPart(int index, String name, boolean descending) {
    part = index;
    partName = name;
    mask = descending ? -1 : 0;
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
              + " at offset "
              + offset
              + ", found "
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
        return error("has no terminator 00 01 from offset " + start + " on", start);
      }
      if (((bytes[at] ^ mask) & 0xFF) != 0) {
        at++;
        continue;
      }
      int next = (bytes[at + 1] ^ mask) & 0xFF;
      if (next != 0xFF) {
        return error(
            "holds 00 " + BlobType.hex(next) + " at offset " + at + ", expected 00 ff or 00 01",
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
      throw error("ends at offset " + offset + ", found " + (end - offset) + " more bytes", offset);
    }
  }

  /** An error in the body that starts at {@code place}. */
  KeyException error(int place, String found, String expected) {
    return error(found + " at offset " + place + ", expected " + expected, place);
  }

  private KeyException error(String problem, int place) {
    byte[] shown = Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN_BYTES));
    return KeyException.bytes(
        part,
        place,
        "cannot read key "
            + BlobType.hex(shown)
            + (shown.length < bytes.length ? "…" : "")
            + ": part "
            + (part + 1)
            + " \""
            + partName
            + "\" "
            + problem);
  }
}
