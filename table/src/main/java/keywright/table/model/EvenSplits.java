package keywright.table.model;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Spread;

/**
 * Split points of a key that give every region about the same number of rows. They are computed
 * from the declared key alone, without rows. This is possible if all values of the leading key
 * parts are equally frequent, such as the values of {@code bucket(8)}. Each split point lies
 * between two values of these parts. Immutable.
 *
 * <p>A split point is where a region starts. It is the shortest byte string that is above all keys
 * of the region before it and not above the first key of its own region. So a split point need not
 * be a complete row key.
 */
public final class EvenSplits {
  /** The largest number of regions into which a table is split. */
  public static final int MOST_REGIONS = 10_000;

  private static final int CELLS_OF_A_REGION = 64;

  /** The largest number of values of a first part for which, by default, each value is a region. */
  private static final int MOST_BY_DEFAULT = 64;

  /**
   * The least number of possible first digits with which, by default, a first part of more values
   * is split by its first digit.
   */
  private static final int LEAST_BY_DIGIT = 9;

  private static final int DEFAULT_OF_MANY = 16;

  private final List<byte[]> points = new ArrayList<>();
  private final List<String> starts = new ArrayList<>();
  private final long values;
  private final int partsUsed;

  private EvenSplits(long values, int partsUsed) {
    this.values = values;
    this.partsUsed = partsUsed;
  }

  /**
   * Computes the split points for {@code regions} regions. If the leading key parts have many
   * values, the numbers of rows of the regions differ by at most 1/64. If these parts have fewer
   * values than {@code regions}, each value gets one region.
   *
   * @param schema the key of the table or the index
   * @param regions the wanted number of regions, from 1 to {@link #MOST_REGIONS}
   * @return the split points; empty if the frequencies of the values of the first key part are
   *     unknown
   * @throws TableException if {@code regions} is out of range
   */
  public static Optional<EvenSplits> of(KeySchema schema, int regions) {
    if (regions < 1 || regions > MOST_REGIONS) {
      throw new TableException(
          "cannot split into %d regions: expected 1 to %,d".formatted(regions, MOST_REGIONS));
    }
    Cells cells = new Cells(schema, (long) regions * CELLS_OF_A_REGION);
    if (cells.spreads.isEmpty()) {
      return Optional.empty();
    }
    NavigableMap<byte[], String> starts = cells.starts();
    EvenSplits split = new EvenSplits(starts.size(), cells.spreads.size());
    int found = Math.min(regions, starts.size());
    int index = 0;
    int region = 1;
    byte[] before = {};
    for (Map.Entry<byte[], String> start : starts.entrySet()) {
      if (region < found && index == (long) region * starts.size() / found) {
        byte[] key = start.getKey();
        split.points.add(Arrays.copyOf(key, Arrays.mismatch(before, key) + 1));
        split.starts.add(start.getValue());
        region++;
      }
      before = start.getKey();
      index++;
    }
    return Optional.of(split);
  }

  /**
   * The default number of regions of a new table. It depends on the values of the first key part:
   *
   * <ul>
   *   <li>at most 64 equally frequent values: their number, such as 8 for {@code bucket(8)}
   *   <li>more than 64 equally frequent values that are written in digits: one region for each
   *       possible first digit, that is 10, or 16 for hexadecimal digits
   *   <li>more than 64 equally frequent values that are not written in digits: 16
   *   <li>values of unknown frequency: 1
   * </ul>
   */
  public static int defaultRegions(KeySchema schema) {
    Optional<Spread> first = schema.spread(0);
    if (first.isEmpty()) {
      return 1;
    }
    long values = first.get().size(LEAST_BY_DIGIT);
    return values <= MOST_BY_DEFAULT ? (int) values : DEFAULT_OF_MANY;
  }

  /**
   * The number of regions. It is smaller than the requested number if the leading key parts have
   * too few values.
   */
  public int regions() {
    return points.size() + 1;
  }

  /**
   * The split points, ascending in unsigned byte order. Each is the first row key of a region; the
   * first region, which starts at the empty key, has no split point. The arrays are copies, and
   * none is empty.
   */
  public List<byte[]> points() {
    return points.stream().map(byte[]::clone).toList();
  }

  /**
   * For each split point, the value of the leading key parts at which its region starts, as text.
   */
  public List<String> starts() {
    return List.copyOf(starts);
  }

  /**
   * How many different values the leading key parts have, between which the split points were
   * chosen.
   */
  public long values() {
    return values;
  }

  /** How many leading key parts were used to compute the split points. */
  public int partsUsed() {
    return partsUsed;
  }

  /** The key space, divided evenly by the values of leading parts. */
  private static final class Cells {
    private final KeySchema schema;
    private final List<Spread> spreads = new ArrayList<>();
    private final List<Long> sizes = new ArrayList<>();
    private final BigInteger values;
    private final int count;

    Cells(KeySchema schema, long wanted) {
      this.schema = schema;
      long product = 1;
      for (int part = 0; part < schema.parts().size() && product < wanted; part++) {
        Optional<Spread> spread = schema.spread(part);
        if (spread.isEmpty()) {
          break;
        }
        long size = spread.get().size((wanted + product - 1) / product);
        spreads.add(spread.get());
        sizes.add(size);
        product *= size;
      }
      values = BigInteger.valueOf(product);
      count = (int) Math.min(product, wanted);
    }

    /** The lowest row key of each cell, with its values, in order. */
    NavigableMap<byte[], String> starts() {
      NavigableMap<byte[], String> starts = new TreeMap<>(ByteRange.order());
      for (int cell = 0; cell < count; cell++) {
        long[] places = places(cell);
        Object[] leading = new Object[places.length];
        try {
          for (int part = 0; part < leading.length; part++) {
            leading[part] = spreads.get(part).value(places[part], sizes.get(part));
          }
          starts.put(schema.startingWith(leading).start(), text(leading, places));
        } catch (KeyException e) {
          // No key has such a value: half of lpad(mod(x, 20), 1), or what a key's format does not
          // hold.
        }
      }
      return starts;
    }

    /** For each part, the number of the value with which a cell starts. */
    private long[] places(int cell) {
      long rest =
          BigInteger.valueOf(cell).multiply(values).divide(BigInteger.valueOf(count)).longValue();
      long[] places = new long[sizes.size()];
      for (int part = places.length - 1; part >= 0; part--) {
        places[part] = rest % sizes.get(part);
        rest /= sizes.get(part);
      }
      return places;
    }

    /** The values as text. Trailing values that are the lowest of their part are left out. */
    private String text(Object[] leading, long[] places) {
      int shown = leading.length;
      while (shown > 1 && places[shown - 1] == 0) {
        shown--;
      }
      List<String> texts = new ArrayList<>();
      for (int part = 0; part < shown; part++) {
        String text = schema.partType(part).format(leading[part]);
        boolean isBeginning =
            leading[part] instanceof String && !spreads.get(part).isWhole(sizes.get(part));
        texts.add(isBeginning ? beginning(text) : text);
      }
      return "(" + String.join(", ", texts) + ")";
    }

    private static String beginning(String text) {
      String digits = text.replaceAll("0+$", "");
      return (digits.isEmpty() ? "0" : digits) + "…";
    }
  }
}
