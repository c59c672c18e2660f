package keywright.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Prepared statements of an embedded database against those of SQLite and H2 over JDBC: {@code
 * bench/run.sh sql [QUESTION]}, all questions when none is named. Same rows, same indexes, same
 * answers.
 */
final class SqlBenchmark {
  private static final int BATCH = 1_000;
  private static final int NEWEST = 10;
  private static final int BY_DATE = 1_000;
  private static final int ROWS_OF_A_CUSTOMER = 100;

  private final Path directory;
  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 10), Integer.getInteger("rounds", 21));
  private final int scale = Integer.getInteger("scale", 3_000);
  private final int stored = 100 * scale;

  private SqlBenchmark(Path directory) {
    this.directory = directory;
  }

  /** Runs the questions that are named, in a directory for the time being. */
  static void main(List<String> arguments) throws IOException {
    Path directory = Files.createTempDirectory("keywright-bench");
    try {
      new SqlBenchmark(directory).run(arguments);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  /** What both sides do in a round. */
  private interface Question {
    void run(String against, OrderStore keywright, OrderStore peer);
  }

  private void run(List<String> wanted) {
    Map<String, Question> reads = new LinkedHashMap<>();
    reads.put("get", this::get);
    reads.put("newest", this::newest);
    reads.put("by-date", this::byDate);
    Map<String, Question> writes = new LinkedHashMap<>();
    writes.put("insert", this::insert);
    writes.put("update", this::update);
    writes.put("batch", this::batch);
    System.out.println("| question | Keywright, ns (bytes) | peer | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    for (JdbcOrders.Kind kind : JdbcOrders.Kind.values()) {
      Path folder = directory.resolve(kind.name());
      try (OrderStore keywright = keywright(folder);
          OrderStore peer = new JdbcOrders(kind, folder)) {
        for (int first = 0; first < stored; first += BATCH) {
          List<Payment> some = payments(first, BATCH);
          keywright.insertAll(some);
          peer.insertAll(some);
        }
      }
      // Closing flushed what was written, so that reads find it in files.
      try (OrderStore keywright = keywright(folder);
          OrderStore peer = new JdbcOrders(kind, folder)) {
        requireSame(keywright, peer);
        run(reads, wanted, kind.title(), keywright, peer);
        if (kind == JdbcOrders.Kind.SQLITE && (wanted.isEmpty() || wanted.contains("raw"))) {
          raw(folder, keywright, peer);
        }
        run(writes, wanted, kind.title(), keywright, peer);
        requireSame(keywright, peer);
      }
    }
  }

  private static void run(
      Map<String, Question> questions,
      List<String> wanted,
      String against,
      OrderStore keywright,
      OrderStore peer) {
    questions.forEach(
        (name, question) -> {
          if (wanted.isEmpty() || wanted.contains(name)) {
            question.run(against, keywright, peer);
          }
        });
  }

  /**
   * The reads by an index with RocksDB alone, by code written for them by hand: what they cost
   * before a row is anything but bytes.
   */
  private void raw(Path folder, OrderStore keywright, OrderStore peer) {
    try (RawOrders raw = new RawOrders(folder.resolve("keywright"))) {
      for (Payment each : some(-1, 20)) {
        requireSame(
            rows(found -> raw.newest(each.customerId(), NEWEST, found)),
            rows(found -> peer.newest(each.customerId(), NEWEST, found)));
        requireSame(
            rows(found -> raw.from(each.paidAt(), BY_DATE, found)),
            rows(found -> peer.from(each.paidAt(), BY_DATE, found)));
      }
      IntFunction<List<Payment>> few = round -> some(round, Math.max(1, scale / 100));
      IntFunction<List<Payment>> many = round -> some(round, scale / 2);
      contest.run(
          "newest ten of a customer, RocksDB alone, SQLite",
          many,
          p -> newest(raw::newest, p),
          p -> newest(peer::newest, p));
      contest.run(
          "newest ten of a customer, RocksDB alone",
          many,
          p -> newest(keywright::newest, p),
          p -> newest(raw::newest, p));
      contest.run(
          "a thousand rows by date, RocksDB alone, SQLite",
          few,
          p -> byDate(raw::from, p),
          p -> byDate(peer::from, p));
      contest.run(
          "a thousand rows by date, RocksDB alone",
          few,
          p -> byDate(keywright::from, p),
          p -> byDate(raw::from, p));
    }
  }

  private static OrderStore keywright(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KeywrightOrders("rocksdb:" + folder.resolve("keywright"));
  }

  private int customers() {
    return stored / ROWS_OF_A_CUSTOMER;
  }

  private List<Payment> payments(long first, int count) {
    return LongStream.range(first, first + count)
        .mapToObj(id -> Payment.of(id, customers()))
        .toList();
  }

  /** Some that are stored, in any order. */
  private List<Payment> some(int round, int count) {
    return new SplittableRandom(round)
        .ints(count, 0, stored)
        .mapToObj(id -> Payment.of(id, customers()))
        .toList();
  }

  private static List<Payment> rows(Consumer<Consumer<Payment>> read) {
    List<Payment> rows = new ArrayList<>();
    read.accept(rows::add);
    return rows;
  }

  private void requireSame(OrderStore keywright, OrderStore peer) {
    for (Payment each : some(-1, 20)) {
      requireSame(
          List.of(String.valueOf(keywright.get(each.paymentId()))),
          List.of(String.valueOf(peer.get(each.paymentId()))));
      requireSame(
          rows(found -> keywright.newest(each.customerId(), NEWEST, found)),
          rows(found -> peer.newest(each.customerId(), NEWEST, found)));
      requireSame(
          rows(found -> keywright.from(each.paidAt(), BY_DATE, found)),
          rows(found -> peer.from(each.paidAt(), BY_DATE, found)));
    }
  }

  private static void requireSame(List<?> rows, List<?> others) {
    if (rows.isEmpty() || !rows.equals(others)) {
      throw new IllegalStateException("found " + rows + ", the other one has " + others);
    }
  }

  private void get(String against, OrderStore keywright, OrderStore peer) {
    contest.run(
        "get, " + against, round -> some(round, scale), p -> get(keywright, p), p -> get(peer, p));
  }

  private static long get(OrderStore store, List<Payment> payments) {
    for (Payment payment : payments) {
      if (store.get(payment.paymentId()) == null) {
        throw new IllegalStateException("lost " + payment);
      }
    }
    return payments.size();
  }

  private void newest(String against, OrderStore keywright, OrderStore peer) {
    contest.run(
        "newest ten of a customer, " + against,
        round -> some(round, scale / 2),
        p -> newest(keywright::newest, p),
        p -> newest(peer::newest, p));
  }

  /** {@link OrderStore#newest}. */
  private interface Newest {
    void read(long customer, int limit, Consumer<Payment> found);
  }

  private static long newest(Newest newest, List<Payment> payments) {
    long[] found = {0};
    payments.forEach(p -> newest.read(p.customerId(), NEWEST, any -> found[0]++));
    return found[0] == 0 ? 0 : payments.size();
  }

  private void byDate(String against, OrderStore keywright, OrderStore peer) {
    contest.run(
        "a thousand rows by date, " + against,
        round -> some(round, Math.max(1, scale / 100)),
        p -> byDate(keywright::from, p),
        p -> byDate(peer::from, p));
  }

  /** {@link OrderStore#from}. */
  private interface From {
    void read(Instant date, int limit, Consumer<Payment> found);
  }

  private static long byDate(From from, List<Payment> payments) {
    long[] found = {0};
    payments.forEach(p -> from.read(p.paidAt(), BY_DATE, any -> found[0]++));
    return found[0];
  }

  private void insert(String against, OrderStore keywright, OrderStore peer) {
    contest.run(
        "insert, " + against,
        round -> payments(stored + (long) round * scale, scale),
        p -> insert(keywright, p),
        p -> insert(peer, p));
  }

  private static long insert(OrderStore store, List<Payment> payments) {
    payments.forEach(store::insert);
    return payments.size();
  }

  /** The date and the number of a payment that gets it. */
  private record Move(long id, Instant paidAt) {}

  private void update(String against, OrderStore keywright, OrderStore peer) {
    contest.run(
        "update of an indexed column, " + against,
        round ->
            some(round, scale).stream()
                .map(p -> new Move(p.paymentId(), p.paidAt().plus(Duration.ofDays(round + 1))))
                .toList(),
        moves -> update(keywright, moves),
        moves -> update(peer, moves));
  }

  private static long update(OrderStore store, List<Move> moves) {
    moves.forEach(move -> store.move(move.id(), move.paidAt()));
    return moves.size();
  }

  private void batch(String against, OrderStore keywright, OrderStore peer) {
    contest.run(
        "a thousand inserts at a time, " + against,
        round ->
            IntStream.range(0, Math.max(1, scale / BATCH))
                .mapToObj(i -> payments(2L * stored + (round * 100L + i) * BATCH, BATCH))
                .toList(),
        batches -> batch(keywright, batches),
        batches -> batch(peer, batches));
  }

  private static long batch(OrderStore store, List<List<Payment>> batches) {
    batches.forEach(store::insertAll);
    return (long) batches.size() * BATCH;
  }
}
