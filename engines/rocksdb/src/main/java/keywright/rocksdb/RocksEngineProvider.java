package keywright.rocksdb;

import java.nio.file.Path;
import keywright.store.Engine;
import keywright.store.EngineProvider;

/**
 * Opens the database in a directory: {@code rocksdb:PATH}, or {@code rocksdb:PATH?sync=true} for
 * writes that also survive a power failure. Other options, after {@code ?} or {@code &}: {@code
 * max_value_bytes=N} sets the longest value, 10 MiB by default; {@code salvage=true} opens a
 * database with a damaged write-ahead log and drops everything that was written after the damage.
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

  /** A checkpoint of the checkpoint; opened once, so that what cannot be read shows now. */
  @Override
  public void restore(Path checkpoint, String location) {
    RocksLocation from = RocksLocation.of(checkpoint);
    RocksLocation to = RocksLocation.parse(location);
    from.requireDatabase();
    try (RocksEngine engine = RocksEngine.open(from)) {
      engine.checkpoint(to.path());
    }
    RocksEngine.open(to).close();
  }
}
