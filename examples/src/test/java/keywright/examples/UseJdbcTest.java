package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UseJdbcTest {
  @TempDir Path folder;

  @Test
  void theProgramPrintsWhatItFinds() {
    for (String url :
        List.of(
            "jdbc:keywright:memory:example", "jdbc:keywright:rocksdb:" + folder.resolve("data"))) {
      assertThat(Program.stdout(UseJdbcTest::run, url).lines())
          .containsExactlyInAnyOrder(
              "1: 2017-01-01T10:30:00Z 9.99",
              "Payment[paymentId=1, paidAt=2017-01-01T10:30:00Z, amount=5.00]",
              "Payment[paymentId=2, paidAt=null, amount=null]",
              "Payment[paymentId=3, paidAt=null, amount=7.00]");
    }
  }

  private static void run(String... arguments) {
    try {
      UseJdbc.main(arguments);
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }
}
