package keywright.cli;

import static keywright.cli.Keywright.out;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Document tables in the commands. */
@Tag("large")
class DocumentTablesTest {
  private static final String ORDERS =
      """
      CREATE DOCUMENT TABLE orders (
          customer_id int FROM 'customer.id',
          placed_at timestamp FROM 'placedAt',
          order_no text FROM 'no',
          PRIMARY KEY (lpad(customer_id, 6), placed_at DESC, order_no)
      ) WITH key_format = 'text' AND key_delimiter = '_';
      """;

  private static final String SHAPE =
      "the column document blob, _id text or _id blob as the only column of the primary key, and other columns derived from document; or a primary key of derived columns, and the option id_delimiter";

  private static final List<String> DOCUMENTS =
      List.of(
          "{\"customer\":{\"id\":7,\"name\":\"Ada\"},\"placedAt\":\"2017-01-01T10:00:00Z\",\"no\":\"a\"}",
          "{\"customer\":{\"id\":7},\"placedAt\":{\"$date\":\"2017-01-02T10:00:00.000Z\"},\"no\":\"b\",\"items\":[1,{\"x\":null}]}",
          "",
          "{\"customer\":{\"id\":8},\"placedAt\":\"2017-01-01T10:00:00Z\",\"no\":\"c\",\"_id\":\"000008_2017-01-01T10:00:00.000Z_c\"}");

  @TempDir private Path directory;

