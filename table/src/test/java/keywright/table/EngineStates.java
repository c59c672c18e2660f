package keywright.table;

import java.util.List;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.MemoryStates;

/**
 * States of the engines that an {@link Exploration} knows: {@link MemoryEngine} and {@link
 * PaxosEngine}.
 */
final class EngineStates {
  private EngineStates() {}

  /** An engine with all that another holds now; from then on each changes by itself. */
  static Engine copy(Engine engine) {
    return engine instanceof PaxosEngine paxos
        ? paxos.copy()
        : MemoryStates.copy((MemoryEngine) engine);
  }

  /** All that is in the engine; two engines that do the same from now on have the same. */
  static String describe(Engine engine) {
    return engine instanceof PaxosEngine paxos
        ? paxos.describe()
        : MemoryStates.describe((MemoryEngine) engine);
  }

  /** Lets the engine forget its deletes, as it does when it compacts. */
  static void forgetDeletes(Engine engine) {
    if (engine instanceof PaxosEngine paxos) {
      paxos.forgetDeletes();
    } else {
      MemoryStates.forgetDeletes((MemoryEngine) engine);
    }
  }

  /** The conditional writes that may complete by themselves. */
  static List<PaxosEngine.Round> openRounds(Engine engine) {
    return engine instanceof PaxosEngine paxos ? paxos.openRounds() : List.of();
  }
}
