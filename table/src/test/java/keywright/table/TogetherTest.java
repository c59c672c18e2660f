package keywright.table;

import static keywright.table.BuildWorld.BY_CITY;
import static keywright.table.BuildWorld.BY_NOTE;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import keywright.table.BuildWorld.Fault;
import keywright.table.RowWorld.Operation;
import keywright.table.model.IndexDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All that processes do with a table whose rows change one at a time, at once: writers, moves,
 * readers, scrubs, builds that are taken up, and drops of indexes, in orders that are drawn. As
 * {@link ProtocolTest} and {@link BuildsTest} in every state.
 */
@Tag("large")
class TogetherTest {
  private static final Operation[] OPERATIONS = Operation.values();

  @Test
  void everyRowHasItsEntriesAfterARandomMixOfAllWork() {
    Cast.draw("together", 20, 60, TogetherTest::drawn);
  }

  @Test
  @Tag("nightly")
  void everyRowHasItsEntriesAfterARandomMixOfAllWorkInMoreTrials() {
    Cast.draw("together", 400, 100, TogetherTest::drawn);
  }

  private static Cast drawn(Random random) {
    boolean indexed = random.nextInt(3) > 0;
    BuildWorld world = new BuildWorld(Fault.NONE, indexed, rows(random));
    List<Actor> actors = actors(world, indexed, random);
    Faults faults = random.nextBoolean() ? Faults.of(3) : Faults.of(3).compacting();
    return Cast.of("drawn", world, faults, actors.toArray(Actor[]::new));
  }

  /** The steady row and, perhaps, those that are written. */
  private static int[] rows(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> new int[] {BuildWorld.STEADY};
      case 1 -> new int[] {1, BuildWorld.STEADY};
      default -> new int[] {1, 2, BuildWorld.STEADY};
    };
  }

  private static List<Actor> actors(BuildWorld world, boolean indexed, Random random) {
    List<Actor> actors = new ArrayList<>();
    int writers = 3 + random.nextInt(2);
    for (int i = 0; i < writers; i++) {
      Operation operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
      actors.add(world.writer(i, 1 + random.nextInt(2), operation, random.nextInt(12), 2));
    }
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      int from = 1 + random.nextInt(2);
      actors.add(world.mover(actors.size(), from, 3 - from, random.nextInt(12), 2));
    }
    IndexDefinition built = indexed && random.nextBoolean() ? BY_NOTE : BY_CITY;
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      actors.add(world.builder(actors.size(), built, random.nextInt(12)));
    }
    if (random.nextInt(3) == 0) {
      IndexDefinition dropped = random.nextBoolean() ? built : BY_CITY;
      actors.add(world.dropper(actors.size(), dropped, random.nextInt(12)));
    }
    actors.add(world.scrub(actors.size(), random.nextInt(12)));
    actors.add(world.reader(actors.size(), true));
    return actors;
  }
}
