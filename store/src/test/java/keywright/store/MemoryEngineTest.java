package keywright.store;

import java.nio.file.Path;
import keywright.store.contract.EngineContract;

class MemoryEngineTest extends EngineContract {

  @Override
  protected Engine open(Path directory) {
    return Engines.open("memory:");
  }
}
