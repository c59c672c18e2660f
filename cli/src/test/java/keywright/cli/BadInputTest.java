package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import keywright.cli.Keywright.Outcome;
import keywright.cql.CqlException;
import keywright.cql.CqlSession;
import keywright.cql.PreparedStatement;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user gets wrong is answered by one line that says what to do, and nothing is written: the
 * rows are what they were and every index is exact.
 */
class BadInputTest {
  private static final String NO_AMONT =
      "cannot find column \"amont\" in table payment; did you mean amount?";

  private static final String TOO_WIDE =
      "cannot encode reverse(lpad(payment_id, 9)) for payment_id = 1234567890: found 1234567890,"
          + " expected 0 to 999999999 (width 9); declare a width that holds the largest value";

  private static final String TOO_LONG =
      "cannot set note of payment: found 1,001 bytes, expected at most 1,000 in one value; divide the value over several columns, or open the database with a larger max_value_bytes (an option of rocksdb:)";

  @TempDir private Path directory;
  private Shop shop;
  private String rows = "";

  @BeforeEach
  void loadTable() {
    shop = Shop.open(directory);
    shop.out("load", "payment", shop.file("payment.csv", Shop.PAYMENTS_CSV));
    shop.out("run", "-e", "CREATE TABLE page (url text PRIMARY KEY, body text)");
    shop.out("run", "-e", "INSERT INTO page (url, body) VALUES ('/', 'x')");
    rows = rows();
  }

  private String rows() {
    String both = "SELECT * FROM payment; SELECT * FROM page";
    return shop.out("run", "--output", "csv", "-e", both);
  }

  @AfterEach
  void nothingIsWritten() {
    assertThat(rows()).isEqualTo(rows);
    assertThat(shop.run("scrub", "payment", "--check").err())
        .isEqualTo("payment: 3 rows and 3 index entries read, nothing is wrong\n");
  }

  /** What a statement is refused by: one line, and its place where it has one. */
  private void refused(String statement, String message) {
    Outcome outcome = shop.run("run", "-e", statement);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines().findFirst()).contains("keywright: " + message);
    if (!message.matches(".*\\(?line \\d+, column \\d+.*")) {
      assertThat(outcome.err().lines()).hasSize(1);
    }
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void anUnknownColumn() {
    refused(
        "INSERT INTO payment (payment_id, amont) VALUES (7, 1)", NO_AMONT + " (line 1, column 34)");
    refused("UPDATE payment SET amont = 1 WHERE payment_id = 1", NO_AMONT + " (line 1, column 20)");
    refused("SELECT amont FROM payment", NO_AMONT + " (line 1, column 8)");
  }

  @Test
  void aWrongType() {
    refused(
        "INSERT INTO payment (payment_id, amount) VALUES (7, 'ten')",
        "cannot set amount: found 'ten', expected a number from -999.99 to 999.99 with at most 2"
            + " decimals (line 1, column 53)");
    refused(
        "INSERT INTO payment (payment_id, note) VALUES (7, 10)",
        "cannot set note: found 10, expected text such as 'abc' (no unpaired surrogates) (line 1,"
            + " column 51)");
    refused(
        "UPDATE payment SET paid_at = '2017-02-30' WHERE payment_id = 1",
        "cannot set paid_at: found '2017-02-30', expected a UTC timestamp such as"
            + " 1970-01-01T00:00:00Z (whole seconds) (line 1, column 30)");
  }

  /** The rows before it in the statement are not written either. */
  @Test
  void aNumberTooWideForItsPadding() {
    refused(
        "INSERT INTO payment (payment_id, note) VALUES (7, 'a'), (1234567890, 'b')",
        TOO_WIDE + " (row 2 of 2, none is written) (line 1, column 57)");
    refused("UPDATE payment SET payment_id = 1234567890 WHERE payment_id = 1 REKEY", TOO_WIDE);
  }

  @Test
  void aKeyOverTheLimitOfTheEngine() {
    String url = "x".repeat(70_000);
    refused(
        "INSERT INTO page (url) VALUES ('/a'), ('" + url + "')",
        "cannot write to page: its key would be 70,002 bytes long, expected at most 65,535; shorten"
            + " the values, or declare the key with a digest of them (row 2 of 2, none is written) (line 1, column 39)");
  }

  @Test
  void aValueOverTheLimit() {
    String limited = "rocksdb:" + directory.resolve("db") + "?max_value_bytes=1000";
    String note = "x".repeat(1_001);
    Outcome insert =
        Keywright.run(
            "run",
            "--db",
            limited,
            "-e",
            "INSERT INTO payment (payment_id, note) VALUES (7, 'a'), (8, '" + note + "')");
    assertThat(insert.err())
        .startsWith(
            "keywright: " + TOO_LONG + " (row 2 of 2, none is written) (line 1, column 57)\n");
    Outcome batch =
        Keywright.run(
            "run",
            "--db",
            limited,
            "-e",
            "BEGIN BATCH INSERT INTO payment (payment_id) VALUES (7);"
                + " UPDATE payment SET note = '"
                + note
                + "' WHERE payment_id = 1; APPLY BATCH");
    assertThat(batch.err())
        .startsWith("keywright: " + TOO_LONG + " (statement 2 of the batch, line 1, column 58)\n");
    Outcome load =
        Keywright.runWith(
            "payment_id,note\n1," + note + "\n", "load", "payment", "-", "--db", limited);
    assertThat(load.err())
        .isEqualTo(
            "keywright: cannot load standard input: line 2: "
                + TOO_LONG
                + "; 0 rows before this line are loaded; fix this line and load again, which "
                + "is safe, or use --skip-bad 10\n");
  }

