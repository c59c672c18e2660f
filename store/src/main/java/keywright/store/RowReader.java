package keywright.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * Decodes rows from the stored bytes of their families, one row after another. {@link CellCodec}
 * describes the layout of these bytes. Used by one thread; the rows that a reader returns may be
 * used by another thread.
 */
public final class RowReader {
  private final TableLayout layout;
  private final RowOptions options;

  /** Called at most once, for the first row that may have an expiry; null if the time is given. */
  private final @Nullable LongSupplier clock;

  private boolean isTimeKnown;
  private long nowMillis;

  /** Null until it is needed. */
  private @Nullable CellReader in;

  /**
   * Makes a reader of the rows of a table.
   *
   * @param nowMillis the time of the reads, in milliseconds since 1970; rows and values that have
   *     expired at this time are left out
   * @param options the contents of the rows that are wanted
   */
  public RowReader(TableLayout layout, long nowMillis, RowOptions options) {
    this.layout = layout;
    this.clock = null;
    this.nowMillis = nowMillis;
    this.options = options;
  }

  /**
   * Makes a reader as {@link #RowReader(TableLayout, long, RowOptions)} does. The time of the reads
   * is the time of {@code clock} when it is first needed: most rows have no expiry.
   *
   * @param clock gives the time in milliseconds since 1970
   */
  public RowReader(TableLayout layout, LongSupplier clock, RowOptions options) {
    this.layout = layout;
    this.clock = clock;
    this.options = options;
  }

  private long nowMillis() {
    return clock == null ? nowMillis : nowMillis(clock);
  }

  private synchronized long nowMillis(LongSupplier source) {
    if (!isTimeKnown) {
      nowMillis = source.getAsLong();
      isTimeKnown = true;
    }
    return nowMillis;
  }

  /**
   * Decodes a row.
   *
   * @param rowKey the row key; not copied
   * @param families the encoded value of each family, in the order of the layout; not copied. An
   *     element is null if the family was not read or has no value in this row. The first element
   *     is never null
   * @return the row; null if it has expired and the options do not ask for expired rows
   * @throws StoreException if the bytes cannot be decoded with the layout
   */
  public @Nullable StoredRow row(byte[] rowKey, byte[] @Nullable [] families) {
    return row(rowKey, null, families);
  }

  /**
   * Decodes a row as {@link #row(byte[], byte[][])} does, for a caller that already has the key of
   * the row. The row key is then not decoded.
   */
  public @Nullable StoredRow row(Key key, byte[] rowKey, byte[] @Nullable [] families) {
    return row(rowKey, key, families);
  }

  /**
   * Decodes a row with a single family, for a caller that already has the key of the row. The
   * values of its columns are decoded when they are first asked for; bytes that cannot be decoded
   * are refused then.
   *
   * @param family the encoded value of the family; not copied
   */
  public @Nullable StoredRow row(Key key, byte[] rowKey, byte[] family) {
    return row(key, rowKey, family, family.length);
  }

  /**
   * Decodes a row as {@link #row(Key, byte[], byte[])} does, from a buffer that is longer than the
   * encoded value.
   *
   * @param buffer has the encoded value of the family in its first {@code length} bytes; not copied
   *     and not to be changed while the row is used
   */
  public @Nullable StoredRow row(Key key, byte[] rowKey, byte[] buffer, int length) {
    return PlainFamily.hasPlainHead(buffer, length)
        ? new StoredRow(layout, rowKey, key, PlainFamily.version(buffer, 0), this, buffer, length)
        : row(rowKey, key, new byte[][] {Arrays.copyOf(buffer, length)});
  }

  /**
   * Decodes a row with a single family from a part of a buffer. Nothing of the buffer is kept.
   *
   * @param key the key of the row; null if it is to be decoded from the row key
   * @param buffer has the encoded value of the family from {@code start} to {@code stop}
   */
  public @Nullable StoredRow rowFrom(
      @Nullable Key key, byte[] rowKey, byte[] buffer, int start, int stop) {
    @Nullable Object[] values = new @Nullable Object[layout.width()];
    if (!PlainFamily.read(layout, buffer, start, stop, values)) {
      return row(rowKey, key, new byte[][] {Arrays.copyOfRange(buffer, start, stop)});
    }
    long version = PlainFamily.version(buffer, start);
    long nonce = PlainFamily.nonce(buffer, start);
    return new StoredRow(layout, rowKey, key, version, nonce, values, this);
  }

