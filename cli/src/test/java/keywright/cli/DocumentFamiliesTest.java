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

/** Families that contain one field of the documents, in statements and commands. */
class DocumentFamiliesTest {
  private static final String ORDERS =
      """
      CREATE DOCUMENT TABLE orders (
          _id text,
          state text FROM 'state',
          sku list<text> FROM 'details.sku',
          PRIMARY KEY (_id),
          FAMILY main (document),
          FAMILY details FROM 'details' WITH compression = 'zstd'
      );
      """;

  private static final String APART = ORDERS.replaceAll(",\\s+FAMILY[^;]*\\);", "\n);");

  private static final List<String> DOCUMENTS =
      List.of(
          "{\"_id\":\"a\",\"state\":\"new\",\"details\":{\"sku\":[\"p\",\"q\"],\"note\":null},\"n\":1}",
          "{\"_id\":\"b\",\"state\":\"paid\",\"n\":2,\"details\":[{\"sku\":[\"p\"]}]}",
          "{\"_id\":\"c\",\"details\":null}",
          "{\"_id\":\"d\",\"n\":4,\"details\":\"text\",\"x\":{}}",
          "{\"_id\":\"e\",\"details\":{\"sku\":[\"q\"],\"weight\":7.5},\"state\":\"new\"}",
          "{\"_id\":\"f\"}");

