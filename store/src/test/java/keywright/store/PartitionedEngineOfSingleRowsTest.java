package keywright.store;

import java.nio.file.Path;
import keywright.store.contract.PartitionCases;
import keywright.store.contract.PartitionedEngine;

class PartitionedEngineOfSingleRowsTest extends PartitionCases {

  @Override
  protected Engine open(Path directory) {
    return new PartitionedEngine(MemoryEngine.ofSingleRows(1_000));
  }
}
