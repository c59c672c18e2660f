package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import keywright.server.hbase.HBaseServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with a long {@code timeout_seconds} is stopped while one with a short one creates an
 * index: its writes may come later than those of the other, so that it is waited for longer.
 */
@Tag("large")
class LongTimeoutStallTest {
  /** Twice what a write of the process that waits may be late at {@code timeout_seconds=1}. */
  private static final long FORGETS_SECONDS = 24;

  /** What is under way when the process is stopped is still waited for when it continues. */
  private static final String PATIENT =
      """
      <configuration>
        <property><name>hbase.rpc.timeout</name><value>100000</value></property>
      </configuration>
      """;

  @Test
  void aStalledProcessIsWaitedForAsLongAsItsOwnTimeoutSays(@TempDir Path folder) throws Exception {
    String url = HBaseServer.shared().url("patient");
    Path site = Files.writeString(folder.resolve("patient.xml"), PATIENT);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Database creator = Database.open(url)) {
      boolean unused = creator.createTable(WriterProcess.STAY, false);
    }
    try (Database database = Database.open(url + "?timeout_seconds=1")) {
      try (WriterProcess writers =
          new WriterProcess(url + "?timeout_seconds=100&config=" + site, 4)) {
        writers.awaitInserts(100);
        writers.stop();
        Future<Boolean> index =
            threads.submit(() -> database.createIndex("stay", WriterProcess.BY_GUEST, false));
        assertThatThrownBy(() -> index.get(FORGETS_SECONDS + 2, TimeUnit.SECONDS))
            .isInstanceOf(TimeoutException.class);
        writers.goOn();
        assertThat(index.get(60, TimeUnit.SECONDS)).isTrue();
        writers.awaitInserts(100);
        StalledWriterTest.requireEntries(database, writers.end());
      }
    } finally {
      threads.shutdown();
    }
  }
}
