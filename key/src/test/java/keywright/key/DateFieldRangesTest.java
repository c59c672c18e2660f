package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import keywright.testkit.Gen;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ranges of a time under date_format, whose fields may stand in any order: within one day, one
 * month or whatever the pattern allows they are ranges of keys, with nothing left to filter where
 * the texts say it all.
 */
final class DateFieldRangesTest {
  private static final String BLOG = "date_format(at, 'MM-dd-yyyy HH:mm:ss')";

  private static List<Condition> between(String from, String before) {
    return List.of(new Compare("at", Operator.GE, from), new Compare("at", Operator.LT, before));
  }

  private static String range(KeySchema schema, List<Condition> conditions) {
    KeyRanges found = schema.ranges(conditions);
    List<String> texts = new ArrayList<>();
    for (KeyRange range : found.ranges()) {
      texts.add(schema.readableStart(range) + " " + schema.readableStop(range));
    }
    return texts + (found.residual().isEmpty() ? "" : " filtered") + " " + found.stop();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // The day, the hour, one second.
        "timestamp | MM-dd-yyyy HH:mm:ss | 2017-01-01 | 2017-01-02 |"
            + " [from (01-01-2017 00:00:00) through (01-01-2017 23:59:59)]",
        "timestamp | MM-dd-yyyy HH:mm:ss | 2017-01-01 09:00 | 2017-01-01 16:30 |"
            + " [from (01-01-2017 09:00:00) through (01-01-2017 16:29:59)]",
        "timestamp | MM-dd-yyyy HH:mm:ss | 2017-01-01 09:00:07 | 2017-01-01 09:00:08 |"
            + " [from (01-01-2017 09:00:07) through (01-01-2017 09:00:07)]",
        // Within what the pattern does not tell.
        "timestamp | MM-dd-yyyy HH:mm:ss | 2017-01-01 09:00:07.5 | 2017-01-01 09:00:08 |"
            + " [from (01-01-2017 09:00:07) through (01-01-2017 09:00:07)] filtered",
        // Days of one month and months of one year: the rows of other years lie between them.
        "timestamp | MM-dd-yyyy HH:mm:ss | 2017-01-01 | 2017-01-08 |"
            + " [from (01-01-2017 00:00:00) through (01-07-2017 23:59:59)] filtered",
        "date | MM-dd-yyyy | 2017-01-15 | 2017-03-02 |"
            + " [from (01-15-2017) through (03-01-2017)] filtered",
        "date | dd.MM.yyyy | 2017-01-15 | 2017-01-20 |"
            + " [from (15.01.2017) through (19.01.2017)] filtered",
        // What the range crosses.
        "timestamp | MM-dd-yyyy HH:mm:ss | 2016-12-31 | 2017-01-02 |"
            + " [from the first key through the last key] filtered"
            + " date_format(at, 'MM-dd-yyyy HH:mm:ss') keeps the order of at only within one year",
        "date | dd.MM.yyyy | 2017-01-31 | 2017-02-02 |"
            + " [from the first key through the last key] filtered"
            + " date_format(at, 'dd.MM.yyyy') keeps the order of at only within one month",
        "timestamp | EEE HH:mm | 2017-01-31 | 2017-02-02 |"
            + " [from the first key through the last key] filtered"
            + " date_format(at, 'EEE HH:mm') keeps the order of at only within one day",
        // A beginning that is the same, and a rest that does not sort.
        "timestamp | MM-dd-yyyy mm:HH | 2017-01-01 | 2017-01-02 |"
            + " [from (01-01-2017 00:00) through (01-01-2017 99:99)] filtered",
        "timestamp | MM-dd-yyyy h:mm a | 2017-01-01 | 2017-01-02 |"
            + " [from (01-01-2017 ) through (01-01-2017 ~)] filtered",
        "timestamp | yyyy-DDD | 2017-01-01 | 2017-02-01 |"
            + " [from (2017-001) through (2017-032)] filtered",
        "timestamp | yyyy-MM-dd KK:mm:ss.SSS a | 2017-01-01 | 2017-01-01 12:00 |"
            + " [from (2017-01-01 00:00:00.000 AM) through (2017-01-01 11:59:59.999 AM)] filtered",
        "timestamp | yyyy-MM-dd a KK:mm:ss.SSS | 2017-01-01 09:00 | 2017-01-01 13:00 |"
            + " [from (2017-01-01 AM 09:00:00.000) through (2017-01-01 PM 01:00:00.000)] filtered"
      })
  void aRangeOfTimesIsARangeOfTextsWithinWhatTheyAgreeOn(
      String type, String pattern, String from, String before, String expected) {
    KeySchema schema = KeySchema.parse("at " + type, "date_format(at, '" + pattern + "')");
    assertThat(range(schema, between(from, before)).strip()).isEqualTo(expected);
  }

  @Test
  void theKeysOfTheBlogAnswerItsQueries() {
    KeySchema byDate =
        KeySchema.parse(
            "at timestamp, customer_id int, payment_id int",
            BLOG + ", lpad(customer_id, 6), lpad(payment_id, 9)",
            KeyFormat.text("_"));
    assertBytes(
        byDate,
        between("2017-01-01", "2017-01-01 10:00"),
        "01-01-2017 00:00:00",
        "01-01-2017 09:59:5:");
    KeySchema byCustomer =
        KeySchema.parse(
            "at timestamp, customer_id int, payment_id int",
            "lpad(customer_id, 6), " + BLOG + ", lpad(payment_id, 9)",
            KeyFormat.text("_"));
    List<Condition> day = new ArrayList<>(between("2017-01-01", "2017-01-02"));
    day.add(new Compare("customer_id", Operator.EQ, 123));
    assertBytes(byCustomer, day, "000123_01-01-2017 00:00:00", "000123_01-01-2017 23:59:5:");
    assertThat(byCustomer.ranges(day).stop())
        .isEqualTo("the range on " + BLOG + " ends the prefix");
    assertThat(byCustomer.follows(1, "at", day)).isEqualTo(KeySchema.Following.WEAKLY_FORWARDS);
    assertThat(byCustomer.follows(1, "at")).isEqualTo(KeySchema.Following.NO);
  }

  private static void assertBytes(
      KeySchema schema, List<Condition> conditions, String start, String stop) {
    KeyRanges found = schema.ranges(conditions);
    assertThat(found.residual()).isEmpty();
    ByteRange bytes = schema.bytes(found.ranges().get(0));
    assertThat(found.ranges()).hasSize(1);
    assertThat(new String(bytes.start(), UTF_8)).isEqualTo(start);
    assertThat(new String(bytes.stop(), UTF_8)).isEqualTo(stop);
  }

  // ---- random patterns, types, formats and ranges against a pass over all rows

  private static final List<String> FIELDS =
      List.of(
          "yyyy",
          "MM",
          "dd",
          "HH",
          "mm",
          "ss",
          "S",
          "SSS",
          "SSSSSS",
          "SSSSSSSSS",
          "DDD",
          "a",
          "KK",
          "hh",
          "kk",
          "yy",
          "uuuu",
          "y",
          "M",
          "MMM",
          "d",
          "H",
          "EEE",
          "D",
          "w",
          "G",
          "LL",
          "A",
          "n");

  private static final List<String> SEPARATORS =
      List.of("", "", "-", " ", ":", ".", "''T''", "''7''", "~", "/");

  private static final List<String> TYPES =
      List.of("timestamp(s)", "timestamp", "timestamp(us)", "timestamp(ns)", "date");

  private record Trial(
      String type, String key, KeyFormat format, List<Instant> rows, List<Condition> conditions) {}

  private static <T> T pick(SplittableRandom random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static String pattern(SplittableRandom random) {
    List<String> fields = new ArrayList<>();
    if (random.nextInt(3) > 0) {
      fields.addAll(FIELDS.subList(0, random.nextInt(1, 8)));
      if (random.nextBoolean()) {
        int from = random.nextInt(fields.size());
        Collections.rotate(fields.subList(0, from + 1), random.nextInt(from + 1));
      } else {
        Collections.shuffle(fields, new Random(random.nextLong()));
      }
    }
    while (fields.isEmpty() || random.nextInt(4) == 0) {
      fields.add(random.nextInt(fields.size() + 1), pick(random, FIELDS));
    }
    StringBuilder pattern = new StringBuilder(random.nextInt(8) == 0 ? "''x''" : "");
    for (String field : fields) {
      // The same letter twice is another field; a fraction reads what is left of a second.
      boolean joins =
          pattern.length() > 0 && pattern.charAt(pattern.length() - 1) == field.charAt(0);
      String between = pattern.isEmpty() ? "" : pick(random, SEPARATORS);
      pattern.append(joins && between.isEmpty() ? "-" : between).append(field);
    }
    return pattern.toString();
  }

  /** A time near {@code time}: the same one, or one that differs from some unit on. */
  private static LocalDateTime near(LocalDateTime time, SplittableRandom random) {
    ChronoUnit unit =
        pick(
            random,
            List.of(
                ChronoUnit.NANOS,
                ChronoUnit.MICROS,
                ChronoUnit.MILLIS,
                ChronoUnit.SECONDS,
                ChronoUnit.MINUTES,
                ChronoUnit.HOURS,
                ChronoUnit.HALF_DAYS,
                ChronoUnit.DAYS,
                ChronoUnit.MONTHS,
                ChronoUnit.YEARS));
    LocalDateTime near = time.plus(random.nextInt(-12, 13), unit);
    return random.nextInt(3) == 0 && unit.compareTo(ChronoUnit.DAYS) <= 0
        ? near.truncatedTo(unit)
        : near;
  }

  private static final Gen<Trial> TRIALS =
      new Gen<>() {
        @Override
        public Trial generate(SplittableRandom random) {
          String type = pick(random, TYPES);
          LocalDateTime center =
              random.nextInt(12) == 0
                  ? pick(
                      random,
                      List.of(
                          LocalDateTime.of(1, 1, 1, 0, 0), LocalDateTime.of(9999, 12, 31, 23, 59)))
                  : LocalDateTime.of(2016, 1, 1, 0, 0)
                      .plusSeconds(random.nextLong(2L * 366 * 86_400));
          if (type.equals("timestamp(ns)") && (center.getYear() == 1 || center.getYear() == 9999)) {
            type = "timestamp(us)";
          }
          LocalDateTime low = near(center, random);
          LocalDateTime high = near(random.nextBoolean() ? low : center, random);
          List<Instant> rows = new ArrayList<>();
          for (int i = 0; i < 60; i++) {
            rows.add(
                near(i % 2 == 0 ? center : i % 4 == 1 ? low : high, random)
                    .toInstant(ZoneOffset.UTC));
          }
          List<Condition> conditions = new ArrayList<>();
          if (random.nextInt(10) > 0) {
            conditions.add(compare(random, Operator.GE, Operator.GT, low));
          }
          if (conditions.isEmpty() || random.nextInt(10) > 0) {
            conditions.add(compare(random, Operator.LE, Operator.LT, high));
          }
          String at =
              random.nextInt(8) == 0 ? "date_trunc('" + unit(type, random) + "', at)" : "at";
          String text = "date_format(" + at + ", '" + pattern(random) + "')";
          String part =
              switch (random.nextInt(8)) {
                case 0 -> "left(" + text + ", " + random.nextInt(1, 16) + ")";
                case 1 -> "reverse(" + text + ")";
                case 2, 3, 4 -> text + " DESC";
                default -> text;
              };
          boolean inText = !part.endsWith("DESC") && random.nextBoolean();
          String key =
              switch (random.nextInt(3)) {
                case 0 -> "z, " + part;
                case 1 -> part + ", at";
                default -> part;
              };
          return new Trial(
              type, key, inText ? KeyFormat.text("|") : KeyFormat.kw1(), rows, conditions);
        }

        @Override
        public Iterable<Trial> shrink(Trial trial) {
          List<Trial> smaller = new ArrayList<>();
          for (int i = 0; i < trial.rows.size() && trial.rows.size() > 1; i++) {
            smaller.add(
                new Trial(
                    trial.type,
                    trial.key,
                    trial.format,
                    List.of(trial.rows.get(i)),
                    trial.conditions));
          }
          return smaller;
        }
      };

  private static String unit(String type, SplittableRandom random) {
    return pick(
        random,
        type.equals("date") ? List.of("day", "month", "year") : List.of("second", "hour", "day"));
  }

  private static Condition compare(
      SplittableRandom random, Operator inclusive, Operator exclusive, LocalDateTime time) {
    return new Compare(
        "at", random.nextBoolean() ? inclusive : exclusive, time.toInstant(ZoneOffset.UTC));
  }

  @Test
  void rangesAndWhatIsLeftToFilterFindExactlyTheRowsThatMeetTheConditions() {
    Map<String, Integer> counts = new TreeMap<>();
    Property.check("date_format", 20_000, TRIALS, trial -> assertExact(trial, counts));
    assertThat(counts.keySet())
        .contains(
            "bounded and filtered",
            "exact",
            "unbounded",
            "follows FORWARDS",
            "follows BACKWARDS",
            "follows WEAKLY_FORWARDS",
            "follows WEAKLY_BACKWARDS",
            "follows NO");
  }

  private static void assertExact(Trial trial, Map<String, Integer> counts) {
    KeySchema schema;
    try {
      schema = KeySchema.parse("at " + trial.type + ", z tinyint", trial.key, trial.format);
    } catch (KeyException e) {
      counts.merge("refused", 1, Integer::sum);
      return;
    }
    int part = trial.key.startsWith("z, ") ? 1 : 0;
    List<Condition> conditions = new ArrayList<>(trial.conditions);
    conditions.add(new Compare("z", Operator.EQ, 1));
    KeyRanges found = schema.ranges(conditions);
    List<ByteRange> ranges = found.ranges().stream().map(schema::bytes).toList();
    Type type = schema.columns().get(0).type();
    Map<Object, byte[]> keys = new HashMap<>();
    for (Instant row : trial.rows) {
      Object value = value(type, row);
      byte[] rowKey;
      try {
        rowKey = schema.encode(schema.key(value, 1));
      } catch (KeyException e) {
        continue; // A year that no pattern takes.
      }
      boolean meets = trial.conditions.stream().allMatch(c -> Conditions.holds(c, type, value));
      boolean in = ranges.stream().anyMatch(range -> range.contains(rowKey));
      boolean passes =
          found.residual().stream()
              .allMatch(c -> c.column().equals("z") || Conditions.holds(c, type, value));
      assertThat(in && passes)
          .as("%s of %s in %s, left %s", value, found.ranges(), ranges, found.residual())
          .isEqualTo(meets);
      if (meets) {
        keys.put(value, rowKey);
      }
    }
    boolean filters = found.residual().stream().anyMatch(c -> c.column().equals("at"));
    if (!keys.isEmpty()) {
      counts.merge(
          !found.hasRange() ? "unbounded" : filters ? "bounded and filtered" : "exact",
          1,
          Integer::sum);
    }
    assertFollows(schema, part, conditions, keys, counts);
  }

  private static void assertFollows(
      KeySchema schema,
      int part,
      List<Condition> conditions,
      Map<Object, byte[]> keys,
      Map<String, Integer> counts) {
    KeySchema.Following following = schema.follows(part, "at", conditions);
    counts.merge("follows " + following, 1, Integer::sum);
    if (following == KeySchema.Following.NO) {
      return;
    }
    KeySchema alone =
        KeySchema.of(schema.columns(), schema.parts().subList(part, part + 1), schema.format());
    List<Object> values = new ArrayList<>(keys.keySet());
    values.sort(schema.columns().get(0).type()::compare);
    for (int i = 0; i + 1 < values.size(); i++) {
      int order =
          Arrays.compareUnsigned(
              alone.encode(alone.key(values.get(i), 1)),
              alone.encode(alone.key(values.get(i + 1), 1)));
      int expected =
          following == KeySchema.Following.FORWARDS
                  || following == KeySchema.Following.WEAKLY_FORWARDS
              ? -1
              : 1;
      boolean weak =
          following == KeySchema.Following.WEAKLY_FORWARDS
              || following == KeySchema.Following.WEAKLY_BACKWARDS;
      assertThat(Integer.signum(order) == expected || (weak && order == 0))
          .as("%s and %s: %s", values.get(i), values.get(i + 1), following)
          .isTrue();
    }
  }

  private static Object value(Type type, Instant row) {
    return type instanceof DateType ? LocalDate.ofInstant(row, ZoneOffset.UTC) : type.convert(row);
  }
}
