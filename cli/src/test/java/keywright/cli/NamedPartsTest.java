package keywright.cli;

import static keywright.cli.Keywright.out;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key part that has a name and is computed, in the commands. */
class NamedPartsTest {
  private static final String ORDERS =
      """
      CREATE TABLE orders (
        userid text, orderid bigint, note text,
        PRIMARY KEY (left(md5(userid), 4) AS salt, userid, orderid)
      );
      CREATE INDEX by_note ON orders (left(md5(note), 2) AS mark, note);
      """;

  private static final String[] DECLARATION = {
    "--columns", "userid text, orderid bigint",
    "--key", "left(md5(userid), 4) AS salt, userid, orderid"
  };

  private static final String ROW_KEY = "393030316162630001800000000000007b";

  @TempDir private Path directory;

  private static Outcome key(String command, String... more) {
    String[] all = new String[2 + DECLARATION.length + more.length];
    all[0] = "key";
    all[1] = command;
    System.arraycopy(DECLARATION, 0, all, 2, DECLARATION.length);
    System.arraycopy(more, 0, all, 2 + DECLARATION.length, more.length);
    return Keywright.run(all);
  }

  private String db(String name) {
    return "rocksdb:" + directory.resolve(name);
  }

  @Test
  void keysNameIt() {
    assertThat(key("encode", "abc", "123").out()).isEqualTo(ROW_KEY + "\n");
    assertThat(key("decode", "--annotate", ROW_KEY).out())
        .isEqualTo(
            """
            part     offset  length  bytes             value
            -------  ------  ------  ----------------  -----
            salt          0       4  39303031          9001
            userid        4       5  6162630001        abc
            orderid       9       8  800000000000007b  123
            """);
    assertThat(key("splits", "--regions", "4").out())
        .contains("4 regions, if all values of salt are equally frequent");
    assertThat(key("range", "--where", "salt = '9001'").err())
        .isEqualTo(
            "keywright: cannot use salt as a column of --columns: found the name of a key part that is computed from userid as left(md5(userid), 4), expected a column; use userid instead (only the list after SELECT can name a computed part)\n");
  }

  @Test
  void rowsMoveWithoutItAndTablesKeepIt() throws Exception {
    out("run", "--db", db("a"), "-e", ORDERS);
    String insert = "INSERT INTO orders (userid, orderid, note) VALUES ('abc', 123, 'n')";
    out("run", "--db", db("a"), "-e", insert);
    String file = directory.resolve("orders.csv").toString();
    out("export", "--db", db("a"), "orders", file);
    assertThat(Files.readString(Path.of(file))).isEqualTo("userid,orderid,note\nabc,123,n\n");
    out("copy", "--from", db("a"), "--to", db("b"));
    String query = "SELECT salt, note FROM orders";
    assertThat(out("run", "--db", db("b"), "--output", "csv", "-e", query))
        .isEqualTo("salt,note\n9001,n\n");
    String described = out("run", "--db", db("b"), "--output", "csv", "-e", "DESCRIBE orders");
    assertThat(described).contains("-- salt is computed: char(4), left(md5(userid), 4)");
    out("run", "--db", db("c"), "-e", ORDERS);
    out("load", "--db", db("c"), "orders", file);
    assertThat(out("run", "--db", db("c"), "--output", "csv", "-e", query))
        .isEqualTo("salt,note\n9001,n\n");
    Path other = Files.writeString(directory.resolve("other.csv"), "userid,orderid,salt\nx,1,y\n");
    assertThat(Keywright.run("load", "--db", db("c"), "orders", other.toString()).err())
        .contains(
            "found header \"salt\", a key part computed from other columns, expected only stored columns of orders (userid, orderid, note); use --ignore salt");
  }

  @Test
  void designsNameIt() throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("orders.cql"),
            ORDERS.substring(0, ORDERS.indexOf("CREATE INDEX"))
                + "QUERY mine RATE 10/s AS SELECT salt, orderid FROM orders WHERE userid = ?;\n"
                + "WRITE RATE 100/s INTO orders;\n");
    assertThat(out("lint", script.toString())).isEqualTo("nothing found\n");
    assertThat(
            out(
                "simulate",
                script.toString(),
                "--table",
                "orders",
                "--generate",
                "3000",
                "--column",
                "orderid=sequence",
                "--column",
                "userid=uniform(1000)"))
        .contains("left(md5(userid), 4) AS salt, userid, orderid");
  }
}
