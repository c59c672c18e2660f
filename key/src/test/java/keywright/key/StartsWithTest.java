package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import keywright.testkit.Exhaustive;
import org.junit.jupiter.api.Test;

/** "Starts with" holds exactly the texts that do, in both directions and in any position. */
final class StartsWithTest {
  private static final List<String> LETTERS =
      List.of("\0", "\u0001", "a", "\uffff", "\udbff\udfff");

  private static List<String> texts(int maximumCount) {
    return Exhaustive.lists(LETTERS, maximumCount).map(list -> String.join("", list)).toList();
  }

  private static void assertExact(String type, List<String> texts, List<String> prefixes) {
    for (String nullable : List.of("", " NULL")) {
      for (String key : List.of("a", "a DESC", "a, b", "a DESC, b", "b, a", "b, a DESC")) {
        KeySchema schema = KeySchema.parse("a " + type + nullable + ", b text", key);
        boolean second = key.startsWith("b");
        List<Object> all = new ArrayList<>(texts);
        if (!nullable.isEmpty()) {
          all.add(null);
        }
        for (String prefix : prefixes) {
          ByteRange range =
              schema.bytes(
                  new KeyRange(second ? List.of("b") : List.of(), null, null, prefix, true));
          for (Object text : all) {
            for (String b : second ? List.of("a", "b", "c") : List.of("", "\0", "a")) {
              boolean expected =
                  text != null && ((String) text).startsWith(prefix) && (!second || b.equals("b"));
              byte[] rowKey = schema.encode(schema.key(text, b));
              if (range.contains(rowKey) != expected) {
                assertThat(range.contains(rowKey))
                    .as("%s holds '%s' by '%s' under %s", range, text, prefix, schema.parts())
                    .isEqualTo(expected);
              }
            }
          }
        }
      }
    }
  }

  @Test
  void ofTextsWithNulAndTheHighestCodePoint() {
    assertExact("text", texts(3), texts(2));
  }

  @Test
  void ofTextsPaddedToAFixedLength() {
    List<String> values =
        texts(3).stream()
            .filter(text -> !text.endsWith("\0") && Utf8.encode(text).length <= 4)
            .toList();
    assertExact("char(4)", values, texts(3));
  }

  @Test
  void ofDigits() {
    List<String> digits = List.of("0", "1", "9");
    List<String> prefixes = Exhaustive.lists(digits, 4).map(list -> String.join("", list)).toList();
    assertExact(
        "digits(3)", prefixes.stream().filter(text -> text.length() == 3).toList(), prefixes);
  }

  @Test
  void aPrefixThatIsNoTextIsRefused() {
    assertThatThrownBy(() -> new KeyRange(List.of(), null, null, "a\ud83d", true))
        .hasMessage(
            "cannot make a key range: found a prefix with an unpaired surrogate, expected well-formed text");
    assertThatThrownBy(
            () -> new KeyRange(List.of(), new KeyRange.Bound("a", true), null, "a", true))
        .hasMessage(
            "cannot make a key range: found bounds and a prefix, expected only one of them");
  }
}
