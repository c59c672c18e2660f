package keywright.design.rows;

import java.util.List;
import java.util.function.Consumer;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Rows in the order in which they arrive. They can be gone through more than once. */
public interface Arrivals {

  /** What the values of a row belong to. */
  List<Column> columns();

  /**
   * Goes through all rows.
   *
   * @param row takes a value for each of {@link #columns}, or null; the array is used again for the
   *     next row
   */
  void forEach(Consumer<@Nullable Object[]> row);
}
