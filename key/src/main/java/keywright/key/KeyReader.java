package keywright.key;

import java.util.Arrays;

/**
 * A cursor over a row key that undoes the complement of descending parts. Not shared between
 * threads.
 */
final class KeyReader {
  private static final int SHOWN_BYTES = 64;

  private final byte[] bytes;
  private int offset;
  private int mask;
  private int part;
  private String partName = "";

  KeyReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** What follows belongs to part {@code index} and is complemented when {@code descending}. */
  void startPart(int index, String name, boolean descending) {
    part = index;
    partName = name;
    mask = descending ? 0xFF : 0;
  }

  int offset() {
    return offset;
  }

  /** How many bytes are left. */
  int remaining() {
    return bytes.length - offset;
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

  private void need(int count) {
    if (bytes.length - offset < count) {
      throw error(
          "needs "
              + count
              + (count == 1 ? " byte" : " bytes")
              + " at offset "
              + offset
              + ", found "
              + (bytes.length - offset),
          offset);
    }
  }

  /** The next {@code count} bytes as an unsigned big-endian number. */
  long bits(int count) {
    need(count);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = (value << 8) | ((bytes[offset++] ^ mask) & 0xFF);
    }
    return value;
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
    int start = offset;
    int end = start;
    int escapes = 0;
    while (true) {
      if (end + 1 >= bytes.length) {
        throw error("has no terminator 00 01 from offset " + start + " on", start);
      }
      if (((bytes[end] ^ mask) & 0xFF) != 0) {
        end++;
        continue;
      }
      int next = (bytes[end + 1] ^ mask) & 0xFF;
      if (next == 0x01) {
        break;
      }
      if (next != 0xFF) {
        throw error(
            "holds 00 "
                + BlobType.hex(new byte[] {(byte) next})
                + " at offset "
                + end
                + ", expected 00 ff or 00 01",
            end);
      }
      escapes++;
      end += 2;
    }
    byte[] body = new byte[end - start - escapes];
    int from = start;
    for (int to = 0; to < body.length; to++) {
      body[to] = (byte) (bytes[from++] ^ mask);
      if (body[to] == 0) {
        from++;
      }
    }
    offset = end + 2;
    return body;
  }

  void expectEnd() {
    if (offset < bytes.length) {
      throw error(
          "ends at offset " + offset + ", found " + (bytes.length - offset) + " more bytes",
          offset);
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
