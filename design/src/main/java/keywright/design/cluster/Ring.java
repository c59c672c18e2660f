package keywright.design.cluster;

import java.util.Arrays;
import java.util.SplittableRandom;
import keywright.design.rows.EffectiveNumber;

/**
 * The partitions of one table on a token ring, each on the server that owns its token. The rank of
 * a row is its position, from 0, when all rows are sorted by token and then by key. So a partition
 * is an interval of ranks. Partitions never move and never split. Used by one thread.
 */
public final class Ring implements Cluster {
  /** The partition of each rank. */
  private final int[] partitionOf;

  private final int[] first;
  private final int[] server;
  private final int[] rows;
  private final RowBits present;
  private final long[] writesOfServer;
  private final double evenServers;
  private final int[] starts;
  private final int ranges;
  private final long half;
  private int[] rowsAtHalf = {};
  private long writes;

  /**
   * Makes a ring without rows.
   *
   * @param settings the number of servers and the other settings of the replay
   * @param model the number of random ranges of the ring that each server owns
   * @param tokens the token of each row, by rank, in ascending order; rows with the same token form
   *     one partition
   * @param rowCount how many rows will be written, including rows that are written again
   */
  public Ring(RegionSettings settings, Model.TokenRing model, long[] tokens, long rowCount) {
    Owners owners = new Owners(settings, model.tokens());
    partitionOf = new int[tokens.length];
    int count = 0;
    int[] servers = new int[tokens.length];
    int[] firsts = new int[tokens.length];
    for (int rank = 0; rank < tokens.length; rank++) {
      if (rank == 0 || tokens[rank] != tokens[rank - 1]) {
        firsts[count] = rank;
        servers[count++] = owners.server(tokens[rank]);
      }
      partitionOf[rank] = count - 1;
    }
    first = Arrays.copyOf(firsts, count);
    server = Arrays.copyOf(servers, count);
    rows = new int[count];
    present = new RowBits(tokens.length);
    writesOfServer = new long[settings.servers()];
    evenServers = owners.evenServers();
    starts = owners.starts(tokens);
    ranges = owners.ends.length;
    half = rowCount / 2;
  }

  /** Who owns which range of the ring: a server all tokens above the one before up to its own. */
  private static final class Owners {
    private final long[] ends;
    private final int[] server;
    private final int servers;

    Owners(RegionSettings settings, int tokens) {
      SplittableRandom random = new SplittableRandom(settings.seed());
      servers = settings.servers();
      ends = random.longs((long) servers * tokens).sorted().toArray();
      server = new int[ends.length];
      // Which of the drawn tokens are whose is drawn too, each server having as many.
      for (int i = 0; i < server.length; i++) {
        int at = random.nextInt(i + 1);
        server[i] = server[at];
        server[at] = i % servers;
      }
    }

    int server(long token) {
      int found = Arrays.binarySearch(ends, token);
      int place = found >= 0 ? found : -found - 1;
      return server[place % ends.length];
    }

    double evenServers() {
      double[] shares = new double[servers];
      for (int i = 0; i < ends.length; i++) {
        long before = ends[(i + ends.length - 1) % ends.length];
        // The whole ring is 2^64, so differences of longs are right across its end.
        double range = unsigned(ends[i] - before);
        shares[server[i]] += ends.length == 1 ? 1 : range / 0x1p64;
      }
      return EffectiveNumber.of(Arrays.stream(shares));
    }

    private static double unsigned(long number) {
      return (number >>> 1) * 2.0 + (number & 1);
    }

    /** The first rank after each end, where there is one and it is not the first of all. */
    int[] starts(long[] tokens) {
      return Arrays.stream(ends)
          .mapToInt(end -> firstAbove(tokens, end))
          .filter(rank -> rank > 0 && rank < tokens.length)
          .distinct()
          .toArray();
    }

    private static int firstAbove(long[] tokens, long end) {
      int low = 0;
      int high = tokens.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (tokens[middle] <= end) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  @Override
  public int write(int rank) {
    int partition = partitionOf[rank];
    if (present.add(rank)) {
      rows[partition]++;
    }
    writesOfServer[server[partition]]++;
    if (++writes == half) {
      rowsAtHalf = rows.clone();
    }
    return partition;
  }

  @Override
  public int ranges() {
    return ranges;
  }

  @Override
  public int[] boundaries() {
    return starts.clone();
  }

  @Override
  public int server(int region) {
    return server[region];
  }

  @Override
  public int lowest(int region) {
    return first[region];
  }

  @Override
  public int place(int rank) {
    return partitionOf[rank];
  }

  @Override
  public int region(int place) {
    return place;
  }

  @Override
  public int start(int place) {
    return first[place];
  }

  @Override
  public int stop(int place) {
    return place + 1 < first.length ? first[place + 1] : partitionOf.length;
  }

  @Override
  public RowBits present() {
    return present;
  }

  @Override
  public int made() {
    return server.length;
  }

  @Override
  public int count() {
    return server.length;
  }

  /** The number of rows of the partition with the number {@code partition}. */
  public int rows(int partition) {
    return rows[partition];
  }

  @Override
  public int splits() {
    return 0;
  }

  @Override
  public int cold() {
    return 0;
  }

  @Override
  public void endWindow() {}

  @Override
  public void balance() {}

  @Override
  public Partitions partitions(double meanRowBytes) {
    int largest = 0;
    for (int i = 1; i < rows.length; i++) {
      largest = rows[i] > rows[largest] ? i : largest;
    }
    int countAtHalf = (int) Arrays.stream(rowsAtHalf).filter(count -> count > 0).count();
    long busiest = Arrays.stream(writesOfServer).max().orElse(0);
    return new Partitions(
        rows.length,
        countAtHalf,
        rows[largest],
        rowsAtHalf.length == 0 ? 0 : rowsAtHalf[largest],
        Math.round(rows[largest] * meanRowBytes),
        (double) busiest / writes,
        evenServers);
  }
}
