package keywright.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * What became of regions and servers when rows were replayed under one key.
 *
 * <p>Row keys are made first and turned into ranks, so that a replay moves no bytes; the rows are
 * then written in order of arrival and once more in a drawn order. What the shuffle heals is due to
 * the order of arrival, of all rows or of those of one leading value; what it does not is due to
 * values that many rows share.
 *
 * @param rows how many were written
 * @param overwritten how many of them have the key of an earlier one
 * @param leadingValues 1/Σshare² over the values of the key's first part, in a sample of the rows
 * @param load in order of arrival
 * @param shuffled in a drawn order
 * @param regions how many there are in the end, in order of arrival
 * @param coldRegions how many of them a split left half full, with no write since
 * @param map where the writes went, in order of arrival
 */
public record Simulation(
    Strategy strategy,
    RegionSettings settings,
    long rows,
    long overwritten,
    double leadingValues,
    Load load,
    Load shuffled,
    int regions,
    int splits,
    int coldRegions,
    KeySpaceMap map) {

  /**
   * Replays {@code arrivals} under the key of {@code strategy}. Ten million rows take a good half
   * gigabyte. The same arguments give the same figures.
   *
   * @throws KeyException for a row that has no key, for a column of the key that no row has a value
   *     of, and for less than two windows of rows
   */
  public static Simulation of(Strategy strategy, Arrivals arrivals, RegionSettings settings) {
    Ranked ranked = Ranked.of(strategy.schema(), arrivals, settings);
    int[] ranks = ranked.ranks;
    MapRecorder recorder = new MapRecorder(ranked.bands, ranks.length, settings.windowRows());
    int distinct = ranked.bands.ranks();
    Replay ordered = Replay.of(settings, ranks, distinct, recorder);
    shuffle(ranks, settings.seed());
    Replay shuffled = Replay.of(settings, ranks, distinct, Recorder.NONE);
    Regions regions = ordered.regions();
    return new Simulation(
        strategy,
        settings,
        ranks.length,
        ranks.length - distinct,
        ranked.leadingValues,
        ordered.load(),
        shuffled.load(),
        regions.count(),
        regions.count() - 1,
        regions.cold(),
        new KeySpaceMap(recorder, recorder.byColumn(ordered.windows()), ranked.keys));
  }

  /** One sentence: what is wrong, from the figures, and what to do. */
  public String verdict() {
    return Verdict.of(this);
  }

  private static void shuffle(int[] ranks, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = ranks.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int rank = ranks[i];
      ranks[i] = ranks[other];
      ranks[other] = rank;
    }
  }

  /** What is left of the row keys when their bytes are not needed any more. */
  private static final class Ranked {
    private final int[] ranks;
    private final Bands bands;
    private final List<List<KeyValue>> keys;
    private final double leadingValues;

    private Ranked(int[] ranks, RowKeys rowKeys) {
      this.ranks = ranks;
      this.bands = Bands.of(Arrays.stream(ranks).max().orElse(-1) + 1);
      this.keys = rowKeys.keys(ranks, bands);
      this.leadingValues = rowKeys.leadingValues();
    }

    static Ranked of(KeySchema schema, Arrivals arrivals, RegionSettings settings) {
      RowKeys rowKeys = new RowKeys(schema, arrivals.columns(), settings.seed());
      arrivals.forEach(rowKeys::add);
      rowKeys.requireValues();
      rowKeys.requireWindows(settings.windowRows());
      return new Ranked(rowKeys.arena.ranks(), rowKeys);
    }
  }

  /** Makes the row keys of rows, over the columns that the key reads and no others. */
  private static final class RowKeys {
    private static final int SAMPLE = 1 << 16;

    private final KeyArena arena = new KeyArena();
    private final List<String> leading = new ArrayList<>();
    private final KeySchema schema;
    private final int[] sources;
    private final int[] drawn;
    private final boolean[] isFound;
    private final @Nullable Object[] values;
    private final SplittableRandom random;

    RowKeys(KeySchema declared, List<Column> columns, long seed) {
      List<Column> read = new ArrayList<>();
      for (Column column : declared.columns()) {
        if (declared.keyColumns().contains(column.name())) {
          read.add(column);
        }
      }
      schema = KeySchema.of(read, declared.parts(), declared.format());
      random = new SplittableRandom(seed);
      int count = schema.columns().size();
      sources = new int[count];
      drawn = new int[count];
      values = new @Nullable Object[count];
      isFound = new boolean[count];
      List<String> names = columns.stream().map(Column::name).toList();
      for (int i = 0; i < count; i++) {
        String name = schema.columns().get(i).name();
        sources[i] = names.indexOf(name);
        drawn[i] = schema.randomColumns().getOrDefault(name, 0);
      }
    }

    void add(@Nullable Object[] row) {
      for (int i = 0; i < values.length; i++) {
        Object value = sources[i] < 0 ? null : row[sources[i]];
        values[i] = value == null && drawn[i] > 0 ? (Object) random.nextInt(drawn[i]) : value;
        isFound[i] |= values[i] != null;
      }
      Key key = schema.key(values);
      sample(key.part(0));
      arena.add(schema.encode(key));
    }

    /** Keeps each row with the same chance, whatever their number. */
    private void sample(@Nullable Object value) {
      int place = leading.size() < SAMPLE ? leading.size() : random.nextInt(arena.size() + 1);
      if (place < SAMPLE) {
        String text = value == null ? "" : schema.partType(0).format(value);
        if (place == leading.size()) {
          leading.add(text);
        } else {
          leading.set(place, text);
        }
      }
    }

    double leadingValues() {
      Map<String, Integer> counts = new HashMap<>();
      leading.forEach(value -> counts.merge(value, 1, Integer::sum));
      double squares = 0;
      for (int count : counts.values()) {
        double share = (double) count / leading.size();
        squares += share * share;
      }
      return 1 / squares;
    }

    /** What the first key of each band says, and then the last of all. */
    List<List<KeyValue>> keys(int[] ranks, Bands bands) {
      BitSet wanted = new BitSet();
      IntStream.range(0, bands.count()).map(bands::first).forEach(wanted::set);
      wanted.set(bands.ranks() - 1);
      int[] rows = new int[bands.count() + 1];
      for (int row = 0; row < ranks.length; row++) {
        if (wanted.get(ranks[row])) {
          int band = bands.band(ranks[row]);
          rows[ranks[row] == bands.first(band) ? band : bands.count()] = row;
        }
      }
      if (bands.first(bands.count() - 1) == bands.ranks() - 1) {
        rows[bands.count()] = rows[bands.count() - 1]; // The last band has one key.
      }
      KeyValues values = new KeyValues(schema);
      return Arrays.stream(rows).mapToObj(row -> values.of(arena.key(row))).toList();
    }

    void requireWindows(int windowRows) {
      if (arena.size() / 2 < windowRows) {
        throw KeyException.of(
            "cannot simulate %,d rows: expected at least two windows of %,d rows; take shorter windows"
                .formatted(arena.size(), windowRows));
      }
    }

    /** A column without any value, for which one most likely forgot to name its header. */
    void requireValues() {
      for (int i = 0; i < isFound.length; i++) {
        if (!isFound[i] && arena.size() > 0) {
          throw KeyException.of(
              "cannot simulate the key ("
                  + new Strategy("", schema).key()
                  + "): found no value of column "
                  + schema.columns().get(i).name()
                  + " in any row, expected some");
        }
      }
    }
  }
}
