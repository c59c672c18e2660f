package keywright.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keywright.bench.SampleKeys.Event;
import keywright.bench.SampleKeys.Visit;

/**
 * The format kw1 written out by hand for each key: the bytes that Keywright writes, no more code.
 */
final class HandWritten {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private HandWritten() {}

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not a row key of this form");
    }
  }

  static final class OfId implements KeyLibrary<SampleKeys.Id> {
    @Override
    public byte[] encode(SampleKeys.Id key) {
      byte[] bytes = new byte[8];
      encode(key, bytes);
      return bytes;
    }

    @Override
    public int encode(SampleKeys.Id key, byte[] buffer) {
      LONG.set(buffer, 0, key.id() ^ Long.MIN_VALUE);
      return 8;
    }

    @Override
    public SampleKeys.Id decode(byte[] rowKey) {
      require(rowKey.length == 8);
      return new SampleKeys.Id((long) LONG.get(rowKey, 0) ^ Long.MIN_VALUE);
    }

    @Override
    public long part(byte[] rowKey) {
      require(rowKey.length == 8);
      return (long) LONG.get(rowKey, 0) ^ Long.MIN_VALUE;
    }
  }

  static final class OfEvent implements KeyLibrary<Event> {
    @Override
    public byte[] encode(Event key) {
      byte[] bytes = new byte[20];
      encode(key, bytes);
      return bytes;
    }

    @Override
    public int encode(Event key, byte[] buffer) {
      INT.set(buffer, 0, key.tenant() ^ Integer.MIN_VALUE);
      LONG.set(buffer, 4, ~(key.at() ^ Long.MIN_VALUE));
      LONG.set(buffer, 12, key.id() ^ Long.MIN_VALUE);
      return 20;
    }

    @Override
    public Event decode(byte[] rowKey) {
      require(rowKey.length == 20);
      return new Event(
          (int) INT.get(rowKey, 0) ^ Integer.MIN_VALUE,
          ~((long) LONG.get(rowKey, 4)) ^ Long.MIN_VALUE,
          (long) LONG.get(rowKey, 12) ^ Long.MIN_VALUE);
    }

    @Override
    public long part(byte[] rowKey) {
      require(rowKey.length == 20);
      return (long) LONG.get(rowKey, 12) ^ Long.MIN_VALUE;
    }
  }

  static final class OfVisit implements KeyLibrary<Visit> {
    @Override
    public byte[] encode(Visit key) {
      // Exact for texts without zero bytes and of ASCII only, which is what they nearly always are.
      byte[] bytes = new byte[16 + key.tenant().length() + key.page().length()];
      int length;
      try {
        length = encode(key, bytes);
      } catch (IndexOutOfBoundsException e) {
        byte[] larger = new byte[16 + 3 * (key.tenant().length() + key.page().length())];
        return Arrays.copyOf(larger, encode(key, larger));
      }
      return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    @Override
    public int encode(Visit key, byte[] buffer) {
      int at = putText(key.tenant(), buffer, 0);
      INT.set(buffer, at, key.shard() ^ Integer.MIN_VALUE);
      LONG.set(buffer, at + 4, ~(key.at() ^ Long.MIN_VALUE));
      return putText(key.page(), buffer, at + 12);
    }

    private static int putText(String text, byte[] buffer, int start) {
      int at = start;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == 0 || c >= 0x80) {
          return putEscaped(text, buffer, start);
        }
        buffer[at++] = (byte) c;
      }
      buffer[at] = 0;
      buffer[at + 1] = 1;
      return at + 2;
    }

    private static int putEscaped(String text, byte[] buffer, int start) {
      int at = start;
      for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
        buffer[at++] = b;
        if (b == 0) {
          buffer[at++] = (byte) 0xFF;
        }
      }
      buffer[at] = 0;
      buffer[at + 1] = 1;
      return at + 2;
    }

    @Override
    public Visit decode(byte[] rowKey) {
      int end = textEnd(rowKey, 0);
      int last = textEnd(rowKey, end + 14);
      require(last + 2 == rowKey.length);
      return new Visit(
          text(rowKey, 0, end),
          (int) INT.get(rowKey, end + 2) ^ Integer.MIN_VALUE,
          ~((long) LONG.get(rowKey, end + 6)) ^ Long.MIN_VALUE,
          text(rowKey, end + 14, last));
    }

    @Override
    public long part(byte[] rowKey) {
      return ~((long) LONG.get(rowKey, textEnd(rowKey, 0) + 6)) ^ Long.MIN_VALUE;
    }

    /** Where the terminator {@code 00 01} is. */
    private static int textEnd(byte[] rowKey, int from) {
      int at = from;
      while (true) {
        while (rowKey[at] != 0) {
          at++;
        }
        if (rowKey[at + 1] == 1) {
          return at;
        }
        require(rowKey[at + 1] == -1);
        at += 2;
      }
    }

    private static String text(byte[] rowKey, int from, int to) {
      for (int i = from; i < to; i++) {
        if (rowKey[i] == 0) {
          return unescaped(rowKey, from, to);
        }
      }
      return new String(rowKey, from, to - from, StandardCharsets.UTF_8);
    }

    private static String unescaped(byte[] rowKey, int from, int to) {
      byte[] bytes = new byte[to - from];
      int length = 0;
      for (int i = from; i < to; i++) {
        bytes[length++] = rowKey[i];
        i += rowKey[i] == 0 ? 1 : 0;
      }
      return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
  }
}
