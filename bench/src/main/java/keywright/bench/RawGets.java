package keywright.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The get of RocksDB alone, on the files of a store: what every store of documents on RocksDB must
 * do to find one by its id. It opens the files a second time, to read only, and reads the column
 * family with the most rows.
 */
final class RawGets implements AutoCloseable {
  private final PlainSettings settings = new PlainSettings();
  private final List<ColumnFamilyHandle> handles = new ArrayList<>();
  private final RocksDB database;
  private final ColumnFamilyHandle rows;
  private List<byte[]> keys = List.of();

  RawGets(Path path) {
    try (Options options = new Options()) {
      List<ColumnFamilyDescriptor> families = new ArrayList<>();
      for (byte[] name : RocksDB.listColumnFamilies(options, path.toString())) {
        families.add(new ColumnFamilyDescriptor(name, settings.family()));
      }
      database = RocksDB.openReadOnly(settings.database(), path.toString(), families, handles);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    ColumnFamilyHandle largest = handles.get(0);
    for (ColumnFamilyHandle handle : handles) {
      List<byte[]> all = keys(handle);
      if (all.size() > keys.size()) {
        largest = handle;
        keys = all;
      }
    }
    rows = largest;
  }

  private List<byte[]> keys(ColumnFamilyHandle handle) {
    List<byte[]> found = new ArrayList<>();
    try (RocksIterator all = database.newIterator(handle)) {
      for (all.seekToFirst(); all.isValid(); all.next()) {
        found.add(all.key());
      }
    }
    return found;
  }

  /** Gets the values with these places in the order of their keys. */
  long get(List<Integer> numbers) {
    try {
      for (int number : numbers) {
        if (database.get(rows, keys.get(number)) == null) {
          throw new IllegalStateException("lost " + number);
        }
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    return numbers.size();
  }

  @Override
  public void close() {
    handles.forEach(ColumnFamilyHandle::close);
    database.close();
    settings.close();
  }
}
