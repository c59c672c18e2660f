package keywright.key;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Dates and times that stand for all in a text key: every month, day of the week and half of a day
 * is among them, and for each digit a time without it. So their texts, by any pattern, have in
 * common what every text of that pattern has, and nothing else.
 */
final class SampleTimes {
  static final List<LocalDate> DATES =
      Stream.of(
              "1111-01-11",
              "2222-02-22",
              "2222-12-22",
              "3333-03-30",
              "4444-04-04",
              "5555-05-15",
              "6666-06-26",
              "7777-07-07",
              "8888-08-21",
              "9999-09-29",
              "1000-10-10",
              "0101-11-01",
              "2020-12-31")
          .map(LocalDate::parse)
          .toList();

  static final List<LocalTime> TIMES =
      Stream.of(
              "00:00:00",
              "11:11:11.111111111",
              "22:22:22.222222222",
              "03:33:33.333333333",
              "14:44:44.444444444",
              "05:55:55.555555555")
          .map(LocalTime::parse)
          .toList();

  static final List<Instant> MOMENTS =
      IntStream.range(0, DATES.size())
          .mapToObj(i -> DATES.get(i).atTime(TIMES.get(i % TIMES.size())))
          .map(time -> time.toInstant(ZoneOffset.UTC))
          .toList();

  private SampleTimes() {}
}
