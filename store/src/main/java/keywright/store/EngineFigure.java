package keywright.store;

import java.util.function.DoubleSupplier;

/**
 * A number that an engine knows about itself, for metrics. Safe for use by many threads.
 *
 * @param name the name of the engine and of the number, in lower case and with underscores, such as
 *     {@code rocksdb_memtable_bytes}. It ends with the unit if there is one
 * @param kind how the number changes
 * @param help what the number is, in one sentence
 * @param value reads the number now. It throws a {@link StoreException} if the engine is closed or
 *     cannot read the number
 */
public record EngineFigure(String name, Kind kind, String help, DoubleSupplier value) {

  /** How a number changes. */
  public enum Kind {
    /** A count of events since the engine was opened. It falls only if a table is dropped. */
    TOTAL,
    /** A state, such as a number of bytes in use. It rises and falls. */
    CURRENT
  }
}
