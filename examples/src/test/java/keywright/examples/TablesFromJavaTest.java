package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesFromJavaTest {
  @TempDir Path folder;

  @Test
  void theProgramPrintsWhatItFinds() {
    String url = "rocksdb:" + folder.resolve("data");
    assertThat(Program.stdout(TablesFromJava::main, url).lines())
        .containsExactly(
            "2: 5.00",
            "1: 9.99",
            "Payment[paymentId=1, paidAt=2017-01-01T10:30:00Z, amount=9.99]",
            "Payment[paymentId=2, paidAt=2017-01-02T00:00:00Z, amount=5.00]",
            "applied: true",
            "(payment_id = 20, customer_id = 123, paid_at = 2017-01-02T00:00:00Z, amount = 7.00)",
            "none",
            "11.00");
  }
}
