package keywright.cli.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import keywright.cli.console.Console;
import keywright.cli.console.Output;
import keywright.cli.console.OutputFormat;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.client.CqlClient;
import keywright.key.ErrorCode;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/** Statements that the user of a shell cancels. */
class StatementPrinterTest {
  private static final CqlScript.Statement SELECT =
      new CqlScript.Statement("SELECT * FROM t", 1, 1);

  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

  private Console console(ByteArrayOutputStream out) {
    return new Console(
        new ByteArrayInputStream(new byte[0]),
        new Output(out, "standard output"),
        new PrintStream(messages, true, StandardCharsets.UTF_8),
        false);
  }

  private static Database filled(int rows, String text) {
    Database database = Database.open("memory:");
    try (CqlClient client = CqlClient.over(database)) {
      client.execute("CREATE TABLE t (id int PRIMARY KEY, s text)").close();
      for (int id = 0; id < rows; id++) {
        client.execute("INSERT INTO t (id, s) VALUES (%d, '%s')".formatted(id, text)).close();
      }
    }
    return database;
  }

  @Test
  void aCancelEndsTheStatementsOfOneInput() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Database database = filled(1, "a");
        CqlClient client = CqlClient.over(database)) {
      StatementPrinter printer = new StatementPrinter(console(out), client, OutputFormat.CSV);
      printer.cancel();
      printer.beginInput();
      printer.cancel();
      assertThat(printer.isCancelled()).isTrue();
      assertThatThrownBy(() -> printer.run(SELECT))
          .isInstanceOfSatisfying(
              CqlException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STOPPED))
          .hasMessage("cannot read t: cancelled; run the statement again");
      assertThatThrownBy(
              () -> printer.run(new CqlScript.Statement("INSERT INTO t (id) VALUES (7)", 1, 1)))
          .hasMessage("cannot write to t: cancelled; nothing was changed, run the statement again");
      assertThat(out.size()).isZero();
      printer.beginInput();
      assertThat(printer.isCancelled()).isFalse();
      printer.run(SELECT);
      assertThat(out).hasToString("\nid,s\n0,a\n");
    }
  }

  @Test
  void theRowsThatWerePrintedStay() {
    StatementPrinter[] printers = {null};
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int start, int length) {
            super.write(bytes, start, length);
            printers[0].cancel();
          }
        };
    try (Database database = filled(600, "a".repeat(1_000));
        CqlClient client = CqlClient.over(database)) {
      StatementPrinter printer = new StatementPrinter(console(out), client, OutputFormat.CSV);
      printers[0] = printer;
      printer.beginInput();
      printer.run(SELECT);
      long rows = out.toString(StandardCharsets.UTF_8).lines().count() - 1;
      assertThat(rows).isBetween(1L, 599L);
      assertThat(messages.toString(StandardCharsets.UTF_8))
          .matches("\\([0-9]+ rows\\), cancelled\n");
    }
  }
}
