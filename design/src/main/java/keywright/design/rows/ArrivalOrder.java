package keywright.design.rows;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether rows arrive in the order of one of their time or number columns. If they do not,
 * the file with the rows was probably sorted or shuffled. The order of the file is then not the
 * order in which a program will write the rows. Used by one thread.
 */
public final class ArrivalOrder {
  /**
   * From this correlation on, rows count as in the order of a time. Clocks that jitter and sources
   * that lag still reach it.
   */
  private static final double FOLLOWS = 0.8;

  /** From this correlation on, a whole number counts as a sequence with the order of the rows. */
  private static final double IS_SEQUENCE = 0.98;

  /** The smallest share of the rows that must have a value in a column. */
  private static final double MOSTLY = 0.5;

  /** How many numbers of rows one array holds. */
  private static final int CHUNK = 1 << 13;

  /** The smallest number of rows; the order of fewer rows may be chance. */
  private static final int FEWEST_ROWS = 32;

  private final List<Followed> times = new ArrayList<>();
  private final List<Followed> numbers = new ArrayList<>();
  private int rows;

  public ArrivalOrder(List<Column> columns) {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (DesignedKey.isTimeType(column.type()) || DesignedKey.isTimeUuid(column.type())) {
        times.add(new Followed(column.name(), i, true));
      } else if (DesignedKey.isInteger(column.type())) {
        numbers.add(new Followed(column.name(), i, false));
      }
    }
  }

  /** One column, and how closely its values follow the order of the rows. */
  private static final class Followed {
    private final String name;
    private final int index;
    private final Trend trend = new Trend();
    private final boolean isKept;

    /**
     * The numbers of all rows, in arrays of {@link #CHUNK}. The list grows without copying them.
     */
    private final List<double[]> values = new ArrayList<>();

    private double last;
    private int present;
    private int rises;
    private int falls;

    Followed(String name, int index, boolean isKept) {
      this.name = name;
      this.index = index;
      this.isKept = isKept;
    }

    void add(@Nullable Object[] row, int count) {
      Object value = row[index];
      if (value != null) {
        double before = last;
        last = number(value);
        rises += present > 0 && last > before ? 1 : 0;
        falls += present > 0 && last < before ? 1 : 0;
        present++;
        trend.add(last);
      }
      if (isKept) {
        if (count % CHUNK == 0) {
          values.add(new double[CHUNK]);
        }
        values.get(count / CHUNK)[count % CHUNK] = last;
      }
    }

    private static double number(Object value) {
      if (value instanceof Instant instant) {
        return instant.getEpochSecond() + instant.getNano() / 1e9;
      }
      if (value instanceof UUID id && id.version() == 1) {
        return id.timestamp() / 1e7;
      }
      return value instanceof LocalDate date
          ? date.toEpochDay()
          : value instanceof Number number ? number.doubleValue() : 0;
    }

    /** Sorted values may have a small correlation, if most of them are equal. */
    boolean follows() {
      return rises == 0 || falls == 0 || Math.abs(trend.correlation()) >= FOLLOWS;
    }

    boolean tells(int rows) {
      return present >= MOSTLY * rows && !trend.isConstant();
    }
  }

  public void add(@Nullable Object[] row) {
    times.forEach(column -> column.add(row, rows));
    numbers.forEach(column -> column.add(row, rows));
    rows++;
  }

  /**
   * Tells whether the rows are probably not in the order of their arrival: they are in the order of
   * no time column, and of no number column that looks like a sequence.
   *
   * @return the name of the first time column if this is so; otherwise null
   */
  public @Nullable String contradicted() {
    Followed time = unfollowed();
    boolean isSequence =
        numbers.stream()
            .anyMatch(
                column ->
                    column.tells(rows) && Math.abs(column.trend.correlation()) >= IS_SEQUENCE);
    return time == null || isSequence ? null : time.name;
  }

  /**
   * Tells whether the rows are in the order of none of their time columns.
   *
   * @return the name of the first time column if this is so; otherwise null, also if the rows have
   *     no time column
   */
  public @Nullable String notInOrderOf() {
    Followed time = unfollowed();
    return time == null ? null : time.name;
  }

  private @Nullable Followed unfollowed() {
    List<Followed> told =
        rows < FEWEST_ROWS
            ? List.of()
            : times.stream().filter(column -> column.tells(rows)).toList();
    return told.isEmpty() || told.stream().anyMatch(Followed::follows) ? null : told.get(0);
  }

  /**
   * Sorts the rows by a time column. Rows with the same time stay in the order of their arrival.
   *
   * @param time the name of the time column
   * @return the numbers of the rows, from 0, in the order of the times
   */
  public int[] by(String time) {
    List<double[]> values =
        times.stream()
            .filter(column -> column.name.equals(time))
            .findFirst()
            .map(column -> column.values)
            .orElseThrow();
    int[] sorted = new int[rows];
    long[] words = new long[rows];
    for (int i = 0; i < rows; i++) {
      sorted[i] = i;
      words[i] = WordSort.word(values.get(i / CHUNK)[i % CHUNK]);
    }
    new WordSort(sorted, words).sort(0, rows, Runtime.getRuntime().availableProcessors());
    return sorted;
  }
}
