package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands in a heap that what they are asked for does not fit into. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SmallHeapTest {
  private static final int HEAP_MEGABYTES = 64;

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out("run", "-e", "CREATE TABLE t (id int PRIMARY KEY, v text)");
  }

  private interface Lines {
    void writeTo(Writer out) throws IOException;
  }

  private String file(String name, Lines lines) throws IOException {
    Path path = directory.resolve(name);
    try (Writer out = Files.newBufferedWriter(path)) {
      lines.writeTo(out);
    }
    return path.toString();
  }

  /** A batch of rows of five thousand characters. */
  private String batch(int rows, String value) throws IOException {
    return file(
        "batch.cql",
        out -> {
          out.write("BEGIN BATCH\n");
          for (int id = 0; id < rows; id++) {
            out.write("INSERT INTO t (id, v) VALUES (%d, '%s');%n".formatted(id, value));
          }
          out.write("APPLY BATCH;\n");
        });
  }

  private String run(int status, int heapMegabytes, String... arguments) throws Exception {
    Path messages = directory.resolve("messages");
    Process process =
        new ProcessBuilder(KeywrightProcess.command(heapMegabytes, arguments))
            .redirectError(messages.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).as(Files.readString(messages)).isEqualTo(status);
    return Files.readString(messages);
  }

  private String runFile(int status, int heapMegabytes, String file) throws Exception {
    return run(status, heapMegabytes, "run", "--db", url(), "-f", file);
  }

  private String url() {
    return "rocksdb:" + directory.resolve("db");
  }

  @Test
  void aBatchOfManyLargeRowsIsRefused() throws Exception {
    String file = batch(9_000, "x".repeat(5_000));
    assertThat(runFile(1, HEAP_MEGABYTES, file))
        .matches(
            "(?s)keywright: .*batch.cql line 1: cannot read the statement: found more than"
                + " [0-9,]+ characters before its ;, the limit with 6[0-9] MB of memory; close the quote, comment or batch that is still open, divide the statement into several, load the rows from a file, or give Java more memory, such as"
                + " JAVA_OPTS=-Xmx4g\n");
  }

  /** A tenth of the heap is what a batch may have, and fits where it replaces as many rows. */
  @Test
  void aBatchWithinTheLimitIsWrittenOverOneOfTheSameSize() throws Exception {
    assertThat(runFile(0, HEAP_MEGABYTES, batch(1_200, "x".repeat(5_000))))
        .contains("batch applied: 1200 rows changed");
    assertThat(runFile(0, HEAP_MEGABYTES, batch(1_200, "y".repeat(5_000))))
        .contains("batch applied: 1200 rows changed");
  }

  @Test
  void anInsertOfManyRowsIsRefused() throws Exception {
    String file =
        file(
            "insert.cql",
            out -> {
              out.write("INSERT INTO t (id, v) VALUES (0, 'x')");
              for (int id = 1; id < 100_000; id++) {
                out.write(",\n(%d, 'value %d')".formatted(id, id));
              }
            });
    assertThat(runFile(1, HEAP_MEGABYTES, file))
        .contains("cannot run the statement: found more than ")
        .contains(" words, values and signs, the limit with 6")
        .contains("; divide the statement into several, load the rows from a file, or give Java");
  }

  @Test
  void aScriptLargerThanTheHeapRunsOneStatementAtATime() throws Exception {
    String value = "x".repeat(19_000) + "я".repeat(500);
    String file =
        file(
            "script.cql",
            out -> {
              for (int i = 0; i < 1_750; i++) {
                out.write("INSERT INTO t (id, v) VALUES (%d, '%s');%n".formatted(i % 10, value));
              }
              out.write("SELECT count(*) FROM t");
            });
    assertThat(Files.size(Path.of(file))).isGreaterThan(32L << 20);
    assertThat(runFile(0, 32, file).lines().filter(line -> line.equals("1 row inserted")))
        .hasSize(10);
  }

  @Test
  void aQuoteThatIsNotClosedIsRefusedInAnyHeap() throws Exception {
    String file =
        file(
            "open.csv",
            out -> {
              out.write("id,v\n1,a\n2,\"open\n");
              for (int id = 3; id < 3_000_000; id++) {
                out.write("3,abcdefgh\n");
              }
            });
    assertThat(run(1, HEAP_MEGABYTES, "load", "t", file, "--db", url()))
        .contains("line 3: the quote that starts field 2 is not closed within 1")
        .contains(" bytes, the most of one field; no row is loaded;");
  }

  @Test
  void aHeapThatIsTooSmallForOneRowIsNamedWithWhatToDo() throws Exception {
    shop.out(
        "load", "t", file("one.csv", out -> out.write("id,v\n1," + "x".repeat(10_000_000) + "\n")));
    assertThat(run(1, 16, "run", "--db", url(), "-e", "SELECT * FROM t"))
        .matches(
            "keywright: cannot continue: the 1[0-9] MB of memory that Java may use are full; set"
                + " JAVA_OPTS=-Xmx4g or more, use smaller statements, or load rows with keywright load\n");
  }

  @Test
  void lintSaysWhatOfAFileItCanRead() throws Exception {
    assertThat(run(1, HEAP_MEGABYTES, "lint", batch(9_000, "x".repeat(5_000))))
        .contains("batch.cql: found more than ")
        .contains(" bytes, the limit with 6")
        .contains("; divide the file, or give Java more memory, such as JAVA_OPTS=-Xmx4g");
  }
}
