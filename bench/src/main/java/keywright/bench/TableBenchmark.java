package keywright.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.bench.PlainPayments.Kind;

/**
 * A table on RocksDB against code written for it by hand: {@code bench/run.sh tables [QUESTION]},
 * all questions when none is named.
 */
final class TableBenchmark {
  private static final int BATCH = 1_000;
  private static final int ROUNDS_READ = 30;

  private final Path directory;
  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 10), Integer.getInteger("rounds", 21));
  private final int scale = Integer.getInteger("scale", 10_000);

  private TableBenchmark(Path directory) {
    this.directory = directory;
  }

  /** Runs the questions whose names contain the argument, in a directory for the time being. */
  static void main(List<String> arguments) throws IOException {
    Path directory = Files.createTempDirectory("keywright-bench");
    try {
      new TableBenchmark(directory).run(arguments);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private void run(List<String> wanted) {
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put("put", this::put);
    questions.put("put-indexed", () -> putIndexed(Kind.LOCKS));
    questions.put("put-indexed-transactions", () -> putIndexed(Kind.TRANSACTIONS));
    questions.put("batch", this::batch);
    questions.put("read", this::read);
    questions.put("buckets", this::buckets);
    questions.put("without-buckets", this::withoutBuckets);
    questions.put("put-threads", this::putThreads);
    questions.put("read-threads", this::readThreads);
    questions.put("load", this::load);
    System.out.println("| question | Keywright, ns (bytes) | baseline | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    questions.forEach(
        (name, question) -> {
          if (wanted.isEmpty() || wanted.contains(name)) {
            question.run();
          }
        });
  }

  private KeywrightPayments keywright(String name, boolean indexed) {
    return new KeywrightPayments("rocksdb:" + directory.resolve("keywright-" + name), indexed);
  }

  private PaymentStore plain(String name, Kind kind) {
    return new PlainPayments(directory.resolve("plain-" + name), kind);
  }

  private List<Payment> fresh(int round) {
    return IntStream.range(round * scale, (round + 1) * scale)
        .mapToObj(id -> Payment.of(id, customers()))
        .toList();
  }

  private List<Payment> changed(int round) {
    return fresh(round).stream().map(Payment::changed).toList();
  }

  /** So many that those that are read have a thousand rows each. */
  private int customers() {
    return ROUNDS_READ * scale / 1_000;
  }

  /** One after another. */
  private static long put(PaymentStore store, List<Payment> payments) {
    payments.forEach(store::put);
    return payments.size();
  }

  private static long putAll(PaymentStore store, List<Payment> payments) {
    for (int first = 0; first < payments.size(); first += BATCH) {
      store.putAll(payments.subList(first, Math.min(first + BATCH, payments.size())));
    }
    return payments.size();
  }

  private static long insertAll(KeywrightPayments store, List<Payment> payments) {
    for (int first = 0; first < payments.size(); first += BATCH) {
      store.insertAll(payments.subList(first, Math.min(first + BATCH, payments.size())));
    }
    return payments.size();
  }

  private void put() {
    try (PaymentStore keywright = keywright("put", false);
        PaymentStore plain = plain("put", Kind.UNINDEXED)) {
      contest.run("put, no index", this::fresh, p -> put(keywright, p), p -> put(plain, p));
    }
  }

  private void putIndexed(Kind kind) {
    String against = kind == Kind.LOCKS ? "locks" : "transactions";
    try (PaymentStore keywright = keywright(against, true);
        PaymentStore plain = plain(against, kind)) {
      contest.run(
          "put, two indexes, against " + against,
          this::fresh,
          payments -> put(keywright, payments),
          payments -> put(plain, payments));
      contest.run(
          "overwrite, two indexes, against " + against,
          this::changed,
          payments -> put(keywright, payments),
          payments -> put(plain, payments));
    }
  }

  /** Threads against one thread, first with Keywright and then with the code written by hand. */
  private void putThreads() {
    try (PaymentStore keywright = keywright("threads", false);
        PaymentStore plain = plain("threads", Kind.UNINDEXED)) {
      threads("put, no index, Keywright", this::fresh, keywright, TableBenchmark::put);
      threads("put, no index, by hand", this::fresh, plain, TableBenchmark::put);
    }
    try (PaymentStore keywright = keywright("threads-indexed", true);
        PaymentStore plain = plain("threads-indexed", Kind.LOCKS)) {
      threads("put, two indexes, Keywright", this::fresh, keywright, TableBenchmark::put);
      threads("put, two indexes, by hand", this::fresh, plain, TableBenchmark::put);
    }
  }

  private void readThreads() {
    fill(keywright("read-threads", true));
    fill(plain("read-threads", Kind.LOCKS));
    try (PaymentStore keywright = keywright("read-threads", true);
        PaymentStore plain = plain("read-threads", Kind.LOCKS)) {
      threads("get, Keywright", this::stored, keywright, TableBenchmark::get);
      threads("get, by hand", this::stored, plain, TableBenchmark::get);
    }
  }

  /**
   * @param input what one of both works on, for a number that was not given before
   */
  private void threads(
      String question,
      IntFunction<List<Payment>> input,
      PaymentStore store,
      ToLongBiFunction<PaymentStore, List<Payment>> work) {
    int given = 0;
    for (int count : new int[] {2, 8}) {
      int first = given;
      try (Threads threads = new Threads(count)) {
        contest.run(
            question + ", " + count + " threads against one",
            round -> List.of(input.apply(first + 2 * round), input.apply(first + 2 * round + 1)),
            both -> threads.run(both.get(0), part -> work.applyAsLong(store, part)),
            both -> work.applyAsLong(store, both.get(1)));
      }
      given += 2 * contest.rounds();
    }
  }

  private void batch() {
    for (boolean indexed : new boolean[] {false, true}) {
      String name = indexed ? "batch-indexed" : "batch";
      try (KeywrightPayments keywright = keywright(name, indexed);
          PaymentStore plain = plain(name, indexed ? Kind.LOCKS : Kind.UNINDEXED)) {
        String indexes = indexed ? "two indexes" : "no index";
        contest.run(
            "a thousand puts at a time, " + indexes,
            this::fresh,
            payments -> putAll(keywright, payments),
            payments -> putAll(plain, payments));
        int before = contest.rounds();
        contest.run(
            "a thousand inserts at a time, " + indexes,
            round -> fresh(before + round),
            payments -> insertAll(keywright, payments),
            payments -> putAll(plain, payments));
      }
    }
  }

  private void read() {
    fill(keywright("read", true));
    fill(plain("read", Kind.LOCKS));
    try (PaymentStore keywright = keywright("read", true);
        PaymentStore plain = plain("read", Kind.LOCKS)) {
      contest.run("get", this::stored, p -> get(keywright, p), p -> get(plain, p));
      contest.run(
          "scan of a thousand rows",
          this::stored,
          payments -> scan(keywright, payments),
          payments -> scan(plain, payments));
      contest.run(
          "a thousand rows by an index",
          this::stored,
          payments -> inState(keywright, payments),
          payments -> inState(plain, payments));
    }
  }

  /** Writes the payments that are read, and closes the store, so that reads find them in files. */
  private void fill(PaymentStore store) {
    try (store) {
      for (int round = 0; round < ROUNDS_READ; round++) {
        putAll(store, fresh(round));
      }
    }
  }

  /** Some that exist, in any order. */
  private List<Payment> stored(int round) {
    return new SplittableRandom(round)
        .ints(scale, 0, ROUNDS_READ * scale)
        .mapToObj(id -> Payment.of(id, customers()))
        .toList();
  }

  private static long get(PaymentStore store, List<Payment> payments) {
    for (Payment payment : payments) {
      if (!payment.equals(store.get(payment))) {
        throw new IllegalStateException("lost " + payment);
      }
    }
    return payments.size();
  }

  private static long scan(PaymentStore store, List<Payment> payments) {
    long[] found = {0};
    for (Payment payment : payments.subList(0, payments.size() / 200)) {
      store.ofCustomer(payment.customerId(), any -> found[0]++);
    }
    return found[0];
  }

  private static long inState(PaymentStore store, List<Payment> payments) {
    long[] found = {0};
    for (Payment payment : payments.subList(0, payments.size() / 500)) {
      store.inState(payment.state(), 1_000, any -> found[0]++);
    }
    return found[0];
  }

  /**
   * Once, since it is long: the command in a process of its own, and the writes alone in this one.
   */
  private void load() {
    int rows = 100 * scale;
    Path csv = directory.resolve("payments.csv");
    long[] nanos = new long[2];
    try {
      writeCsv(csv, rows);
      Path loaded = directory.resolve("loaded");
      new KeywrightPayments("rocksdb:" + loaded, true).close();
      long start = System.nanoTime();
      Process load =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  "keywright.cli.Main",
                  "load",
                  "payment",
                  csv.toString(),
                  "--db",
                  "rocksdb:" + loaded)
              .inheritIO()
              .start();
      if (load.waitFor() != 0) {
        throw new IllegalStateException("the load failed");
      }
      nanos[0] = System.nanoTime() - start;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    try (PaymentStore plain = plain("load", Kind.LOCKS)) {
      for (int round = 0; round < rows / scale; round++) {
        List<Payment> payments = fresh(round);
        long start = System.nanoTime();
        putAll(plain, payments);
        nanos[1] += System.nanoTime() - start;
      }
    }
    System.out.printf(
        "load of %,d rows of CSV, two indexes: %,.0f rows/s; the writes alone, by hand: %,.0f rows/s%n",
        rows, rows * 1e9 / nanos[0], rows * 1e9 / nanos[1]);
  }

  private void writeCsv(Path csv, int rows) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(csv)) {
      out.write("customer_id,paid_at,payment_id,amount,state,currency,note\n");
      for (int id = 0; id < rows; id++) {
        Payment payment = Payment.of(id, customers());
        out.write(
            String.join(
                ",",
                Long.toString(payment.customerId()),
                payment.paidAt().toString(),
                Long.toString(payment.paymentId()),
                payment.amount().toPlainString(),
                payment.state(),
                payment.currency(),
                payment.note()));
        out.write('\n');
      }
    }
  }

  private void buckets() {
    int count = 20 * scale;
    String url = "rocksdb:" + directory.resolve("events");
    Path other = directory.resolve("plain-events");
    // Closing flushes what was written, so that reads find it in files.
    try (EventStore keywright = new KeywrightEvents(url);
        EventStore plain = new PlainEvents(other)) {
      EventScans.fill(keywright, count);
      EventScans.fill(plain, count);
    }
    try (EventStore keywright = new KeywrightEvents(url);
        EventStore plain = new PlainEvents(other)) {
      EventScans.compare(contest, "in order over bucket(16)", count, 60, keywright, plain);
    }
  }

  private void withoutBuckets() {
    try (EventTables events = new EventTables(directory.resolve("event-tables"), 20 * scale)) {
      contest.run(
          "scan in order over bucket(16), against a key without buckets",
          round -> events,
          tables -> tables.scan("salted"),
          tables -> tables.scan("unsalted"));
    }
  }
}
