package keywright.rocksdb;

import java.nio.file.Path;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.contract.EngineContract;

class RocksEngineTest extends EngineContract {

  @Override
  protected Engine open(Path directory) {
    return Engines.open("rocksdb:" + directory.resolve("made/for/it"));
  }

  @Override
  protected Engine openCheckpoint(Path folder) {
    return Engines.open("rocksdb:" + folder);
  }

  @Override
  protected boolean persistent() {
    return true;
  }
}
