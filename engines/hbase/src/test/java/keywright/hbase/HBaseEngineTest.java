package keywright.hbase;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.contract.EngineContract;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract, each case in a namespace of its own: to make a table is cheaper than to drop it.
 */
@Execution(ExecutionMode.CONCURRENT)
class HBaseEngineTest extends EngineContract {
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private final String url = HBaseServer.shared().url("contract" + NAMESPACES.incrementAndGet());

  @Override
  protected Engine open(Path directory) {
    return Engines.open(url);
  }

  @Override
  protected int rounds(int count) {
    return Math.max(2, count / 8);
  }

  @Override
  protected boolean persistent() {
    return true;
  }
}
