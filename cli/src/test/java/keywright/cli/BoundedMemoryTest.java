package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are much larger than the heap, loaded, read and exported by processes. */
@Tag("large")
class BoundedMemoryTest {
  private static final String TABLE =
      """
      CREATE TABLE event (device int, at timestamp, kind text, reading decimal(10,2), note text,
          PRIMARY KEY (device, at));
      """;

  @TempDir private Path directory;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aTableLargerThanTheHeapIsLoadedWithAnIndexReadAndExported() throws Exception {
    run(150_000, 24, "CREATE INDEX by_kind ON event (kind, at DESC);");
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void tenMillionRowsAreLoadedReadAndExportedInAHeapOf256Megabytes() throws Exception {
    run(10_000_000, 256, "");
  }

  private void run(int rows, int heapMegabytes, String index) throws Exception {
    String url = "rocksdb:" + directory.resolve("db");
    assertThat(Keywright.run("run", "--db", url, "-e", TABLE + index).status()).isZero();
    long started = System.nanoTime();
    String loaded = load(url, rows, heapMegabytes);
    assertThat(loaded).contains("event: %,d rows read, %,d inserted".formatted(rows, rows));
    long scanned = System.nanoTime();
    String query = "SELECT * FROM event";
    assertThat(read(heapMegabytes, "run", "--output", "csv", "-e", query, "--db", url))
        .isEqualTo(rows);
    long sorting = System.nanoTime();
    String sorted = query + " ORDER BY reading DESC ALLOW FILTERING";
    assertThat(read(heapMegabytes, "run", "--output", "csv", "-e", sorted, "--db", url))
        .isEqualTo(rows);
    killWhileSorting(sorted, url, heapMegabytes);
    long exported = System.nanoTime();
    assertThat(read(heapMegabytes, "export", "event", "-", "--db", url)).isEqualTo(rows);
    System.out.printf(
        "%,d rows in a heap of %d MB: loaded in %.1f s, read in %.1f s, sorted in %.1f s, exported in %.1f s%n",
        rows,
        heapMegabytes,
        (scanned - started) / 1e9,
        (sorting - scanned) / 1e9,
        (exported - sorting) / 1e9,
        (System.nanoTime() - exported) / 1e9);
  }

  /** What a sort keeps on disk is gone with its process. */
  private void killWhileSorting(String query, String url, int heapMegabytes) throws Exception {
    Path sorts = Files.createDirectory(directory.resolve("sorts"));
    List<String> command =
        KeywrightProcess.command(heapMegabytes, "run", "--output", "csv", "-e", query, "--db", url);
    command.add(1, "-Djava.io.tmpdir=" + sorts);
    Process sort =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (InputStream rows = sort.getInputStream()) {
      assertThat(rows.read()).as("the first byte, read once all is sorted").isPositive();
      try (Stream<Path> files = Files.list(Path.of("/proc/" + sort.pid() + "/fd"))) {
        assertThat(files.map(BoundedMemoryTest::target))
            .anyMatch(file -> file.startsWith(sorts + "/keywright-sort-"));
      }
    } finally {
      sort.destroyForcibly().waitFor();
    }
    try (Stream<Path> files = Files.list(sorts)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(file -> file.startsWith("keywright-sort-"));
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // Closed meanwhile.
    }
  }

  /** Loads rows that are made on the way; gives what was said. */
  private String load(String url, int rows, int heapMegabytes) throws Exception {
    Path messages = directory.resolve("messages");
    Process load =
        new ProcessBuilder(
                KeywrightProcess.command(heapMegabytes, "load", "event", "-", "--db", url))
            .redirectErrorStream(true)
            .redirectOutput(messages.toFile())
            .start();
    try (Writer csv =
        new BufferedWriter(
            new OutputStreamWriter(load.getOutputStream(), StandardCharsets.UTF_8), 1 << 16)) {
      csv.write("device,at,kind,reading,note\n");
      for (int row = 0; row < rows; row++) {
        writeRow(csv, row);
      }
    } catch (IOException e) {
      load.waitFor();
      throw new AssertionError("the load ended: " + Files.readString(messages), e);
    } finally {
      stop(load);
    }
    return Files.readString(messages);
  }

  /** Rows of a thousand devices in turns, each row the only one at its second. */
  private static void writeRow(Writer csv, int row) throws IOException {
    int second = row / 1_000;
    csv.append(Integer.toString(row % 1_000)).append(',');
    csv.append(Long.toString(1_500_000_000_000L + 1_000L * second)).append(',');
    csv.append("kind ").append(Integer.toString(row % 7)).append(',');
    csv.append(Integer.toString(row % 100_000)).append(".25,");
    csv.append("measured with care by device ").append(Integer.toString(row % 1_000)).append('\n');
  }

  /** The number of rows that a command prints, of every column. */
  private static long read(int heapMegabytes, String... arguments) throws Exception {
    Process scan =
        new ProcessBuilder(KeywrightProcess.command(heapMegabytes, arguments))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(scan.getInputStream(), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> line.contains("measured with care")).count();
    } finally {
      stop(scan);
    }
  }

  private static void stop(Process process) throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as("exit status").isZero();
  }
}
