package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import keywright.store.MemoryEngine;
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Copies from RocksDB into a real HBase, and back. */
@Tag("large")
class MovingToHBaseTest {

  @Test
  void randomTablesComeToHBaseAndBackAsTheyAre() {
    long seed = Seeds.base();
    Random random = new Random(seed);
    try (TestEngines engines = TestEngines.withHBase("moving");
        Database source = CopyTrial.open(engines.all().get(1));
        Database hbase = CopyTrial.openLater(engines.all().get(2));
        Database back = CopyTrial.openLater(new MemoryEngine())) {
      for (int i = 0; i < 4; i++) {
        RandomTable table = CopyTrial.table(random, "t" + i);
        source.createTable(CopyTrial.definition(random, table), false);
        CopyTrial.fill(random, source, table, 80);
        CopyTrial.copies(source, hbase, "t" + i);
        CopyTrial.copies(hbase, back, "t" + i);
        CopyTrial.requireSame(source, back, "t" + i);
      }
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + Seeds.reproduction(seed), e);
    }
  }

  @Test
  void anInterruptedMoveResumes() {
    try (TestEngines engines = TestEngines.withHBase("moving_on");
        Database source = CopyTrial.open(engines.all().get(1));
        Database hbase = CopyTrial.open(engines.all().get(2))) {
      source.createTable(Payments.DEFINITION, false);
      try (BatchWriter writer = source.table("payment").batchWriter()) {
        for (int id = 0; id < 2_400; id++) {
          writer.add(row("payment_id", id, "customer_id", id % 50, "note", "note " + id));
        }
      }
      DatabaseCopy copy = DatabaseCopy.of(source, hbase, List.of("payment"));
      assertThatThrownBy(() -> copy.run(MovingToHBaseTest::cutOffBehindAThousand))
          .isInstanceOf(InterruptedEngine.Crash.class);
      List<CopyProgress> told = new ArrayList<>();
      CopyReport report = copy.run(told::add).get(0);
      assertThat(told.get(0).rowsResumed()).isEqualTo(1_000);
      assertThat(report.rowsCopied()).isEqualTo(1_400);
      assertThat(report.isSame()).isTrue();
      CopyTrial.requireSame(source, hbase, "payment");
    }
  }

  private static void cutOffBehindAThousand(CopyProgress progress) {
    if (progress.rowsDone() >= 1_000) {
      throw new InterruptedEngine.Crash();
    }
  }
}
