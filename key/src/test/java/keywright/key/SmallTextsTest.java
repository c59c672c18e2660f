package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import keywright.testkit.Exhaustive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All short texts over letters at the edges of padding, terminators and UTF-8, complete: every
 * format finds by every condition the keys that meet it, with the bounds that it cannot hold.
 */
final class SmallTextsTest {
  private static final List<String> LETTERS =
      List.of("\0", "\u001f", " ", "a", "\u007f", "\u0080", "\uffff");

  private static List<String> texts(List<String> letters, int most) {
    return Exhaustive.lists(letters, most).map(list -> String.join("", list)).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "kw1, char(2), 'n, z', 7",
    "kw1, char(2), 'n DESC, z', 7",
    "kw1, text, 'n DESC, z', 50",
    "hbase, char(2), 'n, z', 7",
    "hbase, text, 'z, n', 50",
    "hbase-ordered, text, 'n, z', 40",
    "hbase-ordered, text, 'n DESC, z', 40",
    "hbase-ordered, char(2), 'z, n DESC', 7",
    "phoenix, char(2), 'n, z', 6",
    "phoenix, char(2), 'n DESC, z', 6",
    "phoenix, char(2), 'z, n', 6",
    "phoenix, text, 'n, z', 40",
    "phoenix, text, 'n DESC, z', 40",
    "phoenix, text, 'z, n', 40",
    "fdb, text, 'n, z', 50",
    "fdb, char(2), 'z, n', 7",
    "text, text, 'z, n', 50",
    "text, char(2), 'z, n', 7",
    "text, text, 'n, z', 50",
  })
  void conditionsFindTheTextsThatMeetThem(String format, String type, String key, int least) {
    KeySchema schema =
        KeySchema.parse(
            "n " + type + ", z tinyint",
            key,
            format.equals("text") ? KeyFormat.text("_") : KeyFormat.of(format));
    Type text = schema.columns().get(0).type();
    List<String> rows = new ArrayList<>();
    List<byte[]> rowKeys = new ArrayList<>();
    for (String row : texts(LETTERS, 2)) {
      try {
        rowKeys.add(schema.encode(schema.key(row, 1)));
        rows.add(row);
      } catch (KeyException e) {
        // Not a value of the type, or none that the format holds.
      }
    }
    assertThat(rows).hasSizeGreaterThanOrEqualTo(least);
    List<String> literals = new ArrayList<>(texts(LETTERS, 2));
    texts(List.of(" ", "a", "\u0080"), 3).stream()
        .filter(t -> t.length() > 2)
        .forEach(literals::add);
    for (String literal : literals) {
      for (Operator operator : Operator.values()) {
        assertFound(schema, text, new Compare("n", operator, literal), rows, rowKeys);
      }
      assertFound(schema, text, new Like("n", literal + "%"), rows, rowKeys);
    }
  }

  private static void assertFound(
      KeySchema schema, Type type, Condition condition, List<String> rows, List<byte[]> rowKeys) {
    KeyRanges found = schema.ranges(List.of(new Compare("z", Operator.EQ, 1), condition));
    List<ByteRange> ranges = found.ranges().stream().map(schema::bytes).toList();
    for (int i = 0; i < rows.size(); i++) {
      byte[] rowKey = rowKeys.get(i);
      String row = rows.get(i);
      boolean is =
          ranges.stream().anyMatch(range -> range.contains(rowKey))
              && found.residual().stream()
                  .allMatch(c -> c.column().equals("z") || Conditions.holds(c, type, row));
      if (is != Conditions.holds(condition, type, row)) {
        assertThat(is)
            .as("%s finds '%s' in %s of %s", condition, row, ranges, schema.parts())
            .isEqualTo(!is);
      }
    }
  }

  /** The floor of a text is the largest value of char(n) that is not above it. */
  @Test
  void theFloorOfATextIsTheLargestValueNotAboveIt() {
    List<String> letters = List.of("\0", "a", "\u007f", "\u07ff", "\uffff", "\ud83d\udd25");
    List<String> literals = texts(letters, 3);
    for (int bytes = 1; bytes <= 4; bytes++) {
      CharType type = new CharType(bytes);
      int most = bytes;
      List<String> values =
          texts(letters, bytes).stream()
              .filter(text -> Utf8.encode(text).length <= most && !text.endsWith("\0"))
              .sorted(Utf8::compare)
              .toList();
      for (String literal : literals) {
        String expected =
            values.stream()
                .filter(value -> Utf8.compare(value, literal) <= 0)
                .reduce("", (a, b) -> b);
        assertThat(type.fit(literal)).isEqualTo(Fit.of(expected, expected.equals(literal)));
      }
    }
  }
}
