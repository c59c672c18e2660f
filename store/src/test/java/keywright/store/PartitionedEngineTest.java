package keywright.store;

import java.nio.file.Path;
import keywright.store.contract.PartitionedEngine;
import keywright.store.contract.PlainCases;

class PartitionedEngineTest extends PlainCases {

  @Override
  protected Engine open(Path directory) {
    return new PartitionedEngine(Engines.open("memory:"));
  }
}
