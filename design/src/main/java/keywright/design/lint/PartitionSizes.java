package keywright.design.lint;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.design.rows.PartitionToken;
import keywright.design.rows.RowKeys;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** How large the partitions of rows are, and in how much time they came. Used by one thread. */
final class PartitionSizes {
  private final KeySchema schema;
  private final PartitionToken token;
  private final List<Column> columns;
  private final int[] sources;
  private final int[] drawn;
  private final int time;
  private final SplittableRandom random = new SplittableRandom(1);

  /** By token of the partition: its rows and the bytes of their values. */
  private final Map<Long, long[]> sizes = new HashMap<>();

  private long firstSecond = Long.MAX_VALUE;
  private long lastSecond = Long.MIN_VALUE;

  /**
   * @param time the column that says when a row was written; null for none
   */
  PartitionSizes(Strategy strategy, List<Column> columns, @Nullable String time) {
    this.schema = strategy.schema(); // A bucket(n) hashes the columns of all parts.
    this.token = new PartitionToken(schema, strategy.partitionParts());
    this.columns = columns;
    List<String> names = columns.stream().map(Column::name).toList();
    int count = schema.columns().size();
    this.sources = new int[count];
    this.drawn = new int[count];
    for (int i = 0; i < count; i++) {
      String name = schema.columns().get(i).name();
      drawn[i] = schema.randomColumns().getOrDefault(name, 0);
      sources[i] = names.indexOf(name);
    }
    this.time = time == null ? -1 : names.indexOf(time);
  }

  /** Counts a row; one that has no partition is left out. */
  void add(@Nullable Object[] row) {
    @Nullable Object[] values = new @Nullable Object[sources.length];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          sources[i] >= 0
              ? RowKeys.ofKey(schema.columns().get(i), row[sources[i]], random::nextInt)
              : drawn[i] > 0 ? random.nextInt(drawn[i]) : null;
    }
    long partition;
    try {
      partition = token.of(schema.key(values).parts());
    } catch (KeyException e) {
      return; // That rows have no key is found by KeyProfile.
    }
    long[] size = sizes.computeIfAbsent(partition, none -> new long[2]);
    size[0]++;
    size[1] += RowKeys.bytes(columns, row);
    Object moment = time < 0 ? null : row[time];
    if (moment != null) {
      long second =
          moment instanceof LocalDate date
              ? date.atStartOfDay().toEpochSecond(ZoneOffset.UTC)
              : ((Instant) moment).getEpochSecond();
      firstSecond = Math.min(firstSecond, second);
      lastSecond = Math.max(lastSecond, second);
    }
  }

  private long largest(int what) {
    return sizes.values().stream().mapToLong(size -> size[what]).max().orElse(0);
  }

  long largestRows() {
    return largest(0);
  }

  /** The bytes of values in the partition that has most. */
  long largestBytes() {
    return largest(1);
  }

  /** From the first row to the last; 0 when no row says when. */
  long seconds() {
    return Math.max(0, lastSecond - Math.min(lastSecond, firstSecond));
  }
}
