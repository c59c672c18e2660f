package keywright.table.query;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges scans, each of which is in the order of the plan. Used by one thread.
 *
 * <p>A tournament: every match of two scans remembers its loser, so that the next row is found by
 * playing again the matches of the scan that won, one for each doubling of their number.
 */
final class MergedScan implements FoundRow.Source {

  /**
   * A scan reads at most so many rows at a time, which is faster than to go from one scan to
   * another for each row.
   */
  private static final int BATCH_MAX = 32;

  private static final int ROWS_AHEAD_MAX = 1_024;

  private final RowOrder order;
  private final List<FoundRow.Source> sources;

  /** The next row of each scan; null at its end, which loses to every row. */
  private final @Nullable FoundRow[] heads;

  /** The loser of each match: scans are the leaves below, match 1 is the final. */
  private final int[] losers;

  /** Rows that were read ahead, by scan; null until some were. */
  private final @Nullable FoundRow[] @Nullable [] ahead;

  /** How many of them each scan has read, and how many of these are taken. */
  private final int[] read;

  private final int[] taken;

  /** How many rows each scan has read. */
  private final long[] readOf;

  private final int batchMax;

  /** How many more rows will be taken, as far as that is known; 0 or less if more are taken. */
  private long rowsLeft;

  private int winner = -1;

  /**
   * @param rows about how many rows will be taken from all scans
   */
  MergedScan(RowOrder order, List<FoundRow.Source> sources, long rows) {
    this.order = order;
    this.rowsLeft = rows;
    this.sources = List.copyOf(sources);
    this.heads = new @Nullable FoundRow[sources.size()];
    this.losers = new int[sources.size()];
    this.readOf = new long[sources.size()];
    this.read = new int[sources.size()];
    this.taken = new int[sources.size()];
    this.batchMax = Math.max(1, Math.min(BATCH_MAX, ROWS_AHEAD_MAX / Math.max(1, sources.size())));
    this.ahead = new @Nullable FoundRow[sources.size()] @Nullable [];
  }

  @Override
  public @Nullable FoundRow next() {
    if (sources.isEmpty()) {
      return null;
    }
    if (winner < 0) {
      begin();
    } else if (heads[winner] != null) {
      heads[winner] = read(winner);
      playAgain(winner);
    }
    rowsLeft--;
    return heads[winner];
  }

  private void begin() {
    for (int scan = 0; scan < heads.length; scan++) {
      heads[scan] = read(scan);
    }
    Arrays.fill(losers, -1);
    for (int scan = 0; scan < heads.length; scan++) {
      playAgain(scan);
    }
  }

  /** Plays the matches of a scan up to the final; at first, up to where no other came yet. */
  private void playAgain(int scan) {
    int winning = scan;
    for (int match = (scan + heads.length) / 2; match > 0; match /= 2) {
      if (losers[match] < 0) {
        losers[match] = winning;
        return;
      }
      if (isBefore(losers[match], winning)) {
        int losing = winning;
        winning = losers[match];
        losers[match] = losing;
      }
    }
    winner = winning;
  }

  private boolean isBefore(int a, int b) {
    FoundRow first = heads[a];
    FoundRow second = heads[b];
    return first != null && (second == null || order.compare(first, second) < 0);
  }

  private @Nullable FoundRow read(int scan) {
    if (taken[scan] < read[scan]) {
      return rows(scan)[taken[scan]++];
    }
    int count = batch(scan);
    if (count > 1) {
      readAhead(scan, count);
      return taken[scan] == read[scan] ? null : rows(scan)[taken[scan]++];
    }
    readOf[scan]++;
    return sources.get(scan).next();
  }

  /**
   * How many rows a scan reads now: few at first, because a query may stop early, and at most half
   * of its share of the rows that will be taken.
   */
  private int batch(int scan) {
    long growing = Math.min(batchMax, readOf[scan] / 2);
    long share = rowsLeft > 0 ? rowsLeft / sources.size() / 2 : batchMax;
    return (int) Math.min(growing, share);
  }

  private @Nullable FoundRow[] rows(int scan) {
    @Nullable FoundRow[] rows = ahead[scan];
    if (rows == null) {
      rows = new @Nullable FoundRow[batchMax];
      ahead[scan] = rows;
    }
    return rows;
  }

  private void readAhead(int scan, int most) {
    FoundRow.Source source = sources.get(scan);
    @Nullable FoundRow[] rows = rows(scan);
    int count = 0;
    FoundRow row;
    while (count < most && (row = source.next()) != null) {
      rows[count++] = row;
    }
    readOf[scan] += count;
    read[scan] = count;
    taken[scan] = 0;
  }

  @Override
  public void close() {
    sources.forEach(FoundRow.Source::close);
  }
}
