package keywright.design.lint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.design.rows.KeyArena;
import keywright.design.rows.RowKeys;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * What rows look like under one key: how long keys are, which rows have none, and which share one.
 * The row keys are kept where it matters which are equal. Used by one thread.
 */
final class KeyProfile {
  private final KeySchema schema;
  private final int[] sources;
  private final int[] drawn;
  private final boolean[] isFound;
  private final boolean keepsKeys;
  private final KeyArena arena = new KeyArena();
  private final SplittableRandom random = new SplittableRandom(1);
  private long rows;
  private long longest;
  private long misfits;
  private String firstMisfit = "";

  /**
   * @param keepsKeys whether no two rows may have one key
   */
  KeyProfile(KeySchema declared, List<Column> columns, boolean keepsKeys) {
    List<Column> read = new ArrayList<>();
    for (Column column : declared.columns()) {
      if (declared.keyColumns().contains(column.name())) {
        read.add(column);
      }
    }
    this.schema = KeySchema.of(read, declared.parts(), declared.format());
    this.keepsKeys = keepsKeys;
    List<String> names = columns.stream().map(Column::name).toList();
    int count = schema.columns().size();
    this.sources = new int[count];
    this.drawn = new int[count];
    this.isFound = new boolean[count];
    for (int i = 0; i < count; i++) {
      String name = schema.columns().get(i).name();
      drawn[i] = schema.randomColumns().getOrDefault(name, 0);
      sources[i] = drawn[i] > 0 ? -1 : names.indexOf(name);
      isFound[i] = drawn[i] > 0;
    }
  }

  /**
   * Takes the next row.
   *
   * @param isCounted whether a key that cannot be made is worth a word
   */
  void add(@Nullable Object[] row, boolean isCounted) {
    @Nullable Object[] values = new @Nullable Object[sources.length];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          drawn[i] > 0
              ? (Object) random.nextInt(drawn[i])
              : sources[i] < 0
                  ? null
                  : RowKeys.ofKey(schema.columns().get(i), row[sources[i]], random::nextInt);
      isFound[i] |= values[i] != null;
    }
    try {
      byte[] rowKey = schema.encode(schema.key(values));
      rows++;
      longest = Math.max(longest, rowKey.length);
      if (keepsKeys) {
        arena.add(rowKey);
      }
    } catch (KeyException e) {
      if (isCounted) {
        firstMisfit = misfits++ == 0 ? String.valueOf(e.getMessage()) : firstMisfit;
      }
    }
  }

  /** The columns that the key reads and of which no row has a value. */
  List<String> unseen() {
    List<String> unseen = new ArrayList<>();
    for (int i = 0; i < isFound.length; i++) {
      if (!isFound[i]) {
        unseen.add(schema.columns().get(i).name());
      }
    }
    return unseen;
  }

  /** Whether rows have values for every column that the key reads. */
  boolean isComplete() {
    return rows + misfits > 0 && unseen().isEmpty();
  }

  long rows() {
    return rows;
  }

  /** The bytes of the longest row key. */
  long longestKey() {
    return longest;
  }

  /** The rows that the key cannot hold. */
  long misfits() {
    return misfits;
  }

  /** What the first of them is refused with. */
  String firstMisfit() {
    return firstMisfit;
  }

  /**
   * Rows that share their keys.
   *
   * @param keys those that several rows have
   * @param lost rows that another one of their key overwrites
   * @param shown the keys that most rows have, with their number
   */
  record Collisions(long keys, long lost, Map<String, Integer> shown) {}

  Collisions collisions() {
    int[] ranks = arena.ranks();
    int distinct = 0;
    for (int rank : ranks) {
      distinct = Math.max(distinct, rank + 1);
    }
    int[] counts = new int[distinct];
    for (int rank : ranks) {
      counts[rank]++;
    }
    long keys = Arrays.stream(counts).filter(count -> count > 1).count();
    Map<String, Integer> shown = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(keys, 3); i++) {
      int best = 0;
      for (int rank = 1; rank < distinct; rank++) {
        best = counts[rank] > counts[best] ? rank : best;
      }
      for (int row = 0; row < ranks.length; row++) {
        if (ranks[row] == best) {
          shown.put(schema.readable(schema.decode(arena.key(row))), counts[best]);
          break;
        }
      }
      counts[best] = 0;
    }
    return new Collisions(keys, ranks.length - distinct, shown);
  }
}
