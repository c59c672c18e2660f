package keywright.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keywright.store.FamilyLayout;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.rocksdb.ColumnFamilyHandle;

/**
 * A table: its families in the order of their creation, each with its column family {@code
 * table/family}.
 */
record RocksTable(String name, List<String> families, List<ColumnFamilyHandle> handles) {

  static byte[] columnFamily(String table, String family) {
    return (table + "/" + family).getBytes(StandardCharsets.UTF_8);
  }

  /** The place here of each family of {@code layout}. */
  List<Integer> places(TableLayout layout) {
    List<Integer> places = new ArrayList<>();
    for (FamilyLayout wanted : layout.families()) {
      places.add(families.indexOf(wanted.name()));
      if (!families.contains(wanted.name())) {
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

  static StoreException missing(String name, Map<String, RocksTable> tables) {
    return new StoreException(
        "cannot use table "
            + name
            + ": found no such table, expected one of "
            + String.join(", ", tables.keySet()));
  }

  static RocksTable find(Map<String, RocksTable> tables, String name) {
    RocksTable table = tables.get(name);
    if (table == null) {
      throw missing(name, tables);
    }
    return table;
  }
}
