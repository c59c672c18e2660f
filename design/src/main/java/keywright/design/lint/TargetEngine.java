package keywright.design.lint;

import java.util.Locale;
import keywright.key.KeyLimit;
import keywright.table.DeclaredTable;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The engine on which the tables of a design will be stored. Findings that depend on the engine are
 * reported only if the engine is known.
 */
public enum TargetEngine {
  ROCKSDB,
  HBASE,
  BIGTABLE,
  CASSANDRA;

  private static final int BIGTABLE_KEY = 4_096;

  /**
   * The limit of this engine on the length of row keys.
   *
   * @param table the name of the table with these row keys
   */
  public KeyLimit limit(String table) {
    return switch (this) {
      case ROCKSDB -> KeyLimit.ROCKSDB;
      case HBASE -> KeyLimit.hbase(table);
      case BIGTABLE -> new KeyLimit("bigtable", BIGTABLE_KEY);
      case CASSANDRA -> KeyLimit.CASSANDRA;
    };
  }

  /**
   * Whether rows are stored in the order of a hash of their partition instead of the order of their
   * keys.
   */
  boolean hashesPartitions() {
    return this == CASSANDRA;
  }

  /** The table as an engine stores it; null for an unknown engine. */
  static DeclaredTable declared(@Nullable TargetEngine engine, TableDefinition table) {
    return engine != null && engine.hashesPartitions()
        ? DeclaredTable.inPartitions(table)
        : DeclaredTable.of(table);
  }

  /** The name of the engine in lower case, as on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
