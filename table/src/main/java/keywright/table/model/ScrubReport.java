package keywright.table.model;

import java.util.List;

/**
 * The result of a scrub: the numbers of rows and entries that it read, and the problems that it
 * found. Immutable.
 *
 * @param table the name of the table
 * @param rows how many rows were read
 * @param entries how many index entries were read
 * @param tombstones how many tombstones were found: those of deleted rows and those of freed keys
 *     of unique indexes. Only engines with single-row atomicity have tombstones
 * @param dropped how many tombstones were removed
 * @param findings the problems that were found: one finding for each pair of a kind of problem and
 *     an index
 * @param isPlain whether the table is a plain table. A plain table has no index entries, so the
 *     scrub read nothing
 */
public record ScrubReport(
    String table,
    long rows,
    long entries,
    long tombstones,
    long dropped,
    List<Finding> findings,
    boolean isPlain) {

  /** Makes the report for a table that is not a plain table. */
  public ScrubReport(
      String table,
      long rows,
      long entries,
      long tombstones,
      long dropped,
      List<Finding> findings) {
    this(table, rows, entries, tombstones, dropped, findings, false);
  }

  /** Makes the report for a plain table, in which a scrub reads nothing. */
  public static ScrubReport nothingToCheck(String table) {
    return new ScrubReport(table, 0, 0, 0, 0, List.of(), true);
  }

  /** A kind of problem that a scrub can find. */
  public enum Kind {
    /** A missing entry: an index lacks the entry of a row. */
    ROW_WITHOUT_ENTRY("row without entry", "rows without entry"),
    /**
     * A dangling entry: an index entry names a row that does not exist, or that now has another
     * index key.
     */
    ENTRY_WITHOUT_ROW("entry without row", "entries without row"),
    /**
     * The row key in an index entry is that of another row than the row with the entry's index key.
     */
    ENTRY_OF_ANOTHER_ROW("entry that leads to another row", "entries that lead to another row"),
    /** The values of included columns in an index entry differ from those in its row. */
    ENTRY_WITH_OTHER_VALUES("entry with other values", "entries with other values"),
    /**
     * Two rows have the same key of a unique index. A scrub does not repair this problem: change
     * one of the rows.
     */
    ROWS_OF_ONE_KEY("row with the unique key of another", "rows with the unique key of another"),
    /**
     * The row key of a row does not match the values of its key columns. A scrub does not repair
     * this problem, because it cannot know whether the key or the columns are right.
     */
    ROW_UNDER_ANOTHER_KEY("row under another key", "rows under another key"),
    /**
     * A row or an entry that cannot be decoded, for example because another program or a newer
     * release wrote it, or a row whose document is stored in parts that do not fit each other. A
     * scrub does not repair this, and keeps the index entries of the row.
     */
    UNREADABLE_ROW("unreadable row", "unreadable rows");

    private final String one;
    private final String many;

    Kind(String one, String many) {
      this.one = one;
      this.many = many;
    }

    /** A number of problems of this kind as text, such as {@code "1 row without entry"}. */
    public String count(long count) {
      return "%,d %s".formatted(count, count == 1 ? one : many);
    }
  }

  /**
   * The problems of one kind that were found in one index.
   *
   * @param kind the kind of the problems
   * @param index the name of the index with these problems. For rows under another key and
   *     unreadable rows it may be the name of the table
   * @param found how many problems of this kind were found
   * @param repaired how many of these problems were repaired; 0 if the scrub only checked
   * @param examples the first few problems, as one line of text each
   */
  public record Finding(Kind kind, String index, long found, long repaired, List<String> examples) {
    /** Makes a finding with its own copy of the examples. */
    public Finding {
      examples = List.copyOf(examples);
    }
  }

  /** Makes a report with its own copy of the findings. */
  public ScrubReport {
    findings = List.copyOf(findings);
  }

  /** How many of the problems that were found were not repaired. */
  public long left() {
    return findings.stream().mapToLong(finding -> finding.found() - finding.repaired()).sum();
  }
}
