package keywright.cql;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.grammar.CqlLexer;

/**
 * A text with any number of statements. Each ends with a semicolon, which the last one may omit. A
 * batch, from BEGIN BATCH to APPLY BATCH, is one statement.
 *
 * <p>The lexer of the language finds the statements, so a semicolon in a string or a comment ends
 * no statement. The statements are not parsed.
 */
public final class CqlScript {
  private CqlScript() {}

  /**
   * One statement of a script, without its semicolon.
   *
   * @param line the line in the script where it begins, from 1
   * @param column the column in that line, from 1
   */
  public record Statement(String text, int line, int column) {}

  /**
   * The statements of {@code script} in order. Empty statements are left out.
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
   * Whether a shell can run the input so far: it is empty, or it ends with a semicolon that closes
   * a statement and is not in a text, a comment or a batch.
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
