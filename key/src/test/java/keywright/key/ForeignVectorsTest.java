package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.key.Condition.Compare;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import keywright.key.KeySchema.Following;
import keywright.key.Vectors.Foreign;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The formats of other systems by row keys that their libraries made: every type at its edges, in
 * every place, direction and null. They are encoded and decoded as they stand, sort as their format
 * says, are found by exactly the conditions that they meet, and nothing near them is read as
 * another key.
 */
final class ForeignVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  @ParameterizedTest
  @ValueSource(strings = {"hbase", "hbase-ordered", "phoenix", "phoenix-salted", "fdb"})
  void rowKeysAreThoseOfTheLibraryAndComeBack(String format) {
    int held = 0;
    for (Foreign foreign : Vectors.foreign(format)) {
      KeySchema schema = foreign.schema();
      for (int i = 0; i < foreign.rows().size(); i++) {
        Key key = schema.key(foreign.rows().get(i));
        byte[] rowKey = foreign.rowKeys().get(i);
        assertThat(HEX.formatHex(schema.encode(key)))
            .as("%s of %s", key, foreign)
            .isEqualTo(HEX.formatHex(rowKey));
        assertThat(schema.decode(rowKey)).as("%s", foreign).isEqualTo(key);
        schema
            .longestKey()
            .ifPresent(longest -> assertThat(rowKey).hasSizeLessThanOrEqualTo(longest));
        held++;
      }
    }
    assertThat(held).isGreaterThan(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hbase", "hbase-ordered", "phoenix", "fdb"})
  void keysWhosePartsAllSortAreInOrder(String format) {
    int sorted = 0;
    for (Foreign foreign : Vectors.foreign(format)) {
      KeySchema schema = foreign.schema();
      boolean sorts = true;
      for (int i = 0; i < schema.columns().size(); i++) {
        sorts &= schema.follows(i, schema.columns().get(i).name()) != Following.NO;
      }
      if (sorts) {
        Order.assertKept(schema, foreign.rows().stream().map(schema::key).toList());
        sorted++;
      }
    }
    assertThat(sorted).isGreaterThanOrEqualTo(10);
  }

  /**
   * With the columns before it held to the values of one of three rows, every condition on each
   * column.
   */
  @ParameterizedTest
  @ValueSource(strings = {"hbase", "hbase-ordered", "phoenix", "fdb"})
  void conditionsFindTheKeysThatMeetThem(String format) {
    for (Foreign foreign : Vectors.foreign(format)) {
      for (int column = 0; column < foreign.schema().columns().size(); column++) {
        Map<String, List<Condition>> prefixes = new LinkedHashMap<>();
        int rows = foreign.rows().size();
        for (int row : new int[] {0, rows / 2, rows - 1}) {
          List<Condition> prefix = equal(foreign.schema(), foreign.rows().get(row), column);
          prefixes.put(prefix.toString(), prefix);
        }
        List<Condition> conditions = conditions(foreign, column);
        for (List<Condition> prefix : prefixes.values()) {
          for (Condition condition : conditions) {
            List<Condition> all = new ArrayList<>(prefix);
            all.add(condition);
            assertFound(foreign, all);
          }
        }
      }
    }
  }

  private static void assertFound(Foreign foreign, List<Condition> conditions) {
    KeySchema schema = foreign.schema();
    KeyRanges found = schema.ranges(conditions);
    List<ByteRange> ranges = found.ranges().stream().map(schema::bytes).toList();
    for (int i = 0; i < foreign.rows().size(); i++) {
      byte[] rowKey = foreign.rowKeys().get(i);
      Object[] row = foreign.rows().get(i);
      boolean is =
          ranges.stream().anyMatch(range -> range.contains(rowKey))
              && hold(schema, found.residual(), row);
      boolean expected = hold(schema, conditions, row);
      if (is != expected) {
        assertThat(is)
            .as("%s finds %s of %s in %s", conditions, Arrays.toString(row), foreign, ranges)
            .isEqualTo(expected);
      }
    }
  }

  private static boolean hold(KeySchema schema, List<Condition> conditions, Object[] row) {
    for (Condition condition : conditions) {
      int column = schema.indexOf(condition.column());
      Type type = schema.columns().get(column).type();
      if (!Conditions.holds(condition, type, row[column])) {
        return false;
      }
    }
    return true;
  }

  private static List<Condition> equal(KeySchema schema, Object[] row, int columns) {
    List<Condition> conditions = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      String name = schema.columns().get(i).name();
      conditions.add(
          row[i] == null ? new IsNull(name, false) : new Compare(name, Operator.EQ, row[i]));
    }
    return conditions;
  }

  private static List<Condition> conditions(Foreign foreign, int index) {
    Column column = foreign.schema().columns().get(index);
    Map<String, Object> literals = new TreeMap<>();
    for (Object[] row : foreign.rows()) {
      if (row[index] != null) {
        literals.put(column.type().format(row[index]), row[index]);
      }
    }
    List<Object> all = new ArrayList<>(literals.values());
    all.addAll(beyond(column.type()));
    List<Condition> conditions = new ArrayList<>();
    conditions.add(new IsNull(column.name(), true));
    conditions.add(new IsNull(column.name(), false));
    for (Object literal : all) {
      for (Operator operator : Operator.values()) {
        conditions.add(new Compare(column.name(), operator, literal));
      }
      if (literal instanceof String text && column.type().isText()) {
        conditions.add(new Like(column.name(), text + "%"));
      }
    }
    return conditions;
  }

  /** Literals that no key of some format holds, or that fall between the values of a type. */
  private static List<Object> beyond(Type type) {
    return switch (Values.word(type)) {
      case "text", "char" -> List.of("", "a\0b", "a\u0080");
      case "digits" -> List.of("0001", "0020");
      case "blob", "binary" ->
          List.of(new byte[0], new byte[1], new byte[] {0, 1}, new byte[] {-1});
      case "decimal", "varint" -> {
        List<Object> numbers = new ArrayList<>();
        for (String number : List.of("0.5", "1E+124", "1E+400", "1E-127", "9.99E+123", "1E-126")) {
          numbers.add(new BigDecimal(number));
          numbers.add(new BigDecimal(number).negate());
        }
        for (int digits : new int[] {32, 39}) {
          BigInteger number = BigInteger.TEN.pow(digits - 1).add(BigInteger.ONE);
          numbers.add(number);
          numbers.add(number.negate());
        }
        numbers.add(BigInteger.ONE.shiftLeft(8 * 255));
        numbers.add(BigInteger.ONE.shiftLeft(8 * 255).negate());
        yield numbers;
      }
      case "tinyint", "smallint", "int", "bigint" ->
          List.of(0, 1, new BigDecimal("0.5"), new BigDecimal("1E+40"), new BigDecimal("-1E+40"));
      case "float", "double" -> List.of(1, -1, new BigDecimal("1E+400"), new BigDecimal("-1E+400"));
      case "date", "timestamp" -> List.of(Instant.MAX, Instant.MIN, Instant.ofEpochSecond(0, 1));
      default -> List.of();
    };
  }

  /** Every key with each byte changed in a dozen ways, cut at each place, and longer. */
  @ParameterizedTest
  @ValueSource(strings = {"hbase", "hbase-ordered", "phoenix", "fdb"})
  void bytesNearAKeyAreItsOwnKeyOrRefused(String format) {
    for (Foreign foreign : Vectors.foreign(format)) {
      for (byte[] rowKey : foreign.rowKeys()) {
        if (rowKey.length > 12) {
          continue;
        }
        assertCanonical(foreign, Arrays.copyOf(rowKey, rowKey.length + 1));
        for (int at = 0; at < rowKey.length; at++) {
          assertCanonical(foreign, Arrays.copyOf(rowKey, at));
          byte[] changed = rowKey.clone();
          for (int bit = 0; bit < 8; bit++) {
            changed[at] = (byte) (rowKey[at] ^ 1 << bit);
            assertCanonical(foreign, changed);
          }
          for (int other : new int[] {0, 1, rowKey[at] + 1, rowKey[at] - 1, 0xFF}) {
            changed[at] = (byte) other;
            assertCanonical(foreign, changed);
          }
        }
      }
    }
  }

  private static void assertCanonical(Foreign foreign, byte[] bytes) {
    Key key;
    try {
      key = foreign.schema().decode(bytes);
    } catch (KeyException e) {
      if (!e.getMessage().startsWith("cannot read key ")
          || e.part() < 0
          || e.part() >= foreign.schema().parts().size()
          || e.offset() < 0
          || e.offset() > bytes.length) {
        throw new AssertionError(HEX.formatHex(bytes) + " of " + foreign, e);
      }
      return;
    }
    if (!Arrays.equals(foreign.schema().encode(key), bytes)) {
      assertThat(HEX.formatHex(foreign.schema().encode(key)))
          .as("bytes of %s of %s", key, foreign)
          .isEqualTo(HEX.formatHex(bytes));
    }
  }
}
