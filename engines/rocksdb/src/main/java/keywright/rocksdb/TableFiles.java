package keywright.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import keywright.store.FamilyLayout;
import keywright.store.SortedWrites;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Writes files of sorted rows beside the files of the database, and lets RocksDB take them over.
 * The files are in the folder {@value #FOLDER} until then. What a crash leaves in it, the next
 * opening removes. Safe for many threads.
 *
 * <p>RocksDB takes the files over without giving their rows sequence numbers, because nothing reads
 * or writes the table meanwhile: a number that is in no record of the write-ahead log would look
 * like a lost record ({@link WriteAheadLog}).
 */
final class TableFiles implements SortedWrites {
  static final String FOLDER = "KEYWRIGHT-LOAD";

  /** A file is ended when its keys and values have so many bytes. */
  private static final long FILE_BYTES = 64L << 20;

  private final Path folder;
  private final RocksSettings settings;
  private final RocksDB db;
  private final Gate gate;
  private final Supplier<Map<String, RocksTable>> tables;
  private final AtomicLong lastFile = new AtomicLong();

  /**
   * @param gate that of the database
   */
  TableFiles(
      Path database,
      RocksSettings settings,
      RocksDB db,
      Gate gate,
      Supplier<Map<String, RocksTable>> tables) {
    this.folder = database.resolve(FOLDER);
    this.settings = settings;
    this.db = db;
    this.gate = gate;
    this.tables = tables;
  }

  /** Removes what loads have left in a database that was just opened. */
  static void removeLeft(RocksLocation location) {
    Path folder = location.path().resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw location.error(
          "the folder %s, which an interrupted load has left, cannot be removed (%s); remove this folder"
              .formatted(folder, RocksLocation.reason(e)),
          e);
    }
  }

  /** Removes the folder when the database is closed; it stays while any load may write there. */
  void close() {
    try {
      boolean unused = Files.deleteIfExists(folder);
    } catch (IOException e) {
      // The next opening removes it, with what is in it.
    }
  }

  @Override
  public Path folder() {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new StoreException(
          "cannot create the folder %s for the files of a load: %s; check the permissions and the free space of the database's folder"
              .formatted(folder, RocksLocation.reason(e)),
          e);
    }
  }

  @Override
  public Writer writer(TableLayout layout) {
    gate.enter();
    try {
      int[] unused = RocksTable.find(tables.get(), layout.name()).places(layout);
      return new TableWriter(layout);
    } finally {
      gate.leave();
    }
  }

  private static StoreException failed(TableLayout layout, RocksDBException e) {
    return RocksCatalog.failed("write the rows of " + layout.name(), e);
  }

  /** The files of one family: each is above the one before. Used by one thread. */
  private final class FamilyFiles implements AutoCloseable {
    private final EnvOptions environment = new EnvOptions();
    private final Options options;
    private final List<String> files = new ArrayList<>();
    private @Nullable SstFileWriter open;
    private long bytes;

    FamilyFiles(FamilyLayout family) {
      this.options =
          new Options(
              settings.database(),
              settings.family(RocksSettings.compression(family.compression())));
    }

    void put(byte[] rowKey, byte[] value) throws RocksDBException {
      SstFileWriter file = open;
      if (file == null) {
        file = new SstFileWriter(environment, options);
        open = file;
        String path = folder().resolve(lastFile.incrementAndGet() + ".sst").toString();
        files.add(path);
        file.open(path);
      }
      file.put(rowKey, value);
      bytes += rowKey.length + value.length;
      if (bytes >= FILE_BYTES) {
        endFile(file);
      }
    }

    private void endFile(SstFileWriter file) throws RocksDBException {
      file.finish();
      file.close();
      open = null;
      bytes = 0;
    }

    void end() throws RocksDBException {
      if (open != null) {
        endFile(open);
      }
    }

    void ingest(ColumnFamilyHandle handle) throws RocksDBException {
      if (files.isEmpty()) {
        return;
      }
      try (IngestExternalFileOptions how =
          new IngestExternalFileOptions()
              .setMoveFiles(true)
              .setSnapshotConsistency(false)
              .setAllowGlobalSeqNo(false)
              .setAllowBlockingFlush(false)) {
        db.ingestExternalFile(handle, files, how);
      }
    }

    @Override
    public void close() {
      if (open != null) {
        open.close();
      }
      options.close();
      environment.close();
    }
  }

  private final class TableWriter implements Writer {
    private final TableLayout layout;
    private final List<FamilyFiles> families = new ArrayList<>();

    TableWriter(TableLayout layout) {
      this.layout = layout;
      layout.families().forEach(family -> families.add(new FamilyFiles(family)));
    }

    @Override
    public void add(byte[] rowKey, byte[] @Nullable [] values) {
      try {
        for (int family = 0; family < values.length; family++) {
          byte[] value = values[family];
          if (value != null) {
            families.get(family).put(rowKey, value);
          }
        }
      } catch (RocksDBException e) {
        throw failed(layout, e);
      }
    }

    /** The first family last: without a value in it no row exists. */
    @Override
    public void finish() {
      try {
        for (FamilyFiles family : families) {
          family.end();
        }
        gate.enter();
        try {
          RocksTable table = RocksTable.find(tables.get(), layout.name());
          int[] places = table.places(layout);
          for (int family = places.length - 1; family >= 0; family--) {
            families.get(family).ingest(table.handles().get(places[family]));
          }
        } finally {
          gate.leave();
        }
      } catch (RocksDBException e) {
        throw failed(layout, e);
      }
    }

    @Override
    public void close() {
      families.forEach(FamilyFiles::close);
      try {
        for (FamilyFiles family : families) {
          for (String file : family.files) {
            boolean unused = Files.deleteIfExists(Path.of(file));
          }
        }
      } catch (IOException e) {
        throw new StoreException(
            "cannot remove the files of a load from %s: %s; nothing needs to be done, because the next start of the database removes the files"
                .formatted(folder, RocksLocation.reason(e)),
            e);
      }
    }
  }
}
