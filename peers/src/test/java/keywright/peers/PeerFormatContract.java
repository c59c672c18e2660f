package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.key.KeySchema.Following;
import keywright.peers.Tuples.Declaration;
import keywright.testkit.Gen;
import keywright.testkit.Property;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/**
 * What a format of another system must do, compared with that system's library: a million random
 * tuples have its bytes and its order, come back, and are found by ranges; and no bytes at all make
 * another error than the one that says where they cannot be read.
 */
abstract class PeerFormatContract {
  private static final int DECLARATIONS = 1_000;
  private static final int TUPLES = Trials.of(1_150, 460);
  private static final int ROWS = 60;
  private static final List<String> WHOLE_NUMBERS =
      List.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "tinyint unsigned",
          "smallint unsigned",
          "int unsigned",
          "bigint unsigned");
  private static final List<Condition.Operator> OPERATORS = List.of(Condition.Operator.values());

  /** The format under test. */
  abstract KeyFormat format();

  /** Column types to draw from besides whole numbers; those refused in some place are left out. */
  abstract List<String> otherTypes();

  /** Parts that stand before those of the columns. */
  List<String> leading() {
    return List.of();
  }

  /** The library, made ready for one declaration. */
  abstract Library library(KeySchema schema);

  /** The other implementation of a format. */
  interface Library {
    /** The row key of {@code key}. */
    byte[] encode(Key key);

    /** The sign of the order of two keys whose row keys are {@code x} and {@code y}. */
    default int compare(Key a, byte[] x, Key b, byte[] y) {
      return Integer.signum(Arrays.compareUnsigned(x, y));
    }
  }

  @Test
  void rowKeysAreThoseOfTheLibraryAndComeBack() {
    int[] compared = new int[1];
    Property.check(
        format().name(),
        DECLARATIONS,
        declarations(),
        declaration -> compared[0] += assertSame(declaration));
    assertThat(compared[0])
        .as("tuples compared")
        .isGreaterThanOrEqualTo(Trials.of(1_000_000, 100_000));
  }

  private Gen<Declaration> declarations() {
    List<String> types = new ArrayList<>(WHOLE_NUMBERS);
    types.addAll(otherTypes());
    return Tuples.declarations(format(), leading(), types);
  }

  /** Every column type of the format, each once. */
  final List<String> types() {
    return Stream.concat(WHOLE_NUMBERS.stream(), otherTypes().stream()).distinct().toList();
  }

  /** What the file of the format's frozen keys is called by. */
  String frozen() {
    return format().name();
  }

  @Test
  void theFrozenKeysAreThoseOfTheLibrary() throws IOException {
    String made = FrozenKeys.of(this);
    if (FrozenKeys.REWRITE) {
      FrozenKeys.write(frozen(), made);
    }
    assertThat(FrozenKeys.read(frozen())).isEqualTo(made);
  }

  private int assertSame(Declaration declaration) {
    KeySchema schema = declaration.schema();
    Library library = library(schema);
    boolean sorts = sorts(schema);
    SplittableRandom random = new SplittableRandom(declaration.seed());
    Object[] values = {};
    Key earlier = null;
    byte[] before = {};
    int compared = 0;
    for (int tries = 0; compared < TUPLES && tries < 3 * TUPLES; tries++) {
      values = Tuples.values(schema, values, random);
      byte[] rowKey = encoded(schema, values);
      if (rowKey == null) {
        continue;
      }
      Key key = schema.key(values);
      byte[] expected = library.encode(key);
      if (!Arrays.equals(rowKey, expected)) {
        assertThat(hex(rowKey)).as("row key of %s", key).isEqualTo(hex(expected));
      }
      Key decoded = schema.decode(rowKey);
      if (!decoded.equals(key)) {
        assertThat(decoded).isEqualTo(key);
      }
      if (earlier != null && sorts) {
        int order = Integer.signum(schema.compare(earlier, key));
        int bytes = Integer.signum(Arrays.compareUnsigned(before, rowKey));
        int peer = library.compare(earlier, before, key, rowKey);
        if (bytes != order || peer != order) {
          assertThat(List.of(bytes, peer))
              .as("order of row keys and of the library, of %s and %s", earlier, key)
              .isEqualTo(List.of(order, order));
        }
      }
      earlier = key;
      before = rowKey;
      compared++;
    }
    return compared;
  }

  /** Whether all parts keep order, so that the whole key does. */
  private boolean sorts(KeySchema schema) {
    for (int i = 0; i < schema.columns().size(); i++) {
      if (schema.follows(leading().size() + i, schema.columns().get(i).name()) == Following.NO) {
        return false;
      }
    }
    return true;
  }

  /** Null when the format refuses a value. */
  private static byte[] encoded(KeySchema schema, Object[] values) {
    try {
      return schema.encode(schema.key(values));
    } catch (KeyException e) {
      assertThat(e.getMessage()).startsWith("cannot encode ").doesNotContain("\n");
      return null;
    }
  }

  @Test
  void rangesAndWhatIsLeftToFilterFindExactlyTheRowsThatMeetTheConditions() {
    Property.check(format().name(), DECLARATIONS / 2, declarations(), this::assertFound);
  }

  private void assertFound(Declaration declaration) {
    KeySchema schema = declaration.schema();
    SplittableRandom random = new SplittableRandom(declaration.seed());
    List<Object[]> rows = new ArrayList<>();
    List<byte[]> rowKeys = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Object[] earlier = rows.isEmpty() ? new Object[0] : rows.get(random.nextInt(rows.size()));
      Object[] row = Tuples.values(schema, earlier, random);
      byte[] rowKey = encoded(schema, row);
      if (rowKey != null) {
        rows.add(row);
        rowKeys.add(rowKey);
      }
    }
    for (int i = 0; i < 6 && !rows.isEmpty(); i++) {
      List<Condition> conditions = conditions(schema, rows, random);
      KeyRanges found = schema.ranges(conditions);
      List<ByteRange> ranges = found.ranges().stream().map(schema::bytes).toList();
      for (int row = 0; row < rows.size(); row++) {
        Object[] values = rows.get(row);
        byte[] rowKey = rowKeys.get(row);
        boolean expected = conditions.stream().allMatch(c -> test(schema, c, values));
        boolean is =
            ranges.stream().anyMatch(range -> range.contains(rowKey))
                && found.residual().stream().allMatch(c -> test(schema, c, values));
        if (is != expected) {
          assertThat(is)
              .as("%s finds %s in %s", conditions, Arrays.deepToString(values), ranges)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static boolean test(KeySchema schema, Condition condition, Object[] row) {
    for (int i = 0; i < row.length; i++) {
      Column column = schema.columns().get(i);
      if (column.name().equals(condition.column())) {
        return condition.test(column.type(), row[i]);
      }
    }
    throw new AssertionError(condition);
  }

  /** Equalities on some leading columns, then bounds on the one after them. */
  private static List<Condition> conditions(
      KeySchema schema, List<Object[]> rows, SplittableRandom random) {
    Object[] row = rows.get(random.nextInt(rows.size()));
    List<Condition> conditions = new ArrayList<>();
    int fixed = random.nextInt(row.length);
    for (int i = 0; i < fixed; i++) {
      conditions.add(equal(schema.columns().get(i).name(), row[i]));
    }
    Column column = schema.columns().get(fixed);
    int bounds = random.nextInt(1, 3);
    for (int i = 0; i < bounds; i++) {
      Object value =
          random.nextBoolean()
              ? rows.get(random.nextInt(rows.size()))[fixed]
              : Tuples.value(column.type(), random);
      boolean text =
          value instanceof String
              && !column.type().toString().startsWith("enum")
              && random.nextInt(3) == 0;
      Condition.Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
      conditions.add(
          value == null
              ? new Condition.IsNull(column.name(), random.nextInt(3) > 0)
              : text
                  ? new Condition.Like(column.name(), start((String) value, random) + "%")
                  : new Condition.Compare(column.name(), operator, value));
    }
    return conditions;
  }

  private static String start(String text, SplittableRandom random) {
    int end = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1));
    return text.substring(0, end).replaceAll("[\\\\%_]", "\\\\$0");
  }

  private static Condition equal(String column, Object value) {
    return value == null
        ? new Condition.IsNull(column, false)
        : new Condition.Compare(column, Condition.Operator.EQ, value);
  }

  @Test
  void anyOtherBytesAreRefusedOrReencodeToThemselves() {
    Property.check(format().name(), DECLARATIONS / 2, declarations(), this::assertCanonical);
  }

  private void assertCanonical(Declaration declaration) {
    KeySchema schema = declaration.schema();
    SplittableRandom random = new SplittableRandom(declaration.seed());
    for (int i = 0; i < 50; i++) {
      byte[] rowKey = encoded(schema, Tuples.values(schema, new Object[0], random));
      byte[] bytes = mutated(rowKey == null ? new byte[0] : rowKey, random);
      Key key;
      try {
        key = schema.decode(bytes);
      } catch (KeyException e) {
        assertThat(e.getMessage()).startsWith("cannot read key ").contains(" of the row key");
        assertThat(e.part()).isBetween(0, schema.parts().size() - 1);
        assertThat(e.offset()).as(e.getMessage()).isBetween(0, bytes.length);
        continue;
      }
      assertThat(hex(schema.encode(key))).as("bytes of %s", key).isEqualTo(hex(bytes));
    }
  }

  /** Cut, longer, or with a byte that is random or one that such formats give a meaning. */
  private static byte[] mutated(byte[] bytes, SplittableRandom random) {
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    byte other =
        random.nextBoolean()
            ? (byte) random.nextInt(256)
            : new byte[] {0, 1, 5, (byte) 0x80, (byte) 0xFA, (byte) 0xFF}[random.nextInt(6)];
    switch (random.nextInt(4)) {
      case 0 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 1 -> {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
        longer[at] = other;
        return longer;
      }
      case 2 -> {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + random.nextInt(1, 4));
        longer[longer.length - 1] = other;
        return longer;
      }
      default -> {
        byte[] changed = bytes.clone();
        if (bytes.length > 0) {
          changed[at] = other;
        }
        return changed;
      }
    }
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
