package keywright.design.rows;

/**
 * MurmurHash3 x64 128, its first half, with the seed 0, as Cassandra computes it: the bytes after
 * the last whole block of 16 are taken as signed numbers. Example: the bytes {@code 00000001} give
 * -4069959284402364209.
 */
final class Murmur3 {
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private Murmur3() {}

  /** The token of {@code key}; never the least long, which stands for the start of the ring. */
  static long token(byte[] key) {
    long hash = hash(key);
    return hash == Long.MIN_VALUE ? Long.MAX_VALUE : hash;
  }

  private static long hash(byte[] key) {
    long h1 = 0;
    long h2 = 0;
    int blocks = key.length >> 4;
    for (int block = 0; block < blocks; block++) {
      h1 ^= mix1(word(key, block * 16));
      h1 = Long.rotateLeft(h1, 27) + h2;
      h1 = h1 * 5 + 0x52dce729;
      h2 ^= mix2(word(key, block * 16 + 8));
      h2 = Long.rotateLeft(h2, 31) + h1;
      h2 = h2 * 5 + 0x38495ab5;
    }
    h1 ^= mix1(rest(key, blocks * 16));
    h2 ^= mix2(rest(key, blocks * 16 + 8));
    h1 ^= key.length;
    h2 ^= key.length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    return h1 + h2;
  }

  private static long word(byte[] key, int offset) {
    long word = 0;
    for (int i = 7; i >= 0; i--) {
      word = (word << 8) | (key[offset + i] & 0xff);
    }
    return word;
  }

  /** Up to eight bytes from {@code offset} on, each with its sign. */
  private static long rest(byte[] key, int offset) {
    long word = 0;
    for (int i = Math.min(7, key.length - offset - 1); i >= 0; i--) {
      word ^= (long) key[offset + i] << (8 * i);
    }
    return word;
  }

  private static long mix1(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mix2(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long finish(long h) {
    long k = h;
    k ^= k >>> 33;
    k *= 0xff51afd7ed558ccdL;
    k ^= k >>> 33;
    k *= 0xc4ceb9fe1a85ec53L;
    return k ^ (k >>> 33);
  }
}
