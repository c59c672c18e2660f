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
   * Each row changes by its own compare-and-set. Index entries are put before the row and deleted
   * after it. So there may be too many entries for a while, but never too few.
   */
  SINGLE_ROW,
  /**
   * Each write is executed without a condition, and the latest write wins. Rows have no version and
   * no index entries.
   */
  PLAIN;

  /** The discipline of tables in an engine that are not plain. */
  public static WriteDiscipline of(Engine engine) {
    return of(engine.capabilities());
  }

  private static WriteDiscipline of(Set<Capability> capabilities) {
    return capabilities.contains(Capability.ATOMIC_BATCHES) ? ATOMIC_BATCH : SINGLE_ROW;
  }

  /**
   * The discipline of a table: plain if it is declared plain, or if its other clients write without
   * conditions.
   */
  static WriteDiscipline of(EngineTraits traits, TableDefinition table) {
    boolean isPlain = table.isPlain() || (table.isAttached() && traits.writesPlainly());
    return isPlain ? PLAIN : of(traits.capabilities());
  }

  /** Whether a reader finds an entry exactly if its row has it. */
  public boolean entriesAreExact() {
    return this != SINGLE_ROW;
  }
}
