package keywright.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.server.hbase.HBaseServer;
import keywright.testkit.ForkedServer;

/**
 * Tables on HBase against those of Phoenix on the same HBase: {@code bench/run.sh phoenix
 * [QUESTION]}, all questions when none is named. Phoenix's client is in a process of its own, since
 * its class path is another; the property {@code phoenix} names the file with that class path.
 */
final class PhoenixBenchmark {
  private static final int CUSTOMERS = 100;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 4), Integer.getInteger("rounds", 11));
  private final int scale = Integer.getInteger("scale", 1_000);
  private final HBaseServer server;
  private final ForkedServer phoenix;

  private PhoenixBenchmark(HBaseServer server, ForkedServer phoenix) {
    this.server = server;
    this.phoenix = phoenix;
  }

  /** Runs the questions that are named, on a server for the time being. */
  static void main(List<String> arguments) throws IOException {
    String libraries = Files.readString(Path.of(System.getProperty("phoenix"))).strip();
    Map<String, String> settings = new HashMap<>(HBaseServer.codecs());
    settings.put(
        "hbase.regionserver.wal.codec",
        "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec");
    try (HBaseServer server = HBaseServer.startForMeasuring(libraries, settings);
        ForkedServer phoenix = client(server, libraries)) {
      new PhoenixBenchmark(server, phoenix).run(arguments);
    }
  }

  /** With the memory and the collector of this process. */
  private static ForkedServer client(HBaseServer server, String libraries) throws IOException {
    Path folder = Files.createTempDirectory("keywright-phoenix");
    String own = System.getProperty("java.class.path");
    String needed =
        List.of(own.split(File.pathSeparator)).stream()
            .filter(path -> path.contains("keywright-bench") || path.contains("keywright-testkit"))
            .reduce("", (paths, path) -> paths + path + File.pathSeparator);
    return ForkedServer.start(
        folder,
        List.of(
            "-Xmx" + (Runtime.getRuntime().maxMemory() >> 20) + "m",
            "-XX:+UseSerialGC",
            "-Dquorum=" + server.quorum(),
            "-cp",
            folder + File.pathSeparator + needed + libraries,
            PhoenixMain.class.getName()),
        LIMIT);
  }

  private long ask(Object... words) {
    String question = Stream.of(words).map(String::valueOf).collect(Collectors.joining(" "));
    return Long.parseLong(phoenix.ask(question, LIMIT));
  }

  private void run(List<String> wanted) {
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put("put", () -> put(0));
    questions.put("put-indexed", () -> put(1));
    questions.put("put-two-indexes", () -> put(2));
    questions.put("ranges", this::ranges);
    System.out.println("| question | Keywright, ns (bytes) | Phoenix | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    questions.forEach(
        (name, question) -> {
          if (wanted.isEmpty() || wanted.contains(name)) {
            question.run();
          }
        });
  }

  private static List<Payment> payments(long first, int count, boolean changed) {
    return IntStream.range(0, count)
        .mapToObj(i -> Payment.of(first + i, CUSTOMERS))
        .map(payment -> changed ? payment.changed() : payment)
        .toList();
  }

  /** One after another, and a thousand at a time; rows that are new, and over others. */
  private void put(int indexes) {
    String table = "payment" + (indexes == 0 ? "" : indexes);
    String suffix = List.of(", no index", ", an index", ", two indexes").get(indexes);
    String url = server.url("keywright" + indexes) + "?alone=true";
    try (PaymentStore keywright = new KeywrightPayments(url, indexes)) {
      for (boolean changed : new boolean[] {false, true}) {
        String verb = changed ? "overwrite" : "upsert";
        contest.run(
            verb + suffix,
            round -> (long) round * scale,
            first -> {
              payments(first, scale, changed).forEach(keywright::put);
              return scale;
            },
            first -> ask("put", table, first, scale, 1, changed ? 1 : 0, CUSTOMERS));
      }
      for (boolean changed : new boolean[] {false, true}) {
        String verb = changed ? "overwrite" : "upsert";
        int count = 4 * scale;
        contest.run(
            verb + " a thousand at a time" + suffix,
            round -> 1_000_000L + (long) round * count,
            first -> {
              for (int done = 0; done < count; done += HBaseBenchmark.BATCH) {
                keywright.putAll(payments(first + done, HBaseBenchmark.BATCH, changed));
              }
              return count;
            },
            first ->
                ask("put", table, first, count, HBaseBenchmark.BATCH, changed ? 1 : 0, CUSTOMERS));
      }
    }
  }

  private void ranges() {
    int count = 50 * scale;
    try (EventStore keywright = new KeywrightEvents(server.url("events") + "?alone=true");
        RawHBaseTables all = new RawHBaseTables(server.quorum(), "events")) {
      EventScans.fill(keywright, count);
      long unused = ask("events", "event", 0, count);
      all.flush(List.of("events", "default"));
      for (int limit : new int[] {EventScans.RANGE, 100}) {
        contest.run(
            "%d rows in order over 16 salts".formatted(limit),
            round -> EventScans.starts(round, count, 20),
            starts -> EventScans.ranges(keywright, starts, limit),
            starts -> {
              long found = 0;
              for (long start : starts) {
                long stop = start + Event.STEP_MILLIS * EventScans.RANGE;
                found += ask("between", "event", start, stop, limit);
              }
              return found;
            });
      }
    }
  }
}
