package keywright.table;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import keywright.store.Capability;
import keywright.store.Engine;
import keywright.store.Snapshot;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;

/**
 * An engine that lets something else happen between the reading and the writing of a writer: what
 * was given to {@link #beforeNextWrite} is done once, before the next write. Used by one thread.
 */
final class InterleavedEngine implements Engine {
  private final Engine engine;
  private final Deque<Runnable> before = new ArrayDeque<>();

  InterleavedEngine(Engine engine) {
    this.engine = engine;
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
    return engine.write(batch);
  }

  @Override
  public Set<Capability> capabilities() {
    return engine.capabilities();
  }

  @Override
  public int maxKeyLength() {
    return engine.maxKeyLength();
  }

  @Override
  public Set<String> tables() {
    return engine.tables();
  }

  @Override
  public void createTable(TableLayout layout) {
    engine.createTable(layout);
  }

  @Override
  public void addFamilies(TableLayout layout) {
    engine.addFamilies(layout);
  }

  @Override
  public void dropTable(String name) {
    engine.dropTable(name);
  }

  @Override
  public Snapshot snapshot() {
    return engine.snapshot();
  }

  @Override
  public void close() {
    engine.close();
  }
}
