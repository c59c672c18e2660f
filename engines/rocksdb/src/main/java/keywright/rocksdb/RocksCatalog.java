package keywright.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.store.StoreException;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * What the database notes about itself in RocksDB's default column family: {@code format} → {@code
 * 1}, and {@code table/NAME} → its families, joined by {@code '/'}.
 *
 * <p>A table exists when its note is: the note is written after its column families are made and
 * deleted before they are dropped, so what a crash leaves in between is known by its lack of one.
 */
final class RocksCatalog {
  private static final int FORMAT = 1;
  private static final byte[] FORMAT_KEY = utf8("format");
  private static final String TABLE = "table/";

  private final RocksDB db;

  RocksCatalog(RocksDB db) {
    this.db = db;
  }

  /** Checks the format of the files, or notes it in new ones. */
  void checkFormat(RocksLocation location, int columnFamilyCount) throws RocksDBException {
    if (db.get(FORMAT_KEY) == null && columnFamilyCount == 1 && isEmpty()) {
      db.put(FORMAT_KEY, utf8(Integer.toString(FORMAT)));
    } else {
      requireFormat(location);
    }
  }

  /** Checks the format of the files. */
  void requireFormat(RocksLocation location) throws RocksDBException {
    byte[] format = db.get(FORMAT_KEY);
    if (format == null) {
      throw location.error(
          "found a RocksDB database that Keywright did not write; name another path");
    }
    if (!text(format).equals(Integer.toString(FORMAT))) {
      throw location.error(
          "found format "
              + text(format)
              + ", expected "
              + FORMAT
              + "; open the database with the release of Keywright that wrote it, or with a newer one");
    }
  }

  private boolean isEmpty() {
    try (RocksIterator iterator = db.newIterator()) {
      iterator.seekToFirst();
      return !iterator.isValid();
    }
  }

  /**
   * The tables that are whole.
   *
   * @param handles loses the column families of the tables; what remains belongs to none
   */
  Map<String, RocksTable> tables(RocksLocation location, Map<String, ColumnFamilyHandle> handles)
      throws RocksDBException {
    TreeMap<String, RocksTable> tables = new TreeMap<>();
    try (RocksIterator iterator = db.newIterator()) {
      iterator.seek(utf8(TABLE));
      while (iterator.isValid() && text(iterator.key()).startsWith(TABLE)) {
        String name = text(iterator.key()).substring(TABLE.length());
        List<String> families = List.of(text(iterator.value()).split("/"));
        List<ColumnFamilyHandle> ofTable = new ArrayList<>();
        for (String family : families) {
          ColumnFamilyHandle handle = handles.remove(name + "/" + family);
          if (handle == null) {
            throw location.error(
                "found no column family "
                    + name
                    + "/"
                    + family
                    + ", expected the column families of every table; restore a backup");
          }
          ofTable.add(handle);
        }
        tables.put(name, new RocksTable(name, families, ofTable));
        iterator.next();
      }
      iterator.status();
    }
    return tables;
  }

  void put(String table, List<String> families) {
    try {
      db.put(utf8(TABLE + table), utf8(String.join("/", families)));
    } catch (RocksDBException e) {
      throw failed("store the declaration of table " + table, e);
    }
  }

  void remove(String table) {
    try {
      db.delete(utf8(TABLE + table));
    } catch (RocksDBException e) {
      throw failed("remove the declaration of table " + table, e);
    }
  }

  /** A failure of the disk or of RocksDB. */
  static StoreException failed(String what, RocksDBException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new StoreException("cannot " + what + ": " + DamagedFile.describe(e).orElse(message), e);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
