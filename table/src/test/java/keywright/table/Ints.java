package keywright.table;

import java.util.Arrays;

/** Numbers as one, for maps. */
final class Ints {
  private final int[] values;

  Ints(int[] values) {
    this.values = values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ints ints && Arrays.equals(values, ints.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }
}
