package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cli.Keywright.Outcome;
import keywright.table.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads that get a real SIGINT, as Ctrl-C sends it, or a SIGTERM: they say how many rows are
 * stored, exactly, and whether loading again is safe.
 */
@Tag("large")
class InterruptedLoadTest {
  private static final String SAFE = "load it again to resume, which is safe\n";

  private static final String UNSAFE =
      "load only the other rows, because a key part (r, random(9)) gets a random value in each row, and rows that are loaded again are added a second time\n";

  private static final Pattern INTERRUPTED =
      Pattern.compile(
          "(?s)(?:event: .*\n)?keywright: interrupted: ([0-9,]+) rows of the file are in event; (.*)");

  /** More than a database writes that is only opened. */
  private static final long BYTES_OF_ROWS = 10_000;

  @TempDir private Path directory;

  private String url() {
    return "rocksdb:" + directory.resolve("db");
  }

  private void create(String key) {
    Keywright.out(
        "run",
        "--db",
        url(),
        "-e",
        "CREATE TABLE event (id int, note text, PRIMARY KEY ("
            + key
            + ")); CREATE INDEX event_by_note ON event (note)");
  }

  private static String rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(id -> id + ",note " + id % 100 + "\n")
        .collect(Collectors.joining("", "id,note\n", ""));
  }

  /** Starts a load, and waits until the engine's log shows that it has begun to write. */
  private KeywrightProcess writing(String file, byte[] input) throws Exception {
    DatabaseFiles files = new DatabaseFiles(directory.resolve("db"));
    KeywrightProcess load =
        KeywrightProcess.start(directory.resolve("messages"), "load", "event", file, "--db", url());
    OutputStream out = load.input();
    out.write(input);
    out.flush();
    load.waitFor(() -> files.bytesLogged() > BYTES_OF_ROWS);
    return load;
  }

  /** Interrupts a load; gives the number of rows that it said. */
  private static long interrupt(KeywrightProcess load, String again) throws Exception {
    assertThat(load.interrupt()).as(load.said()).isEqualTo(130);
    return rowsSaid(load, again);
  }

  private static long rowsSaid(KeywrightProcess load, String again) {
    Matcher said = INTERRUPTED.matcher(load.said());
    assertThat(said.matches()).as(load.said()).isTrue();
    assertThat(said.group(2)).isEqualTo(again);
    return Long.parseLong(said.group(1).replace(",", ""));
  }

  private long rowsStored() {
    try (Database database = Database.open(url())) {
      assertThat(database.verify("event")).isEmpty();
    }
    Outcome count =
        Keywright.run("run", "--db", url(), "--output", "csv", "-e", "SELECT count(*) FROM event");
    return Long.parseLong(count.out().lines().skip(1).findFirst().orElseThrow());
  }

  /** The signal is served while the load waits for a pipe that gives nothing. */
  @Test
  void aLoadThatWaitsForInputSaysHowManyRowsAreIn() throws Exception {
    create("id");
    byte[] rows = rows(2_500).getBytes(StandardCharsets.UTF_8);
    long said;
    try (KeywrightProcess load = writing("-", rows)) {
      said = interrupt(load, SAFE);
    }
    assertThat(said).isBetween(1_000L, 2_499L);
    assertThat(rowsStored()).isEqualTo(said);
    Outcome again = Keywright.runWith(rows, "load", "event", "-", "--db", url());
    assertThat(again.err())
        .startsWith(
            "event: 2,500 rows read, %,d inserted, 0 overwrote another, %,d unchanged"
                .formatted(2_500 - said, said));
  }

  @Test
  void aLoadThatIsTerminatedSaysHowManyRowsAreIn() throws Exception {
    create("id");
    Path file = Files.writeString(directory.resolve("event.csv"), rows(400_000));
    long said;
    try (KeywrightProcess load = writing(file.toString(), new byte[0])) {
      assertThat(load.terminate()).as(load.said()).isEqualTo(143);
      said = rowsSaid(load, SAFE);
    }
    assertThat(said).isBetween(1_000L, 399_999L);
    assertThat(rowsStored()).isEqualTo(said);
  }

  @Test
  void rowsThatWouldBeAddedASecondTimeAreSaidToBe() throws Exception {
    create("random(9) AS r, id");
    byte[] rows = rows(2_500).getBytes(StandardCharsets.UTF_8);
    long said;
    try (KeywrightProcess load = writing("-", rows)) {
      said = interrupt(load, UNSAFE);
    }
    assertThat(rowsStored()).isEqualTo(said);
  }

  /** The server is stopped, so the load waits for an answer. It would wait for 20 seconds. */
  @Test
  void aSecondSignalEndsALoadThatWaitsForItsServer() throws Exception {
    create("id");
    DatabaseFiles files = new DatabaseFiles(directory.resolve("db"));
    Path port = directory.resolve("port");
    try (KeywrightProcess server =
        KeywrightProcess.serving(directory.resolve("served"), port, url(), "127.0.0.1:0")) {
      String served = "cql:127.0.0.1:" + Files.readString(port).strip();
      Path messages = directory.resolve("messages");
      try (KeywrightProcess load =
              KeywrightProcess.start(messages, "load", "event", "-", "--db", served);
          EndlessRows rows = new EndlessRows(load.input())) {
        load.waitFor(() -> files.bytesLogged() > BYTES_OF_ROWS);
        server.pause();
        load.waitFor(rows::isBlocked);
        long start = System.nanoTime();
        assertThat(load.interruptTwice()).as(load.said()).isEqualTo(130);
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
      }
    }
    assertThat(rowsStored()).isPositive();
  }

  /** Rows for a load, until it ends. */
  private static final class EndlessRows implements AutoCloseable {
    private static final long BLOCKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OutputStream out;
    private final Thread thread = new Thread(this::write, "rows");
    private volatile long writtenAt = System.nanoTime();

    EndlessRows(OutputStream out) {
      this.out = out;
      thread.start();
    }

    private void write() {
      try {
        out.write("id,note\n".getBytes(StandardCharsets.UTF_8));
        for (int id = 0; ; id++) {
          out.write((id + ",note\n").getBytes(StandardCharsets.UTF_8));
          writtenAt = System.nanoTime();
        }
      } catch (IOException e) {
        // The load has ended.
      }
    }

    /** Whether the load has read nothing for a second. */
    boolean isBlocked() {
      return System.nanoTime() - writtenAt > BLOCKED_NANOS;
    }

    @Override
    public void close() throws InterruptedException {
      thread.join();
    }
  }
}
