package keywright.design;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * What rows look like under one key, gathered in their order: how the first part moves, how many
 * values it has, and which rows share a key. Memory is bounded but for the row keys, which are
 * kept, where it matters which are equal. Used by one thread.
 */
final class KeyProfile {
  /** How far apart rows are that are held against each other: clocks are not exact. */
  private static final int LAG = 64;

  private static final int FEWEST_PAIRS = 100;
  private static final double MOSTLY = 0.95;
  private static final int SAMPLE = 1 << 13;
  private static final int MOST_TAILS = 256;
  private static final int TAIL_LAG = 8;

  private final KeySchema schema;
  private final int[] sources;
  private final int[] drawn;
  private final boolean[] isFound;
  private final boolean keepsKeys;
  private final KeyArena arena = new KeyArena();
  private final SplittableRandom random = new SplittableRandom(1);
  private final @Nullable Object[] before = new @Nullable Object[LAG];
  private final List<Object> sample = new ArrayList<>();

  /** The last keys of each value of the first part, while these are few. */
  private final Map<Object, Deque<Key>> tails = new HashMap<>();

  private boolean hasManyTails;
  private long tailUps;
  private long tailDowns;
  private long rows;
  private long longest;
  private long ups;
  private long downs;
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

  /** How one column moves. */
  static KeyProfile ofColumn(Column column, List<Column> columns) {
    KeyPart part = KeyPart.asc(KeyExpression.column(column.name()));
    return new KeyProfile(KeySchema.of(columns, List.of(part), KeyFormat.kw1()), columns, false);
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
              : sources[i] < 0 ? null : row[sources[i]];
      isFound[i] |= values[i] != null;
    }
    try {
      Key key = schema.key(values);
      byte[] rowKey = schema.encode(key);
      rows++;
      longest = Math.max(longest, rowKey.length);
      if (keepsKeys) {
        arena.add(rowKey);
      }
      addFirst(key);
    } catch (KeyException e) {
      if (isCounted) {
        firstMisfit = misfits++ == 0 ? String.valueOf(e.getMessage()) : firstMisfit;
      }
    }
  }

  private void addFirst(Key key) {
    Object part = key.part(0);
    if (part == null) {
      return;
    }
    Type type = schema.partType(0);
    int place = (int) (rows % LAG);
    Object other = before[place];
    if (other != null) {
      int order = type.compare(part, other);
      ups += order > 0 ? 1 : 0;
      downs += order < 0 ? 1 : 0;
    }
    before[place] = part;
    int slot = sample.size() < SAMPLE ? sample.size() : (int) random.nextLong(rows);
    if (slot == sample.size()) {
      sample.add(part);
    } else if (slot < SAMPLE) {
      sample.set(slot, part);
    }
    addTail(part, key);
  }

  private void addTail(Object part, Key key) {
    if (hasManyTails || part instanceof byte[]) {
      hasManyTails = true;
      return;
    }
    Deque<Key> last = tails.computeIfAbsent(part, value -> new ArrayDeque<>());
    last.addLast(key);
    if (last.size() > TAIL_LAG) {
      int order = schema.compare(key, last.removeFirst());
      tailUps += order > 0 ? 1 : 0;
      tailDowns += order < 0 ? 1 : 0;
    }
    hasManyTails = tails.size() > MOST_TAILS;
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

  /** Whether the first part rises, or falls, from row to row. */
  boolean moves() {
    long pairs = ups + downs;
    return pairs >= FEWEST_PAIRS && Math.max(ups, downs) >= MOSTLY * pairs;
  }

  /** Whether there are enough rows to tell that the first part does not move. */
  boolean tells() {
    return ups + downs >= FEWEST_PAIRS;
  }

  /** The number of values of the first part, the frequent ones counting more: 1/Σshare². */
  double effectiveValues() {
    Map<Object, Integer> counts = new HashMap<>();
    for (Object value : sample) {
      counts.merge(value instanceof byte[] bytes ? Arrays.hashCode(bytes) : value, 1, Integer::sum);
    }
    return EffectiveNumber.of(counts.values().stream().mapToDouble(Integer::doubleValue));
  }

  /** Whether keys rise, or fall, from row to row of one value of the first part. */
  boolean hasTails() {
    long pairs = tailUps + tailDowns;
    return !hasManyTails && pairs >= FEWEST_PAIRS && Math.max(tailUps, tailDowns) >= MOSTLY * pairs;
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
