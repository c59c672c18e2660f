package keywright.store;

import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import keywright.key.Key;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read: its key, its head and the cells of the families that were read. Columns
 * that the layout does not know are left out.
 *
 * <p>For one thread at a time until {@link #key} and {@link #cells} were called.
 */
public final class StoredRow {
  private final TableLayout layout;
  private final byte[] rowKey;
  private final RowHead head;

  /** The values by {@link TableLayout#columnIndex}. */
  private final @Nullable Object[] values;

  private final Supplier<List<Cell>> unread;

  /** Null until they are asked for. */
  private @Nullable List<Cell> cells;

  private @Nullable Key key;

  private StoredRow(
      TableLayout layout,
      byte[] rowKey,
      RowHead head,
      @Nullable Object[] values,
      Supplier<List<Cell>> unread) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.head = head;
    this.values = values;
    this.unread = unread;
  }

  /**
   * A row of an engine.
   *
   * @param rowKey kept, not copied
   * @param cells kept, not copied; those of a column one behind the other, the newest first
   */
  public static StoredRow of(TableLayout layout, byte[] rowKey, RowHead head, List<Cell> cells) {
    @Nullable Object[] values = new @Nullable Object[layout.columnCount()];
    int lastId = 0;
    for (Cell cell : cells) {
      int index = layout.columnIndex(cell.columnId());
      if (index >= 0 && cell.columnId() != lastId) {
        values[index] = cell.value();
      }
      lastId = cell.columnId();
    }
    return of(layout, rowKey, head, values, () -> cells);
  }

  /**
   * A row whose cells are read when they are asked for.
   *
   * @param values by {@link TableLayout#columnIndex}; kept, not copied
   */
  static StoredRow of(
      TableLayout layout,
      byte[] rowKey,
      RowHead head,
      @Nullable Object[] values,
      Supplier<List<Cell>> cells) {
    return new StoredRow(layout, rowKey, head, values, cells);
  }

  private List<Cell> allCells() {
    List<Cell> read = cells;
    if (read == null) {
      read = unread.get();
      cells = read;
    }
    return read;
  }

  /** The row key, a copy. */
  public byte[] rowKey() {
    return rowKey.clone();
  }

  /**
   * The key, decoded when first asked for.
   *
   * @throws StoreException when the row key is not one of the layout's key
   */
  public Key key() {
    Key decoded = key;
    if (decoded == null) {
      try {
        decoded = layout.keySchema().decode(rowKey);
      } catch (KeyException e) {
        throw new StoreException(
            "cannot read a row of " + layout.name() + ": " + e.getMessage(), e);
      }
      key = decoded;
    }
    return decoded;
  }

  /** The version that the last write gave the row. */
  public long version() {
    return head.version();
  }

  /** What the row's marker says. */
  public RowHead head() {
    return head;
  }

  /**
   * The newest cell of column {@code columnId}; null when it has none or its family was not read.
   * Only with history is it ever one without a value.
   */
  public @Nullable Cell cell(int columnId) {
    List<Cell> all = allCells();
    for (int index = 0; index < all.size(); index++) {
      if (all.get(index).columnId() == columnId) {
        return all.get(index);
      }
    }
    return null;
  }

  /**
   * The cell of column {@code columnId} that counted at {@code micros}, microseconds since 1970;
   * null when it had no value then, as far as its history is known.
   */
  public @Nullable Cell cell(int columnId, long micros) {
    for (Cell cell : allCells()) {
      if (cell.columnId() == columnId && cell.timestamp() <= micros) {
        return cell.value() == null ? null : cell;
      }
    }
    return null;
  }

  /** The value of column {@code columnId}; null when it has none or its family was not read. */
  public @Nullable Object value(int columnId) {
    int index = layout.columnIndex(columnId);
    return index < 0 ? null : values[index];
  }

  /**
   * The cells of column {@code columnId} that are kept, the newest first, deleted and expired ones
   * as such; without history, the one that has its value.
   */
  public List<Cell> history(int columnId) {
    return allCells().stream().filter(cell -> cell.columnId() == columnId).toList();
  }

  /**
   * The cells, family by family in the layout's order, by column id and falling timestamp: with
   * history all, else those with the values, at most one per column.
   */
  public List<Cell> cells() {
    return Collections.unmodifiableList(allCells());
  }
}
