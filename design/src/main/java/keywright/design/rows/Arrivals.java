package keywright.design.rows;

import java.util.List;
import java.util.function.Consumer;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Rows in the order in which they arrive. They can be read more than once. */
public interface Arrivals {

  /** The columns of the values of a row. */
  List<Column> columns();

  /**
   * Reads all rows.
   *
   * @param row receives each row: an array with a value or null for each of {@link #columns}. The
   *     array is reused for the next row
   */
  void forEach(Consumer<@Nullable Object[]> row);
}
