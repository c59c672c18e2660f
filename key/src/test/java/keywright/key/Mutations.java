package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Bytes that differ a little from given ones. */
final class Mutations {
  private static final byte[] EDGES = {0, 1, 2, 0x10, 0x11, 0x20, 0x30, 0x31, 0x7f, -128, -2, -1};

  private Mutations() {}

  /** Every cut, every byte one bit off or at an edge, and some bytes more. */
  static List<byte[]> all(byte[] bytes) {
    List<byte[]> all = new ArrayList<>();
    for (int at = 0; at < bytes.length; at++) {
      all.add(Arrays.copyOf(bytes, at));
      for (int bit : new int[] {1, 0x80}) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) bit;
        all.add(changed);
      }
      for (byte edge : EDGES) {
        byte[] changed = bytes.clone();
        changed[at] = edge;
        all.add(changed);
        all.add(inserted(bytes, at, edge));
      }
    }
    all.add(inserted(bytes, bytes.length, (byte) 0));
    all.add(inserted(bytes, bytes.length, (byte) 1));
    return all;
  }

  /** {@code bytes} cut, lengthened, or changed in one place. */
  static byte[] one(byte[] bytes, SplittableRandom random) {
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    switch (bytes.length == 0 ? random.nextInt(2) : random.nextInt(8)) {
      case 0 -> {
        return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(3));
      }
      case 1 -> {
        return inserted(bytes, at, (byte) random.nextInt(256));
      }
      case 2 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 3 -> {
        return inserted(bytes, at, bytes[at]);
      }
      default -> {
        byte[] changed = bytes.clone();
        switch (random.nextInt(4)) {
          case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
          case 1 -> changed[at] += (byte) (random.nextBoolean() ? 1 : -1);
          case 2 -> changed[at] = EDGES[random.nextInt(EDGES.length)];
          default -> changed[at] = bytes[random.nextInt(bytes.length)];
        }
        return changed;
      }
    }
  }

  private static byte[] inserted(byte[] bytes, int at, byte more) {
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
    longer[at] = more;
    return longer;
  }
}
