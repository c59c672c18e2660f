package keywright.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import keywright.server.hbase.HBaseServer;
import keywright.table.BulkLoad;

/**
 * Tables on HBase against HBase's client doing the same calls: {@code bench/run.sh hbase
 * [QUESTION]}, all questions when none is named.
 */
final class HBaseBenchmark {
  static final int BATCH = 1_000;
  private static final int ROUNDS_READ = 10;

  /** Rows of a range. */
  private static final int RANGE = 1_000;

  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 10), Integer.getInteger("rounds", 11));
  private final int scale = Integer.getInteger("scale", 1_000);
  private final HBaseServer server;

  private HBaseBenchmark(HBaseServer server) {
    this.server = server;
  }

  /** Runs the questions that are named, on a server for the time being. */
  static void main(List<String> arguments) {
    try (HBaseServer server = HBaseServer.startForMeasuring(null, HBaseServer.codecs())) {
      new HBaseBenchmark(server).run(arguments);
    }
  }

  private void run(List<String> wanted) {
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put("put", () -> put(false));
    questions.put("put-indexed", () -> put(true));
    questions.put("batch", () -> batch(false));
    questions.put("batch-indexed", () -> batch(true));
    questions.put("load", this::load);
    questions.put("read", this::read);
    questions.put("buckets", this::buckets);
    questions.put("keys", this::keys);
    System.out.println("| question | Keywright, ns (bytes) | baseline | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    questions.forEach(
        (name, question) -> {
          if (wanted.isEmpty() || wanted.contains(name)) {
            question.run();
          }
        });
  }

  private String url(String namespace) {
    return server.url("keywright_" + namespace) + "?alone=true";
  }

  private PaymentStore plain(String namespace, boolean indexed) {
    return new PlainHBasePayments(server.quorum(), "plain_" + namespace, indexed);
  }

  private List<Payment> payments(int round, int count) {
    return IntStream.range(round * count, (round + 1) * count)
        .mapToObj(id -> Payment.of(id, customers()))
        .toList();
  }

  private List<Payment> fresh(int round) {
    return payments(round, scale);
  }

  private List<Payment> changed(int round) {
    return fresh(round).stream().map(Payment::changed).toList();
  }

  private int customers() {
    return 20 * ROUNDS_READ * scale / RANGE;
  }

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

  private void put(boolean indexed) {
    String name = indexed ? "put_indexed" : "put";
    String suffix = indexed ? ", two indexes" : ", no index";
    try (PaymentStore keywright = new KeywrightPayments(url(name), indexed);
        PaymentStore plain = plain(name, indexed)) {
      contest.run("put" + suffix, this::fresh, p -> put(keywright, p), p -> put(plain, p));
      contest.run("overwrite" + suffix, this::changed, p -> put(keywright, p), p -> put(plain, p));
    }
  }

  private void batch(boolean indexed) {
    String name = indexed ? "batch_indexed" : "batch";
    String suffix = indexed ? ", two indexes" : ", no index";
    try (PaymentStore keywright = new KeywrightPayments(url(name), indexed);
        PaymentStore plain = plain(name, indexed)) {
      contest.run(
          "a thousand rows at a time" + suffix,
          round -> payments(round, 4 * scale),
          p -> putAll(keywright, p),
          p -> putAll(plain, p));
    }
  }

  /** Against the same mutations, sent blindly by the client's buffer. */
  private void load() {
    try (KeywrightPayments keywright = new KeywrightPayments(url("load"), true);
        KeywrightPayments filled = new KeywrightPayments(url("bulk"), true);
        PlainHBasePayments buffered = new PlainHBasePayments(server.quorum(), "buffered", true);
        PlainHBasePayments beside = new PlainHBasePayments(server.quorum(), "beside", true)) {
      contest.run(
          "load, two indexes",
          round -> payments(round, 10 * scale),
          p -> putAll(keywright, p),
          p -> load(buffered, p));
      BulkLoad bulk = filled.bulkLoad();
      contest.run(
          "load by `--bulk`, two indexes",
          round -> payments(round, 10 * scale),
          p -> {
            KeywrightPayments.add(bulk, p);
            return p.size();
          },
          p -> load(beside, p));
      bulk.finish();
    }
  }

  private static long load(PlainHBasePayments store, List<Payment> payments) {
    store.load(payments);
    return payments.size();
  }

  private void read() {
    try (PaymentStore keywright = new KeywrightPayments(url("read"), true);
        PaymentStore plain = plain("read", true);
        RawHBaseTables all = new RawHBaseTables(server.quorum(), "plain_read")) {
      for (int round = 0; round < ROUNDS_READ; round++) {
        List<Payment> some = payments(round, 20 * scale);
        long unused = putAll(keywright, some) + putAll(plain, some);
      }
      all.flush(List.of("keywright_read", "plain_read"));
      contest.run("get", this::stored, p -> get(keywright, p), p -> get(plain, p));
      contest.run(
          "scan of a thousand rows", this::stored, p -> scan(keywright, p), p -> scan(plain, p));
      contest.run(
          "a thousand rows by an index",
          this::stored,
          p -> inState(keywright, p),
          p -> inState(plain, p));
    }
  }

  /** Some that exist, in any order. */
  private List<Payment> stored(int round) {
    return new SplittableRandom(round)
        .ints(scale, 0, 20 * ROUNDS_READ * scale)
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
    for (Payment payment : payments.subList(0, payments.size() / 5)) {
      store.ofCustomer(payment.customerId(), any -> found[0]++);
    }
    return found[0];
  }

  private static long inState(PaymentStore store, List<Payment> payments) {
    long[] found = {0};
    for (Payment payment : payments.subList(0, payments.size() / 50)) {
      store.inState(payment.state(), RANGE, any -> found[0]++);
    }
    return found[0];
  }

  private void buckets() {
    int count = 50 * scale;
    try (EventStore keywright = new KeywrightEvents(url("events"));
        EventStore plain = new PlainHBaseEvents(server.quorum(), "plain_events");
        RawHBaseTables all = new RawHBaseTables(server.quorum(), "plain_events")) {
      EventScans.fill(keywright, count);
      EventScans.fill(plain, count);
      all.flush(List.of("keywright_events", "plain_events"));
      EventScans.compare(contest, "in order over bucket(16)", count, 60, keywright, plain);
    }
  }

  /** A declared key in HBase's own client, against a key written by hand. */
  private void keys() {
    int count = 50 * scale;
    try (EventStore keywright = new HBaseKeysEvents(server.quorum(), "declared_events");
        EventStore plain = new PlainHBaseEvents(server.quorum(), "handwritten_events");
        RawHBaseTables all = new RawHBaseTables(server.quorum(), "handwritten_events")) {
      EventScans.fill(keywright, count);
      EventScans.fill(plain, count);
      all.flush(List.of("declared_events", "handwritten_events"));
      EventScans.compare(
          contest,
          "in order over 16 buckets, HBase's client with `hbase-keys`",
          count,
          60,
          keywright,
          plain);
    }
  }
}
