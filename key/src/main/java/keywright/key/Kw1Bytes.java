package keywright.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers of 1 to 8 bytes in a byte array. */
final class Kw1Bytes {
  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private Kw1Bytes() {}

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
  }

  static void put2(byte[] bytes, int at, short value) {
    SHORTS.set(bytes, at, value);
  }

  static void put4(byte[] bytes, int at, int value) {
    INTS.set(bytes, at, value);
  }

  static void put8(byte[] bytes, int at, long value) {
    LONGS.set(bytes, at, value);
  }

  static short get2(byte[] bytes, int at) {
    return (short) SHORTS.get(bytes, at);
  }

  static int get4(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static long get8(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Writes the low {@code count} bytes of {@code bits}. */
  static void putBits(byte[] bytes, int at, long bits, int count) {
    switch (count) {
      case 1 -> bytes[at] = (byte) bits;
      case 2 -> put2(bytes, at, (short) bits);
      case 4 -> put4(bytes, at, (int) bits);
      case 8 -> put8(bytes, at, bits);
      default -> {
        for (int i = count - 1; i >= 0; i--) {
          bytes[at + count - 1 - i] = (byte) (bits >> (8 * i));
        }
      }
    }
  }

  /** Reads {@code count} bytes as an unsigned number. */
  static long bits(byte[] bytes, int at, int count) {
    return switch (count) {
      case 1 -> bytes[at] & 0xFFL;
      case 2 -> get2(bytes, at) & 0xFFFFL;
      case 4 -> get4(bytes, at) & 0xFFFFFFFFL;
      case 8 -> get8(bytes, at);
      default -> {
        long bits = 0;
        for (int i = 0; i < count; i++) {
          bits = bits << 8 | (bytes[at + i] & 0xFF);
        }
        yield bits;
      }
    };
  }

  /** The ascending body of a float: as {@link FloatingType} lays it out. */
  static int floatBits(float value) {
    int bits = Float.floatToIntBits(value + 0.0f);
    return bits ^ (bits >> 31 | Integer.MIN_VALUE);
  }

  static float toFloat(int body) {
    return Float.intBitsToFloat(body ^ (~body >> 31 | Integer.MIN_VALUE));
  }

  static long doubleBits(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  static double toDouble(long body) {
    return Double.longBitsToDouble(body ^ (~body >> 63 | Long.MIN_VALUE));
  }
}