  private String db(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  private String run(String statement) {
    return out("run", "--db", db("a"), "--output", "csv", "-e", statement);
  }

  private String file(String name, List<String> lines) throws Exception {
    return Files.write(directory.resolve(name), lines).toString();
  }

  @Test
  void documentsAreLoadedQueriedAndExported() throws Exception {
    run(ORDERS);
    out("load", "--db", db("a"), "orders", file("orders.jsonl", DOCUMENTS));
    assertThat(run("SELECT customer_id, placed_at, order_no FROM orders WHERE customer_id = 7"))
        .isEqualTo(
            "customer_id,placed_at,order_no\n7,2017-01-02T10:00:00.000Z,b\n7,2017-01-01T10:00:00.000Z,a\n");
    String exported = directory.resolve("exported.jsonl").toString();
    out("export", "--db", db("a"), "orders", exported);
    assertThat(Files.readAllLines(Path.of(exported)))
        .containsExactly(
            "{\"_id\":\"000007_2017-01-02T10:00:00.000Z_b\",\"customer\":{\"id\":7.0},\"placedAt\":{\"$date\":\"2017-01-02T10:00:00.000Z\"},\"no\":\"b\",\"items\":[1.0,{\"x\":null}]}",
            "{\"_id\":\"000007_2017-01-01T10:00:00.000Z_a\",\"customer\":{\"id\":7.0,\"name\":\"Ada\"},\"placedAt\":\"2017-01-01T10:00:00Z\",\"no\":\"a\"}",
            "{\"_id\":\"000008_2017-01-01T10:00:00.000Z_c\",\"customer\":{\"id\":8.0},\"placedAt\":\"2017-01-01T10:00:00Z\",\"no\":\"c\"}");
    for (String kind : List.of("jsonl", "csv")) {
      String copy = directory.resolve("copy." + kind).toString();
      out("export", "--db", db("a"), "orders", copy);
      out("run", "--db", db(kind), "-e", ORDERS);
      out("load", "--db", db(kind), "orders", copy);
      out("export", "--db", db(kind), "orders", copy + "2", "--format", "jsonl");
      assertThat(Path.of(copy + "2")).hasSameTextualContentAs(Path.of(exported));
    }
    out("copy", "--from", db("a"), "--to", db("b"));
    assertThat(out("export", "--db", db("b"), "orders", "-", "--format", "jsonl"))
        .isEqualTo(Files.readString(Path.of(exported)));
    out("scrub", "--db", db("b"), "orders");
  }

  @Test
  void describeWritesTheStatement() {
    run(ORDERS);
    String described = out("describe", "--db", db("a"), "orders");
    assertThat(described)
        .contains(
            """
            CREATE DOCUMENT TABLE orders (
                customer_id int FROM 'customer.id',  -- in the key
                placed_at timestamp FROM 'placedAt', -- in the key
                order_no text FROM 'no',             -- in the key
                PRIMARY KEY (lpad(customer_id, 6), placed_at DESC, order_no)
            ) WITH key_format = 'text' AND key_delimiter = '_';
            """);
    run("ALTER TABLE orders ADD state text FROM 'state'");
    run("CREATE INDEX orders_by_state ON orders (state)");
    run(
        "CREATE DOCUMENT TABLE users (_id text, mail text FROM 'mail', PRIMARY KEY (bucket(8), _id), FAMILY f (document) WITH compression = 'zstd')");
    run("CREATE DOCUMENT TABLE files (size bigint FROM '\"a.b\"[0]', _id blob PRIMARY KEY)");
    run("CREATE TABLE plain (_id text, document blob, PRIMARY KEY (_id))");
    run(
        "CREATE TABLE other (x int FROM document 'x', document blob, PRIMARY KEY (x)) WITH id_delimiter = '|'");
    for (String table : List.of("orders", "users", "files", "plain", "other")) {
      String statement = out("describe", "--db", db("a"), table);
      assertThat(statement)
          .startsWith(table.equals("other") ? "CREATE TABLE other" : "CREATE DOCUMENT TABLE ");
      out("run", "--db", db("b"), "-e", statement);
      assertThat(out("describe", "--db", db("b"), table)).isEqualTo(statement);
    }
    out("copy", "--from", db("a"), "--to", db("b"));
  }

  @Test
  void statementsTakeDocumentsAsJson() {
    run(ORDERS);
    run(
        "INSERT INTO orders (document) VALUES ('{\"customer\": {\"id\": 7}, \"placedAt\": \"2017-01-01\", \"no\": \"a\", \"state\": \"new\"}')");
    run(
        "UPDATE orders SET document = '{\"customer\": {\"id\": 7}, \"placedAt\": \"2017-01-01\", \"no\": \"b\"}' WHERE customer_id = 7 AND placed_at = '2017-01-01' AND order_no = 'a' REKEY");
    assertThat(out("export", "--db", db("a"), "orders", "-", "--format", "jsonl"))
        .isEqualTo(
            "{\"_id\":\"000007_2017-01-01T00:00:00.000Z_b\",\"customer\":{\"id\":7.0},\"placedAt\":\"2017-01-01\",\"no\":\"b\"}\n");
    refused(
        "INSERT INTO orders (document) VALUES ('{\"customer\": {\"id\": 7')",
        "cannot set document: cannot read the document: Unexpected end-of-input: expected close marker for Object (line 1, column 22), expected JSON (line 1, column 39)");
    refused(
        "INSERT INTO orders (document) VALUES ('{\"_id\": \"x\", \"customer\": {\"id\": 7}, \"placedAt\": \"2017-01-01\", \"no\": \"a\"}')",
        "cannot set document: cannot use the document: its _id is \"x\", expected \"000007_2017-01-01T00:00:00.000Z_a\", which is computed from its fields, or none (line 1, column 39)");
    run("CREATE DOCUMENT TABLE users (_id text PRIMARY KEY)");
    run("INSERT INTO users (_id, document) VALUES ('u1', '{\"a\": 1}')");
    refused(
        "INSERT INTO users (_id, document) VALUES ('u1', '{\"_id\": \"u1\"}')",
        "cannot set document: cannot use the document: it has a field _id, expected none, because the _id of store users is a column; set the column _id (line 1, column 49)");
  }

  @Test
  void aDocumentWithoutAnIdIsRefused() {
    run(ORDERS);
    String reason =
        "cannot set document of orders: its _id cannot be computed: cannot encode order_no: found 'a_b', expected a text without the delimiter '_'; change the document, or create the table with another key_delimiter";
    refused(
        "INSERT INTO orders (document) VALUES ('{\"customer\": {\"id\": 7}, \"placedAt\": \"2017-01-01\", \"no\": \"a_b\"}')",
        reason);
    run(
        "INSERT INTO orders (document) VALUES ('{\"customer\": {\"id\": 7}, \"placedAt\": \"2017-01-01\", \"no\": \"a\"}')");
    refused(
        "UPDATE orders SET document = '{\"customer\": {\"id\": 7}, \"placedAt\": \"2017-01-01\", \"no\": \"a_b\"}' WHERE customer_id = 7 AND placed_at = '2017-01-01' AND order_no = 'a' REKEY",
        reason);
    assertThat(run("SELECT _id FROM orders")).isEqualTo("_id\n000007_2017-01-01T00:00:00.000Z_a\n");
  }

  private void refused(String statement, String message) {
    Outcome outcome = Keywright.run("run", "--db", db("a"), "-e", statement);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err().lines().findFirst()).hasValue("keywright: " + message);
  }

