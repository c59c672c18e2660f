package keywright.design.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * Random rows, made from a seed. Each time they are read, the rows are the same. Immutable.
 *
 * <p>A generator makes the values of each column. The generators are {@code sequence} (1, 2, 3, …),
 * {@code clock} (one row a second), {@code bursts} (a clock with a hundred rows in some seconds),
 * {@code uniform(n)} (1 to n, equally frequent) and {@code zipf(n)} (1 to n, where the number k is
 * 1/k times as frequent as the number 1).
 */
public final class GeneratedRows implements Arrivals {
  private final List<Column> columns;
  private final Map<String, String> generators;
  private final int rows;
  private final long seed;

  /**
   * Makes rows.
   *
   * @param columns the columns of the table
   * @param generators the generator of each column as text, by column name; columns without a
   *     generator are left out
   * @param rows the number of rows
   * @param seed the seed of the random values
   * @throws KeyException if a column or generator does not exist, a generator does not fit its
   *     column, or {@code rows} is less than 1
   */
  public GeneratedRows(List<Column> columns, Map<String, String> generators, int rows, long seed) {
    if (rows < 1) {
      throw KeyException.of("cannot generate %d rows: expected 1 or more".formatted(rows));
    }
    this.generators = Map.copyOf(generators);
    this.columns =
        columns.stream().filter(column -> generators.containsKey(column.name())).toList();
    this.rows = rows;
    this.seed = seed;
    for (String name : generators.keySet()) {
      if (this.columns.stream().noneMatch(column -> column.name().equals(name))) {
        throw KeyException.of(
            "cannot generate %s: expected a column, one of %s"
                .formatted(name, String.join(", ", columns.stream().map(Column::name).toList())));
      }
    }
    generators();
  }

  private List<Generator> generators() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Generator> list = new ArrayList<>();
    for (Column column : columns) {
      String declaration = generators.getOrDefault(column.name(), "");
      list.add(new Generator(column, declaration, random.split()));
    }
    return list;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void forEach(Consumer<@Nullable Object[]> row) {
    List<Generator> list = generators();
    @Nullable Object[] values = new @Nullable Object[list.size()];
    for (int i = 0; i < rows; i++) {
      for (int column = 0; column < values.length; column++) {
        values[column] = list.get(column).next();
      }
      row.accept(values);
    }
  }
}
