package keywright.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * Row writes that {@link Engine#write} executes together, in the order in which they were added. A
 * row may be written more than once. Each write sees the effect of the one before it. Not for use
 * by several threads at once.
 */
public final class WriteBatch {
  /** The expected version of a write that expects no row. */
  public static final long ABSENT = 0;

  /** The expected version of a write that accepts any row, or no row. */
  public static final long ANY = -1;

  private static final Comparator<Cell> ORDER =
      Comparator.comparingInt(Cell::columnId)
          .thenComparing(Comparator.comparingLong(Cell::timestamp).reversed());

  private final long nowMillis;
  private final List<RowWrite> writes = new ArrayList<>(2);
  private BooleanSupplier sendable = () -> true;

  /**
   * A batch without writes.
   *
   * @param nowMillis the time of the writes, in milliseconds since 1970; a row that has expired at
   *     this time is absent
   */
  public WriteBatch(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  /**
   * Sends the batch only while {@code condition} is true. An engine that sends it over a network
   * evaluates the condition just before each send, on the writing thread, and does not send the
   * batch if it is false. Engines within the process do not evaluate it.
   *
   * @return this batch
   */
  public WriteBatch sendOnlyWhile(BooleanSupplier condition) {
    sendable = condition;
    return this;
  }

  /** The condition under which an engine may send the batch. */
  public BooleanSupplier sendable() {
    return sendable;
  }

  /** The time of the writes, in milliseconds since 1970. */
  public long nowMillis() {
    return nowMillis;
  }

  /**
   * Puts cells into a row and inserts the row if it is absent. The cells have no write time of
   * their own and never expire. The row keeps its expiry; a new row has none.
   *
   * @param expectedVersion the version that the row must have (the row must then have no nonce), or
   *     {@link #ABSENT} or {@link #ANY}
   * @param newVersion the row's version from now on, above 0
   * @param cells the values by column id, each of the {@link keywright.key.Type#valueClass} of the
   *     column's type. A null deletes the value; columns that are not in the map keep their values
   * @return this batch
   * @throws StoreException for a column that the layout lacks, a value of another class, or a
   *     version out of range
   */
  public WriteBatch put(
      TableLayout layout,
      Key key,
      long expectedVersion,
      long newVersion,
      Map<Integer, ? extends @Nullable Object> cells) {
    List<Cell> plain = new ArrayList<>(cells.size());
    cells.forEach((id, value) -> plain.add(new Cell(id, value, newVersion, 0, 0)));
    return put(layout, key, expectedVersion, newVersion, null, plain, null);
  }

  /**
   * Puts cells into a row and makes the row if it is absent.
   *
   * <p>Stored and new cells of a column are sorted together by descending {@link Cell#timestamp}. A
   * new cell replaces a stored cell with the same timestamp. The first cell is the column's value,
   * unless it is deleted or has expired. A column keeps {@link FamilyLayout#versions} cells,
   * including deleted ones. A column that keeps only one cell keeps no expired cells, and no
   * deleted cells without a write time.
   *
   * <p>The value of an expired cell is removed when its family is written again. The cell then
   * counts as deleted.
   *
   * @param expectedVersion the version that the row must have, {@link #ABSENT} or {@link #ANY}
   * @param head the head of the row after the write: version, expiry and creation
   * @param cells in any order. Their version is that of {@code head}, or lower for a row that is
   *     copied from elsewhere. If two of them have the same column and timestamp, the later one in
   *     the list wins
   * @return this batch
   * @throws StoreException for a column that the layout lacks, a value of another class, or a
   *     number out of range
   */
  public WriteBatch put(
      TableLayout layout, Key key, long expectedVersion, RowHead head, Collection<Cell> cells) {
    return put(layout, key, expectedVersion, head.version(), head, cells, null);
  }

  /**
   * Puts cells into a row that was read before, if the row still has the same stamp.
   *
   * @param found the row with its complete history. If the batch is written by {@link
   *     Engine#write(WriteBatch, long)}, the row must have been read after the mark
   * @return this batch
   */
  public WriteBatch put(
      TableLayout layout, Key key, StoredRow found, RowHead head, Collection<Cell> cells) {
    return put(layout, key, found.version(), head.version(), head, cells, found);
  }

  private WriteBatch put(
      TableLayout layout,
      Key key,
      long expectedVersion,
      long newVersion,
      @Nullable RowHead head,
      Collection<Cell> cells,
      @Nullable StoredRow found) {
    requireExpectation(layout, expectedVersion);
    if (newVersion <= 0) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found version "
              + newVersion
              + ", expected a number above 0");
    }
    if (head != null) {
      requireTime(layout, head.expiryMillis());
      requireTime(layout, head.createdMicros());
      requireTime(layout, head.nonce());
    }
    List<Cell> checked = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      checked.add(checked(layout, newVersion, cell));
    }
    if (!isSorted(checked)) {
      sort(checked);
    }
    writes.add(
        new RowWrite.Put(
            layout,
            key,
            expectedVersion,
            newVersion,
            head,
            Collections.unmodifiableList(checked),
            found));
    return this;
  }

  /**
   * Removes a row from all families. If the row is absent and {@link #ABSENT} or {@link #ANY} was
   * expected, nothing happens.
   *
   * @param expectedVersion the version that the row must have, with no nonce, {@link #ABSENT} or
   *     {@link #ANY}
   * @return this batch
   */
  public WriteBatch delete(TableLayout layout, Key key, long expectedVersion) {
    requireExpectation(layout, expectedVersion);
    writes.add(new RowWrite.Delete(layout, key, expectedVersion, null));
    return this;
  }

  /** Removes a row that was read before, if the row still has the same stamp. */
  public WriteBatch delete(TableLayout layout, Key key, StoredRow found) {
    writes.add(new RowWrite.Delete(layout, key, found.version(), found));
    return this;
  }

  /** Whether all writes are of one row. */
  public boolean isOfOneRow() {
    for (int i = 1; i < writes.size(); i++) {
      RowWrite first = writes.get(0);
      RowWrite write = writes.get(i);
      if (!write.key().equals(first.key())
          || !write.layout().name().equals(first.layout().name())) {
        return false;
      }
    }
    return true;
  }

  /** The writes in order, for engines. */
  public List<RowWrite> writes() {
    return Collections.unmodifiableList(writes);
  }

  /** The number of writes. */
  public int size() {
    return writes.size();
  }

  /** Whether there are no writes. */
  public boolean isEmpty() {
    return writes.isEmpty();
  }

  /** Whether the cells are sorted and no two have the same column and timestamp, as is usual. */
  private static boolean isSorted(List<Cell> cells) {
    for (int index = 1; index < cells.size(); index++) {
      if (cells.get(index - 1).columnId() >= cells.get(index).columnId()) {
        return false;
      }
    }
    return true;
  }

  private static void sort(List<Cell> cells) {
    cells.sort(ORDER);
    // The sort is stable, so of equal ones the last was given last.
    for (int index = cells.size() - 1; index > 0; index--) {
      if (ORDER.compare(cells.get(index - 1), cells.get(index)) == 0) {
        cells.remove(index - 1);
      }
    }
  }

  private static void requireExpectation(TableLayout layout, long expectedVersion) {
    if (expectedVersion < ANY) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found expected version "
              + expectedVersion
              + ", expected a version number, ABSENT or ANY");
    }
  }

  private static void requireTime(TableLayout layout, long time) {
    if (time < 0) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found the time "
              + time
              + ", expected milliseconds since 1970, or 0 for none");
    }
  }

  private static Cell checked(TableLayout layout, long newVersion, Cell cell) {
    int id = cell.columnId();
    ColumnLayout column = layout.column(id);
    if (column == null) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found column id "
              + id
              + ", expected the id of a column of the table");
    }
    requireTime(layout, cell.writeTimeMicros());
    requireTime(layout, cell.expiryMillis());
    if (cell.version() > newVersion || cell.version() <= 0) {
      throw new StoreException(
          "cannot write to %s: found a cell of version %d, expected a version from 1 to %d, which is the version of its row"
              .formatted(layout.name(), cell.version(), newVersion));
    }
    Object value = cell.value();
    if (value == null) {
      return cell.withoutValue();
    }
    if (!column.type().valueClass().isInstance(value)) {
      throw new StoreException(
          "cannot write "
              + column.name()
              + " of "
              + layout.name()
              + ": found a "
              + value.getClass().getSimpleName()
              + ", expected a "
              + column.type().valueClass().getSimpleName()
              + " for "
              + column.type());
    }
    boolean canChange = value instanceof byte[] || value instanceof List;
    return canChange
        ? new Cell(id, value, cell.version(), cell.writeTimeMicros(), cell.expiryMillis())
        : cell;
  }
}
