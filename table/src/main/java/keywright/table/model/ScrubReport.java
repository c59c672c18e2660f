package keywright.table.model;

import java.util.List;

/**
 * The result of a scrub: how much it read and which problems it found. Immutable.
 *
 * @param tombstones how many tombstones were found: those of deleted rows and those of freed keys
 *     of unique indexes. Only engines with single-row atomicity have tombstones
 * @param dropped how many tombstones were removed
 * @param findings one finding for each kind of problem and index
 * @param isPlain whether the table has plain writes; such a table has no index entries, so nothing
 *     was read
 */
public record ScrubReport(
    String table,
    long rows,
    long entries,
    long tombstones,
    long dropped,
    List<Finding> findings,
    boolean isPlain) {

  /** The report for a table that was read. */
  public ScrubReport(
      String table,
      long rows,
      long entries,
      long tombstones,
      long dropped,
      List<Finding> findings) {
    this(table, rows, entries, tombstones, dropped, findings, false);
  }

  /** The report for a table with plain writes. */
  public static ScrubReport nothingToCheck(String table) {
    return new ScrubReport(table, 0, 0, 0, 0, List.of(), true);
  }

  /** A kind of problem. */
  public enum Kind {
    /** An index lacks the entry of a row. */
    ROW_WITHOUT_ENTRY("row without entry", "rows without entry"),
    /** An index has an entry that no row has. */
    ENTRY_WITHOUT_ROW("entry without row", "entries without row"),
    /** An index entry names another row than the one whose key it has. */
    ENTRY_OF_ANOTHER_ROW("entry that leads to another row", "entries that lead to another row"),
    /** The values of included columns in an index entry differ from those in its row. */
    ENTRY_WITH_OTHER_VALUES("entry with other values", "entries with other values"),
    /**
     * Two rows have the same key of a unique index. A scrub does not repair this: change one of the
     * rows.
     */
    ROWS_OF_ONE_KEY("row with the unique key of another", "rows with the unique key of another"),
    /**
     * The key of a row does not match its key columns. A scrub does not repair this, because either
     * the key or the columns may be right.
     */
    ROW_UNDER_ANOTHER_KEY("row under another key", "rows under another key"),
    /**
     * A row or an entry that cannot be decoded, for example because another program or a newer
     * release wrote it. A scrub does not repair this, and keeps the index entries of the row.
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
   * Findings of one kind.
   *
   * @param index the index that has the finding. For a row under another key or an unreadable row
   *     it may be the table
   * @param found how many problems of this kind were found
   * @param repaired how many of these problems were repaired; 0 if the scrub only checked
   * @param examples the first few problems, as one line of text each
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

  /** How many problems were found and not repaired. */
  public long left() {
    return findings.stream().mapToLong(finding -> finding.found() - finding.repaired()).sum();
  }
}