  @Test
  void undeclaredPathsAreSelectedAndTested() {
    run(ORDERS);
    run(
        """
        INSERT INTO orders (document) VALUES
          ('{"customer": {"id": 7, "name": "Ada"}, "placedAt": "2017-01-01", "no": "a", "total": 9.5,
             "items": [{"sku": "p1"}, {"sku": "p2"}], "Ship to": {"x.y": "Ulm"}, "note": null}'),
          ('{"customer": {"id": 7}, "placedAt": "2017-01-02", "no": "b", "total": 20, "items": []}'),
          ('{"customer": {"id": 8}, "placedAt": "2017-01-02", "no": "c", "total": "20", "open": true}')\
        """);
    assertThat(
            run(
                "SELECT customer.id, no, total, items[1].sku, \"Ship to\".\"x.y\", document.customer, note FROM orders WHERE customer.id = 7"))
        .isEqualTo(
            """
            customer.id,no,total,items[1].sku,"Ship to.""x.y""\",customer,note
            7,b,20.0,,,"{""id"":7.0}",
            7,a,9.5,\"""p2""\",\"""Ulm""\","{""id"":7.0,""name"":""Ada""}",
            """);
    assertThat(run("SELECT no FROM orders WHERE total >= 9.5 ALLOW FILTERING"))
        .isEqualTo("no\nb\na\n");
    assertThat(run("SELECT no FROM orders WHERE 5 < total < 10 ALLOW FILTERING"))
        .isEqualTo("no\na\n");
    assertThat(
            run(
                "SELECT no FROM orders WHERE total = '20' OR customer.name LIKE 'A%' ALLOW FILTERING"))
        .isEqualTo("no\na\nc\n");
    assertThat(
            run(
                "SELECT no FROM orders WHERE note IS NULL AND TOTAL IS NULL AND total IN (20, '20') ALLOW FILTERING"))
        .isEqualTo("no\nb\nc\n");
    assertThat(run("SELECT JSON no, total, customer, note FROM orders WHERE customer.id = 8"))
        .isEqualTo(
            "[json]\n\"{\"\"no\"\": \"\"c\"\", \"\"total\"\": \"\"20\"\", \"\"customer\"\": {\"\"id\"\":8.0}, \"\"note\"\": null}\"\n");
    assertThat(
            run(
                "SELECT CAST(total AS int) * 2 AS twice, CAST(items[0].sku AS text) AS sku FROM orders WHERE no = 'b' ALLOW FILTERING"))
        .isEqualTo("twice,sku\n40,\n");
    assertThat(
            run(
                "SELECT CAST(\"Ship to\" AS map<text, text>) AS shipped FROM orders WHERE no = 'a' ALLOW FILTERING"))
        .isEqualTo("shipped\n\"{\"\"x.y\"\":\"\"Ulm\"\"}\"\n");
    assertThat(run("SELECT \"count\"(*) FROM orders")).isEqualTo("count(*)\n3\n");
    assertThat(run("SELECT _id, total FROM orders WHERE customer.id = 8"))
        .isEqualTo("_id,total\n000008_2017-01-02T00:00:00.000Z_c,\"\"\"20\"\"\"\n");
    assertThat(run("SELECT max(placedAt), count(no) FROM orders"))
        .isEqualTo("max(placed_at),count(order_no)\n2017-01-02T00:00:00.000Z,3\n");
    assertThat(
            run(
                "DELETE FROM orders WHERE customer.id = 7 AND placedAt = '2017-01-02' AND no = 'b' IF total != 20"))
        .startsWith("[applied],document\nfalse,\"{\"\"customer\"\":{\"\"id\"\":7.0},");
    assertThat(
            run(
                "DELETE FROM orders WHERE customer.id = 7 AND total = 20 ALLOW FILTERING; SELECT count(*) FROM orders"))
        .isEqualTo("count(*)\n2\n");
  }

