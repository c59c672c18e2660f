package keywright.table;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import keywright.store.Engine;
import keywright.store.Snapshot;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;

/**
 * An engine that lets something else happen between the reading and the writing of a writer: what
 * was given to {@link #beforeNextWrite} is done once, before the next write; and what was given to
 * {@link #beforeNextSnapshot}, before the next snapshot. Used by one thread.
 */
final class InterleavedEngine extends ForwardingEngine {
  private final Deque<Runnable> before = new ArrayDeque<>();
  private final Deque<Runnable> beforeSnapshots = new ArrayDeque<>();

  InterleavedEngine(Engine engine) {
    super(engine);
  }

  void beforeNextWrite(Runnable other) {
    before.add(other);
  }

  void beforeNextSnapshot(Runnable other) {
    beforeSnapshots.add(other);
  }

  @Override
  public boolean write(WriteBatch batch) {
    runNext(before);
    return super.write(batch);
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    runNext(beforeSnapshots);
    return super.snapshot(clock);
  }

  private static void runNext(Deque<Runnable> others) {
    Runnable other = others.poll();
    if (other != null) {
      other.run();
    }
  }
}
