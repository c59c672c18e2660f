package keywright.table.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import keywright.key.Condition;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;

/**
 * How a query is executed: the chosen key, its ranges, what is filtered and what is sorted.
 *
 * <p>Made by {@code Table.plan}, which executes nothing, and by {@code DeclaredTable.plan}, which
 * needs no database. Immutable; programs cannot implement it.
 */
public interface Plan {
  /** Where the order of the rows comes from. */
  enum Order {
    /** The query has no ORDER BY: rows are returned range by range, each range in key order. */
    UNORDERED("not asked for"),
    /** The key's own order. */
    KEY("key order"),
    /** The key's order, scanned in reverse. */
    KEY_REVERSED("key order, scanned in reverse"),
    /** Several ranges, each in order, merged. */
    MERGED("merged from the ranges in key order"),
    /** Several ranges, each scanned in reverse, merged. */
    MERGED_REVERSED("merged from the ranges in key order, scanned in reverse"),
    /** Sorted after reading: in memory, and on disk if they do not fit. */
    SORTED("sorted");

    private final String text;

    Order(String text) {
      this.text = text;
    }

    /** The words that EXPLAIN prints. */
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A key that was not chosen.
   *
   * @param key the name of the index, or the name of the table for its primary key
   */
  record Rejected(String key, String reason) {}

  /** The table that is read. */
  String table();

  /** The index that is read; empty when it is the table itself. */
  Optional<String> index();

  /** How much of the key the conditions fix or bound. */
  AccessClass accessClass();

  /** The key that is read. */
  KeySchema keySchema();

  /** The ranges of that key that are read. */
  KeyRanges ranges();

  /** The number of ranges that are scanned. */
  long fanOut();

  /** The conditions that filter the rows of the ranges. */
  List<Condition> residual();

  /** Where the order of the rows comes from. */
  Order order();

  /** The families of the table that are read; empty if only the index is read. */
  Set<String> families();

  /**
   * Whether the index contains every column that the query needs. Rows of the table are then not
   * read.
   */
  boolean isCovering();

  /** Every other key of the table, with the reason why it was not chosen. */
  List<Rejected> rejected();

  /** What EXPLAIN prints, one line each. */
  List<String> explain();
}
