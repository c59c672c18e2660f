package keywright.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * A measure of how many places the writes of a moment go to. It shares no code with the verdicts:
 * all distinct keys are cut into equal ranges once, and of 64 arrivals in a row it counts the pairs
 * that meet in a range. The number is 1 over their share; it needs no model of splits or servers.
 */
final class MomentMeasure {
  private static final int RANGES = 64;
  private static final int MOMENT = 64;

  private MomentMeasure() {}

  /** The number of places at a time, from 1 to a little over {@link #ranges}. */
  static double places(CorpusRows rows, String key) {
    KeySchema schema = Strategy.parse(key, rows.columns(), KeyFormat.kw1()).schema();
    List<byte[]> keys = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (@Nullable Object[] row : rows.all()) {
      keys.add(schema.rowKey(withDrawn(row, schema, random)));
    }
    int[] range = ranges(keys, ranges(rows));
    int moment = Math.min(MOMENT, rows.count() / 10);
    double pairs = 0;
    double met = 0;
    for (int from = 0; from + moment <= keys.size(); from += moment) {
      Map<Integer, Integer> counts = new HashMap<>();
      for (int row = from; row < from + moment; row++) {
        counts.merge(range[row], 1, Integer::sum);
      }
      pairs += moment * (moment - 1.0);
      for (int count : counts.values()) {
        met += count * (count - 1.0);
      }
    }
    return pairs / Math.max(met, 1);
  }

  /** For each key the one of {@code count} equal ranges of the distinct keys that it is in. */
  private static int[] ranges(List<byte[]> keys, int count) {
    Integer[] order = new Integer[keys.size()];
    Arrays.setAll(order, row -> row);
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(keys.get(a), keys.get(b)));
    int[] ranks = new int[order.length];
    for (int i = 1; i < order.length; i++) {
      boolean isNew = !Arrays.equals(keys.get(order[i]), keys.get(order[i - 1]));
      ranks[order[i]] = ranks[order[i - 1]] + (isNew ? 1 : 0);
    }
    long distinct = ranks[order[order.length - 1]] + 1L;
    return Arrays.stream(ranks).map(rank -> (int) ((long) rank * count / distinct)).toArray();
  }

  /** The row, and after its values what each {@code random(n)} of the key draws. */
  private static @Nullable Object[] withDrawn(
      @Nullable Object[] row, KeySchema schema, SplittableRandom random) {
    List<Column> columns = schema.columns();
    @Nullable Object[] values = Arrays.copyOf(row, columns.size());
    for (int i = row.length; i < values.length; i++) {
      values[i] = random.nextInt(schema.randomColumns().getOrDefault(columns.get(i).name(), 1));
    }
    return values;
  }

  /** The number of ranges: 64, or fewer so that a range has forty rows or so. */
  static int ranges(CorpusRows rows) {
    return Math.max(16, Math.min(RANGES, rows.count() / 40));
  }
}
