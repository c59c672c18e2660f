package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Document tables in the commands. */
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

  private String out(String... arguments) {
    Outcome outcome = Keywright.run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out();
  }

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

  private void refused(String statement, String message) {
    Outcome outcome = Keywright.run("run", "--db", db("a"), "-e", statement);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err().lines().findFirst()).hasValue("keywright: " + message);
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

  private String simulated(String design, String name, CharSequence rows) throws Exception {
    Path file = Files.writeString(directory.resolve(name), rows);
    return out("simulate", design, "--table", "orders", "--data", file.toString())
        .replace(file.toString(), "FILE");
  }
}
