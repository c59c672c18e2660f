package keywright.cql;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.grammar.CqlLexer;

/**
 * Divides a script into statements. Each statement ends with a semicolon; the last statement may
 * omit it. A batch, from BEGIN BATCH to APPLY BATCH, is one statement.
 *
 * <p>A semicolon in a string or a comment does not end a statement. The statements are not parsed.
 */
public final class CqlScript {
  private CqlScript() {}

  /**
   * One statement of a script.
   *
   * @param text the text of the statement, without its semicolon
   * @param line the line of the script in which the statement begins, from 1
   * @param column the column in that line at which the statement begins, from 1
   */
  public record Statement(String text, int line, int column) {}

  /**
   * Divides a script into its statements, in order. Empty statements are left out.
   *
   * @throws CqlException for a statement that is too long
   */
  public static List<Statement> split(String script) {
    StatementReader reader = new StatementReader(new StringReader(script));
    List<Statement> statements = new ArrayList<>();
    try {
      for (Statement next = reader.next(); next != null; next = reader.next()) {
        statements.add(next);
      }
    } catch (IOException e) {
      throw new IllegalStateException("a text cannot be read", e);
    }
    return statements;
  }

  /**
   * Whether the lines that a user has typed so far can be executed: the input is empty, or it ends
   * with a semicolon that ends a statement. A semicolon in a text, in a comment or in a batch does
   * not end a statement.
   */
  public static boolean isComplete(String input) {
    CqlLexer lexer = Source.statement(input, 1, 1).lexer();
    StatementExtent extent = StatementExtent.read(lexer);
    while (!extent.isOpen()) {
      extent = StatementExtent.read(lexer);
    }
    return extent.first() == null;
  }
}
