package keywright.table.model;

import java.util.List;

/**
 * What a scrub read and found. Immutable.
 *
 * @param tombstones how many rows were met that are deleted, and keys of unique indexes that are
 *     free, and still keep their version, as they do where an engine changes one row at a time
 * @param dropped how many of them nothing is left of by now
 * @param findings one for each kind and index of which something was found
 */
public record ScrubReport(
    String table, long rows, long entries, long tombstones, long dropped, List<Finding> findings) {

  /** What can be wrong. */
  public enum Kind {
    /** An index lacks the entry of a row. */
    ROW_WITHOUT_ENTRY("row without entry", "rows without entry"),
    /** An index has an entry that no row has. */
    ENTRY_WITHOUT_ROW("entry without row", "entries without row"),
    /** The entry of a row leads to another one. */
    ENTRY_OF_ANOTHER_ROW("entry that leads to another row", "entries that lead to another row"),
    /** The entry of a row holds other values of included columns. */
    ENTRY_WITH_OTHER_VALUES("entry with other values", "entries with other values"),
    /** Two rows have one key of a unique index. Not repaired: change one of them. */
    ROWS_OF_ONE_KEY("row with the unique key of another", "rows with the unique key of another"),
    /** The key of a row is not made from its own columns. Not repaired: which of them is right? */
    ROW_UNDER_ANOTHER_KEY("row under another key", "rows under another key"),
    /**
     * A row, or an entry, whose bytes another program or a newer release wrote. Not repaired, and
     * its entries stay.
     */
    UNREADABLE_ROW("unreadable row", "unreadable rows");

    private final String one;
    private final String many;

    Kind(String one, String many) {
      this.one = one;
      this.many = many;
    }

    /** {@code "1 row without entry"}. */
    public String count(long count) {
      return "%,d %s".formatted(count, count == 1 ? one : many);
    }
  }

  /**
   * Things of one kind.
   *
   * @param index of which; for a row under another key or an unreadable one, also the table
   * @param repaired how many are well by now; 0 when it was only looked
   * @param examples the first few, a line each
   */
  public record Finding(Kind kind, String index, long found, long repaired, List<String> examples) {
    /** Keeps its own copy of the examples. */
    public Finding {
      examples = List.copyOf(examples);
    }
  }

  /** Keeps its own copy of the findings. */
  public ScrubReport {
    findings = List.copyOf(findings);
  }

  /** How many things were found that are not repaired. */
  public long left() {
    return findings.stream().mapToLong(finding -> finding.found() - finding.repaired()).sum();
  }
}
