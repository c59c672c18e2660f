package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** Times as people write them. */
final class IsoTimeTest {

  private static Instant parse(String text) {
    return IsoTime.parse(text, "a time");
  }

  @Test
  void manySpellingsAreOneTime() {
    Instant nine = Instant.parse("2017-01-31T09:00:00Z");
    for (String text :
        List.of(
            "2017-01-31T09:00:00Z",
            "2017-01-31 09:00",
            " 2017-01-31 09:00:00 ",
            "2017-01-31T09:00:00.000000000Z",
            "2017-01-31T10:00+01:00",
            "2017-01-31 03:30:00 -0530",
            "2017-01-31T10:00+01")) {
      assertThat(parse(text)).as(text).isEqualTo(nine);
    }
    assertThat(parse("-0001-01-01")).isEqualTo(Instant.parse("-0001-01-01T00:00:00Z"));
    assertThat(parse("+12017-01-01")).isEqualTo(Instant.parse("+12017-01-01T00:00:00Z"));
    assertThat(parse("2017-01-31T09:00:00.5")).isEqualTo(nine.plusMillis(500));
  }

  @Test
  void whatIsNoTimeIsRefused() {
    for (String text :
        List.of(
            "",
            "2017",
            "2017-1-1",
            "2017-02-29",
            "2017-01-32",
            "2017-01-01T24:00",
            "2017-01-01T09",
            "2017-01-01T09:00:60",
            "2017-01-01T09:00:00.",
            "2017-01-01T09:00:00.0000000001",
            "2017-01-01T09:00:00+01:99",
            "2017-01-01T09:00:00+19:00",
            "2017-01-01T09:00:00Zulu",
            "+1234567890-01-01",
            "+\u0661\u0662\u0663\u0664-01-01",
            "2017-01-01T")) {
      assertThatThrownBy(() -> parse(text))
          .as(text)
          .isInstanceOf(KeyException.class)
          .hasMessage("found '" + text + "', expected a time");
    }
  }

  @Test
  void anyTextIsReadOrRefused() {
    Property.check(
        "texts of a time's letters are read or refused",
        10_000,
        Gens.lists(Gens.oneOf("2", "0", "17", "-01", "-", ":", "T", " ", ".", "+", "Z", "é"), 12),
        list -> {
          try {
            parse(String.join("", list));
          } catch (KeyException e) {
            assertThat(e.getMessage()).endsWith("expected a time");
          }
        });
  }

  /** A blank before a text is skipped, and keeps the text from being read in the shorter way. */
  @Test
  void textsAreReadTheSameWithABlankBefore() {
    String signs = "0123456789-T:.Z ٣+";
    int read = 0;
    for (int trial = 0; trial < Trials.of(100_000); trial++) {
      long seed = Seeds.base() + trial;
      Random random = new Random(seed);
      boolean millis = random.nextBoolean();
      Instant some = Instant.ofEpochSecond(random.nextLong(-62_167_219_200L, 253_402_300_800L));
      StringBuilder text = new StringBuilder(IsoTime.format(some, millis ? 3 : 0));
      for (int changes = random.nextInt(3); changes > 0; changes--) {
        text.setCharAt(random.nextInt(text.length()), signs.charAt(random.nextInt(signs.length())));
      }
      String shorter = outcome(text.toString());
      assertThat(shorter).as(Seeds.reproduction(seed)).isEqualTo(outcome(" " + text));
      read += shorter.startsWith("found") ? 0 : 1;
    }
    assertThat(read).isGreaterThan(Trials.of(100_000) / 3);
  }

  private static String outcome(String text) {
    try {
      return IsoTime.parse(text, "a time").toString();
    } catch (KeyException e) {
      return "found no time";
    }
  }
}
