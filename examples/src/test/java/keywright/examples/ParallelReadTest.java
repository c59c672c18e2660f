package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import keywright.cql.CqlSession;
import keywright.server.hbase.HBaseServer;
import keywright.table.BatchWriter;
import keywright.table.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("large")
class ParallelReadTest {
  @TempDir Path folder;

  private static void fill(String url) {
    try (Database database = Database.open(url);
        CqlSession session = CqlSession.over(database)) {
      session.execute(
          "CREATE TABLE hit (id bigint, page text, PRIMARY KEY (reverse(lpad(id, 9))))");
      session.execute("CREATE TABLE event (id bigint, page text, PRIMARY KEY (id))");
      for (String table : database.tables()) {
        try (BatchWriter writer = database.table(table).batchWriter()) {
          for (long id = 0; id < 1_000; id++) {
            writer.add(Map.of("id", id, "page", "p" + id % 7));
          }
        }
      }
    }
  }

  @Test
  void theSplitsOfATableHaveItsRows() {
    String url = "rocksdb:" + folder.resolve("data");
    fill(url);
    assertThat(Program.stdout(ParallelRead::main, url, "hit"))
        .isEqualTo("1000 rows in 16 splits\n");
    assertThat(Program.stdout(ParallelRead::main, url, "event"))
        .isEqualTo("1000 rows in 16 splits\n");
  }

  @Test
  void onHBaseToo() {
    String url = HBaseServer.shared().url("parallel") + "?alone=true";
    fill(url);
    assertThat(Program.stdout(ParallelRead::main, url, "hit")).startsWith("1000 rows in ");
    assertThat(Program.stdout(ParallelRead::main, url, "event"))
        .isEqualTo("1000 rows in 1 split\n");
  }
}
