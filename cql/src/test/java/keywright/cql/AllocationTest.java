package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/**
 * The bytes that statements allocate once the compiler has settled, on the engine in memory: what a
 * statement adds to the call of the table that it stands for.
 *
 * <p>They are measured in a process of its own, whose program waits for the compiler ({@code
 * -Xbatch}).
 */
final class AllocationTest {
  private static final int ROWS = 2_000;
  private static final int ROUNDS = 60;
  private static final String SELECT = "SELECT * FROM t WHERE a = ? AND b = ?";

  /** The most bytes that a statement may allocate. */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "prepared select by key",
          3_850,
          "select by key, by its text",
          3_950,
          "prepared insert",
          5_550);

  private static void read(Result rows) {
    try (rows) {
      if (rows.next() == null) {
        throw new IllegalStateException("no row");
      }
    }
  }

  private static Map<String, IntConsumer> calls(CqlSession session) {
    session.execute("CREATE TABLE t (a bigint, b bigint, c text, PRIMARY KEY (a, b))");
    PreparedStatement insert = session.prepare("INSERT INTO t (a, b, c) VALUES (?, ?, ?)");
    for (long row = 0; row < ROWS; row++) {
      insert.execute(row % 7, row, "text");
    }
    PreparedStatement select = session.prepare(SELECT);
    Map<String, IntConsumer> calls = new LinkedHashMap<>();
    calls.put(
        "prepared select by key", call -> read(select.execute((long) (call % 7), (long) call)));
    calls.put(
        "select by key, by its text",
        call -> read(session.execute(SELECT, (long) (call % 7), (long) call)));
    calls.put("prepared insert", call -> insert.execute((long) (call % 7), (long) call, "text"));
    return calls;
  }

  /** The bytes that a call allocates when the compiler is done with it, as far as it comes. */
  private static long perCall(IntConsumer call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < ROWS; i++) {
        call.accept(i);
      }
      least = Math.min(least, (threads.getThreadAllocatedBytes(thread) - before) / ROWS);
    }
    return least;
  }

  /** Prints each statement and the bytes that it allocates. */
  public static void main(String[] arguments) {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      calls(session).forEach((name, call) -> System.out.println(name + ": " + perCall(call)));
    }
  }

  @Test
  void statementsAllocateNoMoreThanTheyDid() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AllocationTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(printed.lines().map(line -> line.replaceFirst(": .*", "")).toList())
        .as(printed)
        .containsExactlyInAnyOrderElementsOf(LIMITS.keySet());
    assertThat(printed.lines())
        .allSatisfy(
            line -> {
              String[] parts = line.split(": ", 2);
              assertThat(Integer.parseInt(parts[1]))
                  .as(parts[0])
                  .isLessThanOrEqualTo(LIMITS.get(parts[0]));
            });
  }
}
