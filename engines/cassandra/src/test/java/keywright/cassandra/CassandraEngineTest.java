package keywright.cassandra;

import java.nio.file.Path;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.contract.PlainCases;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract, each case in a keyspace of its own. Most of the time a case waits for Cassandra.
 */
@Execution(ExecutionMode.CONCURRENT)
class CassandraEngineTest extends PlainCases {
  private final String url = Keyspaces.url("contract");

  @Override
  protected Engine open(Path directory) {
    return Engines.open(url);
  }

  @Override
  protected int rounds(int count) {
    return Math.max(2, count / 8);
  }

  /** Cassandra has no partition whose only column is empty. */
  @Override
  protected boolean hasEmptyPartitions() {
    return false;
  }

  @Override
  protected boolean hasFamilies() {
    return false;
  }

  @Override
  protected boolean persistent() {
    return true;
  }
}
