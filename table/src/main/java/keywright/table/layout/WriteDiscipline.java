package keywright.table.layout;

import java.util.Set;
import keywright.store.Capability;
import keywright.store.Engine;

/** How the rows of a table and their index entries are written. */
public enum WriteDiscipline {
  /** A row and its entries change in one batch, all or none, for every reader. */
  ATOMIC_BATCH,
  /**
   * Each row changes by a compare-and-set of its own. Entries are put before it and deleted after
   * it, so there may be entries too many for a while, and never too few.
   */
  SINGLE_ROW;

  /** The discipline of an engine's tables. */
  public static WriteDiscipline of(Engine engine) {
    return of(engine.capabilities());
  }

  static WriteDiscipline of(Set<Capability> capabilities) {
    return capabilities.contains(Capability.ATOMIC_BATCHES) ? ATOMIC_BATCH : SINGLE_ROW;
  }

  /** Whether a reader finds an entry if, and only if, its row has it. */
  public boolean entriesAreExact() {
    return this == ATOMIC_BATCH;
  }
}
