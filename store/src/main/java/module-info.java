import keywright.store.EngineProvider;
import keywright.store.MemoryEngineProvider;

/** What an engine must do, the stored form of rows, and the engine in memory. */
@SuppressWarnings("module") // Modules that are compiled later.
module keywright.store {
  requires transitive keywright.key;
  requires static transitive org.jspecify;

  exports keywright.store;
  exports keywright.store.lock to
      keywright.rocksdb,
      keywright.table;
  exports keywright.store.stop;

  uses EngineProvider;

  provides EngineProvider with
      MemoryEngineProvider;
}
