package keywright.store;

import java.util.Set;

/** The reference engine: everything in memory, gone when it is closed. */
public final class MemoryEngine implements Engine {

  /** An engine without tables. */
  public MemoryEngine() {}

  @Override
  public Set<Capability> capabilities() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int maxKeyLength() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<String> tables() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void createTable(TableLayout layout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void dropTable(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean write(WriteBatch batch) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
