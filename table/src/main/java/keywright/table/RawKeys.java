package keywright.table;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.key.ErrorCode;
import keywright.store.Capability;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TablePart;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The stored row keys of a table or an index, in byte order. Used by one thread, which must close
 * this object.
 */
public final class RawKeys implements AutoCloseable {

  /** One stored row key. */
  public static final class RawKey {
    private final byte[] rowKey;
    private final String readable;
    private final byte @Nullable [] mainRowKey;
    private final @Nullable String mainReadable;

    RawKey(
        byte[] rowKey,
        String readable,
        byte @Nullable [] mainRowKey,
        @Nullable String mainReadable) {
      this.rowKey = rowKey;
      this.readable = readable;
      this.mainRowKey = mainRowKey;
      this.mainReadable = mainReadable;
    }

    public byte[] rowKey() {
      return rowKey.clone();
    }

    /** The values of the row key as text, such as {@code (123, 2017-01-01, 7)}. */
    public String readable() {
      return readable;
    }

    /** The row key of the row that the index entry names. Empty for the row key of a table. */
    public Optional<byte[]> mainRowKey() {
      return Optional.ofNullable(mainRowKey).map(byte[]::clone);
    }

    /**
     * The values of the row key of the row that the index entry names, as text such as {@code (123,
     * 2017-01-01, 7)}. Empty for the row key of a table.
     */
    public Optional<String> mainReadable() {
      return Optional.ofNullable(mainReadable);
    }
  }

  private final Snapshot snapshot;
  private final StoredTable table;
  private final @Nullable StoredIndex index;
  private final RowCursor cursor;

  private RawKeys(
      Snapshot snapshot, StoredTable table, @Nullable StoredIndex index, ByteRange range) {
    this.snapshot = snapshot;
    this.table = table;
    this.index = index;
    TableLayout layout = index == null ? table.layout() : index.layout();
    Set<String> families = Set.of(layout.families().get(0).name());
    ScanOptions options = new ScanOptions(families, false).within(new TablePart(range));
    try {
      this.cursor = snapshot.walk(layout, options);
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /** The keys of a table or an index in a range. */
  static RawKeys open(Tables tables, String tableOrIndex, ByteRange range) {
    StoredTable table = tables.byName().get(tables.resolve(tableOrIndex));
    StoredIndex index = null;
    if (table == null) {
      Map<String, StoredTable> owners = new TreeMap<>();
      tables.byName().values().forEach(t -> t.indexes().forEach(i -> owners.put(t.fullName(i), t)));
      table = owners.get(tables.resolveIndex(tableOrIndex));
      if (table == null) {
        owners.putAll(tables.byName());
        throw new TableException(
            ErrorCode.NOT_FOUND,
            "cannot scan %s: there is no such table or index%s"
                .formatted(
                    Names.quoteQualified(tableOrIndex),
                    Names.hintQualified(tableOrIndex, owners.keySet())));
      }
      index = table.index(Names.unqualified(tableOrIndex));
    }
    if (!tables.engine().capabilities().contains(Capability.ROW_KEYS)) {
      throw new TableException(
          ErrorCode.UNSUPPORTED,
          "cannot scan %s by row keys: found an engine without row keys, expected one that stores rows under row keys; use SELECT"
              .formatted(Names.quoteQualified(tableOrIndex)));
    }
    return new RawKeys(tables.snapshot(), table, index, range);
  }

  /** The next key; null after the last key. */
  public @Nullable RawKey next() {
    StoredRow row = cursor.next();
    if (row == null) {
      return null;
    }
    if (index == null) {
      return new RawKey(row.rowKey(), table.primaryKey().readable(row.key()), null, null);
    }
    byte[] main = (byte[]) Objects.requireNonNull(row.value(StoredIndex.ROW_KEY_COLUMN));
    return new RawKey(
        row.rowKey(),
        index.schema().readable(row.key()),
        main,
        table.primaryKey().readable(table.primaryKey().decode(main)));
  }

  @Override
  public void close() {
    cursor.close();
    snapshot.close();
  }
}
