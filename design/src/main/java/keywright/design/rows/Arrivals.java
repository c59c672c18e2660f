package keywright.design.rows;

import java.util.List;
import java.util.function.Consumer;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** The rows of a table in the order in which they arrive. They can be read more than once. */
public interface Arrivals {

  /** The columns of the rows. */
  List<Column> columns();

  /**
   * Reads all rows, in the order of their arrival.
   *
   * @param row receives each row: an array with one value, or null, for each of {@link #columns}.
   *     The same array is used for the next row
   */
  void forEach(Consumer<@Nullable Object[]> row);
}
