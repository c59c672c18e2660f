package keywright.store;

import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keywright.key.Key;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read: its key, its {@link RowHead} and the cells of the families that were read.
 * The head has the data of the row that belongs to no column, such as the version. Columns that the
 * layout does not know are left out.
 *
 * <p>A row is used by one thread at a time until both {@link #key} and {@link #cells} were called.
 * After that several threads may use it.
 */
public final class StoredRow {
  private final TableLayout layout;
  private final RowHead head;

  /** The values by {@link TableLayout#columnIndex}. */
  private final @Nullable Object[] values;

  private final boolean expiring;

  /**
   * Reads the cells from the values of the families when they are needed; most readers do not need
   * them.
   */
  private final @Nullable RowReader reader;

  /** For a row of typed columns: which families were read; null for other rows. */
  private final boolean @Nullable [] read;

  /** For a row of typed columns: the encoded families; null until they are needed. */
  private byte @Nullable [] @Nullable [] families;

  /** The cells; null until they are needed. */
  private @Nullable List<Cell> cells;

  /** The key; null until it is needed, if the row was made with its row key only. */
  private @Nullable Key key;

  /** The row key; null until it is needed, if the row was made with its key only. */
  private byte @Nullable [] rowKey;

  private StoredRow(
      TableLayout layout,
      byte[] rowKey,
      RowHead head,
      @Nullable Object[] values,
      boolean expiring,
      List<Cell> cells) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.head = head;
    this.values = values;
    this.expiring = expiring;
    this.reader = null;
    this.read = null;
    this.families = new byte[0][];
    this.cells = cells;
  }

  /**
   * A row whose cells are decoded when they are needed.
   *
   * @param key the key from which the row key was made; null if the key must be decoded
   * @param values by {@link TableLayout#columnIndex}; kept, not copied
   * @param expiring whether a cell has an expiry
   * @param families as {@link RowReader#row} takes them
   */
  StoredRow(
      TableLayout layout,
      byte[] rowKey,
      @Nullable Key key,
      RowHead head,
      @Nullable Object[] values,
      boolean expiring,
      RowReader reader,
      byte[] @Nullable [] families) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.head = head;
    this.values = values;
    this.expiring = expiring;
    this.reader = reader;
    this.read = null;
    this.families = families;
    this.key = key;
  }

  /**
   * A row of typed columns without other data. Its bytes are computed when they are needed.
   *
   * @param rowKey kept, not copied; null if it must be computed from the key
   * @param key null if it must be decoded from the row key
   * @param values by {@link TableLayout#columnIndex}; kept, not copied
   * @param read for each family, by its index, whether the family was read
   */
  StoredRow(
      TableLayout layout,
      byte @Nullable [] rowKey,
      @Nullable Key key,
      RowStamp stamp,
      @Nullable Object[] values,
      RowReader reader,
      boolean[] read) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.head = new RowHead(stamp.version(), 0, 0, stamp.nonce(), RowMark.LIVE);
    this.values = values;
    this.expiring = false;
    this.reader = reader;
    this.read = read;
    this.families = null;
    this.key = key;
  }

  /**
   * Makes a row that an engine has read. The row key and the cells are not copied.
   *
   * @param cells the cells of the row. All cells of a column are consecutive, the newest first
   */
  public static StoredRow of(TableLayout layout, byte[] rowKey, RowHead head, List<Cell> cells) {
    @Nullable Object[] values = new @Nullable Object[layout.columnCount()];
    boolean expiring = false;
    int lastId = 0;
    for (Cell cell : cells) {
      expiring |= cell.expiryMillis() != 0;
      int index = layout.columnIndex(cell.columnId());
      if (index >= 0 && cell.columnId() != lastId) {
        values[index] = cell.value();
      }
      lastId = cell.columnId();
    }
    return new StoredRow(layout, rowKey, head, values, expiring, cells);
  }

  private List<Cell> allCells() {
    List<Cell> known = cells;
    if (known == null) {
      known = Objects.requireNonNull(reader).cells(head, ownRowKey(), ownFamilies());
      cells = known;
    }
    return known;
  }

  /**
   * The row in the form for engines with typed columns. Null if a family was not read, or if the
   * row has data besides the values of its columns.
   */
  public @Nullable TypedRow typed() {
    if (read == null) {
      return null;
    }
    for (boolean family : read) {
      if (!family) {
        return null;
      }
    }
    return new TypedRow(head.stamp(), null, valuesById());
  }

  private Map<Integer, Object> valuesById() {
    Map<Integer, Object> byId = new HashMap<>();
    for (int index = 0; index < values.length; index++) {
      Object value = values[index];
      if (value != null) {
        byId.put(layout.columnAt(index).id(), value);
      }
    }
    return byId;
  }

  private byte[] @Nullable [] ownFamilies() {
    byte @Nullable [] @Nullable [] made = families;
    if (made == null) {
      TypedRow row = new TypedRow(head.stamp(), null, valuesById());
      made = row.families(layout, ownRowKey(), Objects.requireNonNull(read));
      families = made;
    }
    return made;
  }

  private byte[] ownRowKey() {
    byte[] made = rowKey;
    if (made == null) {
      made = layout.keySchema().encode(Objects.requireNonNull(key));
      rowKey = made;
    }
    return made;
  }

  /**
   * The encoded value of a family from which the row was read, for the engine that has read it.
   * Null if the row was not read from bytes, or if the family was not read.
   *
   * @param family the index of the family in the layout
   */
  public byte @Nullable [] bytes(int family) {
    byte[] @Nullable [] all = ownFamilies();
    return family < all.length ? all[family] : null;
  }

  /** A copy of the row key. */
  public byte[] rowKey() {
    return ownRowKey().clone();
  }

  /**
   * The key of the row. If the row was made without its key, the first call decodes the key from
   * the row key.
   *
   * @throws StoreException if the row key cannot be decoded with the layout
   */
  public Key key() {
    Key decoded = key;
    if (decoded == null) {
      try {
        decoded = layout.keySchema().decode(ownRowKey());
      } catch (KeyException e) {
        throw unreadable(e);
      }
      key = decoded;
    }
    return decoded;
  }

  /**
   * The values of the columns that can be decoded from the key, as {@link
   * keywright.key.KeySchema#columnValues(Key)} returns them. Each call returns a new array.
   *
   * @throws StoreException as {@link #key}
   */
  public @Nullable Object[] keyColumnValues() {
    Key known = key;
    if (known != null) {
      return layout.keySchema().columnValues(known);
    }
    try {
      return layout.keySchema().columnValues(ownRowKey());
    } catch (KeyException e) {
      throw unreadable(e);
    }
  }

  private StoreException unreadable(KeyException e) {
    byte[] bytes = ownRowKey();
    return new UnreadableRowException(
        bytes,
        "cannot read a row of %s: %s (row key %s)"
            .formatted(layout.name(), e.getMessage(), HexFormat.of().formatHex(bytes)),
        e);
  }

  /** The version that the last write gave the row. */
  public long version() {
    return head.version();
  }

  /**
   * The latest timestamp of the cells of the row, in microseconds since 1970; the version of the
   * row if it has no cells.
   */
  public long latestTimestamp() {
    if (read != null) {
      return head.version();
    }
    long latest = 0;
    for (Cell cell : allCells()) {
      latest = Math.max(latest, cell.timestamp());
    }
    return latest == 0 ? head.version() : latest;
  }

  /** The head of the row: its version, expiry, creation, nonce and mark. */
  public RowHead head() {
    return head;
  }

  /** Whether at least one value has an expiry of its own, apart from the expiry of the row. */
  public boolean hasExpiringValues() {
    return expiring;
  }

  /**
   * The newest cell of the column with the id {@code columnId}. Null if the column has no cell or
   * its family was not read. A deleted or expired cell is returned only if the row was read with
   * its history.
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
   * The cell that the column with the id {@code columnId} had at an earlier time.
   *
   * @param micros the time in microseconds since 1970
   * @return the cell; null if the column had no value at this time, or if that cell is no longer
   *     stored
   */
  public @Nullable Cell cell(int columnId, long micros) {
    for (Cell cell : allCells()) {
      if (cell.columnId() == columnId && cell.timestamp() <= micros) {
        return cell.value() == null ? null : cell;
      }
    }
    return null;
  }

  /**
   * The current value of the column with the id {@code columnId}. Null if the row has no value in
   * this column, if the column's family was not read, or if the layout has no such column.
   */
  public @Nullable Object value(int columnId) {
    int index = layout.columnIndex(columnId);
    return index < 0 ? null : values[index];
  }

  /**
   * The stored cells of the column with the id {@code columnId}, the newest first, including
   * deleted and expired cells. If the row was read without history, the result has only the cell
   * with the current value.
   */
  public List<Cell> history(int columnId) {
    return allCells().stream().filter(cell -> cell.columnId() == columnId).toList();
  }

  /**
   * The cells of the row, sorted by family in the order of the layout, then by column id and
   * descending timestamp. If the row was read with history, these are all stored cells. Otherwise
   * it is at most one cell for each column, with the current value.
   */
  public List<Cell> cells() {
    return Collections.unmodifiableList(allCells());
  }
}