  /** Statements whose results do not depend on families. */
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT * FROM orders",
          "SELECT _id, details FROM orders",
          "SELECT _id, details.note, details[0].sku, n FROM orders",
          "SELECT _id, document.details.sku[1] FROM orders WHERE details.weight = 7.5 ALLOW FILTERING",
          "SELECT _id FROM orders WHERE details IS NULL ALLOW FILTERING",
          "SELECT _id FROM orders WHERE details.weight > 5 OR n = 2 ALLOW FILTERING",
          "SELECT _id FROM orders WHERE state = 'paid' OR details.weight > 5 ALLOW FILTERING",
          "SELECT _id FROM orders WHERE n >= 2 AND details = 'text' ALLOW FILTERING",
          "SELECT _id, state FROM orders WHERE sku CONTAINS 'q'",
          "SELECT _id FROM orders WHERE sku CONTAINS 'p' AND details.note IS NULL",
          "SELECT _id, n FROM orders WHERE state = 'new' ORDER BY _id DESC",
          "SELECT count(*), max(state) FROM orders",
          "SELECT state, count(*) FROM orders GROUP BY state",
          "SELECT CAST(details AS map<text, text>) AS m FROM orders WHERE _id = 'f'",
          "SELECT JSON _id, details FROM orders WHERE _id = 'e'",
          "UPDATE orders SET document = '{\"details\": {\"sku\": [\"z\"]}, \"state\": \"paid\"}' WHERE _id = 'a' IF sku = ['p']",
          "UPDATE orders SET document = '{\"details\": {\"sku\": [\"z\"]}, \"state\": \"paid\"}' WHERE _id = 'a' IF details.note = 5 OR n = 1",
          "SELECT _id FROM orders WHERE sku CONTAINS 'z'",
          "UPDATE orders SET document = null WHERE _id = 'e'",
          "SELECT _id, details, document FROM orders WHERE _id = 'e'",
          "UPDATE orders SET _id = 'g' WHERE _id = 'a' REKEY",
          "SELECT _id, document FROM orders WHERE sku CONTAINS 'z'",
          "INSERT INTO orders (_id, document) VALUES ('g', '{\"details\": {}}') IF NOT EXISTS",
          "INSERT INTO orders (_id, document) VALUES ('h', '{\"details\": {\"weight\": 5}, \"n\": 1}')",
          "DELETE document FROM orders WHERE _id = 'd'",
          "DELETE FROM orders WHERE details.weight = 5 ALLOW FILTERING",
          "SELECT * FROM orders");

  @TempDir private Path directory;

  private String db(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  private String run(String db, String statement) {
    return out("run", "--db", db(db), "--output", "csv", "-e", statement);
  }

  private String exported(String db) {
    return out("export", "--db", db(db), "orders", "-", "--format", "jsonl");
  }

  private void load(String db, String declaration) throws Exception {
    run(db, declaration);
    Path file = Files.write(directory.resolve("orders.jsonl"), DOCUMENTS);
    out("load", "--db", db(db), "orders", file.toString());
    run(db, "CREATE INDEX by_sku ON orders (values(sku))");
    run(db, "CREATE INDEX by_state ON orders (state)");
  }

  @Test
  @Tag("large")
  void statementsGiveTheSameResultsAsWithoutFamilies() throws Exception {
    assertThat(APART).doesNotContain("FAMILY");
    load("families", ORDERS);
    load("none", APART);
    assertThat(exported("families")).isEqualTo(exported("none")).contains("\"weight\":7.5");
    for (String statement : STATEMENTS) {
      assertThat(run("families", statement)).as(statement).isEqualTo(run("none", statement));
      assertThat(exported("families")).as(statement).isEqualTo(exported("none"));
    }
    out("scrub", "--db", db("families"), "orders");
  }

  @Test
  void plansNameTheFamiliesThatAreRead() throws Exception {
    load("a", ORDERS);
    assertThat(explained("SELECT state FROM orders WHERE _id = 'a'")).contains("family main");
    assertThat(explained("SELECT details.note FROM orders WHERE _id = 'a'"))
        .contains("family details");
    assertThat(explained("SELECT _id FROM orders WHERE details.weight > 5 ALLOW FILTERING"))
        .contains("family details");
    assertThat(explained("SELECT n FROM orders WHERE details.weight > 5 ALLOW FILTERING"))
        .contains("families main, details");
    assertThat(explained("SELECT document FROM orders WHERE _id = 'a'"))
        .contains("families main, details");
    assertThat(explained("SELECT n FROM orders WHERE state = 'new'"))
        .contains("family main of each row that an index entry names");
  }

  /**
   * A table with computed ids has no column in d, so d is declared if the markers are to be alone.
   */
  @Test
  void theFirstFamilyCanHaveTheMarkersAlone() {
    String table =
        "CREATE DOCUMENT TABLE orders (no text FROM 'no', PRIMARY KEY (no), %s FAMILY details FROM 'details') WITH key_format = 'text' AND key_delimiter = '_'";
    run("a", table.formatted("FAMILY d (), FAMILY main (document),"));
    run("a", "INSERT INTO orders (document) VALUES ('{\"details\": {\"x\": 1}, \"no\": \"a\"}')");
    assertThat(run("a", "SELECT _id, details.x FROM orders")).isEqualTo("_id,details.x\na,1.0\n");
    assertThat(explained("SELECT details.x FROM orders WHERE no = 'a'"))
        .contains("rows: family details");
    assertThat(out("describe", "--db", db("a"), "orders"))
        .contains("FAMILY d (),\n    FAMILY main (document),\n    FAMILY details FROM 'details'\n");
    assertThat(exported("a")).isEqualTo("{\"_id\":\"a\",\"details\":{\"x\":1.0},\"no\":\"a\"}\n");
  }

  private String explained(String query) {
    return out("run", "--db", db("a"), "-e", "EXPLAIN " + query);
  }

  @Test
  @Tag("large")
  void tablesAreDescribedCopiedBackedUpAndAltered() throws Exception {
    load("a", ORDERS);
    String described = out("describe", "--db", db("a"), "orders");
    assertThat(described)
        .contains(
            "    FAMILY main (document),\n    FAMILY details FROM 'details' WITH compression = 'zstd'\n)");
    run("b", described);
    assertThat(out("describe", "--db", db("b"), "orders")).isEqualTo(described);
    out("copy", "--from", db("a"), "--to", db("b"));
    assertThat(exported("b")).isEqualTo(exported("a"));
    out("backup", "--db", db("a"), directory.resolve("backup").toString());
    assertThat(
            out(
                "export",
                "--db",
                "rocksdb:" + directory.resolve("backup"),
                "orders",
                "-",
                "--format",
                "jsonl"))
        .isEqualTo(exported("a"));
    run("b", "ALTER TABLE orders ADD weight double FROM 'details.weight'");
    run("b", "CREATE INDEX by_weight ON orders (weight)");
    assertThat(run("b", "SELECT _id, weight FROM orders WHERE weight > 7"))
        .isEqualTo("_id,weight\ne,7.5\n");
    run("b", "CREATE INDEX with_documents ON orders (weight) INCLUDE (document)");
    run(
        "b",
        "UPDATE orders SET document = '{\"details\": {\"weight\": 9}, \"n\": 1}' WHERE _id = 'e'");
    assertThat(run("b", "SELECT n, details FROM orders WHERE weight > 7"))
        .isEqualTo("n,details\n1.0,\"{\"\"weight\"\":9.0}\"\n");
    refused(
        "ALTER TABLE orders ALTER FAMILY details WITH ttl = 60",
        "cannot set a ttl of family details of orders: index by_sku reads column sku of this family: when a value expires, its index entry would stay; drop the index first");
    out("scrub", "--db", db("b"), "orders");
    String csv = directory.resolve("orders.csv").toString();
    out("export", "--db", db("a"), "orders", csv);
    run("c", ORDERS);
    out("load", "--db", db("c"), "orders", csv);
    assertThat(exported("c")).isEqualTo(exported("a"));
    run("d", APART);
    Outcome copied = Keywright.run("copy", "--from", db("a"), "--to", db("d"));
    assertThat(copied.err()).contains("whose column document differs");
  }

  @Test
  void unsupportedDeclarationsAreRefusedInOneLine() {
    refused(
        "CREATE TABLE t (a int PRIMARY KEY, b text, FAMILY f FROM 'b')",
        "cannot read statement: line 1, column 58: found a family FROM a path in a table without documents, expected columns in parentheses, or CREATE DOCUMENT TABLE");
    refused(
        "CREATE DOCUMENT TABLE t (_id text PRIMARY KEY, FAMILY f FROM 'a.b')",
        "cannot create table t: found family f from the path 'a.b', expected the name of one field of the documents other than _id; name an outermost field, such as 'details'");
    refused(
        "CREATE DOCUMENT TABLE t (_id text PRIMARY KEY, FAMILY f FROM 'a[')",
        "cannot read statement: line 1, column 62: cannot read the path 'a[': found the end of the path at character 3, expected the index of one element, such as [0]; write names of fields with dots between them, such as customer.id");
    run("a", ORDERS);
    refused(
        "ALTER TABLE orders ADD FAMILY n FROM 'n'",
        "cannot add family n of orders: found the path 'n', but existing documents have this field in the family of document; create another table with this family, and load the documents into that table");
  }

  private void refused(String statement, String message) {
    Outcome outcome = Keywright.run("run", "--db", db("a"), "-e", statement);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err().lines().findFirst()).hasValue("keywright: " + message);
  }
}
