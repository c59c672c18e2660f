package keywright.table;

import java.util.OptionalLong;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;

/** An engine that lets something happen before a write. */
final class InterruptedEngine extends ForwardingEngine {
  private int writesLeft = Integer.MAX_VALUE;
  private Runnable happens = () -> {};

  InterruptedEngine() {
    this(new MemoryEngine());
  }

  InterruptedEngine(Engine engine) {
    super(engine);
  }

  /** {@code what} happens before the write that comes after {@code writes} others. */
  void after(int writes, Runnable what) {
    writesLeft = writes;
    happens = what;
  }

  @Override
  public boolean write(WriteBatch batch) {
    if (writesLeft-- == 0) {
      happens.run();
    }
    return super.write(batch);
  }

  @Override
  public OptionalLong estimatedRows(String table) {
    return OptionalLong.of(1_200);
  }

  /** What happens to a process. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
