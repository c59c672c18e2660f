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

  /** Rows of a scan that are read when their turn comes: a query that stops early reads no more. */
  private static final int ROWS_ONE_BY_ONE = 64;

  /**
   * Afterwards a scan continues by so many at a time, which is faster than to go from one to
   * another.
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

  /** How many rows each scan has given, as far as they are counted. */
  private final int[] given;

  private final int batchMax;
  private int winner = -1;

  MergedScan(RowOrder order, List<FoundRow.Source> sources) {
    this.order = order;
    this.sources = List.copyOf(sources);
    this.heads = new @Nullable FoundRow[sources.size()];
    this.losers = new int[sources.size()];
    this.given = new int[sources.size()];
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
    if (given[scan] < ROWS_ONE_BY_ONE) {
      given[scan]++;
      return sources.get(scan).next();
    }
    @Nullable FoundRow[] rows = ahead[scan];
    if (rows == null) {
      rows = new @Nullable FoundRow[batchMax];
      ahead[scan] = rows;
    }
    if (taken[scan] == read[scan]) {
      readAhead(scan, rows);
    }
    return taken[scan] == read[scan] ? null : rows[taken[scan]++];
  }

  private void readAhead(int scan, @Nullable FoundRow[] rows) {
    FoundRow.Source source = sources.get(scan);
    int count = 0;
    FoundRow row;
    while (count < rows.length && (row = source.next()) != null) {
      rows[count++] = row;
    }
    read[scan] = count;
    taken[scan] = 0;
  }

  @Override
  public void close() {
    sources.forEach(FoundRow.Source::close);
  }
}
