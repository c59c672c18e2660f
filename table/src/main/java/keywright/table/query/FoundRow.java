package keywright.table.query;

import java.util.Objects;
import keywright.key.Key;
import keywright.store.StoredRow;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * A row that a scan has found. It has one value for each column of the table; null for a value that
 * was not read yet. Used by one thread.
 */
public final class FoundRow {
  /** Null until they are needed, for the values that an index entry contains. */
  private @Nullable Object @Nullable [] values;

  /** The index of an entry whose values are decoded when they are needed. */
  private final @Nullable StoredIndex index;

  /** The scanned row, or the scanned index entry that leads to the row. */
  private final StoredRow scanned;

  /** The stored row with its history; null unless the query asks for more than values. */
  private final @Nullable StoredRow stored;

  private FoundRow(@Nullable Object[] values, StoredRow scanned, @Nullable StoredRow stored) {
    this.values = values;
    this.index = null;
    this.scanned = scanned;
    this.stored = stored;
  }

  private FoundRow(StoredIndex index, StoredRow scanned) {
    this.values = null;
    this.index = index;
    this.scanned = scanned;
    this.stored = null;
  }

  /**
   * Makes a row from an index entry.
   *
   * @param values the values that the entry contains, one for each column of the table; null for
   *     the other columns
   * @param scanned the index entry
   */
  public static FoundRow entry(@Nullable Object[] values, StoredRow scanned) {
    return new FoundRow(values, scanned, null);
  }

  /** Makes a row from an index entry, whose values are decoded when they are first asked for. */
  static FoundRow entry(StoredIndex index, StoredRow scanned) {
    return new FoundRow(index, scanned);
  }

  /**
   * The row as the query asks for it; null if the row did not exist at the time of the query.
   *
   * @param scanned the row, or the index entry that led to it
   */
  static @Nullable FoundRow row(QueryPlan plan, StoredRow row, StoredRow scanned) {
    StoredTable table = plan.stored();
    if (!plan.readsCells()) {
      return new FoundRow(table.row(row), scanned, null);
    }
    long micros = plan.query().history().asOfMicros();
    return row.head().created() > micros
        ? null
        : new FoundRow(table.row(row, micros), scanned, row);
  }

  /** Makes a row from the bytes that a sort has written. */
  static FoundRow restored(
      @Nullable Object[] values, StoredRow scanned, @Nullable StoredRow stored) {
    return new FoundRow(values, scanned, stored);
  }

  @Nullable StoredRow stored() {
    return stored;
  }

  public @Nullable Object[] values() {
    @Nullable Object[] known = values;
    if (known == null) {
      known = Objects.requireNonNull(index).values(scanned);
      values = known;
    }
    return known;
  }

  /** The key of the scanned row or index entry. */
  Key key() {
    return scanned.key();
  }

  StoredRow scanned() {
    return scanned;
  }

  /** A sequence of rows that is read once. After the last row it returns null. */
  public interface Source extends AutoCloseable {
    @Nullable FoundRow next();

    @Override
    void close();
  }
}
