package keywright.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash XXH64 with seed 0, as specified by its author (Collet, xxHash specification 0.1.1). */
final class Xxh64 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  /** PRIME_1 + PRIME_2, which overflows as it is meant to. */
  private static final long START_1 = 0x60EA27EEADC0B5D6L;

  private Xxh64() {}

  static long hash(byte[] bytes) {
    return hash(bytes, 0, bytes.length);
  }

  static long hash(byte[] bytes, int from, int to) {
    int offset = from;
    long hash;
    if (to - from >= 32) {
      long a = START_1;
      long b = PRIME_2;
      long c = 0;
      long d = -PRIME_1;
      for (; offset <= to - 32; offset += 32) {
        a = round(a, (long) LONGS.get(bytes, offset));
        b = round(b, (long) LONGS.get(bytes, offset + 8));
        c = round(c, (long) LONGS.get(bytes, offset + 16));
        d = round(d, (long) LONGS.get(bytes, offset + 24));
      }
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merge(merge(merge(merge(hash, a), b), c), d);
    } else {
      hash = PRIME_5;
    }
    hash += to - from;
    for (; offset <= to - 8; offset += 8) {
      hash ^= round(0, (long) LONGS.get(bytes, offset));
      hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
    }
    if (offset <= to - 4) {
      hash ^= ((int) INTS.get(bytes, offset) & 0xFFFFFFFFL) * PRIME_1;
      hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
      offset += 4;
    }
    for (; offset < to; offset++) {
      hash ^= (bytes[offset] & 0xFF) * PRIME_5;
      hash = Long.rotateLeft(hash, 11) * PRIME_1;
    }
    hash ^= hash >>> 33;
    hash *= PRIME_2;
    hash ^= hash >>> 29;
    hash *= PRIME_3;
    return hash ^ hash >>> 32;
  }

  private static long round(long accumulator, long input) {
    return Long.rotateLeft(accumulator + input * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long accumulator) {
    return (hash ^ round(0, accumulator)) * PRIME_1 + PRIME_4;
  }
}
