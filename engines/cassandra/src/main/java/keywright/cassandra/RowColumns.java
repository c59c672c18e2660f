package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import keywright.key.Key;
import keywright.store.RowReader;
import keywright.store.StoredRow;
import org.jspecify.annotations.Nullable;

/** How rows are kept in the columns of a table that are not of its key. Immutable. */
sealed interface RowColumns permits StampedColumns, PlainColumns {

  /** The columns, as {@code CREATE TABLE} defines them. */
  List<String> definitions();

  /** What a statement reads of them. */
  List<String> selected(Reading reading);

  /**
   * The row that was read; null when there is none, or it has expired.
   *
   * @param at where what {@link #selected} gave begins
   * @param key of the row; null when {@code rowKey} is given
   * @param rowKey kept, not copied; null when {@code key} is given
   * @throws keywright.store.UnreadableRowException when another client has written what the
   *     declaration of the table does not allow
   */
  @Nullable StoredRow row(
      RowReader reader,
      Row row,
      int at,
      Reading reading,
      @Nullable Key key,
      byte @Nullable [] rowKey);

  /** Whether there is a row at all, for {@link #row}. */
  boolean isThere(Row row, int at);
}