  @Test
  void documentsAreJsonInResults() {
    run(ORDERS);
    String json =
        "{\"customer\":{\"id\":7.0},\"placedAt\":\"2017-01-01\",\"no\":\"a\",\"rest\":[1.0]}";
    run("INSERT INTO orders (document) VALUES ('" + json + "')");
    String row = "7,2017-01-01T00:00:00.000Z,a\n";
    String quoted = '"' + json.replace("\"", "\"\"") + '"';
    assertThat(run("SELECT * FROM orders"))
        .isEqualTo("document,customer_id,placed_at,order_no\n" + quoted + "," + row);
    assertThat(run("SELECT JSON document AS d FROM orders"))
        .isEqualTo("[json]\n\"{\"\"d\"\": " + quoted.substring(1, quoted.length() - 1) + "}\"\n");
    assertThat(run("SELECT CAST(document AS blob) AS d FROM orders")).startsWith("d\n0110");
    run(
        "DELETE FROM orders WHERE customer_id = 7; INSERT INTO orders JSON '{\"document\": "
            + json
            + "}'");
    assertThat(run("SELECT document FROM orders")).isEqualTo("document\n" + quoted + "\n");
    String text = json.replace("\"", "\\\"");
    run("INSERT INTO orders JSON '{\"document\": \"" + text.replace("2017", "2018") + "\"}'");
    assertThat(run("SELECT count(*) FROM orders WHERE customer_id = 7")).endsWith("\n2\n");
    refused(
        "INSERT INTO orders JSON '{\"document\": {\"no\": 1, \"no\": 2}}'",
        "cannot set document: cannot read the document: an object has the field \"no\" twice (line 1, column 18), expected each field of an object once (line 1, column 25)");
  }

  @Test
  void aPathFromWhichAColumnIsDerivedIsThisColumn() {
    run(ORDERS);
    String query = "EXPLAIN SELECT customer.id, total FROM orders WHERE ";
    assertThat(
            out(
                "run",
                "--db",
                db("a"),
                "-e",
                query + "customer.id = 7 AND placedAt > '2017-01-01' AND total > 5"))
        .contains("access: partial key", "stop: before (000007, 2017-01-01T", "filter: total > 5");
    run("ALTER TABLE orders ADD sum decimal(8,2) FROM '\"total\"'");
    run("CREATE INDEX by_sum ON orders (sum)");
    assertThat(out("run", "--db", db("a"), "-e", query + "total > 5"))
        .contains("reads: index by_sum", "filter: none", "rows: none read");
    run("ALTER TABLE orders ADD sum_text text FROM 'total'");
    refused(
        "SELECT total FROM orders",
        "cannot read statement: line 1, column 8: found the path total, from which the columns sum and sum_text are derived, expected a path of one column; write the name of a column");
  }

