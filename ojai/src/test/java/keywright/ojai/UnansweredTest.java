package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.Database;
import keywright.table.model.OutcomeUnknownException;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.ojai.store.Connection;
import org.ojai.store.DocumentStore;
import org.ojai.store.exceptions.StoreException;

/** Increments on an engine that sometimes does not answer. */
class UnansweredTest {
  /** Some writes get no answer; half of these have happened. */
  private static final class Unanswering extends ForwardingEngine {
    private final SplittableRandom random;
    private boolean isArmed;

    Unanswering(Engine engine, long seed) {
      super(engine);
      random = new SplittableRandom(seed);
    }

    synchronized void arm(boolean newArmed) {
      isArmed = newArmed;
    }

    private synchronized int draw() {
      return isArmed ? random.nextInt(12) : 12;
    }

    @Override
    public boolean write(WriteBatch batch) {
      int draw = draw();
      if (draw == 0) {
        throw new UnansweredException("no answer");
      }
      boolean written = super.write(batch);
      if (draw == 1) {
        throw new UnansweredException("no answer");
      }
      return written;
    }
  }

  /** How many increments returned, and how many have an unknown outcome. */
  private record Counts(int done, int unknown) {}

  @Test
  void anIncrementIsMadeOnceOrItsOutcomeIsReportedAsUnknown() throws Exception {
    long seed = Seeds.base();
    int perThread = Trials.of(200);
    Unanswering engine = new Unanswering(MemoryEngine.ofSingleRows(1), seed);
    try (Database database = Database.over(engine, InstantSource.system(), 1)) {
      Connection connection = KeywrightDriver.over(database);
      DocumentStore store = connection.createStore("counters");
      store.insert("1", connection.newDocument().set("n", 0L));
      engine.arm(true);
      ExecutorService pool = Executors.newFixedThreadPool(4);
      int done = 0;
      int unknown = 0;
      try {
        List<Future<Counts>> running = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
          Callable<Counts> increments = () -> increments(store, perThread);
          running.add(pool.submit(increments));
        }
        for (Future<Counts> one : running) {
          done += one.get().done;
          unknown += one.get().unknown;
        }
      } finally {
        pool.shutdownNow();
      }
      engine.arm(false);
      assertThat(done + unknown).isEqualTo(4 * perThread);
      assertThat(store.findById("1").getLong("n"))
          .as("%d done, %d unknown: %s", done, unknown, Seeds.reproduction(seed))
          .isBetween((long) done, (long) done + unknown);
    }
  }

  private static Counts increments(DocumentStore store, int count) {
    int unknown = 0;
    for (int index = 0; index < count; index++) {
      try {
        store.increment("1", "n", 1L);
      } catch (StoreException e) {
        assertThat(e.getCause()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(e).message().hasLineCount(1);
        unknown++;
      }
    }
    return new Counts(count - unknown, unknown);
  }
}
