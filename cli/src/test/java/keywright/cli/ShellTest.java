package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright.Outcome;
import keywright.cli.shell.ShellCompleter;
import keywright.cli.shell.StatementParser;
import keywright.cql.CqlSession;
import keywright.cql.client.CqlClient;
import keywright.cql.server.CqlServer;
import keywright.cql.server.ServerOptions;
import keywright.table.Database;
import org.jline.reader.EOFError;
import org.jline.reader.Parser.ParseContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = Shop.open(directory);
  }

  @Test
  void statementsFromStandardInputMaySpanLines() {
    Outcome outcome =
        shop.runWith(
            """
            INSERT INTO payment (payment_id, note)
              VALUES (1, 'a;
            b');
            output csv
            SELECT payment_id, note FROM payment;
            OUTPUT JSON;
            select note from payment where payment_id = 1
            """,
            "shell");
    assertThat(outcome.out())
        .isEqualTo("payment_id,note\n1,\"a;\nb\"\n[\n  {\"note\": \"a;\\nb\"}\n]\n");
    assertThat(outcome.err()).isEqualTo("1 row inserted\n(1 row)\n(1 row)\n");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void exitEndsAndAnErrorSaysItsLine() {
    assertThat(shop.runWith("exit\nDROP TABLE payment;", "shell").err()).isEmpty();
    Outcome outcome = shop.runWith("tables\n\nSELECT *\nFROM\nnowhere;\ntables\n", "shell");
    assertThat(outcome.out().lines()).hasSize(3);
    assertThat(outcome.err()).contains("line 5, column 1", "nowhere\n^^^^^^^");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void aStatementIsCompleteWithItsSemicolon() {
    StatementParser parser = new StatementParser();
    for (String input : List.of("SELECT 1;", "help", "exit ;", "", "output json")) {
      parser.parse(input, input.length(), ParseContext.ACCEPT_LINE);
    }
    for (String input : List.of("SELECT 1", "SELECT 'a;", "help me")) {
      boolean complete = true;
      try {
        parser.parse(input, input.length(), ParseContext.ACCEPT_LINE);
      } catch (EOFError e) {
        complete = false;
      }
      assertThat(complete).as(input).isEqualTo(input.equals("help me"));
    }
  }

  @Test
  void aCommandOfTheShellNeedsNoSemicolon() {
    StatementParser parser = new StatementParser();
    for (String input :
        List.of(
            "\\dt", "\\d payment", ".tables", "show  tables", "\\i a.cql", "\\nothing", "\\x")) {
      parser.parse(input, input.length(), ParseContext.ACCEPT_LINE);
    }
    for (String input : List.of("show table", "show", "tablespace", ".5")) {
      assertThatThrownBy(() -> parser.parse(input, input.length(), ParseContext.ACCEPT_LINE))
          .as(input)
          .isInstanceOf(EOFError.class);
    }
  }

  @Test
  void tablesAndDeclarationsAreShownByTheNamesOfOtherShells() {
    String tables = shop.out("tables");
    String payment = shop.out("describe", "payment");
    for (String typed :
        List.of("tables", "\\dt", "\\dt;", ".tables", "show tables;", "SHOW\tTABLES", "\\d")) {
      assertThat(shop.runWith(typed + "\n", "shell").out()).as(typed).isEqualTo(tables);
    }
    for (String typed :
        List.of(
            "\\d payment",
            "\\d  PAYMENT ;",
            ".schema payment",
            "\\d \"payment\"",
            "DESCRIBE payment;")) {
      assertThat(shop.runWith(typed + "\n", "shell").out()).as(typed).isEqualTo(payment);
    }
    assertThat(shop.runWith("\\d payments_by_customer\n", "shell").out())
        .isEqualTo(shop.out("describe", "payments_by_customer"));
    assertThat(shop.runWith("\\d paymnt\n", "shell").err())
        .startsWith("keywright: ")
        .contains("did you mean payment?")
        .doesNotContain("line 1");
  }

  @Test
  void tablesAndDeclarationsOfAServerAreShownInTheSameWay() {
    String tables = shop.out("tables");
    String payment = shop.out("describe", "payment");
    try (CqlServer server =
        CqlServer.start(
            "rocksdb:" + directory.resolve("db"),
            ServerOptions.DEFAULT.withAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
      Outcome outcome =
          Keywright.runWith(
              "\\dt\n.schema PAYMENT\n",
              "shell",
              "--db",
              "cql:127.0.0.1:" + server.address().getPort());
      assertThat(outcome.out()).isEqualTo(tables + "\n" + payment);
    }
  }

  @Test
  void aFileRunsWithItsCommandsAndSaysItsLine() {
    String inner =
        shop.file(
            "inner.cql", "\uFEFFINSERT INTO payment (payment_id)\nVALUES (1);\nexit\n\\dtt\n");
    String file =
        shop.file("a b.cql", "output csv\n\\i " + inner + "\nSELECT payment_id FROM payment");
    for (String typed : List.of("\\i " + file, "source '" + file + "';", ".read " + file)) {
      Outcome outcome =
          shop.runWith(typed + "\nDELETE FROM payment WHERE payment_id = 1;\n", "shell");
      assertThat(outcome.out()).as(typed).isEqualTo("payment_id\n1\n");
      assertThat(outcome.err()).isEqualTo("1 row inserted\n(1 row)\n1 row deleted\n");
    }
    String wrong = shop.file("wrong.cql", "tables\n\nSELECT *\nFROM nowhere;\ntables\n");
    Outcome outcome = shop.runWith("\\i " + wrong + "\n", "shell");
    assertThat(outcome.out().lines()).hasSize(3);
    assertThat(outcome.err())
        .startsWith("(1 row)\nkeywright: " + wrong + " line 4: ")
        .contains("^^^^^^^");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(shop.runWith("\\i nothing.cql\n", "shell").err())
        .startsWith("keywright: cannot read nothing.cql: no such file in ");
    assertThat(shop.runWith("source\n", "shell").err())
        .isEqualTo("keywright: cannot run source: found '', expected the name of a file\n");
    String itself = directory.resolve("itself.cql").toString();
    shop.file("itself.cql", "\\i " + itself);
    assertThat(shop.runWith("\\i " + itself, "shell").err())
        .isEqualTo(
            "keywright: cannot run \\i: found 16 files inside each other, expected fewer; "
                + itself
                + " may run itself\n");
  }

  @Test
  void rowsAreExpandedAndTimesArePrintedWhenAsked() {
    Outcome outcome =
        shop.runWith(
            """
            INSERT INTO payment (payment_id, note) VALUES (1, 'a');
            \\x
            SELECT payment_id, note FROM payment;
            \\x off
            \\timing
            SELECT note FROM payment;
            .timer off
            SELECT note FROM payment;
            expanded auto
            """,
            "shell");
    assertThat(outcome.out())
        .isEqualTo(
            """
            -[ row 1 ]------------------------------
            payment_id | 1
            note       | a

            note
            ----
            a

            note
            ----
            a
            """);
    assertThat(outcome.err().replaceAll("time: \\d+\\.\\d{3} ms", "time: T ms"))
        .isEqualTo(
            """
            1 row inserted
            expanded is on
            (1 row)
            expanded is off
            timing is on
            (1 row)
            time: T ms
            timing is off
            (1 row)
            expanded is auto
            """);
  }

  @Test
  void anUnknownCommandIsRefusedWithASimilarOne() {
    assertThat(shop.runWith("\\timin\n", "shell").err())
        .isEqualTo(
            "keywright: cannot run \\timin: found no command of this name in the shell; did you mean \\timing?\n");
    assertThat(shop.runWith(".tabels\n", "shell").err()).contains("did you mean .tables?");
    assertThat(shop.runWith("\\connect other\n", "shell").err())
        .contains("; choose one of \\?, \\h, \\dt");
    assertThat(shop.runWith("\\x maybe\n", "shell").err())
        .isEqualTo("keywright: cannot run \\x: found 'maybe', expected on, off or auto\n");
    assertThat(shop.runWith("output xml\n", "shell").err())
        .isEqualTo("keywright: cannot run output: found 'xml', expected table, json or csv\n");
    assertThat(shop.runWith("\\dt payment\n", "shell").err())
        .isEqualTo("keywright: cannot run \\dt: found 'payment', expected no argument\n");
    assertThat(shop.runWith("\\pager on\n", "shell").err()).contains("is no terminal");
  }

  @Test
  void theHelpListsEveryCommand() {
    Outcome outcome = shop.runWith("\\?\n", "shell");
    assertThat(outcome.err())
        .contains("tables, \\dt, .tables, show tables ", "\\d, .schema [NAME] ", "\\i, .read FILE ")
        .contains("exit, quit, \\q, .quit ");
    assertThat(outcome.err().lines()).allMatch(line -> line.length() <= 120);
    assertThat(shop.runWith("help me\n.help\n", "shell").err()).isEqualTo(outcome.err().repeat(2));
    for (String exit : List.of("exit", "quit;", "\\q", ".quit", ".exit", "EXIT")) {
      assertThat(shop.runWith(exit + "\nDROP TABLE payment;", "shell").err()).as(exit).isEmpty();
    }
  }

  @Test
  void namesAreCompletedWhereTheyBelong() {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      session.execute("CREATE TABLE payment (id int, amount int, PRIMARY KEY (id))").close();
      session.execute("CREATE INDEX by_amount ON payment (amount)").close();
      ShellCompleter completer = new ShellCompleter(CqlClient.over(database));
      assertThat(completer.candidates("", "")).contains("SELECT", "CREATE TABLE", "help", "tables");
      assertThat(completer.candidates("SELECT 1;\n", "")).contains("SELECT");
      assertThat(completer.candidates("", "\\d")).contains("\\dt", "\\d", "\\?");
      for (String before :
          List.of("SELECT * FROM ", "select id from ", "INSERT INTO ", "EXPLAIN SELECT * FROM ")) {
        assertThat(completer.candidates(before, "")).as(before).containsExactly("payment");
      }
      assertThat(completer.candidates("UPDATE ", "")).containsExactly("payment");
      assertThat(completer.candidates("CREATE INDEX x ON ", "")).containsExactly("payment");
      assertThat(completer.candidates("DROP INDEX ", "")).containsExactly("by_amount", "IF EXISTS");
      assertThat(completer.candidates("CREATE TABLE ", "")).containsExactly("IF NOT EXISTS");
      assertThat(completer.candidates("DESCRIBE ", ""))
          .containsExactly("payment", "by_amount", "KEYSPACES", "TABLES");
      assertThat(completer.candidates("\\d ", "")).containsExactly("payment", "by_amount");
      assertThat(completer.candidates("\\x ", "")).containsExactly("on", "off", "auto");
      assertThat(completer.candidates("output ", "")).containsExactly("table", "json", "csv");
      assertThat(completer.candidates("CREATE TABLE t (id int, PRIMARY KEY (id)) WITH ", ""))
          .contains("splits =", "key_format =", "hbase.");
      assertThat(completer.candidates("CREATE TABLE t (id ", "")).contains("int", "timestamp");

      String from = "SELECT * FROM payment ";
      assertThat(completer.candidates(from, ""))
          .contains("WHERE", "ORDER BY", "LIMIT", "ALLOW FILTERING")
          .doesNotContain("id", "AND", "SET", "ASC");
      assertThat(completer.candidates(from + "WHERE ", "")).containsExactly("id", "amount");
      assertThat(completer.candidates(from + "WHERE id ", ""))
          .contains("IN", "BETWEEN", "LIKE")
          .doesNotContain("id", "ORDER BY", "ALLOW FILTERING");
      assertThat(completer.candidates(from + "WHERE id = ", ""))
          .contains("now()")
          .doesNotContain("id", "ORDER BY");
      assertThat(completer.candidates(from + "WHERE id = 1 ", ""))
          .contains("AND", "ORDER BY", "ALLOW FILTERING")
          .doesNotContain("WHERE", "id");
      assertThat(completer.candidates(from + "ORDER BY ", "")).containsExactly("id", "amount");
      assertThat(completer.candidates(from + "ORDER BY id ", ""))
          .contains("ASC", "DESC", "LIMIT")
          .doesNotContain("WHERE", "ORDER BY", "AND");
      assertThat(completer.candidates(from + "LIMIT 1 ", ""))
          .contains("ALLOW FILTERING")
          .doesNotContain("LIMIT", "ORDER BY");
      assertThat(completer.candidates("INSERT INTO payment (id) ", "")).containsExactly("VALUES");
      assertThat(completer.candidates("UPDATE payment SET ", "")).containsExactly("id", "amount");
      assertThat(completer.candidates("FROM payment this is no statement ", "")).isEmpty();

      session
          .execute(
              "CREATE TABLE orders (userid text, PRIMARY KEY (left(md5(userid), 4) AS salt, userid))")
          .close();
      assertThat(completer.candidates("SELECT ", "FROM orders"))
          .contains("salt", "userid", "count(*)")
          .doesNotContain("amount");
      assertThat(completer.candidates("SELECT * FROM orders WHERE ", "")).containsExactly("userid");
      assertThat(completer.candidates("SELECT 1; SELECT * FROM orders WHERE ", ""))
          .containsExactly("userid");
      assertThat(completer.candidates("INSERT INTO ORDERS (", "")).containsExactly("userid");
    }
  }
}
