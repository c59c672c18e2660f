package keywright.design.certificate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * The result of testing the laws of a key format with one declared key. The laws are tested with
 * all pairs of corner values of each column, which are values such as the lowest and the highest,
 * and with random pairs of similar keys.
 *
 * <p>The laws are:
 *
 * <ul>
 *   <li>Row keys sort as {@link KeySchema#compare} sorts their keys. This law applies only to parts
 *       for which the format promises the order; for other parts {@link #unsorted} shows a pair
 *       that is not in order.
 *   <li>No encoded value of a part is a prefix of another value of the part.
 *   <li>Equal values have equal bytes, and different values have different bytes.
 *   <li>A row key decodes to the key from which it was made.
 * </ul>
 *
 * <p>Immutable; the same declared key, number of pairs and seed give the same certificate.
 */
public final class OrderCertificate {

  /**
   * Two keys that break a law. If a single key breaks the law, {@code first} and {@code second} are
   * the same key.
   *
   * @param law the law that is broken, as text
   * @param part the index of the key part that breaks the law, from 0
   */
  public record Counterexample(String law, int part, Key first, Key second) {}

  /**
   * The properties of one key part that follow from its declaration.
   *
   * @param declared the declaration of the part, as text
   * @param type the type of the part's values
   * @param longest the largest number of bytes that the part can have; empty if there is no largest
   *     number
   * @param sorts whether the bytes of the part sort as the values of the part do
   * @param column the name of the column whose order the part follows; null if it follows no column
   * @param following how the order of the part relates to that column
   * @param recovered the name of the column that can be decoded from the part; null if there is no
   *     such column
   * @param values how many values a query must try if it does not fix the columns of the part (the
   *     fan-out); -1 if the values cannot be listed
   */
  public record Part(
      String declared,
      Type type,
      OptionalInt longest,
      boolean sorts,
      @Nullable String column,
      KeySchema.Following following,
      @Nullable String recovered,
      long values) {}

  private static final int FEWEST_KEYS = 1_024;
  private static final int MOST_KEYS = 65_536;
  private static final int PAIRS_PER_KEY = 128;
  private static final int ATTEMPTS_PER_KEY = 8;
  private static final int NEAR = 8;

  /** A key with its bytes and the offsets of its parts. */
  private static final class Entry {
    private final Key key;
    private final byte[] rowKey;
    private final int[] offsets;

    Entry(Key key, byte[] rowKey, int[] offsets) {
      this.key = key;
      this.rowKey = rowKey;
      this.offsets = offsets;
    }
  }

  private final KeySchema schema;
  private final SplittableRandom random;
  private final List<List<Object>> corners = new ArrayList<>();
  private final Map<Integer, Counterexample> unsorted = new LinkedHashMap<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();
  private @Nullable Counterexample violation;
  private long cornerPairs;
  private long randomPairs;

  private OrderCertificate(KeySchema schema, long seed) {
    this.schema = schema;
    this.random = new SplittableRandom(seed);
    for (Column column : schema.columns()) {
      corners.add(Corners.of(column.type()));
    }
  }

  /**
   * Tests the laws with one declared key. A million random pairs take about a second.
   *
   * @param schema the declared key
   * @param pairs the number of random pairs of keys
   * @param seed the seed of the random pairs
   * @throws KeyException if no two keys could be made, because the key expressions refused all
   *     values that were tried
   */
  public static OrderCertificate of(KeySchema schema, long pairs, long seed) {
    OrderCertificate certificate = new OrderCertificate(schema, seed);
    certificate.drawKeys(pairs);
    certificate.tryCorners(certificate.rows.get(0));
    certificate.tryRandomPairs(pairs);
    return certificate;
  }

  /** The properties of the key parts, in order. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < schema.parts().size(); i++) {
      String column = null;
      String recovered = null;
      KeySchema.Following following = KeySchema.Following.NO;
      for (int c = 0; c < schema.columns().size(); c++) {
        String name = schema.columns().get(c).name();
        if (schema.follows(i, name) != KeySchema.Following.NO) {
          column = name;
          following = schema.follows(i, name);
        }
        recovered = schema.partDetermines(i, name) ? name : recovered;
      }
      parts.add(
          new Part(
              schema.parts().get(i).toString(),
              schema.partType(i),
              schema.longestPart(i),
              schema.partSorts(i),
              column,
              following,
              recovered,
              schema.partValues(i)));
    }
    return parts;
  }

  /** Whether the test found no keys that break a law. */
  public boolean holds() {
    return violation == null;
  }

  /**
   * Of the pairs of keys that were found to break one of the laws of this class, a pair whose two
   * row keys have the fewest bytes together. Empty if no pair breaks a law.
   */
  public Optional<Counterexample> violation() {
    return Optional.ofNullable(violation);
  }

  /**
   * Two keys whose row keys do not sort as the values of a part do, for a part for which the key
   * format promises no order. Empty if the test found no such keys.
   *
   * @param part the index of the part, from 0
   */
  public Optional<Counterexample> unsorted(int part) {
    return Optional.ofNullable(unsorted.get(part));
  }

  /** The number of pairs of corner values that were compared. */
  public long cornerPairs() {
    return cornerPairs;
  }

  /** The number of random pairs that were compared. */
  public long randomPairs() {
    return randomPairs;
  }

  /** Draws rows that have a key. Half of them differ from an earlier row in one column. */
  private void drawKeys(long pairs) {
    long wanted = Math.max(FEWEST_KEYS, Math.min(MOST_KEYS, pairs / PAIRS_PER_KEY));
    for (long attempt = 0; rows.size() < wanted && attempt < wanted * ATTEMPTS_PER_KEY; attempt++) {
      @Nullable Object[] row;
      if (rows.isEmpty() || random.nextInt(4) == 0) {
        row = new @Nullable Object[schema.columns().size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = value(i);
        }
      } else {
        row = rows.get(random.nextInt(rows.size())).clone();
        int column = random.nextInt(row.length);
        row[column] = value(column);
      }
      Entry entry = entry(row);
      if (entry != null) {
        tryRoundTrip(entry);
        rows.add(row);
        entries.add(entry);
      }
    }
    if (rows.size() < 2) {
      throw KeyException.of(
          "cannot check ("
              + String.join(", ", schema.parts().stream().map(KeyPart::toString).toList())
              + "): found no two rows for which the key can be computed, expected values that its functions accept");
    }
  }

  private @Nullable Object value(int column) {
    Column declared = schema.columns().get(column);
    if (declared.nullable() && random.nextInt(8) == 0) {
      return null;
    }
    Integer drawn = schema.randomColumns().get(declared.name());
    if (drawn != null) {
      return random.nextInt(drawn);
    }
    List<Object> known = corners.get(column);
    return switch (random.nextInt(4)) {
      case 0 -> known.get(random.nextInt(known.size()));
      case 1 -> small(declared.type(), known);
      default -> Corners.near(declared.type(), known, random);
    };
  }

  /**
   * A value that most key functions accept: most accept small numbers, and few accept all numbers.
   */
  private Object small(Type type, List<Object> known) {
    try {
      return type.convert(random.nextInt(1_000));
    } catch (KeyException e) {
      return known.get(random.nextInt(known.size()));
    }
  }

  /** The key of a row; null if a function or the format refuses a value of the row. */
  private @Nullable Entry entry(@Nullable Object[] row) {
    try {
      Key key = schema.key(row);
      byte[] rowKey = schema.encode(key);
      int[] offsets = new int[schema.parts().size() + 1];
      for (int part = 0; part < offsets.length - 1; part++) {
        offsets[part] = schema.offset(key, part);
      }
      offsets[offsets.length - 1] = rowKey.length;
      return new Entry(key, rowKey, offsets);
    } catch (KeyException e) {
      return null;
    }
  }

  /**
   * Compares all pairs of {@code base} and a row that has a corner value, or null, in one column.
   */
  private void tryCorners(@Nullable Object[] base) {
    for (int column = 0; column < base.length; column++) {
      if (!schema.keyColumns().contains(schema.columns().get(column).name())) {
        continue;
      }
      List<@Nullable Object> values = new ArrayList<>(corners.get(column));
      if (schema.columns().get(column).nullable()) {
        values.add(null);
      }
      List<Entry> tried = new ArrayList<>();
      for (Object value : values) {
        @Nullable Object[] row = base.clone();
        row[column] = value;
        Entry entry = entry(row);
        if (entry != null) {
          tryRoundTrip(entry);
          tried.add(entry);
        }
      }
      for (int i = 0; i < tried.size(); i++) {
        for (int j = 0; j < i; j++) {
          tryPair(tried.get(i), tried.get(j));
          cornerPairs++;
        }
      }
    }
  }

  /**
   * Compares random pairs. Half of them are drawn at random; half are near each other in the order
   * of the bytes.
   */
  private void tryRandomPairs(long pairs) {
    entries.sort((a, b) -> Arrays.compareUnsigned(a.rowKey, b.rowKey));
    for (; randomPairs < pairs; randomPairs++) {
      int i = random.nextInt(entries.size());
      int j =
          random.nextBoolean()
              ? random.nextInt(entries.size())
              : Math.min(entries.size() - 1, i + 1 + random.nextInt(NEAR));
      tryPair(entries.get(i), entries.get(j));
    }
  }

  private void tryRoundTrip(Entry entry) {
    boolean same;
    try {
      Key decoded = schema.decode(entry.rowKey);
      same =
          schema.compare(decoded, entry.key) == 0
              && Arrays.equals(schema.encode(decoded), entry.rowKey);
    } catch (KeyException e) {
      same = false;
    }
    if (!same) {
      found("a row key decodes to the key that it was made from", 0, entry, entry);
    }
  }

  private void tryPair(Entry a, Entry b) {
    int deciding = -1;
    int expected = 0;
    for (int part = 0; part < schema.parts().size(); part++) {
      int order = schema.comparePart(part, a.key, b.key);
      if (order != 0 && deciding < 0) {
        deciding = part;
        expected = Integer.signum(order);
      }
      tryBytes(part, order == 0, a, b);
    }
    if (deciding < 0) {
      return;
    }
    int found = Integer.signum(Arrays.compareUnsigned(a.rowKey, b.rowKey));
    if (found == expected) {
      return;
    }
    if (schema.partSorts(deciding)) {
      found("row keys sort as their keys do", deciding, a, b);
    } else {
      Counterexample pair =
          new Counterexample("row keys sort as their keys do", deciding, a.key, b.key);
      unsorted.merge(deciding, pair, this::smaller);
    }
  }

  private void tryBytes(int part, boolean equal, Entry a, Entry b) {
    int from = a.offsets[part];
    int start = b.offsets[part];
    int to = a.offsets[part + 1];
    int stop = b.offsets[part + 1];
    int mismatch = Arrays.mismatch(a.rowKey, from, to, b.rowKey, start, stop);
    if (equal) {
      if (mismatch >= 0) {
        found("equal values have equal bytes", part, a, b);
      }
    } else if (mismatch < 0) {
      found("different values have different bytes", part, a, b);
    } else if (mismatch == Math.min(to - from, stop - start) && schema.partIsPrefixFree(part)) {
      found("no encoded part is a prefix of another", part, a, b);
    }
  }

  private void found(String law, int part, Entry a, Entry b) {
    Counterexample pair = new Counterexample(law, part, a.key, b.key);
    violation = violation == null ? pair : smaller(violation, pair);
  }

  private Counterexample smaller(Counterexample a, Counterexample b) {
    return length(b) < length(a) ? b : a;
  }

  private int length(Counterexample pair) {
    return schema.encode(pair.first).length + schema.encode(pair.second).length;
  }
}
