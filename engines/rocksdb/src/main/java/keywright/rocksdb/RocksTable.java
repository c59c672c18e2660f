package keywright.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import keywright.store.FamilyLayout;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * A table: its families in the order of their creation, each with its column family {@code
 * table/family}. Safe for many threads.
 */
final class RocksTable {

  /** Where the families of a layout are in the table. */
  private static final class Places {
    final TableLayout layout;
    final int[] byFamily;

    Places(TableLayout layout, int[] byFamily) {
      this.layout = layout;
      this.byFamily = byFamily;
    }
  }

  /** The handles that a read of some families takes. */
  private static final class Reading {
    final TableLayout layout;
    final Set<String> families;
    final @Nullable ColumnFamilyHandle[] handles;

    Reading(TableLayout layout, Set<String> families, @Nullable ColumnFamilyHandle[] handles) {
      this.layout = layout;
      this.families = families;
      this.handles = handles;
    }
  }

  private final String name;
  private final List<String> families;
  private final List<ColumnFamilyHandle> handles;

  /** The id of each of them, for which RocksDB would be asked otherwise. */
  private final int[] ids;

  private final int hash;

  /** Those of the layout that was used last, which is nearly always the one that is used next. */
  private volatile @Nullable Places last;

  /** Those of the last read, in the same way. */
  private volatile @Nullable Reading lastReading;

  RocksTable(String name, List<String> families, List<ColumnFamilyHandle> handles) {
    this.name = name;
    this.families = families;
    this.handles = handles;
    this.ids = handles.stream().mapToInt(ColumnFamilyHandle::getID).toArray();
    this.hash = name.hashCode();
  }

  static byte[] columnFamily(String table, String family) {
    return (table + "/" + family).getBytes(StandardCharsets.UTF_8);
  }

  /** Whether a column family has the name of one of a table's: {@code payment/d}. */
  static boolean isFamily(String name) {
    int slash = name.indexOf('/');
    return slash > 0 && slash < name.length() - 1 && slash == name.lastIndexOf('/');
  }

  String name() {
    return name;
  }

  List<String> families() {
    return families;
  }

  List<ColumnFamilyHandle> handles() {
    return handles;
  }

  /** The id of the column family of the family at a place. */
  int id(int place) {
    return ids[place];
  }

  /** A hash code of the name. */
  int hash() {
    return hash;
  }

  /** The place here of each family of {@code layout}; not to be changed. */
  @SuppressWarnings("ReferenceEquality") // Another layout that is equal is only slower.
  int[] places(TableLayout layout) {
    Places places = last;
    if (places == null || places.layout != layout) {
      places = new Places(layout, find(layout));
      last = places;
    }
    return places.byFamily;
  }

  private int[] find(TableLayout layout) {
    int[] places = new int[layout.families().size()];
    for (int family = 0; family < places.length; family++) {
      FamilyLayout wanted = layout.families().get(family);
      places[family] = families.indexOf(wanted.name());
      if (places[family] < 0) {
        throw new StoreException(
            "cannot use table "
                + name
                + ": found no family "
                + wanted.name()
                + ", expected one of "
                + String.join(", ", families));
      }
    }
    return places;
  }

  /**
   * The handles by index of the family in the layout, null for those that are not read; not to be
   * changed.
   *
   * @param read families besides the first
   */
  @SuppressWarnings("ReferenceEquality") // As above.
  @Nullable ColumnFamilyHandle[] handles(TableLayout layout, Set<String> read) {
    Reading reading = lastReading;
    if (reading == null || reading.layout != layout || reading.families != read) {
      reading = new Reading(layout, read, find(layout, read));
      lastReading = reading;
    }
    return reading.handles;
  }

  private @Nullable ColumnFamilyHandle[] find(TableLayout layout, Set<String> read) {
    int[] places = places(layout);
    @Nullable ColumnFamilyHandle[] found = new ColumnFamilyHandle[places.length];
    found[0] = handles.get(places[0]);
    for (String family : read) {
      int index = layout.familyIndex(family);
      found[index] = handles.get(places[index]);
    }
    return found;
  }

  static StoreException missing(String name, Map<String, RocksTable> tables) {
    return new NoTableException(
        "cannot use table %s: %s"
            .formatted(name, NoTableException.found(new TreeSet<>(tables.keySet()))));
  }

  static RocksTable find(Map<String, RocksTable> tables, String name) {
    RocksTable table = tables.get(name);
    if (table == null) {
      throw missing(name, tables);
    }
    return table;
  }
}
