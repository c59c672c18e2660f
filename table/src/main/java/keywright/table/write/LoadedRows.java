package keywright.table.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.Cell;
import keywright.store.CellCodec;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowMerge;
import keywright.store.RowReader;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.table.layout.EntryTable;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/**
 * Converts the inserts of a sorted load into records, which are then sorted by row key, and into
 * index entries. A record contains the bytes that the engine stores for the inserted row. If
 * several inserts have the same key, {@link #merge} computes the record of the row after all these
 * inserts: a column that a later insert does not name keeps its value. Used by one thread at a
 * time.
 *
 * <p>Layout of a record; lengths are in bytes:
 *
 * <pre>
 * record  := version (8) | named | value*
 * named   := a bit for each column, from the lowest of the first byte on: whether the insert names it
 * value   := of each family: length (4; -1 for none) | bytes
 * </pre>
 *
 * <p>The version is the time of the insert in microseconds since 1970. The expiry of values is
 * computed from this time.
 */
public final class LoadedRows {
  private static final int NUMBER = 4;

  /** Receives the index entries of rows. */
  public interface Entries {
    /**
     * Receives one index entry.
     *
     * @param table the index of the entry's table in {@link StoredTable#entryTables}
     * @param key the encoded key of the entry
     * @param value the encoded value of the entry
     */
    void add(int table, byte[] key, byte[] value) throws IOException;
  }

  /** An index entry, as {@link Entries#add} receives it. */
  private static final class Entry {
    private final int table;
    private final byte[] key;
    private final byte[] value;

    private Entry(int table, byte[] key, byte[] value) {
      this.table = table;
      this.key = key;
      this.value = value;
    }
  }

  private final StoredTable table;
  private final TableLayout layout;
  private final List<EntryTable> entryTables;
  private final int namedLength;

  /** The columns that have cells, in the order of their ids. */
  private final int[] storedPlaces;

  /** Whether neither rows nor values expire, and a row has at most one cell of each column. */
  private final boolean isLasting;

  /** The entries of the row that was encoded last. */
  private final List<Entry> entries = new ArrayList<>();

  private ByteBuffer out = ByteBuffer.allocate(1 << 10);
  private byte[] rowKey = {};
  private int longestKey;
  private long changed;
  private long unchanged;

  /**
   * Makes a converter.
   *
   * @param table the empty table that is loaded
   */
  public LoadedRows(StoredTable table) {
    this.table = table;
    this.layout = table.layout();
    this.entryTables = table.entryTables();
    this.namedLength = (table.width() + 7) / 8;
    this.storedPlaces =
        IntStream.range(0, table.width())
            .filter(table::hasCells)
            .boxed()
            .sorted(Comparator.comparing(table::columnId))
            .mapToInt(Integer::intValue)
            .toArray();
    this.isLasting =
        !layout.keepsVersions()
            && table.ttlSeconds() == 0
            && IntStream.of(storedPlaces).allMatch(place -> table.ttlSeconds(place) == 0);
  }

  /** How many of the inserts that were merged changed the row of the earlier inserts. */
  public long changed() {
    return changed;
  }

  /** How many of the inserts that were merged did not change the row of the earlier inserts. */
  public long unchanged() {
    return unchanged;
  }

