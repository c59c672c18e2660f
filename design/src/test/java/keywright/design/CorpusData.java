package keywright.design;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;

/** How applications write: the data sets of {@link VerdictCorpus}, drawn from seeds. */
final class CorpusData {
  private static final long START = Instant.parse("2024-03-01T00:00:00Z").toEpochMilli();
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;
  private static final LocalDate FIRST_DAY = LocalDate.of(2024, 3, 1);
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private CorpusData() {}

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(START + millis);
  }

  private static UUID uuid(SplittableRandom random) {
    long high = (random.nextLong() & ~0xf000L) | 0x4000L;
    return new UUID(high, (random.nextLong() >>> 2) | Long.MIN_VALUE);
  }

  /** A uuid whose first 48 bits are the milliseconds since 1970, as version 7 has them. */
  private static UUID timeOrdered(long millis, SplittableRandom random) {
    long high = ((START + millis) << 16) | 0x7000L | random.nextInt(1 << 12);
    return new UUID(high, (random.nextLong() >>> 2) | Long.MIN_VALUE);
  }

  /** A number below the bound whose place among the others tells nothing of {@code rank}. */
  private static int scattered(int rank, int bound) {
    return (int) ((((rank * 2_654_435_761L) & 0xffff_ffffL) * bound) >>> 32);
  }

  /** Ranks from 0, of which the k-th comes a k-th as often as the first. */
  private static final class Zipf {
    private final double[] sums;

    Zipf(int count) {
      sums = new double[count];
      double sum = 0;
      for (int k = 0; k < count; k++) {
        sum += 1.0 / (k + 1);
        sums[k] = sum;
      }
    }

    int next(SplittableRandom random) {
      int found = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
      return found < 0 ? -found - 1 : found;
    }
  }

  private static int status(SplittableRandom random) {
    int percent = random.nextInt(100);
    return percent < 91 ? 200 : percent < 96 ? 404 : percent < 98 ? 304 : percent < 99 ? 500 : 301;
  }

  /**
   * A web server's log of 80 minutes whose clock is up to a minute off: half of 10,000 rows are
   * older than the one before. A visitor sends one to three requests in a row.
   */
  static CorpusRows webLog(int count) {
    return CorpusRows.of(
        "web log, jittered clock, " + count,
        "at timestamp, host text, status int, n bigint",
        11,
        (random, rows) -> {
          Zipf zipf = new Zipf(300);
          while (rows.count() < count) {
            String host = "h%03d".formatted(scattered(zipf.next(random), 1000));
            int burst = 1 + random.nextInt(3);
            for (int i = 0; i < burst && rows.count() < count; i++) {
              long n = rows.count();
              long clock = n * (80 * 60_000 / count) + random.nextInt(60_000);
              rows.add(at(clock), host, status(random), n + 1);
            }
          }
        });
  }

  /** Crawlers: each of 150 sends 300 to 600 requests, then another one does. */
  static CorpusRows crawlers() {
    return CorpusRows.of(
        "crawlers, runs of 450",
        "at timestamp, host text, status int, n bigint",
        12,
        (random, rows) -> {
          while (rows.count() < 9000) {
            String host = "h%03d".formatted(random.nextInt(150));
            int burst = 300 + random.nextInt(300);
            for (int i = 0; i < burst; i++) {
              long n = rows.count();
              rows.add(at(n * 500 + random.nextInt(400)), host, status(random), n + 1);
            }
          }
        });
  }

  /** A sequence that skips up to {@code gap} numbers each time, or always as many. */
  static CorpusRows sequence(String name, int count, int gap, boolean isFixed) {
    return CorpusRows.of(
        name + ", " + count,
        "id bigint, at timestamp, customer int",
        13 + gap,
        (random, rows) -> {
          long id = 0;
          for (int i = 0; i < count; i++) {
            id += isFixed ? gap : 1 + random.nextInt(gap);
            rows.add(id, at(i * 1000L + random.nextInt(1000)), random.nextInt(3000));
          }
        });
  }

  /** Three writers, each of which takes the next 50 numbers when it has used up its own. */
  static CorpusRows blocks() {
    return CorpusRows.of(
        "three writers, blocks of 50 ids",
        "id bigint, writer int, at timestamp",
        14,
        (random, rows) -> {
          long[] next = new long[3];
          long taken = 0;
          for (int i = 0; i < 6000; i++) {
            int writer = random.nextInt(3);
            if (next[writer] % 50 == 0) {
              next[writer] = taken;
              taken += 50;
            }
            rows.add(++next[writer], writer, at(i * 200L));
          }
        });
  }

  /** Orders of Zipf customers; 60 % are from one country, half are paid, all are of one app. */
  static CorpusRows orders(int count) {
    return CorpusRows.of(
        "orders of Zipf customers, " + count,
        "order_id bigint, customer_id int, at timestamp, paid boolean, country text, app text",
        15,
        (random, rows) -> {
          Zipf zipf = new Zipf(5000);
          long clock = 0;
          for (int i = 0; i < count; i++) {
            clock += (long) (-2000 * Math.log(1 - random.nextDouble()));
            int country = random.nextInt(100) < 60 ? 7 : random.nextInt(25);
            rows.add(
                i + 1L,
                scattered(zipf.next(random), 1_000_000),
                at(clock),
                random.nextBoolean(),
                String.valueOf(new char[] {(char) ('a' + country), 'x'}),
                "shop");
          }
        });
  }

  /** Sensors that report one after the other, in a fixed round. */
  static CorpusRows round(int sensors, int rounds) {
    return CorpusRows.of(
        sensors + " sensors in a fixed round, " + rounds + " times",
        "sensor int, at timestamp, kind text",
        16,
        (random, rows) -> {
          for (int i = 0; i < sensors * rounds; i++) {
            rows.add(i % sensors, at(i * 100L), random.nextInt(3) == 0 ? "heat" : "wind");
          }
        });
  }

  /** Sensors that report whenever they like. */
  static CorpusRows sensors() {
    return CorpusRows.of(
        "500 sensors at random",
        "sensor int, at timestamp, kind text",
        17,
        (random, rows) -> {
          for (int i = 0; i < 6000; i++) {
            rows.add(random.nextInt(500), at(i * 100L), "heat");
          }
        });
  }

  /** Files of a day, each sorted by time: delivered up to three days late, or in any order. */
  static CorpusRows dayFiles(boolean isShuffled) {
    return CorpusRows.of(
        isShuffled ? "day files in any order" : "day files, some late",
        "at timestamp, id uuid, customer int, day date",
        18,
        (random, rows) -> {
          int[] rank = new int[40];
          for (int day = 0; day < 40; day++) {
            int late = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
            rank[day] =
                isShuffled ? random.nextInt(1 << 20) : day * 4 + late * 4 + (late > 0 ? 1 : 0);
          }
          java.util.stream.IntStream.range(0, 40)
              .boxed()
              .sorted(java.util.Comparator.comparing(day -> rank[day]))
              .forEach(
                  day -> {
                    for (int i = 0; i < 200; i++) {
                      long clock = day * DAY + i * (DAY / 200) + random.nextInt(100_000);
                      rows.add(
                          at(clock), uuid(random), random.nextInt(3000), FIRST_DAY.plusDays(day));
                    }
                  });
        });
  }

  /** Sources in turn, at random, the clock of each ahead of that of the one before. */
  static CorpusRows sources(int sources, long aheadMillis, int count) {
    return CorpusRows.of(
        sources + " sources, clocks " + aheadMillis / 1000 + " s apart",
        "at timestamp, source int, n bigint",
        19,
        (random, rows) -> {
          for (int i = 0; i < count; i++) {
            int source = random.nextInt(sources);
            rows.add(at(i * DAY / count + source * aheadMillis), source, i + 1L);
          }
        });
  }

  /** Forty rows of each customer, sorted by customer, as an export has them. */
  static CorpusRows export(int customers, boolean isFalling) {
    return CorpusRows.of(
        "export sorted by customer, " + customers + (isFalling ? " falling" : ""),
        "customer int, at timestamp, id uuid, n bigint",
        20,
        (random, rows) -> {
          for (int i = 0; i < 40 * customers; i++) {
            int customer = i / 40 * 17 + 100;
            long clock = random.nextLong(300 * DAY);
            rows.add(isFalling ? 10_000 - customer : customer, at(clock), uuid(random), i + 1L);
          }
        });
  }

  /** Identifiers of all kinds, one row every 5 ms or so. */
  static CorpusRows ids(int count) {
    return CorpusRows.of(
        "identifiers, " + count,
        "v4 uuid, v7 uuid, v7_text text, snow bigint, seq bigint, rising text, digits text",
        21,
        (random, rows) -> {
          for (int i = 0; i < count; i++) {
            long clock = i * 5L + random.nextInt(5);
            UUID v7 = timeOrdered(clock, random);
            // 41 bits of milliseconds, 10 bits of the writer, 12 bits that count.
            long snow = ((clock + 200_000_000_000L) << 22) | ((long) random.nextInt(16) << 12);
            String rising = "order-%07d".formatted(i * 3 + random.nextInt(3));
            String digits = Long.toString(1000L + i);
            rows.add(uuid(random), v7, v7.toString(), snow, i + 1L, rising, digits);
          }
        });
  }

  /** One tenant has the given share of the rows, in percent, and 300 others the rest. */
  static CorpusRows tenants(int percent) {
    return CorpusRows.of(
        "tenants, one with " + percent + " %",
        "tenant int, at timestamp, user_id int, id bigint",
        22,
        (random, rows) -> {
          for (int i = 0; i < 8000; i++) {
            int tenant = random.nextInt(100) < percent ? 150 : random.nextInt(301);
            rows.add(tenant, at(i * 300L), random.nextInt(2000), i + 1L);
          }
        });
  }

  /** Counters that are written again and again, {@code percent} of the writes to the first. */
  static CorpusRows counters(int counters, int percent) {
    return CorpusRows.of(
        counters + " counters, " + percent + " % to one",
        "counter text, at timestamp",
        23,
        (random, rows) -> {
          for (int i = 0; i < 5000; i++) {
            int counter = random.nextInt(100) < percent ? 0 : random.nextInt(counters);
            rows.add("c%04d".formatted(scattered(counter + 1, 10_000)), at(i * 300L));
          }
        });
  }

  /** A hundred days of eighty rows. */
  static CorpusRows days() {
    return CorpusRows.of(
        "a hundred days",
        "day date, id uuid, customer int, at timestamp, at_text text",
        24,
        (random, rows) -> {
          for (int i = 0; i < 8000; i++) {
            long clock = i * (DAY / 80) + random.nextInt(100_000);
            rows.add(
                FIRST_DAY.plusDays(clock / DAY),
                uuid(random),
                random.nextInt(3000),
                at(clock),
                TEXT.format(at(clock)));
          }
        });
  }

  /** Imports of one region after the other and again, each in order of time. */
  static CorpusRows imports(int regions, int run) {
    return CorpusRows.of(
        "imports of " + regions + " regions in runs of " + run,
        "region text, at timestamp, id bigint, person text",
        25,
        (random, rows) -> {
          while (rows.count() < 8000) {
            String region = "r" + (rows.count() / run * 5 % regions);
            for (int i = 0; i < run; i++) {
              long n = rows.count();
              String person = Long.toString(random.nextLong(1L << 40), 36);
              rows.add(region, at(n * 700), n + 1, person);
            }
          }
        });
  }
}
