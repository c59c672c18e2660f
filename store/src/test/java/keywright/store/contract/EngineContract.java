package keywright.store.contract;

import static keywright.store.WriteBatch.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * What every engine does. Extend it in the engine's tests and open the engine; an engine that keeps
 * what is written also says {@link #persistent}.
 */
public abstract class EngineContract extends RegionCases {
  private static final int HISTORIES = 8;
  private static final int STEPS = 250;

  int histories() {
    return rounds(HISTORIES);
  }

  @Test
  void randomHistoriesGiveWhatTheModelGives() {
    SplittableRandom seeds = new SplittableRandom(Seeds.base());
    for (int history = 0; history < histories(); history++) {
      SplittableRandom random = seeds.split();
      List<String> log = new ArrayList<>();
      RandomHistory run = new RandomHistory(engine, random, log, hasEmptyPartitions());
      try {
        for (int step = 0; step < STEPS; step++) {
          run.step();
          if (persistent() && random.nextInt(100) == 0) {
            log.add("open again");
            run.forgetSnapshots();
            reopen();
            run.use(engine);
          }
        }
        run.forgetSnapshots();
        run.checkAll();
      } catch (AssertionError | RuntimeException e) {
        List<String> tail = log.subList(Math.max(0, log.size() - 20), log.size());
        throw new AssertionError(
            String.join("\n", tail) + "\n" + e + "\n" + Seeds.reproduction(Seeds.base()), e);
      }
      engine.dropTable(ROWS.name());
      engine.createTable(ROWS);
    }
    assertThat(engine.hasTable(ROWS.name())).isTrue();
  }

  @Test
  void anEmptyKeyIsWrittenOrRefused() {
    if (hasEmptyPartitions()) {
      assertThat(put("", ABSENT, 1, NAME, "ann")).isTrue();
      assertThat(row("")).isEqualTo("1{1=ann}");
    } else {
      refused(() -> put("", ABSENT, 1, NAME, "ann"), "rows", "an empty id");
      assertThat(row("")).isNull();
    }
  }
}
