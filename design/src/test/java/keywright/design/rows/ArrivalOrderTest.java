package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.IntFunction;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What times and numbers say of the order in which rows come. */
class ArrivalOrderTest {
  private static final int ROWS = 2_000;

  private static ArrivalOrder of(IntFunction<@Nullable Instant> at, IntFunction<Integer> number) {
    ArrivalOrder order = new ArrivalOrder(Column.parseList("at timestamp, n int"));
    for (int i = 0; i < ROWS; i++) {
      order.add(new @Nullable Object[] {at.apply(i), number.apply(i)});
    }
    return order;
  }

  private static IntFunction<Integer> drawn(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return i -> random.nextInt();
  }

  private static IntFunction<@Nullable Instant> drawnTimes() {
    SplittableRandom random = new SplittableRandom(5);
    return i -> Instant.ofEpochSecond(random.nextInt(1_000_000));
  }

  @Test
  void timesThatRiseOrFallAreFollowed() {
    assertThat(of(Instant::ofEpochSecond, drawn(1)).contradicted()).isNull();
    assertThat(of(i -> Instant.ofEpochSecond(-i), drawn(1)).contradicted()).isNull();
  }

  /** Such a day has a small correlation with the order of the rows. */
  @Test
  void aTimeThatIsSortedIsFollowedWhateverItsSteps() {
    int step = ROWS * 95 / 100;
    assertThat(of(i -> Instant.ofEpochSecond(i < step ? 0 : 86_400), drawn(1)).contradicted())
        .isNull();
    assertThat(of(i -> Instant.ofEpochSecond(i < step ? 86_400 : 0), drawn(1)).contradicted())
        .isNull();
    assertThat(of(i -> Instant.ofEpochSecond(i == step ? 0 : 86_400), drawn(1)).contradicted())
        .isEqualTo("at");
  }

  @Test
  void aSequenceThatRisesOrFallsIsAnOrderToo() {
    assertThat(of(drawnTimes(), drawn(2)).contradicted()).isEqualTo("at");
    assertThat(of(drawnTimes(), i -> i).contradicted()).isNull();
    assertThat(of(drawnTimes(), i -> -i).contradicted()).isNull();
    assertThat(of(drawnTimes(), i -> i).notInOrderOf()).isEqualTo("at");
  }

  @Test
  void aTimeThatFewRowsHaveOrThatIsAlwaysTheSameSaysNothing() {
    IntFunction<@Nullable Instant> times = drawnTimes();
    assertThat(of(i -> i % 3 == 0 ? times.apply(i) : null, drawn(3)).contradicted()).isNull();
    assertThat(of(i -> i % 3 == 0 ? null : times.apply(i), drawn(3)).contradicted())
        .isEqualTo("at");
    assertThat(of(i -> Instant.EPOCH, drawn(4)).contradicted()).isNull();
  }

  @Test
  void aTimeUuidIsATime() {
    List<Column> columns = Column.parseList("id timeuuid");
    ArrivalOrder rising = new ArrivalOrder(columns);
    ArrivalOrder random = new ArrivalOrder(columns);
    SplittableRandom drawn = new SplittableRandom(6);
    for (int i = 0; i < ROWS; i++) {
      rising.add(new @Nullable Object[] {id(i)});
      random.add(new @Nullable Object[] {id(drawn.nextInt(1_000_000))});
    }
    assertThat(rising.contradicted()).isNull();
    assertThat(random.contradicted()).isEqualTo("id");
  }

  private static UUID id(int seconds) {
    long time = 0x01EE_0000_0000_0000L + seconds * 10_000_000L;
    return new UUID(
        time << 32 | (time >>> 16 & 0xFFFF_0000L) | 0x1000 | time >>> 48, Long.MIN_VALUE);
  }

  @Test
  void rowsOfOneTimeStayInTheirOrder() {
    ArrivalOrder order = new ArrivalOrder(Column.parseList("at timestamp, n int"));
    long[] seconds = {5, 1, 5, 3, 1};
    for (int i = 0; i < seconds.length; i++) {
      order.add(new @Nullable Object[] {Instant.ofEpochSecond(seconds[i]), i});
    }
    assertThat(order.by("at")).containsExactly(1, 4, 3, 0, 2);
  }
}
