package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with a heap of 256 MB. */
@Tag("large")
class ServedMemoryTest {
  private static final int STATEMENTS = 12;
  private static final int ELEMENTS = 100_000;

  @TempDir Path folder;

  /** Each of the statements takes about a third of the heap while it is executed. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void longStatementsOfManyConnectionsFitIntoTheMemoryTogether() throws Exception {
    Path file = folder.resolve("port");
    try (KeywrightProcess server =
        KeywrightProcess.serving(
            folder.resolve("messages"), file, "rocksdb:" + folder.resolve("data"), "127.0.0.1:0")) {
      int port = Integer.parseInt(Files.readString(file).strip());
      try (CqlSession session =
          CqlSession.builder()
              .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              .withLocalDatacenter("datacenter1")
              .withConfigLoader(
                  DriverConfigLoader.programmaticBuilder()
                      .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, STATEMENTS)
                      .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(2))
                      .build())
              .build()) {
        session.execute("CREATE TABLE t (id int PRIMARY KEY, numbers list<int>)");
        String text =
            "INSERT INTO t (id, numbers) VALUES (%d, [0" + ",1".repeat(ELEMENTS - 1) + "])";
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int id = 0; id < STATEMENTS; id++) {
          all.add(session.executeAsync(text.formatted(id)).toCompletableFuture());
        }
        all.forEach(CompletableFuture::join);
        for (int id = 0; id < STATEMENTS; id++) {
          Row row = session.execute("SELECT numbers FROM t WHERE id = " + id).one();
          assertThat(row.getList(0, Integer.class)).hasSize(ELEMENTS);
        }
      }
      assertThat(server.said().lines().toList()).hasSize(1);
    }
  }
}
