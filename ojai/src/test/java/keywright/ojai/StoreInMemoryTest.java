package keywright.ojai;

import org.ojai.store.Connection;
import org.ojai.store.DriverManager;

/** Stores in memory. */
class StoreInMemoryTest extends StoreContract {
  @Override
  Connection connect() {
    return DriverManager.getConnection("ojai:keywright:memory:");
  }
}
