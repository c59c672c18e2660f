package keywright.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import keywright.design.rows.Arrivals;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/**
 * Rows in order of arrival, drawn once from a seed. Immutable, as long as nobody changes a row.
 *
 * @param name what is loaded, in a few words
 * @param declarations the columns as a statement declares them
 */
record CorpusRows(String name, String declarations, List<@Nullable Object[]> all)
    implements Arrivals {

  /** What takes the rows of a data set, one by one. */
  interface Sink {
    void add(@Nullable Object... values);

    /** The number of rows so far. */
    int count();
  }

  /** The rows that {@code draw} makes from the seed. */
  static CorpusRows of(
      String name, String declarations, long seed, BiConsumer<SplittableRandom, Sink> draw) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Sink sink =
        new Sink() {
          @Override
          public void add(@Nullable Object... values) {
            rows.add(values);
          }

          @Override
          public int count() {
            return rows.size();
          }
        };
    draw.accept(new SplittableRandom(seed), sink);
    return new CorpusRows(name, declarations, rows);
  }

  @Override
  public List<Column> columns() {
    return Column.parseList(declarations);
  }

  @Override
  public void forEach(Consumer<@Nullable Object[]> row) {
    all.forEach(row);
  }

  int count() {
    return all.size();
  }

  /**
   * Whether a hundred rows are written like all the others: not where they come in files or runs,
   * or where clocks differ by more than a hundred rows.
   */
  boolean isSteady() {
    return !name.matches(
        "(crawlers|day files|export|imports|a hundred days|2000 sensors|web log|(3|5|12) sources).*");
  }

  /** The rows that arrive first. */
  CorpusRows first(int count) {
    return new CorpusRows("first " + count + " of " + name, declarations, all.subList(0, count));
  }

  /** The same rows, each with a random uuid {@code row_id} after its values. */
  CorpusRows withRowId() {
    SplittableRandom random = new SplittableRandom(count());
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] row : all) {
      @Nullable Object[] longer = Arrays.copyOf(row, row.length + 1);
      longer[row.length] = new UUID(random.nextLong(), random.nextLong());
      rows.add(longer);
    }
    return new CorpusRows(name, declarations + ", row_id uuid", rows);
  }

  @Override
  public String toString() {
    return name;
  }
}
