package keywright.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import keywright.server.cassandra.CassandraServer;

/**
 * {@code keywright serve} against Cassandra: the same program on the Java driver of Cassandra, with
 * the same statements, over loopback: {@code bench/run.sh server [QUESTION]}.
 */
final class ServerBenchmark {
  /** Of both servers. */
  private static final int HEAP_MEGABYTES = 1_024;

  private static final int AT_ONCE = 64;
  private static final int OF_CUSTOMER = 100;
  private static final int STORED = 50_000;

  private final Contest contest =
      new Contest(Integer.getInteger("warmup", 20), Integer.getInteger("rounds", 21));
  private final int scale = Integer.getInteger("scale", 2_000);

  private ServerBenchmark() {}

  /** Runs the questions that are named, all if none is. */
  static void main(List<String> arguments) {
    try (ServedKeywright served = new ServedKeywright(HEAP_MEGABYTES);
        CassandraServer cassandra = CassandraServer.startForMeasuring();
        ServedPayments keywright = new ServedPayments(served.address());
        ServedPayments peer = new ServedPayments(cassandra.address())) {
      new ServerBenchmark().run(arguments, keywright, peer);
    }
  }

  private void run(List<String> wanted, ServedPayments keywright, ServedPayments peer) {
    List<Payment> stored = payments(0, STORED);
    keywright.insert(stored, AT_ONCE);
    peer.insert(stored, AT_ONCE);
    Map<String, Runnable> questions = new LinkedHashMap<>();
    questions.put(
        "get",
        () ->
            contest.run(
                "get, %d at once".formatted(AT_ONCE),
                round -> some(round, stored, scale),
                p -> keywright.get(p, AT_ONCE),
                p -> peer.get(p, AT_ONCE)));
    questions.put(
        "get-one",
        () ->
            contest.run(
                "get, one after another",
                round -> some(round, stored, scale / 4),
                p -> keywright.get(p, 1),
                p -> peer.get(p, 1)));
    questions.put(
        "range",
        () ->
            contest.run(
                "range of %d rows in a partition".formatted(OF_CUSTOMER),
                round -> some(round, stored, scale / 20),
                keywright::ofCustomers,
                peer::ofCustomers));
    questions.put(
        "insert",
        () ->
            contest.run(
                "insert of a new row, %d at once".formatted(AT_ONCE),
                round -> payments(STORED + round * scale, scale),
                p -> keywright.insert(p, AT_ONCE),
                p -> peer.insert(p, AT_ONCE)));
    questions.put(
        "insert-if",
        () ->
            contest.run(
                "insert `IF NOT EXISTS`, %d at once".formatted(AT_ONCE),
                round -> payments(-1 - (round + 1) * scale, scale),
                p -> keywright.insertNew(p, AT_ONCE),
                p -> peer.insertNew(p, AT_ONCE)));
    System.out.println("| question | Keywright, ns (bytes) | Cassandra | rate | quartiles |");
    System.out.println("|---|---:|---:|---:|---:|");
    questions.forEach(
        (name, question) -> {
          if (wanted.isEmpty() || wanted.contains(name)) {
            question.run();
          }
        });
  }

  private static List<Payment> payments(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(id -> Payment.of(id, STORED / OF_CUSTOMER))
        .toList();
  }

  /** Some that exist, in any order. */
  private static List<Payment> some(int round, List<Payment> all, int count) {
    return new SplittableRandom(round).ints(count, 0, all.size()).mapToObj(all::get).toList();
  }
}
