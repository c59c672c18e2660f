package keywright.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The four laws of kw1 over all pairs of some keys of one declaration, and a count of what was
 * really compared.
 *
 * <p>Each key is encoded once and its values are ranked by the order of {@link Values}, so that a
 * pair costs little more than a comparison of bytes.
 */
final class AllPairs {
  private final KeySchema schema;
  private final List<Key> keys;
  private final byte[][] rowKeys;

  /** By key, then by part: where the part starts; one more for the end. */
  private final int[][] offsets;

  /** By part, then by key: the place of its value among the values of all keys. */
  private final int[][] ranks;

  /** What has been compared so far. */
  static final class Count {
    long keys;
    long pairs;
    long equal;
    long sameFirstPart;
    long sameFirstByte;
  }

  private AllPairs(KeySchema schema, List<Key> keys) {
    this.schema = schema;
    this.keys = keys;
    this.rowKeys = new byte[keys.size()][];
    this.offsets = new int[keys.size()][schema.parts().size() + 1];
    this.ranks = new int[schema.parts().size()][];
  }

  /** Checks every unordered pair of {@code keys}, and every key by itself. */
  static void check(KeySchema schema, List<Key> keys, Count count) {
    AllPairs pairs = new AllPairs(schema, keys);
    for (int i = 0; i < keys.size(); i++) {
      pairs.encode(i);
    }
    for (int part = 0; part < pairs.ranks.length; part++) {
      pairs.ranks[part] = pairs.rank(part);
    }
    for (int i = 0; i < keys.size(); i++) {
      for (int j = 0; j < i; j++) {
        pairs.check(i, j, count);
      }
    }
    count.keys += keys.size();
  }

  private void encode(int i) {
    Key key = keys.get(i);
    rowKeys[i] = schema.encode(key);
    Key decoded = schema.decode(rowKeys[i]);
    if (!decoded.equals(key) || !Arrays.equals(schema.encode(decoded), rowKeys[i])) {
      throw broken("decoding undoes encoding", i, i);
    }
    for (int part = 0; part < ranks.length; part++) {
      offsets[i][part] = schema.codec().offset(key.values(), part);
    }
    offsets[i][ranks.length] = rowKeys[i].length;
  }

  private int[] rank(int part) {
    List<Integer> sorted = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      sorted.add(i);
    }
    sorted.sort(
        (i, j) -> Order.compare(schema, part, keys.get(i).part(part), keys.get(j).part(part)));
    int[] rank = new int[keys.size()];
    for (int place = 1; place < rank.length; place++) {
      int i = sorted.get(place - 1);
      int j = sorted.get(place);
      boolean equal =
          Order.compare(schema, part, keys.get(i).part(part), keys.get(j).part(part)) == 0;
      rank[j] = rank[i] + (equal ? 0 : 1);
    }
    return rank;
  }

  private void check(int i, int j, Count count) {
    int expected = 0;
    for (int part = 0; part < ranks.length; part++) {
      int order = Integer.compare(ranks[part][i], ranks[part][j]);
      expected = expected == 0 ? order : expected;
      int from = offsets[i][part];
      int start = offsets[j][part];
      int to = offsets[i][part + 1];
      int stop = offsets[j][part + 1];
      int mismatch = Arrays.mismatch(rowKeys[i], from, to, rowKeys[j], start, stop);
      if (order == 0 && mismatch >= 0) {
        throw broken("equal values of part " + (part + 1) + " have equal bytes", i, j);
      }
      if (order != 0 && (mismatch < 0 || mismatch == Math.min(to - from, stop - start))) {
        throw broken("no body of part " + (part + 1) + " is a prefix of another", i, j);
      }
    }
    int found = Integer.signum(Arrays.compareUnsigned(rowKeys[i], rowKeys[j]));
    int compared = Integer.signum(schema.compare(keys.get(i), keys.get(j)));
    if (found != expected || compared != expected) {
      throw broken("row keys sort as their values do", i, j);
    }
    count.pairs++;
    count.equal += expected == 0 ? 1 : 0;
    count.sameFirstPart += expected != 0 && ranks[0][i] == ranks[0][j] ? 1 : 0;
    count.sameFirstByte += expected != 0 && rowKeys[i][0] == rowKeys[j][0] ? 1 : 0;
  }

  private AssertionError broken(String law, int i, int j) {
    return new AssertionError(
        "not true that %s:%n  %s in %s%n  %s %s%n  %s %s"
            .formatted(
                law,
                schema.parts(),
                schema.columns(),
                keys.get(i),
                HexFormat.of().formatHex(rowKeys[i]),
                keys.get(j),
                HexFormat.of().formatHex(rowKeys[j])));
  }
}
