package keywright.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import keywright.bench.PlainCassandraPayments.Kind;
import keywright.server.cassandra.CassandraServer;
import keywright.table.BulkLoad;

/**
 * Tables on Cassandra against code on its driver that makes the same requests: {@code bench/run.sh
 * cassandra [QUESTION]}. When none is named, all questions that do not begin with {@code plain-},
 * those of tables {@code WITH writes = 'plain'}.
 */
final class CassandraBenchmark {
  /** Questions of tables without conditional writes begin so. */
  private static final String PLAIN = "plain-";

  private static final int BATCH = 1_000;
  private static final int RANGE = 100;
  private static final int LONG_RANGE = 10_000;
  private static final int LONG_RANGES = 2;
  private static final int INDEXED = 1_000;

  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 10), Integer.getInteger("rounds", 21));
  private final int scale = Integer.getInteger("scale", 500);
  private final CassandraServer server;
  private int keyspaces;

  private CassandraBenchmark(CassandraServer server) {
    this.server = server;
  }

  /** Runs the questions that are named, on a server for the time being. */
  static void main(List<String> arguments) {
    try (CassandraServer server = CassandraServer.startForMeasuring()) {
      new CassandraBenchmark(server).run(arguments);
    }
  }

  private void run(List<String> wanted) {
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put("put", () -> put(Kind.EXACT));
    questions.put("put-indexed", () -> put(Kind.EXACT_INDEXED));
    questions.put("load", () -> load(Kind.EXACT));
    questions.put("load-indexed", () -> load(Kind.EXACT_INDEXED));
    questions.put("load-bulk", this::bulk);
    questions.put("read", () -> read(Kind.EXACT_INDEXED));
    questions.put("buckets", () -> buckets(Kind.EXACT));
    questions.put(PLAIN + "put", () -> put(Kind.PLAIN));
    questions.put(PLAIN + "load", () -> load(Kind.PLAIN));
    questions.put(PLAIN + "read", () -> read(Kind.PLAIN));
    questions.put(PLAIN + "buckets", () -> buckets(Kind.PLAIN));
    System.out.println("| question | Keywright, ns (bytes) | driver | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    questions.forEach(
        (name, question) -> {
          if (wanted.isEmpty() ? !name.startsWith(PLAIN) : wanted.contains(name)) {
            question.run();
          }
        });
  }

  private String keyspace() {
    String name = "k" + keyspaces++;
    String unused = server.newKeyspace(name);
    return name;
  }

  private static String with(Kind kind) {
    return kind == Kind.PLAIN ? " WITH writes = 'plain'" : "";
  }

  /** What tells a question of reads from others. */
  private static String named(Kind kind) {
    return kind == Kind.PLAIN ? suffix(kind) : "";
  }

  private static String suffix(Kind kind) {
    return switch (kind) {
      case PLAIN -> ", `writes = 'plain'`";
      case EXACT -> "";
      case EXACT_INDEXED -> ", two indexes";
    };
  }

  private KeywrightPayments keywright(Kind kind) {
    String url = server.url(keyspace()) + "?alone=true&timeout_seconds=60";
    return new KeywrightPayments(url, kind == Kind.EXACT_INDEXED ? 2 : 0, with(kind));
  }

  private PlainCassandraPayments driver(Kind kind) {
    return new PlainCassandraPayments(server.address(), keyspace(), kind);
  }

  private static List<Payment> payments(int round, int count, int customers) {
    return IntStream.range(round * count, (round + 1) * count)
        .mapToObj(id -> Payment.of(id, customers))
        .toList();
  }

  /** In partitions of a few rows. */
  private List<Payment> fresh(int round) {
    return payments(round, scale, 10 * scale);
  }

  private List<Payment> changed(int round) {
    return fresh(round).stream().map(Payment::changed).toList();
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

  private void put(Kind kind) {
    try (PaymentStore keywright = keywright(kind);
        PaymentStore driver = driver(kind)) {
      contest.run(
          "put of a new row" + suffix(kind),
          this::fresh,
          p -> put(keywright, p),
          p -> put(driver, p));
      contest.run(
          "overwrite" + suffix(kind), this::changed, p -> put(keywright, p), p -> put(driver, p));
    }
  }

  private void bulk() {
    try (KeywrightPayments keywright = keywright(Kind.EXACT_INDEXED);
        PlainCassandraPayments driver = driver(Kind.EXACT_INDEXED)) {
      BulkLoad bulk = keywright.bulkLoad();
      contest.run(
          "load by `--bulk`" + suffix(Kind.EXACT_INDEXED),
          round -> payments(round, 4 * scale, 100 * scale),
          p -> {
            KeywrightPayments.add(bulk, p);
            return p.size();
          },
          p -> {
            driver.load(p);
            return p.size();
          });
      bulk.finish();
    }
  }

  private void load(Kind kind) {
    try (PaymentStore keywright = keywright(kind);
        PaymentStore driver = driver(kind)) {
      contest.run(
          "load" + suffix(kind),
          round -> payments(round, 4 * scale, 100 * scale),
          p -> putAll(keywright, p),
          p -> putAll(driver, p));
    }
  }

  private void read(Kind kind) {
    int count = 100 * RANGE;
    int customers = count / RANGE;
    try (KeywrightPayments keywright = keywright(kind);
        PlainCassandraPayments driver = driver(kind)) {
      List<Payment> all = payments(0, count, customers);
      fill(kind, keywright, driver, all);
      requireSame(store -> rows(found -> store.ofCustomer(1, found)), keywright, driver);
      if (kind == Kind.EXACT_INDEXED) {
        requireSame(
            store -> rows(found -> store.inState("paid", INDEXED, found)), keywright, driver);
      }
      contest.run(
          "get" + named(kind),
          round -> some(round, all, scale),
          p -> get(keywright, p),
          p -> get(driver, p));
      contest.run(
          "range of %,d rows in a partition".formatted(RANGE) + named(kind),
          round -> some(round, all, scale / 2),
          p -> scan(keywright, p),
          p -> scan(driver, p));
      if (kind == Kind.EXACT_INDEXED) {
        contest.run(
            "%,d rows by an index".formatted(INDEXED),
            round -> some(round, all, Math.max(1, scale / 50)),
            p -> inState(keywright, p),
            p -> inState(driver, p));
      }
    }
    Kind unindexed = kind == Kind.PLAIN ? kind : Kind.EXACT;
    try (KeywrightPayments keywright = keywright(unindexed);
        PlainCassandraPayments driver = driver(unindexed)) {
      List<Payment> all = payments(0, LONG_RANGES * LONG_RANGE, LONG_RANGES);
      fill(unindexed, keywright, driver, all);
      contest.run(
          "range of %,d rows in a partition".formatted(LONG_RANGE) + named(kind),
          round -> some(round, all, Math.max(1, scale / 100)),
          p -> scan(keywright, p),
          p -> scan(driver, p));
    }
  }

  private static void fill(
      Kind kind, KeywrightPayments keywright, PlainCassandraPayments driver, List<Payment> all) {
    driver.load(all);
    if (kind == Kind.PLAIN) {
      long unused = putAll(keywright, all);
    } else {
      keywright.load(List.of(all));
    }
  }

  private static List<Payment> rows(Consumer<Consumer<Payment>> read) {
    List<Payment> rows = new ArrayList<>();
    read.accept(rows::add);
    return rows;
  }

  private static void requireSame(
      Function<PaymentStore, List<Payment>> read, PaymentStore keywright, PaymentStore driver) {
    List<Payment> rows = read.apply(keywright);
    if (rows.isEmpty() || !rows.equals(read.apply(driver))) {
      throw new IllegalStateException("the driver has other rows than these: " + rows);
    }
  }

  /** Some that exist, in any order. */
  private static List<Payment> some(int round, List<Payment> all, int count) {
    return new SplittableRandom(round).ints(count, 0, all.size()).mapToObj(all::get).toList();
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
    return count(
        found -> payments.forEach(payment -> store.ofCustomer(payment.customerId(), found)));
  }

  private static long inState(PaymentStore store, List<Payment> payments) {
    return count(
        found -> payments.forEach(payment -> store.inState(payment.state(), INDEXED, found)));
  }

  private static long count(Consumer<Consumer<Payment>> read) {
    long[] found = {0};
    read.accept(any -> found[0]++);
    return found[0];
  }

  private void buckets(Kind kind) {
    int count = 40_000;
    String url = server.url(keyspace()) + "?alone=true&timeout_seconds=60";
    try (KeywrightEvents keywright = new KeywrightEvents(url, with(kind));
        PlainCassandraEvents driver = new PlainCassandraEvents(server.address(), keyspace())) {
      List<Event> all = LongStream.range(0, count).mapToObj(Event::of).toList();
      driver.putAll(all);
      if (kind == Kind.PLAIN) {
        keywright.putAll(all);
      } else {
        keywright.load(all);
      }
      inOrder(count, kind, "", keywright, driver);
      if (kind != Kind.PLAIN) {
        inOrder(count, kind, ", read with versions", keywright, driver.withVersions());
      }
    }
  }

  private void inOrder(
      int count, Kind kind, String how, KeywrightEvents keywright, EventStore driver) {
    String question = "in order over `bucket(16)`" + named(kind) + how;
    EventScans.compare(contest, question, count, Math.max(1, scale / 10), keywright, driver);
    EventScans.compareRanges(
        contest, RANGE, question, count, Math.max(1, scale / 4), keywright, driver);
  }
}