  @Test
  void aMalformedStatement() {
    refused(
        "INSERT INTO payment (payment_id VALUES (7)",
        "cannot read statement: line 1, column 33: found 'VALUES', expected ')' or ','");
    refused(
        "INSRT INTO payment (payment_id) VALUES (7)",
        "cannot read statement: line 1, column 1: found 'INSRT', expected INSERT");
    refused(
        "INSERT INTO payment (payment_id, note) VALUES (7, 'a)",
        "cannot read statement: line 1, column 51: found the text 'a) without a closing single"
            + " quote, expected a value");
    refused(
        "INSERT INTO payment (payment_id, note) VALUES (7)",
        "cannot read statement: line 1, column 47: found 1 value, expected 2, one for each column");
    refused(
        "INSERT INTO payment (payment_id) VALUES (7) payment",
        "cannot read statement: line 1, column 45: found 'payment', expected IF NOT EXISTS, USING,"
            + " ',' or the end of the statement");
  }

  @Test
  void aWrongPageToken() {
    String select = "SELECT payment_id FROM payment ORDER BY amount";
    Outcome first = shop.run("run", "--page-size", "1", "-e", select);
    String token = first.err().strip().replaceFirst("(?s).* ", "");
    byte[] bytes = Base64.getUrlDecoder().decode(token);
    bytes[20] ^= 1;
    String edited = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    String shown = "'" + token.substring(0, 16) + "…'";
    String other =
        "cannot resume at page token "
            + shown
            + ": the token belongs to another query; repeat the query that returned it, or start without a token";
    String whole = "; pass the whole token that the previous page returned";

    page(
        select,
        "garbage!",
        "cannot read page token 'garbage!': the token has characters or a length that no page token has"
            + whole);
    page(select, "", "cannot read page token '': the token is too short" + whole);
    page(
        select,
        token.substring(0, token.length() / 4 * 4 - 4),
        "cannot read page token " + shown + ": the token was cut or altered" + whole);
    page(
        select,
        edited,
        "cannot read page token " + shown + ": the token was cut or altered" + whole);
    page(select + " LIMIT 2", token, other);
    page("SELECT url FROM page", token, other);
    page("SELECT amount FROM payment ORDER BY amount", token, other);
    assertThat(shop.run("run", "--page-size", "1", "--page", token, "-e", select).status())
        .isZero();
  }

  private void page(String statement, String token, String message) {
    Outcome outcome = shop.run("run", "--page-size", "1", "--page", token, "-e", statement);
    assertThat(outcome.err()).isEqualTo("keywright: " + message + "\n");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void aClosedSessionAndAClosedDatabase() {
    String insert = "INSERT INTO payment (payment_id) VALUES (7)";
    Database database = Database.open("rocksdb:" + directory.resolve("db"));
    CqlSession session = CqlSession.over(database);
    CqlSession open = CqlSession.over(database);
    PreparedStatement prepared = session.prepare("INSERT INTO payment (payment_id) VALUES (?)");
    session.close();
    String closed =
        "cannot run the statement: the session is closed; open another with CqlSession.over";
    assertThatThrownBy(() -> session.execute(insert))
        .isInstanceOf(CqlException.class)
        .hasMessage(closed);
    assertThatThrownBy(() -> prepared.execute(7))
        .isInstanceOf(CqlException.class)
        .hasMessage(closed);
    database.close();
    assertThatThrownBy(() -> open.execute(insert))
        .isInstanceOf(CqlException.class)
        .hasMessage(
            "cannot use the database: it is closed; open it again with Database.open (line 1,"
                + " column 13)");
  }

  @Test
  void aDatabaseThatAnotherProcessHasOpen() throws Exception {
    String url = "rocksdb:" + directory.resolve("db");
    String busy =
        "cannot open %s: found the database open in another process, or already open in this process, expected it closed; end the process that has the database open, name another path, or read with %s?read_only=true"
            .formatted(url, url);
    Path messages = directory.resolve("messages");
    try (KeywrightProcess shell = KeywrightProcess.start(messages, HoldingDatabase.class, url)) {
      shell.waitFor(() -> shell.said().contains("open"));
      refused("INSERT INTO payment (payment_id) VALUES (7)", busy);
      assertThat(shop.refusal("load", "payment", directory.resolve("payment.csv").toString()))
          .isEqualTo(busy);
      assertThat(shop.refusal("export", "payment", directory.resolve("x.csv").toString()))
          .isEqualTo(busy);
    }
    assertThat(directory.resolve("x.csv")).doesNotExist();
  }

  /** A program that has a database open until it is killed. */
  static final class HoldingDatabase {
    private HoldingDatabase() {}

    public static void main(String[] arguments) throws InterruptedException {
      try (Database database = Database.open(arguments[0])) {
        System.out.println("open " + database.tables());
        new CountDownLatch(1).await(); // Until it is killed.
      }
    }
  }
}
