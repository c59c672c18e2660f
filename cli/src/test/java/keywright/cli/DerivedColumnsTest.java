package keywright.cli;

import static keywright.cli.Keywright.out;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are derived from documents, in the commands. */
class DerivedColumnsTest {
  private static final String ORDERS =
      """
      CREATE TABLE orders (
        doc text, customer_id int FROM doc 'customer.id', no text FROM doc 'no', note text,
        PRIMARY KEY (lpad(customer_id, 6), no)
      );
      """;

  @TempDir private Path directory;

  private String db(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  @Test
  void exportedRowsAreLoadedWithTheSameKeys() throws Exception {
    out("run", "--db", db("a"), "-e", ORDERS);
    String insert =
        "INSERT INTO orders (doc, note) VALUES ('{\"customer\": {\"id\": 7}, \"no\": \"x\"}', 'n')";
    out("run", "--db", db("a"), "-e", insert);
    String query = "SELECT customer_id, no, note FROM orders";
    for (String kind : new String[] {"csv", "jsonl"}) {
      String file = directory.resolve("orders." + kind).toString();
      out("export", "--db", db("a"), "orders", file);
      assertThat(Files.readString(Path.of(file))).doesNotContain("customer_id");
      out("run", "--db", db(kind), "-e", ORDERS);
      out("load", "--db", db(kind), "orders", file);
      assertThat(out("run", "--db", db(kind), "--output", "csv", "-e", query))
          .isEqualTo("customer_id,no,note\n7,x,n\n");
    }
    out("copy", "--from", db("a"), "--to", db("b"));
    assertThat(out("run", "--db", db("b"), "--output", "csv", "-e", query))
        .isEqualTo("customer_id,no,note\n7,x,n\n");
    assertThat(out("scrub", "--db", db("b"), "orders")).doesNotContain("cannot");
    Path other = Files.writeString(directory.resolve("other.csv"), "doc,customer_id\n{},7\n");
    assertThat(Keywright.run("load", "--db", db("b"), "orders", other.toString()).err())
        .contains(
            "found header \"customer_id\", a column derived from documents, expected only stored columns of orders (doc, note); use --ignore customer_id");
  }

  @Test
  void simulatedRowsHaveTheKeysOfTheirDocuments() throws Exception {
    Path design = Files.writeString(directory.resolve("orders.cql"), ORDERS);
    StringBuilder documents = new StringBuilder("doc\n");
    StringBuilder values = new StringBuilder("customer_id,no\n");
    for (int i = 0; i < 2_000; i++) {
      int customer = i * 37 % 1_000;
      documents.append(
          "\"{\"\"customer\"\": {\"\"id\"\": %d}, \"\"no\"\": \"\"n%d\"\"}\"\n"
              .formatted(customer, i));
      values.append("%d,n%d\n".formatted(customer, i));
    }
    assertThat(simulated(design, "documents.csv", documents))
        .isEqualTo(simulated(design, "values.csv", values));
    assertThat(out("lint", design.toString())).contains("0 errors, 0 warnings");
  }

  private String simulated(Path design, String name, CharSequence rows) throws Exception {
    Path file = Files.writeString(directory.resolve(name), rows);
    return out("simulate", design.toString(), "--table", "orders", "--data", file.toString())
        .replace(file.toString(), "FILE");
  }
}
