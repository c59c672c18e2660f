package keywright.hbase.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Spread;
import org.jspecify.annotations.Nullable;

/**
 * The leading parts of a key that spread its rows, such as {@code bucket(8)}: the row keys of each
 * of their values, in byte order. Rows are read in the order of the parts after them. Immutable.
 */
final class Buckets {
  /** Leading parts of more values are read in their own order. */
  static final int MOST = 256;

  private static final int MOST_REGIONS = 10_000;
  private static final int CELLS_OF_A_REGION = 64;

  private final int parts;
  private final List<ByteRange> ranges;

  private Buckets(int parts, List<ByteRange> ranges) {
    this.parts = parts;
    this.ranges = List.copyOf(ranges);
  }

  static Buckets of(KeySchema schema) {
    int parts = 0;
    long count = 1;
    List<List<@Nullable Object>> found = new ArrayList<>();
    found.add(List.of());
    while (parts < schema.parts().size() - 1) {
      Optional<Spread> spread = schema.spread(parts);
      long values = schema.partValues(parts);
      count *= values + (schema.partNullable(parts) ? 1 : 0);
      if (spread.isEmpty() || values < 1 || count > MOST) {
        break;
      }
      List<List<@Nullable Object>> longer = new ArrayList<>();
      for (List<@Nullable Object> leading : found) {
        for (long index = 0; index < values; index++) {
          try {
            longer.add(with(leading, spread.get().value(index, values)));
          } catch (KeyException e) {
            // No key has such a value.
          }
        }
        if (schema.partNullable(parts)) {
          longer.add(with(leading, null));
        }
      }
      found = longer;
      parts++;
    }
    if (parts == 0) {
      return new Buckets(0, List.of(ByteRange.all()));
    }
    TreeMap<byte[], ByteRange> sorted = new TreeMap<>(ByteRange.order());
    for (List<@Nullable Object> leading : found) {
      try {
        ByteRange range = schema.startingWith(leading.toArray());
        sorted.put(range.start(), range);
      } catch (KeyException e) {
        // The format does not hold such a value.
      }
    }
    return new Buckets(parts, List.copyOf(sorted.values()));
  }

  private static List<@Nullable Object> with(
      List<@Nullable Object> leading, @Nullable Object value) {
    List<@Nullable Object> longer = new ArrayList<>(leading);
    longer.add(value);
    return longer;
  }

  /** How many leading parts of the key these are. */
  int parts() {
    return parts;
  }

  /**
   * The ranges of one bucket.
   *
   * @param prefixLength the bytes of a row key before those that the order depends on
   * @param ranges disjoint, in byte order, not adjacent
   */
  record Group(int prefixLength, List<ByteRange> ranges) {}

  /** The given ranges, which are disjoint and in byte order, by bucket; without empty ones. */
  List<Group> group(List<ByteRange> all) {
    List<Group> groups = new ArrayList<>();
    for (ByteRange bucket : ranges) {
      List<ByteRange> own = new ArrayList<>();
      for (ByteRange range : all) {
        ByteRange both = range.and(bucket);
        if (!both.isEmpty()) {
          add(both, own);
        }
      }
      if (!own.isEmpty()) {
        groups.add(new Group(bucket.start().length, own));
      }
    }
    return groups;
  }

  /** Adds a range, to the one before it where they touch. */
  private static void add(ByteRange range, List<ByteRange> own) {
    int last = own.size() - 1;
    if (last >= 0 && Arrays.equals(own.get(last).stop(), range.start())) {
      own.set(last, ByteRange.between(own.get(last).start(), range.stop()));
    } else {
      own.add(range);
    }
  }

  /** The row keys at which {@code regions} regions of equal shares start, but for the first. */
  static byte[][] splits(KeySchema schema, int regions) {
    if (regions < 2 || regions > MOST_REGIONS) {
      throw KeyException.of(
          "cannot split into %d regions: expected 2 to %,d".formatted(regions, MOST_REGIONS));
    }
    long wanted = (long) regions * CELLS_OF_A_REGION;
    List<Spread> spreads = new ArrayList<>();
    List<Long> sizes = new ArrayList<>();
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
    if (spreads.isEmpty()) {
      throw KeyException.of(
          "cannot split (%s) by the key alone: it is unknown how often each value of %s occurs; put bucket(16) in front of the key, or choose the split keys yourself"
              .formatted(schema.parts().get(0), schema.parts().get(0).name()));
    }
    List<byte[]> starts = starts(schema, spreads, sizes, product, (int) Math.min(product, wanted));
    int found = Math.min(regions, starts.size());
    byte[][] splits = new byte[Math.max(0, found - 1)][];
    for (int region = 1; region < found; region++) {
      int index = (int) ((long) region * starts.size() / found);
      byte[] key = starts.get(index);
      // The shortest bytes above the values before.
      splits[region - 1] = Arrays.copyOf(key, Arrays.mismatch(starts.get(index - 1), key) + 1);
    }
    return splits;
  }

  /** The least row key of each cell of key space, in order. */
  private static List<byte[]> starts(
      KeySchema schema, List<Spread> spreads, List<Long> sizes, long product, int count) {
    TreeMap<byte[], byte[]> starts = new TreeMap<>(ByteRange.order());
    for (int cell = 0; cell < count; cell++) {
      // As (long) cell * product / count, which might not be in a long.
      long rest = cell * (product / count) + cell * (product % count) / count;
      @Nullable Object[] leading = new @Nullable Object[sizes.size()];
      try {
        for (int part = leading.length - 1; part >= 0; part--) {
          leading[part] = spreads.get(part).value(rest % sizes.get(part), sizes.get(part));
          rest /= sizes.get(part);
        }
        byte[] start = schema.startingWith(leading).start();
        starts.put(start, start);
      } catch (KeyException e) {
        // No key has such a value.
      }
    }
    return List.copyOf(starts.values());
  }
}
