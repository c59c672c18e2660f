package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import keywright.cli.Shop;
import keywright.cli.shell.ShellCompleter;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on tables of the same name in two keyspaces. */
class KeyspacesTest {
  private static final String TABLES =
      """
      CREATE KEYSPACE a; CREATE KEYSPACE b;
      CREATE TABLE a.t (id int PRIMARY KEY, v int);
      CREATE TABLE b.t (id int PRIMARY KEY, v int);
      CREATE INDEX by_v ON b.t (v);
      INSERT INTO a.t (id, v) VALUES (1, 10);
      """;

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTables() {
    shop = new Shop(directory);
    shop.out("run", "-e", TABLES);
  }

  @Test
  void everyCommandTakesANameWithItsKeyspace() throws Exception {
    assertThat(shop.out("tables", "--output", "csv"))
        .isEqualTo("table,primary_key,indexes\na.t,id,\"\"\nb.t,id,by_v\n");
    String file = shop.file("rows.csv", "id,v\n5,50\n6,60\n");
    assertThat(shop.refusal("load", "t", file)).contains("found a.t and b.t");
    assertThat(shop.run("load", "b.t", file).status()).isZero();
    assertThat(shop.run("load", "--bulk", "B.T", file).status()).isNotZero(); // It has rows.
    assertThat(shop.out("run", "--output", "csv", "-e", "SELECT id FROM a.t")).isEqualTo("id\n1\n");
    assertThat(shop.out("export", "b.t", "-")).isEqualTo("id,v\n5,50\n6,60\n");
    assertThat(shop.out("scan", "b.t", "--output", "csv").lines()).hasSize(3);
    assertThat(shop.out("scan", "b.by_v", "--output", "csv").lines()).hasSize(3);
    assertThat(shop.out("scan", "by_v", "--output", "csv").lines()).hasSize(3);
    assertThat(shop.out("scan", "a.t", "--output", "csv").lines()).hasSize(2);
    assertThat(shop.refusal("scan", "a.by_v")).contains("a.by_v");
    Outcome scrub = shop.run("scrub", "b.t");
    assertThat(scrub.status()).as(scrub.err()).isZero();
    assertThat(scrub.out() + scrub.err()).contains("b.t");
    assertThat(Keywright.run("admin", "status", "--db", "rocksdb:" + directory.resolve("db")).out())
        .doesNotContain("..");

    Path backup = directory.resolve("backup");
    shop.out("backup", backup.toString());
    String restored = "rocksdb:" + directory.resolve("restored");
    assertThat(Keywright.run("restore", backup.toString(), "--db", restored).status()).isZero();
    String copied = "rocksdb:" + directory.resolve("copied");
    Keywright.out("copy", "--from", "rocksdb:" + directory.resolve("db"), "--to", copied);
    for (String url : new String[] {restored, copied}) {
      assertThat(Keywright.run("export", "b.t", "-", "--db", url).out())
          .isEqualTo("id,v\n5,50\n6,60\n");
      assertThat(Keywright.run("export", "a.t", "-", "--db", url).out()).isEqualTo("id,v\n1,10\n");
    }
    assertThat(Files.exists(backup)).isTrue();
  }

  @Test
  void theShellListsAndCompletesNamesAsStatementsNeedThem() {
    Outcome outcome = shop.runWith("\\dt\nUSE b;\n\\d t\n\\d a.t\nSELECT v FROM t;\n", "shell");
    assertThat(outcome.err() + outcome.out())
        .contains("a.t", "b.t", "CREATE TABLE b.t (", "CREATE TABLE a.t (", "ON b.t (v)");
    try (Database database = Database.open("rocksdb:" + directory.resolve("db"));
        CqlClient client = CqlClient.over(database)) {
      ShellCompleter completer = new ShellCompleter(client);
      assertThat(completer.candidates("SELECT * FROM ", "")).contains("a.t", "b.t");
      client.execute("USE b").close();
      assertThat(completer.candidates("SELECT * FROM ", "")).contains("a.t", "t");
      assertThat(completer.candidates("DROP INDEX ", "")).contains("by_v");
      assertThat(completer.candidates("USE ", "")).contains("a", "b", "keywright");
      Set<String> columns = completer.candidates("SELECT ", " FROM a.t");
      assertThat(columns).contains("id", "v");
    }
  }

  @Test
  void aDesignInKeyspacesIsLintedAndSimulated() {
    String design =
        shop.file(
            "design.cql",
            """
            CREATE KEYSPACE shop; USE shop;
            CREATE TABLE event (at timestamp, id int, v int, PRIMARY KEY (at, id));
            CREATE INDEX by_v ON event (v);
            QUERY q RATE 5/s AS SELECT * FROM event WHERE id = 3;
            """);
    Outcome lint = Keywright.run("lint", design);
    assertThat(lint.out()).contains("shop.event");
    assertThat(lint.out()).contains("ON shop.event (");
    String fixed = lint.out();
    assertThat(fixed).doesNotContain("\"shop.event\"");
  }
}
