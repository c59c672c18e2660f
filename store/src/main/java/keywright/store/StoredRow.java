package keywright.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
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
  /** For a row with a single family: all of them were read. */
  private static final boolean[] ONE_FAMILY = {true};

  private final TableLayout layout;
  private final long version;

  /** Null until it is needed, if it has only a version. */
  private @Nullable RowHead head;

  /**
   * The values of the columns in their {@link TableLayout#placeAt places}; null until they are
   * needed, if they can be decoded from {@link #family}.
   */
  private @Nullable Object @Nullable [] values;

  private boolean expiring;

  /**
   * Has the only family of the row in its first {@link #familyLength} bytes, if its values are
   * decoded when they are needed.
   */
  private final byte @Nullable [] family;

  private final int familyLength;

  /**
   * Reads the cells from the values of the families when they are needed; most readers do not need
   * them.
   */
  private final @Nullable RowReader reader;

  /** For a row of typed columns: which families were read; null for other rows. */
  private final boolean @Nullable [] read;

  /** For a row of typed columns: the encoded families; null until they are needed. */
  private byte @Nullable [] @Nullable [] families;

  /** Whether {@link #values} has the values that the key has. */
  private boolean hasKeyValues;

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
    this.version = head.version();
    this.head = head;
    this.values = values;
    this.expiring = expiring;
    this.family = null;
    this.familyLength = 0;
    this.reader = null;
    this.read = null;
    this.families = new byte[0][];
    this.cells = cells;
  }

  /**
   * A row whose cells are decoded when they are needed.
   *
   * @param key the key from which the row key was made; null if the key must be decoded
   * @param values by {@link TableLayout#placeAt}; kept, not copied
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
    this.version = head.version();
    this.head = head;
    this.values = values;
    this.expiring = expiring;
    this.family = null;
    this.familyLength = 0;
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
   * @param values by {@link TableLayout#placeAt}; kept, not copied
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
    this.version = stamp.version();
    this.head = new RowHead(stamp.version(), 0, 0, stamp.nonce(), RowMark.LIVE);
    this.values = values;
    this.expiring = false;
    this.family = null;
    this.familyLength = 0;
    this.reader = reader;
    this.read = read;
    this.families = null;
    this.key = key;
  }

  /**
   * A row with a single family, without other data than its version, its nonce and the values of
   * its columns. Its bytes are computed when they are needed.
   *
   * @param nonce 0 if the row has none
   * @param values by {@link TableLayout#placeAt}; kept, not copied
   */
  StoredRow(
      TableLayout layout,
      byte[] rowKey,
      @Nullable Key key,
      long version,
      long nonce,
      @Nullable Object[] values,
      RowReader reader) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.version = version;
    this.head = nonce == 0 ? null : new RowHead(version, 0, 0, nonce, RowMark.LIVE);
    this.values = values;
    this.expiring = false;
    this.family = null;
    this.familyLength = 0;
    this.reader = reader;
    this.read = ONE_FAMILY;
    this.families = null;
    this.key = key;
  }

  /**
   * A row with a single family, whose head has only a version. Its values are decoded when they are
   * needed.
   *
   * @param family has the encoded value of the family in its first {@code familyLength} bytes;
   *     kept, not copied
   */
  StoredRow(
      TableLayout layout,
      byte[] rowKey,
      Key key,
      long version,
      RowReader reader,
      byte[] family,
      int familyLength) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.version = version;
    this.values = null;
    this.family = family;
    this.familyLength = familyLength;
    this.reader = reader;
    this.read = null;
    this.families = null;
    this.key = key;
  }

  /**
   * Makes a row that an engine has read. The row key and the cells are not copied.
   *
   * @param cells the cells of the row. All cells of a column are consecutive, the newest first
   */
  public static StoredRow of(TableLayout layout, byte[] rowKey, RowHead head, List<Cell> cells) {
    @Nullable Object[] values = new @Nullable Object[layout.width()];
    boolean expiring = false;
    int lastId = 0;
    for (Cell cell : cells) {
      expiring |= cell.expiryMillis() != 0;
      int index = layout.columnIndex(cell.columnId());
      if (index >= 0 && cell.columnId() != lastId) {
        values[layout.placeAt(index)] = cell.value();
      }
      lastId = cell.columnId();
    }
    return new StoredRow(layout, rowKey, head, values, expiring, cells);
  }

  private @Nullable Object[] values() {
    @Nullable Object[] known = values;
    if (known == null) {
      known = new @Nullable Object[layout.width()];
      readValues(known);
    }
    return known;
  }

  private void readValues(@Nullable Object[] into) {
    byte[] bytes = Objects.requireNonNull(family);
    expiring = Objects.requireNonNull(reader).values(ownRowKey(), bytes, familyLength, into);
    values = into;
  }

  private List<Cell> allCells() {
    List<Cell> known = cells;
    if (known == null) {
      known = Objects.requireNonNull(reader).cells(head(), ownRowKey(), ownFamilies());
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
    return new TypedRow(head().stamp(), null, valuesById());
  }

  private Map<Integer, Object> valuesById() {
    Map<Integer, Object> byId = new HashMap<>();
    for (int index = 0; index < layout.columnCount(); index++) {
      Object value = values()[layout.placeAt(index)];
      if (value != null) {
        byId.put(layout.columnAt(index).id(), value);
      }
    }
    return byId;
  }

  private byte[] @Nullable [] ownFamilies() {
    byte @Nullable [] @Nullable [] made = families;
    if (made == null && family != null) {
      boolean isWhole = family.length == familyLength;
      made = new byte[][] {isWhole ? family : Arrays.copyOf(family, familyLength)};
      families = made;
    }
    if (made == null) {
      TypedRow row = new TypedRow(head().stamp(), null, valuesById());
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
   * @param index the index of the family in the layout
   */
  public byte @Nullable [] bytes(int index) {
    byte[] @Nullable [] all = ownFamilies();
    return index < all.length ? all[index] : null;
  }

  /** The row key itself, not a copy; it must not be changed. */
  byte[] sharedRowKey() {
    return ownRowKey();
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

  /**
   * The values of the columns of the key schema, in the order of {@link
   * keywright.key.KeySchema#columns}: those that can be decoded from the key, and those that the
   * cells have. Values of other columns come after them. A new array, or the array of an earlier
   * call; it must not be changed.
   *
   * @throws StoreException as {@link #key}, or if a value cannot be decoded
   */
  public @Nullable Object[] columnValues() {
    @Nullable Object[] all = values();
    if (!hasKeyValues) {
      Key known = key;
      try {
        if (known != null) {
          layout.keySchema().columnValues(known, all);
        } else {
          layout.keySchema().columnValues(ownRowKey(), all);
        }
      } catch (KeyException e) {
        throw unreadable(e);
      }
      hasKeyValues = true;
    }
    return all;
  }

  /**
   * Completes the values of the columns of the key, which the reader of the row knows, with the
   * values that the cells have.
   *
   * @param given one value for each column of the key schema. The columns that can be decoded from
   *     the key have their values, the others are null. The array is changed and belongs to this
   *     row afterwards
   * @return {@link #columnValues}
   */
  public @Nullable Object[] columnValues(@Nullable Object[] given) {
    if (values == null && given.length == layout.width()) {
      readValues(given);
      hasKeyValues = true;
      return given;
    }
    return columnValues();
  }

  /**
   * Checks that the key can be decoded, and that the values fit each other, as {@link
   * TableLayout#checkedBy} says.
   *
   * @throws UnreadableRowException if this is not so
   */
  public void check() {
    Key unused = key();
    layout.check(this);
  }

  /**
   * The error for this row, which cannot be read.
   *
   * @param e what is wrong with its key or its values
   */
  public UnreadableRowException unreadable(RuntimeException e) {
    byte[] bytes = ownRowKey();
    return new UnreadableRowException(
        bytes,
        "cannot read a row of %s: %s (row key %s)%s"
            .formatted(
                layout.name(),
                e.getMessage(),
                HexFormat.of().formatHex(bytes),
                UnreadableRowException.advice(layout)),
        e);
  }

  /** The version that the last write gave the row. */
  public long version() {
    return version;
  }

  /**
   * The latest timestamp of the cells of the row, in microseconds since 1970; the version of the
   * row if it has no cells.
   */
  public long latestTimestamp() {
    if (read != null) {
      return version;
    }
    long latest = 0;
    for (Cell cell : allCells()) {
      latest = Math.max(latest, cell.timestamp());
    }
    return latest == 0 ? version : latest;
  }

  /** The head of the row: its version, expiry, creation, nonce and mark. */
  public RowHead head() {
    RowHead known = head;
    if (known == null) {
      known = RowHead.of(version);
      head = known;
    }
    return known;
  }

  /** Whether at least one value has an expiry of its own, apart from the expiry of the row. */
  public boolean hasExpiringValues() {
    @Nullable Object[] unused = values();
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
    return index < 0 ? null : values()[layout.placeAt(index)];
  }

  /**
   * The current value of the column with the id {@code columnId}, which has the type blob. If the
   * value is not decoded yet, the result is a part of the bytes from which the row was read, which
   * must not be changed. The bytes of a row from {@link Engine#read} must not be used after that
   * call.
   *
   * @return null as {@link #value}
   */
  public @Nullable ByteBuffer blob(int columnId) {
    if (values == null && family != null && layout.columnIndex(columnId) >= 0) {
      return Objects.requireNonNull(reader).blob(ownRowKey(), family, familyLength, columnId);
    }
    byte[] value = (byte[]) value(columnId);
    return value == null ? null : ByteBuffer.wrap(value);
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
