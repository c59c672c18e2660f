package keywright.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompressionType;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Opens the files of a database with the column families and compressions that they have. */
final class RocksFiles {
  static final String DEFAULT = "default";

  private RocksFiles() {}

  /**
   * Opens the database.
   *
   * @param exists whether there is one; it is created otherwise
   * @param handles takes the handles by name
   */
  static RocksDB open(
      Path path, boolean exists, RocksSettings settings, Map<String, ColumnFamilyHandle> handles)
      throws RocksDBException {
    return open(path, exists, RocksDB::open, settings, handles);
  }

  /** Opens an existing database for reading, also one that another process has open. */
  static RocksDB openReadOnly(
      Path path, RocksSettings settings, Map<String, ColumnFamilyHandle> handles)
      throws RocksDBException {
    return open(path, true, RocksDB::openReadOnly, settings, handles);
  }

  /** A way to open a database. */
  private interface Opening {
    RocksDB open(
        DBOptions options,
        String path,
        List<ColumnFamilyDescriptor> families,
        List<ColumnFamilyHandle> handles)
        throws RocksDBException;
  }

  private static RocksDB open(
      Path path,
      boolean exists,
      Opening opening,
      RocksSettings settings,
      Map<String, ColumnFamilyHandle> handles)
      throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    Map<String, CompressionType> compressions = exists ? compressions(path) : Map.of();
    for (String name : exists ? names(path) : List.of(DEFAULT)) {
      CompressionType compression =
          compressions.getOrDefault(name, CompressionType.LZ4_COMPRESSION);
      descriptors.add(
          new ColumnFamilyDescriptor(
              name.getBytes(StandardCharsets.UTF_8), settings.family(compression)));
    }
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    RocksDB db = opening.open(settings.database(), path.toString(), descriptors, opened);
    for (int index = 0; index < opened.size(); index++) {
      handles.put(
          new String(descriptors.get(index).getName(), StandardCharsets.UTF_8), opened.get(index));
    }
    return db;
  }

  /**
   * Refuses a database that another program has open, or this one.
   *
   * @throws keywright.store.StoreException when it is open
   */
  static void requireClosed(RocksLocation location) {
    // RocksDB takes the lock before it refuses a database because there is one.
    try (Options options = new Options().setErrorIfExists(true).setKeepLogFileNum(1)) {
      RocksDB.open(options, location.path().toString()).close();
    } catch (RocksDBException e) {
      if (RocksLocation.isOpenElsewhere(e)) {
        throw location.refused(e);
      }
    }
  }

  /** Whether rows are in files of tables; otherwise all of them are in the write-ahead log. */
  static boolean hasTableFiles(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(".sst"));
    }
  }

  private static List<String> names(Path path) throws RocksDBException {
    try (Options options = new Options()) {
      List<String> names =
          RocksDB.listColumnFamilies(options, path.toString()).stream()
              .map(name -> new String(name, StandardCharsets.UTF_8))
              .toList();
      // None are listed when the files are damaged; opening says how.
      return names.isEmpty() ? List.of(DEFAULT) : names;
    }
  }

  /** The compression of each column family as RocksDB noted it in its options file. */
  private static Map<String, CompressionType> compressions(Path path) {
    Map<String, CompressionType> compressions = new HashMap<>();
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    try (ConfigOptions config = new ConfigOptions().setIgnoreUnknownOptions(true);
        DBOptions options = new DBOptions()) {
      OptionsUtil.loadLatestOptions(config, path.toString(), options, descriptors);
    } catch (RocksDBException e) {
      // The file is only a note: without it new files are written with the default.
      return compressions;
    }
    for (ColumnFamilyDescriptor descriptor : descriptors) {
      compressions.put(
          new String(descriptor.getName(), StandardCharsets.UTF_8),
          descriptor.getOptions().compressionType());
      descriptor.getOptions().close();
    }
    return compressions;
  }
}
