package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.SplittableRandom;
import keywright.table.catalog.SteadyClock;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  private Instant source = Instant.ofEpochMilli(1_000);
  private final SteadyClock clock = new SteadyClock(() -> source);

  @Test
  void aTimeIsTheSourceOrTheLatestTimeSoFar() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    Instant latest = clock.instant();
    for (int i = 0; i < 10_000; i++) {
      source = source.plusNanos(random.nextLong(-3_000_000, 4_000_000));
      if (random.nextBoolean()) {
        latest = source.isAfter(latest) ? source : latest;
        assertThat(clock.instant()).isEqualTo(latest);
      } else {
        // In the millisecond of the latest time, the clock does not read nanoseconds.
        long expected = Math.max(latest.toEpochMilli(), source.toEpochMilli());
        assertThat(clock.millis()).as(Seeds.reproduction(Seeds.base())).isEqualTo(expected);
        latest = latest.toEpochMilli() < expected ? source : latest;
      }
    }
  }
}
