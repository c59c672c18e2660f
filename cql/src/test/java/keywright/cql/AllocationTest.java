package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import keywright.table.Database;
import keywright.testkit.Allocations;
import keywright.testkit.Measurements;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The bytes that statements allocate once the compiler has settled, on the engine in memory: what a
 * statement adds to the call of the table that it stands for.
 */
@Tag("large")
final class AllocationTest {
  private static final int ROWS = 2_000;
  private static final String SELECT = "SELECT * FROM t WHERE a = ? AND b = ?";

  /** The most bytes that a statement may allocate. */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "prepared select by key",
          2_950,
          "select by key, by its text",
          2_900,
          "prepared insert",
          4_620);

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

  /** Prints each statement and the bytes that it allocates. */
  public static void main(String[] arguments) {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      Allocations.print(calls(session), ROWS);
    }
  }

  @Test
  void statementsAllocateNoMoreThanTheyDid() throws Exception {
    Map<String, Integer> bytes = Measurements.of(AllocationTest.class);
    assertThat(bytes).containsOnlyKeys(LIMITS.keySet());
    assertThat(bytes)
        .allSatisfy(
            (call, each) -> assertThat(each).as(call).isLessThanOrEqualTo(LIMITS.get(call)));
  }
}
