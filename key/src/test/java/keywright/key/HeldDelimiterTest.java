package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** Text keys that no row can have. */
final class HeldDelimiterTest {
  private static final List<String> COLUMNS =
      List.of(
          "date",
          "uuid",
          "time",
          "time(s)",
          "timestamp",
          "timestamp(s)",
          "decimal(4,2)",
          "decimal(2,2)",
          "decimal(4,0)",
          "double",
          "int",
          "boolean",
          "text",
          "char(3)",
          "digits(3)",
          "enum('a-b' = 1, 'c-d' = 2)",
          "enum('a-b' = 1, 'cd' = 2)",
          "enum('ab' = 1 AS 'a-b', 'cd' = 2 AS 'c-')");

  private static final List<String> TIMES =
      List.of(
          "date_format(x, 'yyyy-MM-dd')",
          "date_format(x, 'yyyyMMdd')",
          "date_format(x, 'dd MMMM yyyy')",
          "date_format(x, 'EEEE')",
          "date_format(x, 'hh a')",
          "date_format(x, 'D')",
          "reverse(date_format(x, 'yyyy-MM-dd'))",
          "left(date_format(x, 'yyyy-MM-dd'), 4)",
          "left(date_format(x, 'yyyy-MM-dd'), 5)",
          "lower(date_format(x, 'EEE_yyyy'))",
          "date_trunc('day', x)");

  private static final List<String> DELIMITERS =
      List.of(
          "-", ":", ".", "T", "Z", "e", "a", "y", "day", "_", "0", "1", "2", "3", "00", "--", "ZZ",
          "-0", "0.", "m", "M", "f", "M_", " ");

  private static KeySchema schema(String type, String part, String delimiter) {
    return KeySchema.parse("n int, x " + type, "lpad(n, 4), " + part, KeyFormat.text(delimiter));
  }

  /** Whether a value of many can be encoded. */
  private static boolean isEncoded(KeySchema schema, List<Object> values) {
    for (Object value : values) {
      try {
        byte[] unused = schema.rowKey(4567, value);
        return true;
      } catch (KeyException e) {
        assertThat(e).hasMessageContaining("found");
      }
    }
    return false;
  }

  /** Many values of a type, the same in each run. */
  private static List<Object> values(Type type) {
    SplittableRandom random = new SplittableRandom(7);
    List<Object> values = new ArrayList<>();
    int count = Trials.of(20_000);
    for (int i = 0; i < count; i++) {
      long day = random.nextLong(-600_000, 2_500_000);
      if (type instanceof DateType) {
        values.add(LocalDate.ofEpochDay(day));
      } else if (type instanceof TimestampType) {
        long nanos = random.nextLong(86_400_000_000_000L);
        values.add(
            LocalDate.ofEpochDay(day).atStartOfDay().plusNanos(nanos).toInstant(ZoneOffset.UTC));
      } else {
        values.add(Values.of(type).generate(random));
      }
    }
    return values;
  }

  private static void assertExact(String type, String part, List<Object> values) {
    for (String delimiter : DELIMITERS) {
      KeySchema schema = schema(type, part, delimiter);
      assertThat(HeldDelimiter.parts(schema).isEmpty())
          .as("%s of %s with '%s'", part, type, delimiter)
          .isEqualTo(isEncoded(schema, values));
    }
  }

  @Test
  void aKeyIsNamedExactlyWhenNoValueOfManyCanBeEncoded() {
    for (String type : COLUMNS) {
      assertExact(type, "x", values(Type.parse(type)));
    }
  }

  @Test
  void functionsOfATimeAreSeenThrough() {
    List<Object> dates = values(Type.parse("date"));
    List<Object> moments = values(Type.parse("timestamp"));
    for (String part : TIMES) {
      assertExact("timestamp", part, moments);
      if (!part.contains("hh")) {
        assertExact("date", part, dates);
      }
    }
  }

  /** What is computed otherwise may hold anything, so it is never named. */
  @Test
  void whatIsNotSeenThroughIsNeverNamed() {
    for (String part : List.of("lpad(x, 19)", "md5(x)", "mod(x, 10)", "bucket(4, x)")) {
      for (String delimiter : DELIMITERS) {
        assertThat(HeldDelimiter.parts(schema("timestamp", part, delimiter))).isEmpty();
      }
    }
  }

  @Test
  void theSamplesHaveEveryMonthDayOfTheWeekAndHalfOfADay() {
    assertThat(SampleTimes.DATES.stream().map(LocalDate::getMonth).collect(Collectors.toSet()))
        .hasSize(12);
    assertThat(SampleTimes.DATES.stream().map(LocalDate::getDayOfWeek).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(DayOfWeek.class));
    assertThat(SampleTimes.TIMES.stream().map(time -> time.getHour() / 12).distinct()).hasSize(2);
  }

  @Test
  void aKeyOfOnePartOrWithoutDelimiterIsNeverNamed() {
    assertThat(HeldDelimiter.parts(KeySchema.parse("x date", "x", KeyFormat.text("-")))).isEmpty();
    assertThat(HeldDelimiter.parts(schema("date", "x", ""))).isEmpty();
    assertThat(HeldDelimiter.parts(KeySchema.parse("x date, y date", "x, y"))).isEmpty();
  }

  @Test
  void anotherDelimiterIsOneThatNoPartAlwaysHolds() {
    assertThat(HeldDelimiter.otherDelimiter(schema("date", "x", "-"))).contains("_");
    assertThat(HeldDelimiter.otherDelimiter(schema("enum('a_-b' = 1)", "x", "-"))).contains("|");
    assertThat(HeldDelimiter.otherDelimiter(schema("enum('_|#/;~,::-' = 1)", "x", "-"))).isEmpty();
  }

  @Test
  void timesAreOfferedInDigitsWhereThatIsEnough() {
    assertThat(HeldDelimiter.inDigits(schema("date", "x", "-")).orElseThrow().get(1))
        .hasToString("date_format(x, 'yyyyMMdd')");
    assertThat(
            HeldDelimiter.inDigits(schema("timestamp", "date_format(x, 'HH:mm')", ":"))
                .orElseThrow()
                .get(1))
        .hasToString("date_format(x, 'yyyyMMddHHmmssSSS')");
    assertThat(HeldDelimiter.inDigits(schema("uuid", "x", "-"))).isEmpty();
    assertThat(
            HeldDelimiter.inDigits(KeySchema.parse("x date, y uuid", "x, y", KeyFormat.text("-"))))
        .isEmpty();
    assertThat(HeldDelimiter.inDigits(schema("text", "x", "-"))).isEmpty();
  }
}
