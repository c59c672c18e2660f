package keywright.table.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;

/**
 * The plan of a query: the key that is read, the ranges of this key, the conditions that filter the
 * rows, and the way in which the rows get their order.
 *
 * <p>{@code Table.plan} and {@code DeclaredTable.plan} make plans without reading rows. Immutable;
 * programs cannot implement it.
 */
public interface Plan {
  /** The way in which the rows of a query get their order. */
  enum Order {
    /**
     * The query has no {@code ORDER BY}: the rows are returned range by range, and each range in
     * key order.
     */
    UNORDERED("not asked for"),
    /** The rows are read in key order, which is the order of the {@code ORDER BY}. */
    KEY("key order"),
    /** The rows are read in reverse key order, which is the order of the {@code ORDER BY}. */
    KEY_REVERSED("key order, scanned in reverse"),
    /**
     * Several ranges are read at the same time, each in key order, and their rows are merged into
     * the order of the {@code ORDER BY}.
     */
    MERGED("merged from the ranges in key order"),
    /**
     * Several ranges are read at the same time, each in reverse key order, and their rows are
     * merged into the order of the {@code ORDER BY}.
     */
    MERGED_REVERSED("merged from the ranges in key order, scanned in reverse"),
    /**
     * The rows are sorted after they were read: in memory, or on disk if they do not fit into
     * memory.
     */
    SORTED("sorted");

    private final String text;

    Order(String text) {
      this.text = text;
    }

    /** The words for this order in the output of {@code EXPLAIN}, such as {@code key order}. */
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A key of the table that the planner did not choose.
   *
   * @param key the name of the index, or the name of the table for its primary key
   * @param reason the reason why it was not chosen, as text
   */
  record Rejected(String key, String reason) {}

  /** The name of the table that the query reads. */
  String table();

  /** The name of the index that the query reads; empty if it reads the table by its primary key. */
  Optional<String> index();

  /** How much of the key that is read is known from the conditions of the query. */
  AccessClass accessClass();

  /** The schema of the key that is read: of the index, or of the primary key. */
  KeySchema keySchema();

  /** The ranges of this plan's key that are scanned. */
  KeyRanges ranges();

  /** The number of ranges that are scanned. */
  long fanOut();

  /**
   * The residual conditions: the conditions of the query that the ranges do not imply. Rows of the
   * ranges that do not meet them are not returned.
   */
  List<Condition> residual();

  /** The way in which the rows get their order. */
  Order order();

  /**
   * The names of the column families of the table that are read; empty if only the index is read.
   */
  Set<String> families();

  /**
   * Whether the index contains every column that the query needs. If so, the query reads only index
   * entries and no rows of the table.
   */
  boolean isCovering();

  /**
   * Whether the plan reads only a few rows of each group, or of each partition, and then seeks the
   * next one.
   */
  boolean seeksGroups();

  /** The other keys of the table, each with the reason why the planner did not choose it. */
  List<Rejected> rejected();

  /** The lines that {@code EXPLAIN} prints for this plan. */
  List<String> explain();
}
