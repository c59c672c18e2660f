package keywright.table;

import java.util.Arrays;

/** Numbers as one, for maps. */
final class Ints {
  private static final int MULTIPLIER = 0x9E3779B1;

  private final int[] values;
  private final int hash;

  Ints(int[] values) {
    this.values = values;
    // Small numbers in a row collide under a multiplier of 31.
    int mixed = 0;
    for (int value : values) {
      mixed = (mixed ^ value) * MULTIPLIER;
      mixed ^= mixed >>> 15;
    }
    this.hash = mixed;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ints ints && ints.hash == hash && Arrays.equals(values, ints.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