  @Test
  void pathsThatHaveNoClearAnswerAreRefusedInOneLine() {
    run(ORDERS);
    run("CREATE TABLE door (id int PRIMARY KEY, m map<text, int>)");
    String at = "cannot read statement: line 1, column ";
    String untyped =
        "found total, a path of the documents of orders whose type is not declared, expected a column; declare it: ALTER TABLE orders ADD name type FROM 'total'";
    refused("SELECT no FROM orders ORDER BY total ALLOW FILTERING", at + "32: " + untyped);
    refused("SELECT sum(total) FROM orders", at + "12: " + untyped);
    refused("SELECT count(*) FROM orders GROUP BY total", at + "38: " + untyped);
    refused(
        "SELECT no FROM orders WHERE total > 5",
        "cannot read orders by these conditions: no key has its first part fixed or bounded (the primary key: nothing fixes or bounds customer_id in lpad(customer_id, 6)); no index can serve these conditions; declare columns derived from the paths and index them, or add ALLOW FILTERING to read every row");
    refused(
        "SELECT no FROM orders WHERE _id = 'x'",
        at
            + "29: found _id, which no stored document has, expected a column or another path; compare the columns from which _id is computed: customer_id, placed_at, order_no");
    refused(
        "SELECT customer_id.x FROM orders",
        at
            + "19: found '.' after column customer_id, expected the column alone; a path of the document that begins with the name of a column is written document.customer_id.x");
    refused(
        "SELECT orders.total FROM orders",
        at
            + "14: found '.' after the name of the table, expected the name of a column before it; write columns without the name of the table: a statement has only one table, and a path that begins with this name is document.orders.total");
    refused(
        "SELECT items[-1] FROM orders",
        at + "14: found -1, expected the index of an element of an array, such as 0");
    refused(
        "SELECT no FROM orders WHERE total = [5] ALLOW FILTERING",
        "cannot compare total: found the list [5], expected a number, a text, a boolean, a blob, a date or a time; declare a column derived from this path (line 1, column 29)");
    refused(
        "UPDATE orders SET total = 5 WHERE no = 'a'",
        "cannot find column \"total\" in table orders; its columns are document, customer_id, placed_at, order_no (line 1, column 19)");
    refused(
        "SELECT total FROM door",
        "cannot find column \"total\" in table door; its columns are id, m (line 1, column 8)");
    refused(
        "SELECT id.x FROM door",
        at
            + "10: found '.' after column id, expected the column alone; only document tables have paths");
    refused(
        "SELECT id FROM door ORDER BY m['a']",
        at
            + "31: found '[' after column m, expected the column alone; only SELECT and WHERE read the value of a key");
  }

  @Test
  void badDeclarationsAreRefusedInOneLine() {
    String columns = "customer_id int FROM 'customer.id'";
    String at = "cannot read statement: line 1, column 23: ";
    refused(
        "CREATE DOCUMENT TABLE t (%s, PRIMARY KEY (customer_id))".formatted(columns),
        at
            + "found no column _id and key_format 'kw1', expected key_format = 'text' AND key_delimiter = '_' for an _id that is computed from the key, or a column _id");
    refused(
        "CREATE DOCUMENT TABLE t (_id text, PRIMARY KEY (_id)) WITH key_format = 'text' AND key_delimiter = '_'",
        at
            + "found a column _id and key_format 'text', expected kw1, because the _id is not computed; leave key_format out");
    refused(
        "CREATE DOCUMENT TABLE t (_id text, %s, note text, PRIMARY KEY (_id))".formatted(columns),
        at + "found column note text, expected " + SHAPE);
    refused(
        "CREATE DOCUMENT TABLE t (_id text, document blob, PRIMARY KEY (_id))",
        at
            + "found column \"document\", expected only _id and columns derived from paths, because a document table has this column without declaring it; leave it out");
    refused(
        "CREATE DOCUMENT TABLE t (_id text FROM 'x', PRIMARY KEY (_id))",
        at + "found column _id text, expected " + SHAPE);
    refused(
        "CREATE DOCUMENT TABLE t (_id text, %s, PRIMARY KEY (customer_id))".formatted(columns),
        at + "found the primary key [customer_id], expected " + SHAPE);
    refused(
        "CREATE DOCUMENT TABLE t (_id text, PRIMARY KEY (idd))",
        "cannot create table t: its key reads column idd, which is not declared; did you mean _id?");
    refused(
        "CREATE DOCUMENT TABLE t (_id int PRIMARY KEY)",
        at + "found column _id int, expected " + SHAPE);
    refused(
        "CREATE DOCUMENT TABLE t (_id text PRIMARY KEY, x text FROM '_id')",
        at
            + "found column x derived from the path '_id', which no stored document has, expected "
            + SHAPE);
    refused(
        "CREATE TABLE t (id int PRIMARY KEY, x int FROM 'x')",
        "cannot read statement: line 1, column 48: found a path without a column in front of it, expected the column that holds the documents, as in FROM doc 'customer.id'; only a document table has a column for them without declaring it");
    run(ORDERS);
    refused(
        "ALTER TABLE orders ADD note text",
        "cannot alter table orders: found column note text, expected "
            + SHAPE
            + "; correct the declaration");
  }