  /**
   * Whether an insert names every column, so that the row after the insert does not depend on the
   * row before it.
   */
  public static boolean isWhole(RowChange insert) {
    for (int place = 0; place < insert.values().length; place++) {
      if (!insert.names(place)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Makes the record of an insert, and the index entries of its row.
   *
   * @param version the version of the insert, at least that of earlier inserts with the same key
   * @throws TableException if the row is refused
   * @throws KeyException if the key of an index entry cannot be encoded
   */
  public byte[] encode(RowChange insert, long version) {
    insert.requireSameTable(table);
    @Nullable Object[] values = Objects.requireNonNull(insert.apply(null));
    if (!isPlain(insert) || !hasRequired(values)) {
      return encode(insert, checkedPut(insert, version), values);
    }
    try {
      return encode(insert, plainPut(insert, values, version), values);
    } catch (KeyException | TableException e) {
      RowWrite.Put unused = checkedPut(insert, version); // Its error is that of all writes.
      throw e;
    }
  }

  private byte[] encode(RowChange insert, RowWrite.Put put, @Nullable Object[] values) {
    RowHead head = Objects.requireNonNull(put.head());
    rowKey = table.primaryKey().encode(insert.key());
    longestKey = rowKey.length;
    entries.clear();
    byte[] value = null;
    for (int place = 0, index = 0; place < entryTables.size(); place++) {
      EntryTable each = entryTables.get(place);
      Set<Key> keys =
          each instanceof StoredIndex
              ? insert.newEntries(table, index++, values)
              : each.entries(values);
      value = addEntries(place, keys, values, rowKey, head, value);
    }
    out.clear();
    put(put.newVersion());
    putNamed(insert);
    for (int family = 0; family < layout.families().size(); family++) {
      long nowMillis = Math.floorDiv(put.newVersion(), 1_000L);
      putValue(CellCodec.merge(put, family, rowKey, null, nowMillis));
    }
    return record();
  }

  /** Whether the row that an insert makes has its values alone, and no expiry. */
  private boolean isPlain(RowChange insert) {
    return isLasting
        && insert.isInsert()
        && !insert.isConditional()
        && insert.original() == null
        && insert.using().equals(Using.NOTHING);
  }

  private boolean hasRequired(@Nullable Object[] values) {
    for (int place : table.requiredPlaces()) {
      if (values[place] == null) {
        return false;
      }
    }
    return true;
  }

  /** What {@link #checkedPut} makes of a plain insert. */
  private RowWrite.Put plainPut(RowChange insert, @Nullable Object[] values, long version) {
    List<Cell> cells = new ArrayList<>(storedPlaces.length);
    for (int place : storedPlaces) {
      Object value = values[place];
      if (value != null) {
        cells.add(new Cell(table.columnId(place), value, version, 0, 0));
      }
    }
    return new RowWrite.Put(
        layout, insert.key(), WriteBatch.ABSENT, version, RowHead.of(version), cells, null);
  }

  /** The put of the row that an insert makes, by the code of all writes. */
  private RowWrite.Put checkedPut(RowChange insert, long version) {
    Instant now = moment(version);
    RowState row = RowState.of(table, insert.key(), null, now, Claims.ofNobody(table));
    RowChange.Outcome unused = row.apply(insert);
    WriteBatch batch = new WriteBatch(now.toEpochMilli());
    row.addRowTo(batch, null, new RowStamp(version, 0), RowMark.LIVE);
    return (RowWrite.Put) batch.writes().get(0);
  }

  /** The row key of the row that was encoded last. */
  public byte[] rowKey() {
    return rowKey;
  }

  /**
   * The number of bytes of the longest key among the row key and the entry keys of the row that was
   * encoded last.
   */
  public int longestKey() {
    return longestKey;
  }

  /** Passes the index entries of the row that was encoded last to {@code receiver}. */
  public void forEachEntry(Entries receiver) throws IOException {
    for (Entry entry : entries) {
      receiver.add(entry.table, entry.key, entry.value);
    }
  }

  /**
   * Computes the index entries of the row in a record, and passes them to {@code receiver}.
   *
   * @param ofRow the row key of the row
   * @throws KeyException if the key of an index entry cannot be encoded
   */
  public void forEachEntry(byte[] ofRow, byte[] record, Entries receiver) throws IOException {
    RowReader reader =
        new RowReader(layout, moment(version(record)).toEpochMilli(), table.rowOptions(false));
    Key key = table.primaryKey().decode(ofRow);
    StoredRow row = Objects.requireNonNull(reader.row(key, ofRow, families(record)));
    @Nullable Object[] columns = table.row(row);
    entries.clear();
    byte[] value = null;
    for (int place = 0; place < entryTables.size(); place++) {
      Set<Key> keys = entryTables.get(place).entries(columns);
      value = addEntries(place, keys, columns, ofRow, row.head(), value);
    }
    forEachEntry(receiver);
  }

  /**
   * Adds entries of a row.
   *
   * @param common what the entries of the row hold in indexes that include no columns; null if that
   *     was not made yet
   * @return the same, if it is made by now
   */
  private byte @Nullable [] addEntries(
      int place,
      Set<Key> keys,
      @Nullable Object[] values,
      byte[] ofRow,
      RowHead head,
      byte @Nullable [] common) {
    EntryTable each = entryTables.get(place);
    boolean includes =
        each instanceof StoredIndex index && !index.definition().included().isEmpty();
    byte[] value = includes ? null : common;
    for (Key entry : keys) {
      byte[] entryKey = each.layout().keySchema().encode(entry);
      longestKey = Math.max(longestKey, entryKey.length);
      if (value == null) {
        value = entryValue(each, entry, entryKey, values, ofRow, head);
      }
      entries.add(new Entry(place, entryKey, value));
    }
    return includes ? common : value;
  }

  private static byte[] entryValue(
      EntryTable each,
      Key entry,
      byte[] entryKey,
      @Nullable Object[] values,
      byte[] ofRow,
      RowHead head) {
    WriteBatch batch = new WriteBatch(0);
    each.putEntry(batch, entry, WriteBatch.ABSENT, each.cells(values, ofRow), head);
    RowWrite.Put put = (RowWrite.Put) batch.writes().get(0);
    return Objects.requireNonNull(CellCodec.merge(put, 0, entryKey, null, 0));
  }

  /** The moment that a version stands for. */
  private static Instant moment(long version) {
    return Instant.ofEpochSecond(
        Math.floorDiv(version, 1_000_000L), Math.floorMod(version, 1_000_000L) * 1_000L);
  }

  /**
   * Makes the record of a row after one more insert with the key of the row.
   *
   * @param ofRow the row key of the row
   * @param before the record of the row before the insert
   * @param insert the record of the insert, made by {@link #encode}
   * @throws TableException if the insert is refused
   * @throws KeyException if the key of an index entry cannot be encoded
   */
  public byte[] merge(byte[] ofRow, byte[] before, byte[] insert) {
    Key key = table.primaryKey().decode(ofRow);
    long asked = version(insert);
    Instant now = moment(asked);
    RowReader reader = new RowReader(layout, now.toEpochMilli(), table.rowOptions(false));
    RowChange change =
        change(Objects.requireNonNull(reader.row(key, ofRow, families(insert))), insert);
    byte[] @Nullable [] stored = families(before);
    StoredRow found = reader.row(key, ofRow, stored);
    RowState row = RowState.of(table, key, found, now, Claims.ofNobody(table));
    RowChange.Outcome outcome = row.apply(change);
    changed += outcome == RowChange.Outcome.CHANGED ? 1 : 0;
    unchanged += outcome == RowChange.Outcome.UNCHANGED ? 1 : 0;
    WriteBatch batch = new WriteBatch(now.toEpochMilli());
    if (!row.addTo(batch, Math.max(asked, row.leastVersion()))) {
      return before;
    }
    RowMerge merge =
        found == null ? RowMerge.ofAbsent(layout, ofRow) : new RowMerge(layout, ofRow, stored);
    for (RowWrite write : batch.writes()) {
      if (write.layout().equals(layout) && !merge.apply(write, batch.nowMillis())) {
        throw new IllegalStateException("a row of another version");
      }
    }
    return record(change, asked, merge.values());
  }

  /** The insert of which {@code alone} is the row that it makes. */
  private RowChange change(StoredRow alone, byte[] insert) {
    @Nullable Object[] given = table.row(alone).clone();
    for (int place = 0; place < given.length; place++) {
      if (!isNamed(insert, place)) {
        given[place] = StoredTable.UNNAMED;
      }
    }
    return RowChange.of(table, RowChange.Kind.INSERT, given, RowTest.NONE, Using.NOTHING);
  }

  private byte[] record(RowChange change, long version, byte[] @Nullable [] values) {
    out.clear();
    put(version);
    putNamed(change);
    for (byte[] value : values) {
      putValue(value);
    }
    return record();
  }

  // Parts of records.

  private static long version(byte[] record) {
    return ByteBuffer.wrap(record).getLong();
  }

  private static boolean isNamed(byte[] record, int place) {
    return (record[Long.BYTES + place / 8] >> place % 8 & 1) != 0;
  }

  /**
   * The encoded value of each family of the row in a record, in the order of the table's layout;
   * null for a family without a value.
   */
  public byte[] @Nullable [] families(byte[] record) {
    ByteBuffer in = ByteBuffer.wrap(record).position(Long.BYTES + namedLength);
    return families(in);
  }

  private byte[] @Nullable [] families(ByteBuffer in) {
    byte[] @Nullable [] values = new byte[layout.families().size()][];
    for (int family = 0; family < values.length; family++) {
      int length = in.getInt();
      values[family] = length < 0 ? null : bytes(in, length);
    }
    return values;
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private void ensure(int count) {
    if (out.remaining() < count) {
      int length = Math.max(2 * out.capacity(), Math.addExact(out.position(), count));
      out = ByteBuffer.allocate(length).put(out.flip());
    }
  }

  private void put(long number) {
    ensure(Long.BYTES);
    out.putLong(number);
  }

  private void putNamed(RowChange insert) {
    byte[] named = new byte[namedLength];
    for (int place = 0; place < table.width(); place++) {
      if (insert.names(place)) {
        named[place / 8] |= (byte) (1 << place % 8);
      }
    }
    ensure(namedLength);
    out.put(named);
  }

  private void putValue(byte @Nullable [] value) {
    ensure(NUMBER + (value == null ? 0 : value.length));
    out.putInt(value == null ? -1 : value.length);
    if (value != null) {
      out.put(value);
    }
  }

  private byte[] record() {
    return Arrays.copyOf(out.array(), out.position());
  }

  /** The tables of the index entries, whose indexes {@link Entries#add} receives. */
  public List<EntryTable> entryTables() {
    return List.copyOf(entryTables);
  }
}
