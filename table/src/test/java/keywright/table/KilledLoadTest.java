package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed in the middle of a load leaves rows and index entries in step. */
class KilledLoadTest {
  private static final int KILLS = 8;

  @Test
  void everyRowHasItsEntriesAndEveryEntryItsRow(@TempDir Path folder) throws Exception {
    String url = "rocksdb:" + folder.resolve("db");
    Random random = new Random(Seeds.base());
    for (int kill = 0; kill < KILLS; kill++) {
      loadAndKill(url, random.nextInt(1_500));
      try (Database database = Database.open(url)) {
        assertThat(database.verify("payment"))
            .as("kill %d, %s", kill, Seeds.reproduction(Seeds.base()))
            .isEmpty();
      }
    }
    try (Database database = Database.open(url)) {
      database.createTable(Payments.DEFINITION, true);
      KilledLoad.load(database.table("payment"), 0);
      assertThat(database.verify("payment")).isEmpty();
      Query count = Query.all().withItems(new SelectItem.Count());
      assertThat(database.table("payment").query(count).toList().get(0).getLong("count(*)"))
          .isEqualTo(20_000);
    }
  }

  private static void loadAndKill(String url, int afterMillis)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledLoad.class.getName(),
                url)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).isEqualTo("loading");
      // Let it run for a random while; that it ends by itself would be a failure.
      assertThat(process.waitFor(afterMillis, TimeUnit.MILLISECONDS)).isFalse();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
