package keywright.table;

import java.util.List;
import keywright.store.Engine;
import keywright.store.MemoryEngine;

/** The engines that every test of the room runs on. */
final class TestEngines implements AutoCloseable {
  private final List<Engine> engines = List.of(new MemoryEngine());

  List<Engine> all() {
    return engines;
  }

  @Override
  public void close() {
    engines.forEach(Engine::close);
  }
}
