package keywright.store;

import java.util.List;
import java.util.Map;
import keywright.key.ErrorCode;

/**
 * Access to the regions of an engine that divides each table into ranges of row keys, on several
 * servers. Safe for use by many threads.
 */
public interface EngineRegions {

  /**
   * The access to the regions of {@code engine}.
   *
   * @param table the name of the table, for the error message
   * @throws StoreException if the engine does not divide tables into regions
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
   * Creates an empty table that is divided into regions. The table has one region more than {@code
   * splits} has row keys.
   *
   * @param layout the name, the families and the key of the table
   * @param splits the row keys at which the second and later regions start, in ascending order; no
   *     row key is empty
   * @param options the options of engines by name, such as {@code hbase.split_policy}; options of
   *     other engines are ignored
   * @throws StoreException as {@link Engine#createTable}, and for an option of this engine that it
   *     does not accept
   */
  void createTable(TableLayout layout, List<byte[]> splits, Map<String, String> options);

  /**
   * The regions of a table, in the order of their row keys.
   *
   * @throws StoreException if the engine has no such table
   */
  List<Region> of(TableLayout layout);
}
