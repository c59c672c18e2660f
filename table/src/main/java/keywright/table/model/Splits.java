package keywright.table.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import keywright.key.KeyException;
import keywright.key.KeySchema;

/**
 * The split points of a new table on an engine with regions: either a number of regions, or values
 * of the first key part. Other engines ignore them. Immutable.
 *
 * @param regions the number of regions that get about the same number of rows, from the split
 *     points of {@link EvenSplits}. 0 if {@code starts} is not empty; otherwise 0 means the number
 *     of {@link EvenSplits#defaultRegions}
 * @param starts the values of the first key part at which regions start, as text of literals such
 *     as {@code 'm'} or {@code 42}. It must be empty if {@code regions} is not 0
 */
public record Splits(int regions, List<String> starts) {
  /** The number of regions that {@link EvenSplits#defaultRegions} computes for the key. */
  public static final Splits BY_KEY = new Splits(0, List.of());

  /**
   * Makes split points.
   *
   * @throws TableException if {@code regions} or the number of {@code starts} is too large, or if
   *     {@code regions} is not 0 and {@code starts} is not empty
   */
  public Splits {
    starts = List.copyOf(starts);
    if (regions < 0 || regions > EvenSplits.MOST_REGIONS || (regions > 0 && !starts.isEmpty())) {
      throw new TableException(
          "cannot split into %d regions: expected 1 to %,d"
              .formatted(regions, EvenSplits.MOST_REGIONS));
    }
    if (starts.size() >= EvenSplits.MOST_REGIONS) {
      throw new TableException(
          "cannot split at %,d values: expected at most %,d"
              .formatted(starts.size(), EvenSplits.MOST_REGIONS - 1));
    }
  }

  /**
   * Splits a table into regions that get about the same number of rows.
   *
   * @param regions the number of regions, from 1 to {@link EvenSplits#MOST_REGIONS}
   * @throws TableException if the number is out of range
   */
  public static Splits into(int regions) {
    if (regions < 1) {
      throw new TableException(
          "cannot split into %d regions: expected 1 to %,d"
              .formatted(regions, EvenSplits.MOST_REGIONS));
    }
    return new Splits(regions, List.of());
  }

  /**
   * Splits at values of the first key part: a region starts at each value, and one more region
   * contains the rows before the first value.
   *
   * @param values the values, in the order of the key: numbers, texts, booleans, uuids or byte
   *     arrays; dates and times as texts
   */
  public static Splits at(Object... values) {
    return new Splits(0, Arrays.stream(values).map(Literal::write).toList());
  }

  /**
   * The row keys at which regions start, in ascending unsigned byte order. The result is shorter
   * than requested if the key has too few different values.
   *
   * @param schema the key of the table or the index
   * @throws TableException for a value that the first part cannot have, and for values that are not
   *     in ascending order
   */
  public List<byte[]> rowKeys(KeySchema schema) {
    if (starts.isEmpty()) {
      int wanted = regions == 0 ? EvenSplits.defaultRegions(schema) : regions;
      return EvenSplits.of(schema, wanted).map(EvenSplits::points).orElse(List.of());
    }
    List<byte[]> rowKeys = new ArrayList<>();
    byte[] before = {};
    for (int i = 0; i < starts.size(); i++) {
      byte[] rowKey = rowKey(schema, starts.get(i));
      if (Arrays.compareUnsigned(before, rowKey) >= 0) {
        throw new TableException(
            "found split value %s%s, expected the values in the order of the key and each value once"
                .formatted(starts.get(i), i == 0 ? " first" : " after " + starts.get(i - 1)));
      }
      rowKeys.add(rowKey);
      before = rowKey;
    }
    return rowKeys;
  }

  private static byte[] rowKey(KeySchema schema, String start) {
    try {
      return schema.startingWith(schema.partType(0).convert(Literal.read(start))).start();
    } catch (KeyException e) {
      throw new TableException(
          "every split must be a value of key part %s: %s"
              .formatted(schema.parts().get(0).name(), e.getMessage()),
          e);
    }
  }

  /**
   * Checks that the key can be split in this way.
   *
   * @param what is created, for the message, such as {@code table payment}
   * @throws TableException if the key cannot be split so
   */
  void require(String what, KeySchema schema) {
    if (regions <= 1 && starts.isEmpty()) {
      return;
    }
    String refused = null;
    if (regions > 0) {
      EvenSplits even = EvenSplits.of(schema, regions).orElse(null);
      String first = schema.parts().get(0).name();
      if (even == null) {
        refused =
            "found splits = %d, but it is unknown how frequent each value of %s is; write the values at which regions start, splits = (…), or put bucket(%d) in front of the key"
                .formatted(regions, first, regions);
      } else if (even.regions() < regions) {
        refused =
            "found splits = %d, expected at most %d, because the key begins with only so many equally frequent values; write a smaller number, or the values at which regions start, splits = (…)"
                .formatted(regions, even.regions());
      }
    } else {
      try {
        List<byte[]> unused = rowKeys(schema);
      } catch (TableException e) {
        refused = String.valueOf(e.getMessage());
      }
    }
    if (refused != null) {
      throw new TableException("cannot create %s: %s".formatted(what, refused));
    }
  }

  /** Literals as text and back. */
  private static final class Literal {
    private Literal() {}

    static String write(Object value) {
      if (value instanceof byte[] bytes) {
        return "0x" + HexFormat.of().formatHex(bytes);
      }
      if (value instanceof BigDecimal number) {
        return number.toPlainString();
      }
      if (value instanceof Number || value instanceof Boolean || value instanceof UUID) {
        return value.toString();
      }
      return "'" + value.toString().replace("'", "''") + "'";
    }

    static Object read(String literal) {
      int last = literal.length() - 1;
      if (last > 0 && literal.charAt(0) == '\'' && literal.charAt(last) == '\'') {
        return literal.substring(1, last).replace("''", "'");
      }
      try {
        if (literal.startsWith("0x")) {
          return HexFormat.of().parseHex(literal.substring(2));
        }
        if (literal.equals("true") || literal.equals("false")) {
          return Boolean.valueOf(literal);
        }
        return literal.indexOf('-') > 0 && literal.length() == 36
            ? UUID.fromString(literal)
            : new BigDecimal(literal);
      } catch (IllegalArgumentException e) {
        throw new TableException(
            "found split " + literal + ", expected a number, a text, true, false, a uuid or 0x…",
            e);
      }
    }
  }
}
