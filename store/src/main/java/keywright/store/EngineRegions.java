package keywright.store;

import java.util.List;
import java.util.Map;
import keywright.key.ErrorCode;

/**
 * The regions of an engine that keeps each table in ranges of row keys, on several servers. Safe
 * for use by many threads.
 */
public interface EngineRegions {

  /**
   * Those of {@code engine}.
   *
   * @param table for the message
   * @throws StoreException when it keeps tables in one place
   */
  static EngineRegions of(Engine engine, String table) {
    return engine
        .regions()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot list the regions of "
                        + table
                        + ": found an engine that keeps a table in one place, expected one that"
                        + " splits it, such as hbase:"));
  }

  /**
   * Creates an empty table of as many regions as there are {@code splits}, and one.
   *
   * @param splits the row keys, rising, none empty, at which a region starts
   * @param options of engines by name, {@code hbase.split_policy}; those of others are passed over
   * @throws StoreException as {@link Engine#createTable}, and for an option that the engine cannot
   *     carry out
   */
  void createTable(TableLayout layout, List<byte[]> splits, Map<String, String> options);

  /**
   * The regions of a table, in the order of their row keys.
   *
   * @throws StoreException when there is no table of its name
   */
  List<Region> of(TableLayout layout);
}
