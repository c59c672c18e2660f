package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.testkit.Allocations;
import keywright.testkit.Measurements;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes that calls of a table on RocksDB allocate once the compiler has settled. Times vary
 * between runs; these hardly do, and the limits are a little above them. In about one JVM of twenty
 * the compiler inlines less, and a put allocates 56 bytes more. The limits allow this.
 */
@Tag("large")
final class AllocationTest {
  private static final int ROWS = 2_000;
  private static final int CUSTOMERS = 20;
  private static final int SCANNED = 100;

  /** The most bytes that a call may allocate. */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "put", 560,
          "put with two indexes", 2_600,
          "get", 520,
          "plan by key", 920,
          "query by key", 2_950,
          "scanned row", 448);

  @TempDir Path directory;

  private static List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      rows.add(
          Map.of(
              "customer",
              id % CUSTOMERS,
              "paid_at",
              Instant.ofEpochSecond(id),
              "id",
              id,
              "amount",
              BigDecimal.valueOf(id, 2),
              "state",
              "paid",
              "note",
              "order " + id + " from the shop"));
    }
    return rows;
  }

  private static Table table(Database database, String name, IndexDefinition... indexes) {
    TableDefinition definition =
        TableDefinition.of(
            name,
            Payments.columns(
                "customer bigint, paid_at timestamp, id bigint, amount decimal(10,2), state text,"
                    + " note text",
                "d"),
            KeyPart.parseList("customer, paid_at DESC, id"));
    database.createTable(
        definition
            .withColumns(definition.columns().stream().map(c -> c.inFamily("d")).toList())
            .withIndexes(List.of(indexes)),
        false);
    return database.table(name);
  }

  private static Condition equal(String column, Object value) {
    return new Condition.Compare(column, Condition.Operator.EQ, value);
  }

  private static Query byKey(long id) {
    return Query.all()
        .where(
            equal("customer", id % CUSTOMERS),
            equal("paid_at", Instant.ofEpochSecond(id)),
            equal("id", id));
  }

  private static void read(Rows rows, int expected) {
    int count = 0;
    try (rows) {
      while (rows.next() != null) {
        count++;
      }
    }
    if (count != expected) {
      throw new IllegalStateException("found " + count + " rows, expected " + expected);
    }
  }

  private static Map<String, IntConsumer> calls(Database database) {
    List<Map<String, Object>> rows = rows();
    Table table = table(database, "payment");
    Table indexed =
        table(
            database,
            "indexed",
            IndexDefinition.of("by_state", "state, paid_at DESC"),
            IndexDefinition.of("by_amount", "amount"));
    Map<String, IntConsumer> calls = new LinkedHashMap<>();
    calls.put("put", call -> table.put(rows.get(call % ROWS)));
    calls.put("put with two indexes", call -> indexed.put(rows.get(call % ROWS)));
    calls.put(
        "get",
        call -> {
          long id = call % ROWS;
          if (table.get(id % CUSTOMERS, Instant.ofEpochSecond(id), id).isEmpty()) {
            throw new IllegalStateException("no row " + id);
          }
        });
    calls.put("plan by key", call -> table.plan(byKey(call % ROWS)));
    calls.put("query by key", call -> read(table.query(byKey(call % ROWS)), 1));
    calls.put(
        "scanned row",
        call -> {
          if (call % SCANNED == 0) {
            Condition customer = equal("customer", (long) (call / SCANNED % CUSTOMERS));
            read(table.query(Query.all().where(customer)), ROWS / CUSTOMERS);
          }
        });
    return calls;
  }

  /** Prints each call and the bytes that it allocates, on a database in the directory. */
  public static void main(String[] arguments) {
    try (Database database = Database.open("rocksdb:" + arguments[0])) {
      Allocations.print(calls(database), ROWS);
    }
  }

  @Test
  void callsAllocateNoMoreThanTheyDid() throws Exception {
    Map<String, Integer> bytes =
        Measurements.of(AllocationTest.class, directory.resolve("data").toString());
    assertThat(bytes).containsOnlyKeys(LIMITS.keySet());
    assertThat(bytes)
        .allSatisfy(
            (call, each) -> assertThat(each).as(call).isLessThanOrEqualTo(LIMITS.get(call)));
  }
}
