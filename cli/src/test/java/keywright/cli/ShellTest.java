package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import keywright.cli.Keywright.Outcome;
import keywright.cli.shell.ShellCompleter;
import keywright.cli.shell.StatementParser;
import keywright.cql.CqlSession;
import keywright.cql.client.CqlClient;
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
  void namesAreCompletedWhereTheyBelong() {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      session.execute("CREATE TABLE payment (id int, amount int, PRIMARY KEY (id))").close();
      session.execute("CREATE INDEX by_amount ON payment (amount)").close();
      ShellCompleter completer = new ShellCompleter(CqlClient.over(database));
      assertThat(completer.candidates(List.of(""), 0)).contains("SELECT", "CREATE TABLE", "help");
      assertThat(completer.candidates(List.of("SELECT", "*", "FROM", ""), 3))
          .containsExactly("payment");
      assertThat(completer.candidates(List.of("DESCRIBE", ""), 1))
          .containsExactly("payment", "by_amount", "TABLES");
      assertThat(completer.candidates(List.of("SELECT", "*", "FROM", "payment", "WHERE", ""), 5))
          .contains("id", "amount", "ORDER BY");
      assertThat(completer.candidates(List.of("CREATE", "TABLE", "t", "WITH", ""), 4))
          .contains("splits =", "key_format =", "hbase.");
      session
          .execute(
              "CREATE TABLE orders (userid text, PRIMARY KEY (left(md5(userid), 4) AS salt, userid))")
          .close();
      assertThat(completer.candidates(List.of("SELECT", "", "FROM", "orders"), 1))
          .contains("salt", "userid");
      assertThat(completer.candidates(List.of("SELECT", "*", "FROM", "orders", "WHERE", ""), 5))
          .contains("userid")
          .doesNotContain("salt");
      assertThat(completer.candidates(List.of("INSERT", "INTO", "orders", "("), 3))
          .contains("userid")
          .doesNotContain("salt");
      assertThat(completer.candidates(List.of("output", ""), 1))
          .containsExactlyInAnyOrder("table", "json", "csv");
    }
  }
}
