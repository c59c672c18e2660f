package keywright.table;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Sorts of {@link SortOnDiskTest} of rows of HBase. */
class SortOnHBaseTest {
  @Test
  void rowsComeAsFromMemoryOnHBase() throws IOException {
    try (TestEngines engines = ServerEngines.withHBase("sorts")) {
      SortOnDiskTest.requireSame(SortOnDiskTest.payments(Payments.open(engines.all().get(2))));
    }
  }
}
