package keywright.cql;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Text with any number of statements, each closed by a semicolon; the last one need not be.
 *
 * <p>The lexer of the language finds the statements, so that a semicolon in a text or a comment
 * closes nothing. No statement is parsed.
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

  /** The statements in order; empty ones are left out. */
  public static List<Statement> split(String script) {
    CqlLexer lexer = Source.statement(script, 1, 1).lexer();
    List<Statement> statements = new ArrayList<>();
    Offsets offsets = new Offsets(script);
    Token first = null;
    Token last = null;
    for (Token token = lexer.nextToken(); ; token = lexer.nextToken()) {
      boolean closed = token.getType() == CqlLexer.SEMICOLON || token.getType() == Token.EOF;
      if (!closed) {
        first = first == null ? token : first;
        last = token;
      } else if (first != null && last != null) {
        int start = offsets.characters(first.getStartIndex());
        int stop = offsets.characters(last.getStopIndex() + 1);
        statements.add(
            new Statement(
                script.substring(start, stop), first.getLine(), first.getCharPositionInLine() + 1));
        first = null;
      }
      if (token.getType() == Token.EOF) {
        return statements;
      }
    }
  }

  /**
   * Whether a shell can run what was typed so far: it ends with a semicolon that is not part of a
   * text or a comment, or it holds nothing at all.
   */
  public static boolean isComplete(String input) {
    CqlLexer lexer = Source.statement(input, 1, 1).lexer();
    int last = CqlLexer.SEMICOLON;
    for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
      last = token.getType();
    }
    return last == CqlLexer.SEMICOLON;
  }

  /** Turns code points, which the lexer counts, into characters; asked in rising order. */
  private static final class Offsets {
    private final String text;
    private int codePoints;
    private int characters;

    Offsets(String text) {
      this.text = text;
    }

    int characters(int offset) {
      characters = text.offsetByCodePoints(characters, offset - codePoints);
      codePoints = offset;
      return characters;
    }
  }
}
