package keywright.ojai;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.ojai.store.Connection;
import org.ojai.store.DriverManager;

/** Stores on RocksDB. */
@Tag("large")
class StoreOnRocksDbTest extends StoreContract {
  @TempDir static Path folder;

  @Override
  Connection connect() {
    return DriverManager.getConnection("ojai:keywright:rocksdb:" + folder.resolve("data"));
  }
}
