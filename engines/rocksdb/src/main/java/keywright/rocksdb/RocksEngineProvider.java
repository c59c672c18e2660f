package keywright.rocksdb;

import keywright.store.Engine;
import keywright.store.EngineProvider;

/**
 * Opens the database in a directory: {@code rocksdb:PATH}, or {@code rocksdb:PATH?sync=true} for
 * writes that also survive a power failure.
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
  public boolean exists(String location) {
    return RocksLocation.parse(location).isThere();
  }
}
