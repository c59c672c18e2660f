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

  /** Writes the low {@code count} bytes of {@code bits}. */
  static void putBits(byte[] bytes, int at, long bits, int count) {
    switch (count) {
      case 1 -> bytes[at] = (byte) bits;
      case 2 -> SHORTS.set(bytes, at, (short) bits);
      case 4 -> INTS.set(bytes, at, (int) bits);
      case 8 -> LONGS.set(bytes, at, bits);
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
      case 2 -> (short) SHORTS.get(bytes, at) & 0xFFFFL;
      case 4 -> (int) INTS.get(bytes, at) & 0xFFFFFFFFL;
      case 8 -> (long) LONGS.get(bytes, at);
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
