package keywright.table;

import java.util.ArrayDeque;
import java.util.Deque;
import keywright.store.Engine;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;

/**
 * An engine that lets something else happen between the reading and the writing of a writer: what
 * was given to {@link #beforeNextWrite} is done once, before the next write. Used by one thread.
 */
final class InterleavedEngine extends ForwardingEngine {
  private final Deque<Runnable> before = new ArrayDeque<>();

  InterleavedEngine(Engine engine) {
    super(engine);
  }

  void beforeNextWrite(Runnable other) {
    before.add(other);
  }

  @Override
  public boolean write(WriteBatch batch) {
    Runnable other = before.poll();
    if (other != null) {
      other.run();
    }
    return super.write(batch);
  }
}
