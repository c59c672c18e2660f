package keywright.table.write;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The numbers that one change draws: the same ones when it starts again. Used by one thread. */
final class DrawnNumbers {
  private final IntUnaryOperator draw;
  private final List<Integer> numbers = new ArrayList<>(0);

  DrawnNumbers(IntUnaryOperator draw) {
    this.draw = draw;
  }

  /** The numbers from the first on: a number below the argument at each call. */
  IntUnaryOperator again() {
    int[] next = {0};
    return bound -> {
      int place = next[0]++;
      if (place == numbers.size()) {
        numbers.add(draw.applyAsInt(bound));
      }
      return Math.floorMod(numbers.get(place), bound);
    };
  }
}
