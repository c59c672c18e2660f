package keywright.design.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** A random sample of the rows that arrive. Used by one thread. */
public final class RowSample {
  private static final int MOST = 4_096;

  /** A row of the sample, and the number of rows that had arrived before it. */
  public static final class Row {
    private final int arrival;
    private final @Nullable Object[] values;

    private Row(int arrival, @Nullable Object[] values) {
      this.arrival = arrival;
      this.values = values;
    }

    public int arrival() {
      return arrival;
    }
  }

  private final List<String> names;
  private final SplittableRandom random;
  private final List<Row> rows = new ArrayList<>();
  private int arrived;

  public RowSample(List<Column> columns, long seed) {
    this.names = columns.stream().map(Column::name).toList();
    this.random = new SplittableRandom(seed);
  }

  public void add(@Nullable Object[] row) {
    if (rows.size() < MOST) {
      rows.add(new Row(arrived, row.clone()));
    } else {
      int place = random.nextInt(arrived + 1);
      if (place < MOST) {
        rows.set(place, new Row(arrived, row.clone()));
      }
    }
    arrived++;
  }

  /**
   * The row of the sample with the number {@code index}, from 0. The numbers continue after the
   * last row with the first row again.
   */
  public Row row(int index) {
    return rows.get(index % rows.size());
  }

  /** Whether the rows have a column with the name {@code column}. */
  public boolean has(@Nullable String column) {
    return column != null && names.contains(column);
  }

  /**
   * The value that a row has in the column with the name {@code column}. Null if the row has no
   * value in this column, or if the rows do not have the column.
   */
  public @Nullable Object value(Row row, @Nullable String column) {
    int place = column == null ? -1 : names.indexOf(column);
    return place < 0 ? null : row.values[place];
  }
}
