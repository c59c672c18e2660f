package keywright.table;

import keywright.store.MemoryEngine;

/** Two databases on an engine in memory that writes single rows. */
class GenerationsTest extends GenerationsWithFamiliesContract {
  /** So long that no process reads the catalog again by itself while a test runs. */
  private static final long DELAY_MILLIS = 60_000;

  @Override
  void open() {
    engine = CatalogLeaseTest.reached(MemoryEngine.ofSingleRows(1), DELAY_MILLIS);
    first = Database.over(engine, Payments.CLOCK, 1);
    create();
    second = Database.over(engine, Payments.CLOCK, 2);
  }

  @Override
  int truncations() {
    return 20;
  }
}
