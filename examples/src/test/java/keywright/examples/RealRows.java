package keywright.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import keywright.design.rows.Arrivals;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/**
 * Rows of files that nobody made for this project, in an order of arrival. The first column is the
 * time. Immutable.
 */
record RealRows(String declarations, List<@Nullable Object[]> all) implements Arrivals {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

  @Override
  public List<Column> columns() {
    return Column.parseList(declarations);
  }

  @Override
  public void forEach(Consumer<@Nullable Object[]> row) {
    all.forEach(row);
  }

  private static Instant time(@Nullable Object[] row) {
    return (Instant) row[0];
  }

  /** As they would have arrived; rows of one time keep their order. */
  RealRows byTime() {
    List<@Nullable Object[]> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(RealRows::time));
    return new RealRows(declarations, sorted);
  }

  /** In the order of times that are up to {@code most} too late. */
  RealRows jittered(Duration most) {
    Random random = new Random(5);
    return new RealRows(
        declarations,
        all.stream()
            .map(
                row -> {
                  long late = random.nextLong(most.toMillis());
                  return Map.entry(time(row).toEpochMilli() + late, row);
                })
            .sorted(Map.Entry.comparingByKey())
            .map(Map.Entry::getValue)
            .toList());
  }

  RealRows shuffled() {
    List<@Nullable Object[]> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(6));
    return new RealRows(declarations, shuffled);
  }

  /** Each row with its number in this order as the last column. */
  RealRows numbered() {
    List<@Nullable Object[]> numbered = new ArrayList<>();
    for (@Nullable Object[] row : all) {
      @Nullable Object[] longer = Arrays.copyOf(row, row.length + 1);
      longer[row.length] = numbered.size() + 1;
      numbered.add(longer);
    }
    return new RealRows(declarations + ", n int", numbered);
  }

  private static List<String[]> fields(Path file) throws IOException {
    return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)).toList();
  }

  /** The purchases of every sixth customer of CDNOW, in the order of the file: by customer. */
  static RealRows purchases(Path file) throws IOException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String[] of : fields(file)) {
      int customer = Integer.parseInt(of[0]);
      if (customer % 6 == 0) {
        Instant day = LocalDate.parse(of[1], DAY).atStartOfDay().toInstant(ZoneOffset.UTC);
        rows.add(new Object[] {day, customer, Integer.parseInt(of[2])});
      }
    }
    return new RealRows("at timestamp, customer int, volume int", rows);
  }

  /** The payments of Sakila, in the order of the file: by customer. */
  static RealRows payments(Path file) throws IOException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String[] of : fields(file)) {
      rows.add(
          new Object[] {
            instant(of[5]),
            Integer.parseInt(of[0]),
            Integer.parseInt(of[1]),
            Integer.parseInt(of[2])
          });
    }
    return new RealRows("at timestamp, payment_id int, customer int, staff int", rows);
  }

  /** The rentals of Sakila, in the order of the file: nearly that of time. */
  static RealRows rentals(Path file) throws IOException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String[] of : fields(file)) {
      rows.add(
          new Object[] {
            instant(of[1]),
            Integer.parseInt(of[0]),
            Integer.parseInt(of[2]),
            Integer.parseInt(of[3]),
            Integer.parseInt(of[5])
          });
    }
    return new RealRows(
        "at timestamp, rental_id int, inventory int, customer int, staff int", rows);
  }

  /**
   * Weather of three airports, in the order of the file: an airport's year, then the next one's.
   */
  static RealRows weather(Path file) throws IOException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String[] of : fields(file)) {
      rows.add(
          new Object[] {
            Instant.parse(of[14]), of[0], Integer.parseInt(of[3]), Integer.parseInt(of[4])
          });
    }
    return new RealRows("at timestamp, station text, day int, hour int", rows);
  }

  private static Instant instant(String text) {
    return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
  }

  /** The files that each commit changed, oldest first, as {@code git log} lists them. */
  static RealRows history(List<String> lines) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Instant at = Instant.EPOCH;
    String author = "";
    for (String line : lines) {
      if (line.startsWith("@")) {
        String[] of = line.substring(1).split(" ", 2);
        at = Instant.ofEpochSecond(Long.parseLong(of[0]));
        author = of[1];
      } else if (!line.isEmpty()) {
        rows.add(new Object[] {at, author, line});
      }
    }
    return new RealRows("at timestamp, author text, path text", rows);
  }
}