  private @Nullable StoredRow row(byte[] rowKey, @Nullable Key key, byte[] @Nullable [] families) {
    @Nullable Object[] newest = new @Nullable Object[layout.width()];
    RowHead head = null;
    boolean expiring = false;
    long moment = 0;
    CellReader in = reader();
    for (int family = 0; family < families.length; family++) {
      byte[] value = families[family];
      if (value != null) {
        in.start(family, rowKey, value);
        if (head == null) {
          head = in.head();
          moment = options.momentOf(head, nowMillis());
          if (head.isExpired(moment)) {
            return null;
          }
        }
        expiring |= readValues(in, newest, moment);
      }
    }
    return head == null
        ? null
        : new StoredRow(layout, rowKey, key, head, newest, expiring, this, families);
  }

  private CellReader reader() {
    CellReader reader = in;
    if (reader == null) {
      reader = new CellReader(layout);
      in = reader;
    }
    return reader;
  }

  /**
   * Reads the current values of a row with a plain head and a single family into the places of
   * their columns. Returns whether a value has an expiry. Safe for many threads.
   *
   * @param family has the encoded value of the family in its first {@code length} bytes
   */
  boolean values(byte[] rowKey, byte[] family, int length, @Nullable Object[] into) {
    if (PlainFamily.read(layout, family, 0, length, into)) {
      return false;
    }
    CellReader each = new CellReader(layout, 0, rowKey, family, length);
    return readValues(each, into, options.momentOf(each.head(), nowMillis()));
  }

  /**
   * The current value of one blob column of a row, as {@link #values} reads it, but as a part of
   * the bytes of the family. Null if there is none. Safe for many threads.
   */
  @Nullable ByteBuffer blob(byte[] rowKey, byte[] family, int length, int columnId) {
    CellReader each = new CellReader(layout, 0, rowKey, family, length);
    while (each.next()) {
      if (each.columnId() == columnId) {
        int start = each.bodyStart();
        return each.isDead(options.momentOf(each.head(), nowMillis()))
            ? null
            : ByteBuffer.wrap(family, start, each.bodyStop() - start);
      }
    }
    return null;
  }

  /**
   * Makes a row from the values of its columns, on an engine with typed columns. The row must have
   * no other data: its {@link TypedRow#rest} must be null. The keys and {@code read} are not
   * copied.
   *
   * @param key the key; null if it is to be decoded from the row key
   * @param rowKey the row key; null if it is to be encoded from the key
   * @param stamp the version and the nonce of the row
   * @param values the value of each column at its {@link TableLayout#columnIndex}; null for a
   *     column without a value
   * @param read for each family, by its index, whether the family was read
   * @throws IllegalArgumentException if both {@code key} and {@code rowKey} are null
   */
  public StoredRow row(
      @Nullable Key key,
      byte @Nullable [] rowKey,
      RowStamp stamp,
      @Nullable Object[] values,
      boolean[] read) {
    if (key == null && rowKey == null) {
      throw new IllegalArgumentException("a row without key");
    }
    @Nullable Object[] placed = new @Nullable Object[layout.width()];
    for (int index = 0; index < values.length; index++) {
      placed[layout.placeAt(index)] = values[index];
    }
    return new StoredRow(layout, rowKey, key, stamp, placed, this, read);
  }

  /** Reads the current values. Returns whether a value has an expiry. */
  private boolean readValues(CellReader in, @Nullable Object[] newest, long moment) {
    boolean expiring = false;
    int lastId = 0;
    while (in.next()) {
      int index = layout.columnIndex(in.columnId());
      if (index >= 0 && in.columnId() != lastId) {
        newest[layout.placeAt(index)] = in.isDead(moment) ? null : in.valueAt(index);
      }
      expiring |= in.expiryMillis() != 0;
      lastId = in.columnId();
    }
    return expiring;
  }

  /** Decodes the cells of a row for {@link StoredRow#cells}. Safe for many threads. */
  List<Cell> cells(RowHead head, byte[] rowKey, byte[] @Nullable [] families) {
    long moment = options.momentOf(head, nowMillis());
    List<Cell> cells = new ArrayList<>(layout.columnCount());
    for (int family = 0; family < families.length; family++) {
      byte[] value = families[family];
      if (value != null) {
        readCells(family, new CellReader(layout, family, rowKey, value), moment, cells);
      }
    }
    return cells;
  }

  private void readCells(int family, CellReader each, long moment, List<Cell> cells) {
    boolean keepsVersions = layout.families().get(family).versions() > 1;
    int lastId = 0;
    while (each.next()) {
      ColumnLayout column = layout.column(each.columnId());
      if (column != null && (options.history() || each.columnId() != lastId)) {
        if (!each.isDead(moment)) {
          cells.add(each.cell(column));
        } else if (options.history() && (keepsVersions || each.writeTimeMicros() != 0)) {
          cells.add(each.withoutValue());
        }
      }
      lastId = each.columnId();
    }
  }
}
