package keywright.design.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * Makes the row keys of rows, over the columns that the key reads and no others, and for a token
 * ring puts the token of the partition in front, in eight bytes that sort as it does. What a {@code
 * random(n)} part draws is drawn from a seed. Used by one thread.
 */
public final class RowKeys {
  private static final int SAMPLE = 1 << 16;

  /** So many leading parts at least are told apart, if the key has them. */
  private static final int PARTS = 3;

  private final KeyArena arena = new KeyArena();
  private final ArrivalOrder order;

  /** By number of leading parts less one, and by row: a hash of these parts. */
  private final int[][] prefixes;

  private final KeySchema schema;
  private final int[] sources;
  private final int[] drawn;
  private final boolean[] isFound;
  private final @Nullable Object[] values;
  private final SplittableRandom random;
  private final @Nullable PartitionToken token;
  private final List<Column> columns;
  private final int[] sizes = new int[SAMPLE];

  public RowKeys(KeySchema declared, List<Column> columns, long seed) {
    this(declared, columns, seed, 0);
  }

  /**
   * @param partitionParts how many leading parts are the partition; 0 for no tokens
   */
  public RowKeys(KeySchema declared, List<Column> columns, long seed, int partitionParts) {
    List<Column> read = new ArrayList<>();
    for (Column column : declared.columns()) {
      if (declared.keyColumns().contains(column.name())) {
        read.add(column);
      }
    }
    schema = KeySchema.of(read, declared.parts(), declared.format());
    random = new SplittableRandom(seed);
    token = partitionParts == 0 ? null : new PartitionToken(schema, partitionParts);
    this.columns = columns;
    order = new ArrivalOrder(columns);
    prefixes = new int[Math.min(schema.parts().size(), Math.max(PARTS, partitionParts))][1024];
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

  /** Keeps the key of a row, which has a value for each of the columns. */
  public void add(@Nullable Object[] row) {
    for (int i = 0; i < values.length; i++) {
      Object value = sources[i] < 0 ? null : row[sources[i]];
      values[i] = value == null && drawn[i] > 0 ? (Object) random.nextInt(drawn[i]) : value;
      isFound[i] |= values[i] != null;
    }
    Key key = schema.key(values);
    byte[] rowKey = schema.encode(key);
    keepPrefixes(key);
    arena.add(token == null ? rowKey : token.before(key, rowKey));
    order.add(row);
    sample(row);
  }

  private void keepPrefixes(Key key) {
    int row = arena.size();
    int hash = 1;
    for (int part = 0; part < prefixes.length; part++) {
      if (row == prefixes[part].length) {
        prefixes[part] = Arrays.copyOf(prefixes[part], row + (row >> 1));
      }
      Object value = key.part(part);
      int ofPart = value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value);
      hash = (hash * 31 + ofPart) * 0x9e3779b1;
      prefixes[part][row] = hash;
    }
  }

  /**
   * The rows by the first parts of their keys.
   *
   * @param fewest how many parts are looked at together, at least
   */
  public Leading leading(int[] ranks, int distinct, int fewest) {
    return Leading.of(ranks, distinct, prefixes, Math.min(fewest, prefixes.length));
  }

  /** What the times of the rows say of the order in which they come. */
  public ArrivalOrder order() {
    return order;
  }

  /** The tokens of the distinct keys, by rank. */
  public long[] tokens(int[] ranks, int distinct) {
    long[] tokens = new long[distinct];
    for (int row = 0; row < ranks.length; row++) {
      tokens[ranks[row]] = PartitionToken.token(arena.head(row));
    }
    return tokens;
  }

  /** Keeps the size of each row with the same chance, whatever their number. */
  private void sample(@Nullable Object[] row) {
    int place = arena.size() <= SAMPLE ? arena.size() - 1 : random.nextInt(arena.size());
    if (place < SAMPLE) {
      sizes[place] = token == null ? 0 : bytes(columns, row);
    }
  }

  /** The bytes of a row's values. */
  public static int bytes(List<Column> columns, @Nullable Object[] row) {
    int bytes = 0;
    for (int i = 0; i < row.length; i++) {
      Object value = row[i];
      bytes +=
          value == null
              ? 0
              : value instanceof byte[] blob
                  ? blob.length
                  : columns.get(i).type().toBytes(value).length;
    }
    return bytes;
  }

  /** The mean bytes of a row's values, in a sample of the rows; 0 without tokens. */
  public double meanRowBytes() {
    return Arrays.stream(sizes).limit(arena.size()).average().orElse(0);
  }

  /** What the first key of each band says, and then the last of all. */
  public List<List<KeyValue>> keys(int[] ranks, Bands bands) {
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
    return Arrays.stream(rows).mapToObj(row -> values.of(rowKey(row))).toList();
  }

  /** The row key of row {@code row}, without a token. */
  private byte[] rowKey(int row) {
    byte[] key = arena.key(row);
    return token == null ? key : Arrays.copyOfRange(key, Long.BYTES, key.length);
  }

  public void requireRows() {
    if (arena.size() == 0) {
      throw KeyException.of("cannot simulate: found no rows, expected some");
    }
  }

  public void requireWindows(int windowRows) {
    if (arena.size() / 2 < windowRows) {
      throw KeyException.of(
          ("cannot simulate %,d rows: expected at least two windows of %,d rows; take more rows, or"
                  + " shorter windows (--window)")
              .formatted(arena.size(), windowRows));
    }
  }

  /** The keys that were added, in order. */
  public KeyArena keys() {
    return arena;
  }

  /** What gives the tokens before the keys; null when there are none. */
  public @Nullable PartitionToken token() {
    return token;
  }

  /** The key without the columns that it does not read. */
  KeySchema schema() {
    return schema;
  }

  /** A column without any value, for which one most likely forgot to name its header. */
  public void requireValues() {
    for (int i = 0; i < isFound.length; i++) {
      if (!isFound[i] && arena.size() > 0) {
        throw KeyException.of(
            "cannot make the key (%s): found no value of column %s in any row, expected some"
                .formatted(new Strategy("", schema).key(), schema.columns().get(i).name()));
      }
    }
  }
}
