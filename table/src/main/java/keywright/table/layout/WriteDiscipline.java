package keywright.table.layout;

import java.util.Set;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.table.model.TableDefinition;

/** How the rows of a table and their index entries are written. */
public enum WriteDiscipline {
  /** A row and its entries change in one batch, all or none, for every reader. */
  ATOMIC_BATCH,
  /**
   * Each row changes by a compare-and-set of its own. Entries are put before it and deleted after
   * it, so there may be entries too many for a while, and never too few.
   */
  SINGLE_ROW,
  /**
   * Each write is done without a condition, and the last one wins. Rows have no version and no
   * entries.
   */
  PLAIN;

  /** The discipline of an engine's tables, unless they are plain. */
  public static WriteDiscipline of(Engine engine) {
    return of(engine.capabilities());
  }

  private static WriteDiscipline of(Set<Capability> capabilities) {
    return capabilities.contains(Capability.ATOMIC_BATCHES) ? ATOMIC_BATCH : SINGLE_ROW;
  }

  /** The discipline of a table: plain if it is declared so, or if other clients write it so. */
  static WriteDiscipline of(EngineTraits traits, TableDefinition table) {
    boolean isPlain = table.isPlain() || (table.isAttached() && traits.writesPlainly());
    return isPlain ? PLAIN : of(traits.capabilities());
  }

  /** Whether a reader finds an entry if, and only if, its row has it. */
  public boolean entriesAreExact() {
    return this != SINGLE_ROW;
  }
}