  @Test
  void badLinesAreRefusedWithTheirPlaceAndNothingOfThemIsWritten() throws Exception {
    run(ORDERS);
    String good = DOCUMENTS.get(0);
    for (List<String> bad :
        List.of(
            List.of(
                "{\"customer\":{\"id\":7},",
                "cannot read the document: Unexpected end-of-input within/between Object entries (column 22), expected JSON"),
            List.of("[1]", "cannot read the document: found \"[\" (column 1), expected {"),
            List.of(
                "{\"a\":".repeat(200) + "1" + "}".repeat(200),
                "cannot read the document: containers are nested 129 deep (column 641), expected at most 128"),
            List.of(
                "{\"customer\":{\"id\":7},\"no\":\"a\"}",
                "cannot use the document: at placedAt found no value, expected a value of type timestamp, since the _id of store orders is computed from it"),
            List.of(
                "{\"customer\":{\"id\":\"7\"},\"no\":\"a\",\"placedAt\":\"2017-01-01\"}",
                "cannot use the document: at customer.id found '7', expected a whole number from -2147483648 to 2147483647, since the _id of store orders is computed from it"),
            List.of(
                "{\"_id\":7," + good.substring(1),
                "cannot use the document: its _id is of type double, expected a string, the type of each _id in store orders"),
            List.of(
                "{\"_id\":\"7\"," + good.substring(1),
                "cannot use the document: its _id is \"7\", expected \"000007_2017-01-01T10:00:00.000Z_a\", which is computed from its fields, or none"))) {
      String file = file("bad.jsonl", List.of(good, bad.get(0), good));
      Outcome outcome = Keywright.run("load", "--db", db("a"), "orders", file);
      assertThat(outcome.status()).isEqualTo(1);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err())
          .startsWith(
              "keywright: cannot load %s: line 2: %s; 1 row before this line is loaded;"
                  .formatted(file, bad.get(1)));
    }
    assertThat(run("SELECT count(*) FROM orders")).isEqualTo("count(*)\n1\n");
    String file = file("orders.jsonl", DOCUMENTS);
    assertThat(Keywright.run("load", "--db", db("a"), "orders", file, "--ignore", "x").err())
        .contains(
            "found --map, --ignore, --set or --parse, expected none of them, because the lines of the file are documents of orders; leave these options out");
    assertThat(
            Keywright.run("load", "--db", db("a"), "orders", file("empty.jsonl", List.of())).err())
        .contains("it is empty, expected one document on each line");
  }

  @Test
  void designsAreCheckedAndSimulated() throws Exception {
    String design = file("orders.cql", List.of(ORDERS));
    assertThat(out("lint", design)).contains("0 errors, 0 warnings");
    StringBuilder documents = new StringBuilder();
    StringBuilder values = new StringBuilder("customer_id,placed_at,order_no\n");
    for (int i = 0; i < 2_000; i++) {
      int customer = i * 37 % 1_000;
      documents.append(
          "{\"customer\":{\"id\":%d},\"placedAt\":\"2017-01-01\",\"no\":\"n%d\"}\n"
              .formatted(customer, i));
      values.append("%d,2017-01-01,n%d\n".formatted(customer, i));
    }
    assertThat(simulated(design, "documents.jsonl", documents))
        .isEqualTo(simulated(design, "values.csv", values));
  }

  @Test
  void aQueryWithAPathIsSimulatedAsOneWithoutIt() throws Exception {
    StringBuilder documents = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      documents.append(
          "{\"customer\":{\"id\":%d},\"placedAt\":\"2017-01-01\",\"no\":\"n%d\",\"total\":%d}\n"
              .formatted(i * 37 % 1_000, i, i));
    }
    String query = "\nQUERY q RATE 10/s AS SELECT no FROM orders WHERE customer_id = ?";
    String alone = file("alone.cql", List.of(ORDERS + query + ";"));
    String filtered = file("filtered.cql", List.of(ORDERS + query + " AND total > ?;"));
    assertThat(simulated(filtered, "paths.jsonl", documents))
        .isEqualTo(simulated(alone, "paths.jsonl", documents))
        .contains("10");
  }

  private String simulated(String design, String name, CharSequence rows) throws Exception {
    Path file = Files.writeString(directory.resolve(name), rows);
    return out("simulate", design, "--table", "orders", "--data", file.toString())
        .replace(file.toString(), "FILE");
  }
}
