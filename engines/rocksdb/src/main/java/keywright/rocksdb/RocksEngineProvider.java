package keywright.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import keywright.store.Engine;
import keywright.store.EngineProvider;

/**
 * Opens a database that is stored in a directory. The URL is {@code rocksdb:PATH}. Options follow
 * the path after {@code ?}, separated by {@code &}. With {@code sync=true}, acknowledged writes
 * also survive a power failure. {@code max_value_bytes=N} is the length of the longest value in
 * bytes; the default is 10 MiB. {@code salvage=true} opens a database whose write-ahead log is
 * damaged, and drops everything that was written after the damaged record. {@code read_only=true}
 * only reads the database, also while another process has it open; every read then shows the
 * database as it was when it was opened. With {@code statistics=true} RocksDB counts what its reads
 * and writes do, for {@link Engine#figures}.
 */
public final class RocksEngineProvider implements EngineProvider {

  @Override
  public String scheme() {
    return "rocksdb";
  }

  @Override
  public Engine open(String location) {
    return RocksEngine.open(RocksLocation.parse(location));
  }

  @Override
  public boolean exists(String location, String table) {
    return RocksLocation.parse(location).isThere();
  }

  /**
   * Creates a database from a checkpoint, by making a checkpoint of the checkpoint. The new
   * database is opened once, so that damaged files cause an error in this call and not later. A
   * checkpoint in a directory that cannot be written is only read.
   */
  @Override
  public void restore(Path checkpoint, String location) {
    RocksLocation from = RocksLocation.of(checkpoint);
    RocksLocation to = RocksLocation.parse(location);
    from.requireBackup();
    if (to.readOnly()) {
      throw to.error("found read_only=true, expected a database that can be written; leave it out");
    }
    restore(Files.isWritable(from.path()) ? from : from.asReadOnly(), to);
    RocksEngine.open(to).close();
  }

  static void restore(RocksLocation from, RocksLocation to) {
    try (RocksEngine engine = RocksEngine.open(from)) {
      engine.checkpoint(to.path());
    }
    if (from.readOnly()) {
      copyLog(from, to);
    }
  }

  /**
   * Copies the write-ahead log, which RocksDB leaves out of a checkpoint of files that it reads.
   */
  private static void copyLog(RocksLocation from, RocksLocation to) {
    try {
      for (Path file : WriteAheadLog.files(from.path())) {
        Path unused =
            Files.copy(
                file, to.path().resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw to.error(
          "the write-ahead log cannot be copied ("
              + RocksLocation.reason(e)
              + "); delete the folder and restore again",
          e);
    }
  }
}
