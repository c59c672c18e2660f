package keywright.cli;

import static keywright.cli.Keywright.out;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import keywright.cli.Keywright.Outcome;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Document tables on HBase and on Cassandra, beside the same table on RocksDB. */
@Tag("large")
class DocumentTablesOnServersTest {
  private static final String ORDERS =
      """
      CREATE DOCUMENT TABLE orders (
          customer_id int FROM 'customer.id',
          placed_at timestamp FROM 'placedAt',
          order_no text FROM 'no',
          state text FROM 'state',
          PRIMARY KEY ((lpad(customer_id, 6)), placed_at DESC, order_no)
      ) WITH key_format = 'text' AND key_delimiter = '_';
      CREATE INDEX orders_by_state ON orders ((state), placed_at DESC);
      """;

  private static final List<String> QUERIES =
      List.of(
          "SELECT order_no, state FROM orders WHERE customer_id = 3",
          "SELECT order_no FROM orders WHERE customer_id = 3 AND placed_at >= '2017-01-10' AND placed_at < '2017-01-20'",
          "SELECT order_no FROM orders WHERE customer_id = 3 ORDER BY placed_at LIMIT 5",
          "SELECT customer_id, order_no FROM orders WHERE state = 'paid' LIMIT 20",
          "SELECT count(*) FROM orders WHERE state = 'new'",
          "SELECT order_no, customer, items[1].x FROM orders WHERE customer_id = 5",
          "SELECT order_no, items FROM orders WHERE items[1].x = 'é' AND customer_id IN (3, 4) AND placed_at > '2017-01-20'",
          "SELECT no, document FROM orders WHERE customer.id = 6");

  private static final String FAMILIES =
      ", FAMILY items FROM 'items' WITH compression = 'zstd', FAMILY who FROM 'customer'";

  @TempDir private Path directory;

  private static String run(String db, String statement) {
    return out("run", "--db", db, "--output", "csv", "-e", statement);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", FAMILIES})
  void onHBase(String families) throws Exception {
    String namespace = families.isEmpty() ? "orders" : "parts";
    answersAreThoseOfRocksDb(HBaseServer.shared().url(namespace) + "?alone=true", families);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", FAMILIES})
  void onCassandra(String families) throws Exception {
    String keyspace = families.isEmpty() ? "orders" : "parts";
    answersAreThoseOfRocksDb(
        CassandraServer.shared().newKeyspace(keyspace) + "?alone=true", families);
  }

  /**
   * @param families those of the table on the server; the table on RocksDB has none
   */
  private void answersAreThoseOfRocksDb(String server, String families) throws Exception {
    String local = "rocksdb:" + directory.resolve("local");
    Path documents = Files.writeString(directory.resolve("orders.jsonl"), documents());
    for (String db : List.of(local, server)) {
      String declaration =
          db.equals(server) ? ORDERS.replace("order_no)\n", "order_no)" + families + "\n") : ORDERS;
      assertThat(declaration.contains("FAMILY"))
          .isEqualTo(db.equals(server) && !families.isEmpty());
      String unused = run(db, declaration);
      unused = out("load", "--db", db, "orders", documents.toString());
      unused =
          run(
              db,
              "UPDATE orders SET document = '{\"customer\": {\"id\": 3}, \"placedAt\": \"2017-01-15\", \"no\": \"n\", \"state\": \"paid\"}' WHERE customer_id = 3 AND placed_at = '2017-01-15' AND order_no = 'n'");
      unused = run(db, "DELETE FROM orders WHERE customer_id = 4 AND placed_at >= '2017-01-20'");
    }
    for (String query : QUERIES) {
      assertThat(run(server, query)).as(query).isEqualTo(run(local, query));
      assertThat(run(server, query).lines().count()).as(query).isGreaterThan(1);
    }
    assertThat(exported(server)).hasSizeGreaterThan(250).isEqualTo(exported(local));
    assertThat(Keywright.run("scrub", "--check", "--db", server, "orders").err())
        .contains("nothing is wrong");
    assertThat(run(server, "EXPLAIN " + QUERIES.get(3))).contains("orders_by_state");
    Outcome refused =
        Keywright.run(
            "run",
            "--db",
            server,
            "-e",
            "INSERT INTO orders (document) VALUES ('{\"customer\": {\"id\": 7}}')");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .contains("cannot set document of orders: found no value at its path 'placedAt'")
        .hasLineCount(1);
    String copy = "rocksdb:" + directory.resolve("copy");
    String unused = out("copy", "--from", server, "--to", copy);
    assertThat(exported(copy)).isEqualTo(exported(local));
    assertThat(run(copy, QUERIES.get(3))).isEqualTo(run(local, QUERIES.get(3)));
  }

  /** In the order of their text: the engines have different orders. */
  private static List<String> exported(String db) {
    return out("export", "--db", db, "orders", "-", "--format", "jsonl").lines().sorted().toList();
  }

  /** Documents of twenty customers; some have no state, or one of another type. */
  private static String documents() {
    Random random = new Random(17);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      String state =
          switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> ",\"state\":7";
            case 2 -> ",\"state\":\"paid\"";
            default -> ",\"state\":\"new\"";
          };
      lines.append(
          "{\"customer\":{\"id\":%d},\"placedAt\":\"2017-01-%02d\",\"no\":\"n%d\",\"items\":[1,{\"x\":\"é\"}]%s}\n"
              .formatted(random.nextInt(20), 1 + random.nextInt(28), i, state));
    }
    return lines.toString();
  }
}
