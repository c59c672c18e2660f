package keywright.store;

import java.nio.file.Path;
import keywright.store.contract.PartitionCases;
import keywright.store.contract.PartitionedEngine;

class PartitionedEngineTest extends PartitionCases {

  @Override
  protected Engine open(Path directory) {
    return new PartitionedEngine(Engines.open("memory:"));
  }
}
