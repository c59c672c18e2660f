package keywright.store;

import java.nio.file.Path;
import keywright.store.contract.EngineContract;

class MemoryEngineOfSingleRowsTest extends EngineContract {

  @Override
  protected Engine open(Path directory) {
    return MemoryEngine.ofSingleRows(1_000);
  }
}
