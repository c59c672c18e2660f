package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import keywright.cli.Keywright.Outcome;
import keywright.server.hbase.HBaseServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code regions} and {@code splits}, and the demo's regions. */
@Tag("large")
class RegionCommandsTest {
  private static final String TABLES =
      """
      CREATE TABLE visit (id int, page text, PRIMARY KEY (bucket(4), id));
      CREATE INDEX visits_by_page ON visit (page) WITH splits = ('g', 'n');
      CREATE TABLE plain (id int PRIMARY KEY, page text);
      """;

  @TempDir private Path directory;

  private static Outcome run(String db, String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--db";
    all[arguments.length + 1] = db;
    return Keywright.run(all);
  }

  private static String out(String db, String... arguments) {
    Outcome outcome = run(db, arguments);
    assertThat(outcome.err()).doesNotContain("keywright: cannot");
    assertThat(outcome.status()).isZero();
    return outcome.out();
  }

  private static String inserts(String table, int from, int to) {
    StringBuilder rows = new StringBuilder("INSERT INTO " + table + " (id, page) VALUES ");
    for (int id = from; id < to; id++) {
      rows.append(id == from ? "" : ", ").append("(" + id + ", 'page" + id % 5 + "')");
    }
    return rows.toString();
  }

  @Test
  void anEmbeddedDatabaseHasNoRegions() {
    String db = "rocksdb:" + directory.resolve("db");
    out(db, "run", "-e", TABLES);
    Outcome refused = run(db, "regions", "visit");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "keywright: cannot list the regions of visit: found an engine that keeps a table in one"
                + " place, expected one that splits it, such as hbase:\n");
    assertThat(run(db, "regions", "nothing").err())
        .startsWith("keywright: cannot find table nothing; choose one of plain, visit");
    assertThat(run(db, "regions", "visit", "--watch", "0").status()).isEqualTo(2);
    assertThat(run(db, "regions", "visit", "--times", "2").status()).isEqualTo(2);
  }

  @Test
  void anEmbeddedDatabaseIsCutByItsKeys() {
    String db = "rocksdb:" + directory.resolve("db");
    out(db, "run", "-e", TABLES + inserts("visit", 0, 100) + ";" + inserts("plain", 0, 100));
    assertThat(out(db, "splits", "visit", "--count", "4", "--output", "csv"))
        .isEqualTo(
            """
            split,start,start_key,stop_key,server
            1,"","",01,""
            2,(1),01,02,""
            3,(2),02,03,""
            4,(3),03,,""
            """);
    assertThat(out(db, "splits", "plain", "--count", "4", "--output", "csv"))
        .contains("2,(25),80000019,80000032,", "4,(75),8000004b,,");
    assertThat(
            out(db, "splits", "plain", "--where", "id >= 90", "--count", "2", "--output", "json"))
        .contains("\"start\": \"(90)\"", "\"start\": \"(95)\"", "\"stop_key\": null");
    assertThat(run(db, "splits", "visit", "--where", "page = 'page1'").err())
        .isEqualTo("1 split of index visits_by_page\n");
    assertThat(run(db, "splits", "visit", "--count", "0").status()).isEqualTo(2);
    assertThat(run(db, "splits", "visit", "--where", "nothing = 1").err())
        .startsWith("keywright: cannot ")
        .hasLineCount(1);
  }

  @Test
  void regionsOfHBaseAreListedWithTheirRates() throws InterruptedException {
    String db = HBaseServer.shared().url("regions") + "?alone=true";
    out(db, "run", "-e", TABLES + inserts("visit", 0, 300));
    List<String> listed =
        out(db, "regions", "visit", "--indexes", "--output", "csv").lines().toList();
    assertThat(listed.get(0))
        .isEqualTo("name,region,start,start_key,server,bytes,reads,writes,write_share");
    assertThat(listed).hasSize(1 + 4 + 3);
    assertThat(listed.get(1)).matches("visit,1,\"\",\"\",localhost:\\d+,\\d+,\\d+,\\d+,0\\.\\d+");
    assertThat(listed.get(2)).startsWith("visit,2,(1),01,");
    assertThat(listed.get(6)).startsWith("visits_by_page,2,").contains("g");
    assertThat(out(db, "regions", "visits_by_page").lines()).hasSize(2 + 3);
    String splits = out(db, "splits", "visit", "--output", "csv");
    assertThat(splits.lines()).hasSize(1 + 4).last().asString().contains(",03,,localhost:");

    // All writes that are counted go to one of three regions: pages are below the second split.
    Stream out = new Stream();
    Stream err = new Stream();
    int[] status = {-1};
    Thread watcher =
        new Thread(
            () ->
                status[0] =
                    Main.run(
                        InputStream.nullInputStream(),
                        out,
                        err,
                        "regions",
                        "visits_by_page",
                        "--watch",
                        "1",
                        "--output",
                        "json",
                        "--db",
                        db));
    watcher.start();
    err.await("counting the reads and writes of 3 regions, over 1 second at a time\n");
    out(db, "run", "-e", inserts("visit", 300, 900));
    err.await("keywright: region 3 of visits_by_page, from (n");
    out.close();
    watcher.join();
    assertThat(status[0]).isZero();
    assertThat(out.text()).contains("\"writes_per_s\": 0.0", "\"write_share\": 1.0000");
    assertThat(err.text()).contains("takes 100 % of the writes, 3.0 times");
  }

  /** What a command prints for a reader, who may go away. */
  private static final class Stream extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean isClosed;

    @Override
    public synchronized void write(int one) throws IOException {
      if (isClosed) {
        throw new IOException("Broken pipe");
      }
      bytes.write(one);
      notifyAll();
    }

    @Override
    public synchronized void close() {
      isClosed = true;
    }

    synchronized String text() {
      return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Waits until it contains a text, for as long as that may take on a busy machine. */
    synchronized void await(String text) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      for (long nanos = 1; !text().contains(text) && nanos > 0; ) {
        nanos = deadline - System.nanoTime();
        TimeUnit.NANOSECONDS.timedWait(this, nanos);
      }
      assertThat(text()).contains(text);
    }
  }

  @Test
  void theDemoShowsItsRegions() throws IOException {
    String db = HBaseServer.shared().url("demo") + "?alone=true";
    String out = out(db, "demo", "--rows", "500");
    Files.delete(Path.of("keywright-demo.html")); // A database elsewhere has no place beside it.
    assertThat(out)
        .contains("region  starts_with  server")
        .containsPattern("\n +2  1… +localhost:")
        .contains(
            "10 regions share the load, made with the table because its key says where to split.");
  }
}
