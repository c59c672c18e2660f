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

  /** The most rows that all scans together have read ahead. */
  private static final int ROWS_AHEAD_MAX = 1_024;

  /** A scan, and the rows that it has read ahead. */
  private static final class Scan {
    final FoundRow.Source source;
    private @Nullable FoundRow[] ahead = {};

    /** How many rows are in {@link #ahead}, and how many of these were taken. */
    private int count;

    private int taken;

    /** How many rows the scan has read. */
    private long read;

    /** Why the row after those that were read ahead cannot be read; null if it can. */
    private @Nullable RuntimeException failure;

    Scan(FoundRow.Source source) {
      this.source = source;
    }

    /**
     * The next row; null at the end.
     *
     * @param most how many rows it may read at a time
     */
    @Nullable FoundRow next(int most) {
      if (taken < count) {
        return ahead[taken++];
      }
      RuntimeException failed = failure;
      if (failed != null) {
        failure = null;
        throw failed;
      }
      // Few rows at first: a query may stop early.
      int batch = (int) Math.min(most, read / 2);
      if (batch <= 1) {
        read++;
        return source.next();
      }
      if (ahead.length < batch) {
        ahead = new @Nullable FoundRow[most];
      }
      readAhead(batch);
      return count == 0 ? null : ahead[taken++];
    }

    /** The rows before one that cannot be read are given first, as without reading ahead. */
    private void readAhead(int batch) {
      count = 0;
      taken = 0;
      try {
        FoundRow row;
        while (count < batch && (row = source.next()) != null) {
          ahead[count++] = row;
        }
      } catch (RuntimeException e) {
        if (count == 0) {
          throw e;
        }
        failure = e;
      }
      read += count;
    }
  }

  private final RowOrder order;
  private final Scan[] scans;

  /** The next row of each scan; null at its end, which loses to every row. */
  private final @Nullable FoundRow[] heads;

  /** The loser of each match: scans are the leaves below, match 1 is the final. */
  private final int[] losers;

  private final int batchMax;

  /** How many more rows will be taken, as far as that is known; 0 or less if more are taken. */
  private long rowsLeft;

  /** How many scans have read their first rows. */
  private int begun;

  private int winner = -1;

  /**
   * @param rows about how many rows will be taken
   */
  MergedScan(RowOrder order, List<FoundRow.Source> sources, long rows) {
    this.order = order;
    this.rowsLeft = rows;
    this.scans = sources.stream().map(Scan::new).toArray(Scan[]::new);
    this.heads = new @Nullable FoundRow[scans.length];
    this.losers = new int[scans.length];
    this.batchMax = Math.max(1, Math.min(BATCH_MAX, ROWS_AHEAD_MAX / Math.max(1, scans.length)));
  }

  @Override
  public @Nullable FoundRow next() {
    if (scans.length == 0) {
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
    for (; begun < heads.length; begun++) {
      heads[begun] = read(begun);
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

  /** A scan reads ahead at most half of its share of the rows that will be taken. */
  private @Nullable FoundRow read(int scan) {
    long share = rowsLeft > 0 ? rowsLeft / scans.length / 2 : batchMax;
    return scans[scan].next((int) Math.min(batchMax, share));
  }

  @Override
  public void close() {
    for (Scan scan : scans) {
      scan.source.close();
    }
  }
}
