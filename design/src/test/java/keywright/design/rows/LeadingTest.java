package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** Rows by the first part of their keys, in other orders. */
class LeadingTest {
  // Keys (a,1) (a,2) (b,1) (b,2) (c,1) have ranks 0 to 4; they arrive as (b,2) (a,1) (c,1) (a,2)
  // (b,1).
  private static final int[] RANKS = {3, 0, 4, 1, 2};
  private static final IntUnaryOperator FIRST = hashes('b', 'a', 'c', 'a', 'b');
  private static final IntUnaryOperator WHOLE = hashes(12, 1, 21, 2, 11);

  private static IntUnaryOperator hashes(int... ofRows) {
    return row -> ofRows[row];
  }

  private static Leading leading() {
    return Leading.of(RANKS, 5, List.of(FIRST, WHOLE), 1);
  }

  @Test
  void oneOrderKeepsTheValuesAndTheOtherTheRowsOfEach() {
    int[] mixed = {0, 1, 2, 3, 4};
    // Values come as b a c a b; the rows of each as in the other order.
    assertThat(leading().withRowsOf(mixed)).containsExactly(2, 0, 4, 1, 3);
    // Values come as a a b b c; the rows of b still with the second first.
    assertThat(leading().withValuesOf(mixed)).containsExactly(0, 1, 3, 2, 4);
  }

  @Test
  void everyOrderHasEachRowOnce() {
    int[] mixed = {4, 2, 0, 3, 1};
    for (int[] order : new int[][] {leading().withRowsOf(mixed), leading().withValuesOf(mixed)}) {
      assertThat(Arrays.stream(order).sorted().toArray()).containsExactly(0, 1, 2, 3, 4);
    }
  }

  @Test
  void partsThatAreConstantAreLeftOut() {
    IntUnaryOperator constant = hashes(7, 7, 7, 7, 7);
    Leading leading = Leading.of(RANKS, 5, List.of(constant, FIRST, WHOLE), 1);
    assertThat(leading.part()).isEqualTo(1);
    assertThat(leading.values()).isEqualTo(3);
    assertThat(leading.effectiveValues()).isCloseTo(25 / 9.0, within(1e-9));
    assertThat(Leading.of(RANKS, 5, List.of(constant), 1).part()).isZero();
    assertThat(Leading.of(RANKS, 5, List.of(FIRST, WHOLE), 2).part())
        .as("the parts of a partition are looked at together")
        .isEqualTo(1);
  }
}
