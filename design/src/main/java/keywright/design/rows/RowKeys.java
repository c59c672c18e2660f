package keywright.design.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * Computes the row keys of sample rows, in the order in which the rows arrive. For a token ring,
 * eight bytes with the token of the partition are put in front of each row key; they sort as tokens
 * do. Values of {@code random(n)} parts are drawn from a seed. Used by one thread.
 */
public final class RowKeys {
  private static final int SAMPLE = 1 << 16;

  /** The least number of leading parts whose values are distinguished, if the key has so many. */
  private static final int PARTS = 3;

  private final KeyArena arena = new KeyArena();
  private final ArrivalOrder order;

  /** By the number of leading parts minus one, and by row: a hash of these parts. */
  private final List<IntList> prefixes;

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
   * Makes a list without row keys.
   *
   * @param declared the declared key
   * @param columns the columns of the rows
   * @param seed the seed of the values of {@code random(n)} parts
   * @param partitionParts how many leading key parts form the partition key; 0 for row keys without
   *     tokens
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
    prefixes =
        Stream.generate(IntList::new)
            .limit(Math.min(schema.parts().size(), Math.max(PARTS, partitionParts)))
            .toList();
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

  /**
   * Computes the row key of a row, and adds it to the list.
   *
   * @param row one value for each of the columns
   */
  public void add(@Nullable Object[] row) {
    for (int i = 0; i < values.length; i++) {
      Object given = sources[i] < 0 ? null : row[sources[i]];
      Object value = ofKey(schema.columns().get(i), given, random::nextInt);
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

  /**
   * The value of a column from which the key is computed. Usually this is {@code value} itself. If
   * the key is that of an index with an entry for each element of a list, the result is one
   * element, drawn at random, or null if the list is empty. So a row has one key here, even if it
   * has several index entries. Of a map it is a value, or a key if the values have another class.
   *
   * @param column the column that the key uses
   * @param value the value of the column in the row
   * @param draws returns a random number from 0 to its argument - 1
   */
  public static @Nullable Object ofKey(
      Column column, @Nullable Object value, IntUnaryOperator draws) {
    Collection<?> elements;
    if (column.type().elementType() != null) {
      return value;
    } else if (value instanceof Map<?, ?> map) {
      elements = ofMap(map, column.type().valueClass());
    } else if (value instanceof Collection<?> several) {
      elements = several;
    } else {
      return value;
    }
    return elements.isEmpty()
        ? null
        : elements.stream().skip(draws.applyAsInt(elements.size())).findFirst().orElseThrow();
  }

  private static Collection<?> ofMap(Map<?, ?> map, Class<?> wanted) {
    return map.values().stream().allMatch(wanted::isInstance) ? map.values() : map.keySet();
  }

  private void keepPrefixes(Key key) {
    int hash = 1;
    for (int part = 0; part < prefixes.size(); part++) {
      Object value = key.part(part);
      int ofPart = value instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(value);
      hash = (hash * 31 + ofPart) * 0x9e3779b1;
      prefixes.get(part).add(hash);
    }
  }

  /**
   * Groups the rows by the first parts of their keys, as {@link Leading} describes.
   *
   * @param ranks the rank of each row: the position of its key in key order
   * @param distinct the number of distinct ranks
   * @param fewest the smallest number of leading key parts that are combined into one value for
   *     grouping
   */
  public Leading leading(int[] ranks, int distinct, int fewest) {
    List<IntUnaryOperator> hashes =
        prefixes.stream().map(list -> (IntUnaryOperator) list::get).toList();
    return Leading.of(ranks, distinct, hashes, Math.min(fewest, prefixes.size()));
  }

  /** The object that tells whether the rows are in the order of one of their time columns. */
  public ArrivalOrder order() {
    return order;
  }

  /**
   * The tokens of the distinct keys, by the rank of the key.
   *
   * @param ranks the rank of each row: the position of its key in key order
   * @param distinct the number of distinct ranks
   */
  public long[] tokens(int[] ranks, int distinct) {
    long[] tokens = new long[distinct];
    for (int row = 0; row < ranks.length; row++) {
      tokens[ranks[row]] = PartitionToken.token(arena.head(row));
    }
    return tokens;
  }

  /**
   * Adds the size of a row to a sample in which each row has the same chance, whatever their
   * number.
   */
  private void sample(@Nullable Object[] row) {
    int place = arena.size() <= SAMPLE ? arena.size() - 1 : random.nextInt(arena.size());
    if (place < SAMPLE) {
      sizes[place] = token == null ? 0 : bytes(columns, row);
    }
  }

  /**
   * About how many bytes the values of a row have.
   *
   * @param columns the columns of the row
   * @param row one value for each column
   */
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

  /**
   * The mean number of bytes of the values of a row, computed from a sample of the rows; 0 for row
   * keys without tokens.
   */
  public double meanRowBytes() {
    return Arrays.stream(sizes).limit(arena.size()).average().orElse(0);
  }

  /**
   * The values of the first key of each band, in key order, followed by the values of the last key.
   *
   * @param ranks the rank of each row: the position of its key in key order
   * @param bands the division of the ranks into bands
   */
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
      throw KeyException.of("cannot simulate: found no rows, expected at least one");
    }
  }

  public void requireWindows(int windowRows) {
    if (arena.size() / 2 < windowRows) {
      throw KeyException.of(
          "cannot simulate %,d rows: expected at least two windows of %,d rows; give more rows, or choose shorter windows (--window)"
              .formatted(arena.size(), windowRows));
    }
  }

  /** The row keys that were added, in the order of adding. */
  public KeyArena keys() {
    return arena;
  }

  /**
   * The object that computes the tokens in front of the row keys; null if the keys have no tokens.
   */
  public @Nullable PartitionToken token() {
    return token;
  }

  /** The declared key. Its columns are only those from which the key is computed. */
  KeySchema schema() {
    return schema;
  }

  /**
   * Checks that each column of the key has a value in at least one row. A column without values is
   * probably missing in the header of the file.
   *
   * @throws KeyException if a column of the key has no value in any row
   */
  public void requireValues() {
    for (int i = 0; i < isFound.length; i++) {
      if (!isFound[i] && arena.size() > 0) {
        throw KeyException.of(
            "cannot compute the key (%s): found no row with a value of column %s, expected at least one; check that the rows have this column under this name"
                .formatted(new Strategy("", schema).key(), schema.columns().get(i).name()));
      }
    }
  }
}
