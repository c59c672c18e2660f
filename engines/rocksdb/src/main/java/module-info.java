import keywright.rocksdb.RocksEngineProvider;
import keywright.store.EngineProvider;

/** The embedded engine. */
module keywright.rocksdb {
  requires keywright.store;
  requires rocksdbjni;
  requires static transitive org.jspecify;

  provides EngineProvider with
      RocksEngineProvider;
}
