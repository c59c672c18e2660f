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
 * A list of writes of rows that {@link Engine#write} executes together, in the order in which they
 * were added. A batch may write a row more than once; each write sees the effects of the writes
 * before it. Used by one thread at a time.
 */
public final class WriteBatch {
  /** The expected version of a write that requires that the row does not exist. */
  public static final long ABSENT = 0;

  /** The expected version of a write that requires nothing: the row may exist or not. */
  public static final long ANY = -1;

  private static final Comparator<Cell> ORDER =
      Comparator.comparingInt(Cell::columnId)
          .thenComparing(Comparator.comparingLong(Cell::timestamp).reversed());

  private final long nowMillis;
  private final List<RowWrite> writes = new ArrayList<>(2);
  private BooleanSupplier sendable = () -> true;

  /** How many of the writes are {@link RowWrite.Whole}. */
  private int wholeRows;

  /**
   * Makes a batch without writes.
   *
   * @param nowMillis the time of the writes, in milliseconds since 1970; a row that has expired at
   *     this time counts as absent
   */
  public WriteBatch(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  /**
   * Sets a condition under which the batch may be sent. An engine that sends batches over a network
   * evaluates the condition just before each send, in the writing thread. If the condition is
   * false, the batch is not sent. Engines within this process do not evaluate the condition.
   *
   * @return this batch
   */
  public WriteBatch sendOnlyWhile(BooleanSupplier condition) {
    sendable = condition;
    return this;
  }

  /** The condition under which an engine may send the batch; always true by default. */
  public BooleanSupplier sendable() {
    return sendable;
  }

  /** The time of the writes, in milliseconds since 1970. */
  public long nowMillis() {
    return nowMillis;
  }

  /**
   * Adds a put of values into a row, which inserts the row if it does not exist. The cells have no
   * write time of their own and never expire. The row keeps its expiry; a new row has none.
   *
   * @param expectedVersion the version that the stored row must have, {@link #ABSENT} or {@link
   *     #ANY}. If it is a version, the stored row must also have no nonce
   * @param newVersion the version that the row gets, above 0
   * @param cells the values by column id, each of the {@link keywright.key.Type#valueClass} of the
   *     column's type. A null deletes the value; columns that are not in the map keep their values
   * @return this batch
   * @throws StoreException for a column that the layout does not have, a value of another class, or
   *     a version out of range
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
   * Adds a put of cells into a row, which inserts the row if it does not exist.
   *
   * <p>Stored and new cells of a column are sorted together by descending {@link Cell#timestamp}. A
   * new cell replaces a stored cell with the same timestamp. The first cell is the column's value,
   * unless it is deleted or has expired. A column keeps {@link FamilyLayout#versions} cells,
   * including deleted ones. A column that keeps only one cell keeps no expired cells, and no
   * deleted cells without a write time.
   *
   * <p>When a family is written again, the values of its expired cells are removed; these cells
   * then count as deleted.
   *
   * @param expectedVersion the version that the stored row must have, {@link #ABSENT} or {@link
   *     #ANY}
   * @param head the head that the row gets: its version, expiry, creation, nonce and mark
   * @param cells the cells, in any order. Each has the version of {@code head}, or a lower version
   *     for a row that is copied from another table. If two cells have the same column and
   *     timestamp, the later one in the collection is stored
   * @return this batch
   * @throws StoreException for a column that the layout does not have, a value of another class, or
   *     a number out of range
   */
  public WriteBatch put(
      TableLayout layout, Key key, long expectedVersion, RowHead head, Collection<Cell> cells) {
    return put(layout, key, expectedVersion, head.version(), head, cells, null);
  }

  /**
   * Adds a put of cells into a row that was read before. The batch is refused if the stored row no
   * longer has the stamp of {@code found}.
   *
   * @param found the row as it was read, with its complete history. If the batch is written by
   *     {@link Engine#write(WriteBatch, long)}, the row must have been read after the mark
   * @param head the head that the row gets
   * @param cells the cells, as for {@link #put(TableLayout, Key, long, RowHead, Collection)}
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
    requireHead(layout, newVersion, head);
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
   * Adds a put of a row as a whole: afterwards the row has the given values and no others. The
   * values have no write time of their own, and they expire with their row.
   *
   * @param expectedVersion {@link #ABSENT}, or {@link #ANY} to replace a row that may exist
   * @param head the head that the row gets
   * @param values the values in the order of {@link StoredRow#columnValues}; null for a column
   *     without a value. Elements of columns that can be decoded from the key are ignored. The
   *     array is not copied: it and its values must not be changed as long as the batch is used
   * @return this batch
   * @throws StoreException for a value of another class than that of its column's type, or a number
   *     out of range
   */
  public WriteBatch putWhole(
      TableLayout layout, Key key, long expectedVersion, RowHead head, @Nullable Object[] values) {
    if (expectedVersion != ABSENT && expectedVersion != ANY) {
      throw new StoreException(
          "cannot write to %s: found a whole row with expected version %d, expected ABSENT or ANY"
              .formatted(layout.name(), expectedVersion));
    }
    requireHead(layout, head.version(), head);
    for (int index = 0; index < layout.columnCount(); index++) {
      Object value = values[layout.placeAt(index)];
      if (value != null && !layout.valueClassAt(index).isInstance(value)) {
        throw wrongClass(layout, layout.columnAt(index), value);
      }
    }
    writes.add(new RowWrite.Whole(layout, key, expectedVersion, head, values));
    wholeRows++;
    return this;
  }

  /**
   * Adds a delete of a row from all families. If the row does not exist and {@link #ABSENT} or
   * {@link #ANY} is expected, nothing happens.
   *
   * @param expectedVersion the version that the stored row must have, {@link #ABSENT} or {@link
   *     #ANY}. If it is a version, the stored row must also have no nonce
   * @return this batch
   */
  public WriteBatch delete(TableLayout layout, Key key, long expectedVersion) {
    requireExpectation(layout, expectedVersion);
    writes.add(new RowWrite.Delete(layout, key, expectedVersion, null));
    return this;
  }

  /**
   * Adds a delete of a row that was read before. The batch is refused if the stored row no longer
   * has the stamp of {@code found}.
   *
   * @param found the row as it was read
   * @return this batch
   */
  public WriteBatch delete(TableLayout layout, Key key, StoredRow found) {
    writes.add(new RowWrite.Delete(layout, key, found.version(), found));
    return this;
  }

  /** Whether all writes of the batch are of the same row. */
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

  /**
   * The writes of the batch, in the order in which they were added. Puts of whole rows are in the
   * list as puts of cells, each after a delete if it replaces a row that may exist.
   */
  public List<RowWrite> writes() {
    if (wholeRows == 0) {
      return Collections.unmodifiableList(writes);
    }
    List<RowWrite> separate = new ArrayList<>(writes.size() + wholeRows);
    for (RowWrite write : writes) {
      if (write instanceof RowWrite.Whole whole) {
        whole.addTo(separate);
      } else {
        separate.add(write);
      }
    }
    return Collections.unmodifiableList(separate);
  }

  /**
   * The writes of the batch, in the order in which they were added, for engines that execute a
   * {@link RowWrite.Whole} as one write. The list must not be changed.
   */
  public List<RowWrite> changes() {
    return writes;
  }

  /** The number of writes of {@link #writes}. */
  public int size() {
    int size = writes.size();
    for (int i = 0; wholeRows > 0 && i < writes.size(); i++) {
      boolean isTwo =
          writes.get(i) instanceof RowWrite.Whole whole && whole.expectedVersion() == ANY;
      size += isTwo ? 1 : 0;
    }
    return size;
  }

  /** Whether the batch has no writes. */
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

  private static void requireHead(TableLayout layout, long newVersion, @Nullable RowHead head) {
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
  }

  private static StoreException wrongClass(TableLayout layout, ColumnLayout column, Object value) {
    return new StoreException(
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
      throw wrongClass(layout, column, value);
    }
    boolean canChange =
        value instanceof byte[] || value instanceof Collection || value instanceof Map;
    return canChange
        ? new Cell(id, value, cell.version(), cell.writeTimeMicros(), cell.expiryMillis())
        : cell;
  }
}
