package keywright.table.layout;

import java.util.Set;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.table.model.TableDefinition;

/** The way in which the rows and the index entries of a table are written. */
public enum WriteDiscipline {
  /**
   * A row and its index entries change in one atomic batch: every reader sees all of these changes
   * or none.
   */
  ATOMIC_BATCH,
  /**
   * Each row changes by a conditional write of this row. Its new index entries are put before the
   * row is written, and its old entries are deleted afterwards. So a row may have too many entries
   * for a while, but never too few.
   */
  SINGLE_ROW,
  /**
   * Each write is executed without a condition, and the latest write wins. Rows have no version and
   * no index entries.
   */
  PLAIN;

  /** The discipline of those tables of an engine that are not plain. */
  public static WriteDiscipline of(Engine engine) {
    return of(engine.capabilities());
  }

  private static WriteDiscipline of(Set<Capability> capabilities) {
    return capabilities.contains(Capability.ATOMIC_BATCHES) ? ATOMIC_BATCH : SINGLE_ROW;
  }

  /**
   * The discipline of a table. It is {@link #PLAIN} if the table is declared plain, or if the table
   * is attached and its other clients write without conditions.
   */
  static WriteDiscipline of(EngineTraits traits, TableDefinition table) {
    boolean isPlain = table.isPlain() || (table.isAttached() && traits.writesPlainly());
    return isPlain ? PLAIN : of(traits.capabilities());
  }

  /**
   * Whether every index entry that a reader finds is correct: it is an entry of a row, with the
   * index key that the row has now. False if a row and its index entries change one after another.
   * True for plain tables, which have no index entries.
   */
  public boolean entriesAreExact() {
    return this != SINGLE_ROW;
  }
}
