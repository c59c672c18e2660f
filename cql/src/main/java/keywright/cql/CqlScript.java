package keywright.cql;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

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

  /**
   * What the grammar expects after the beginning of a statement, in the words of error messages:
   * keywords in capital letters, such as {@code ORDER BY}, signs in quotes, and kinds of words,
   * such as {@code a column name}, {@code a table name}, {@code a type} and {@code a value}.
   *
   * @param beginning the text of a script before a place; its last statement is not complete
   * @return empty if the beginning is not that of a statement
   */
  public static Set<String> expectedAfter(String beginning) {
    CqlLexer lexer = Source.statement(beginning, 1, 1).lexer();
    StatementExtent extent = StatementExtent.read(lexer);
    while (!extent.isOpen()) {
      extent = StatementExtent.read(lexer);
    }
    Token first = extent.first();
    int start = first == null ? 0 : beginning.offsetByCodePoints(0, first.getStartIndex());
    String statement = first == null ? "" : beginning.substring(start);
    try {
      List<Token> tokens = Parsing.tokens(Source.statement(statement, 1, 1));
      return Expected.at(tokens, tokens.size() - 1, new IntervalSet(), CqlParser::oneStatement);
    } catch (CqlException e) {
      return Set.of(); // Too long to be completed.
    }
  }
}
