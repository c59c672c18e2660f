package keywright.cql;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;

/**
 * Text with any number of statements, each closed by a semicolon; the last one need not be. A
 * batch, from BEGIN BATCH to APPLY BATCH, is one statement.
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
    List<Token> tokens = new ArrayList<>();
    for (Token token = lexer.nextToken(); ; token = lexer.nextToken()) {
      if (!closes(token, tokens)) {
        tokens.add(token);
      } else if (!tokens.isEmpty()) {
        Token first = tokens.get(0);
        int start = offsets.characters(first.getStartIndex());
        int stop = offsets.characters(tokens.get(tokens.size() - 1).getStopIndex() + 1);
        statements.add(
            new Statement(
                script.substring(start, stop), first.getLine(), first.getCharPositionInLine() + 1));
        tokens.clear();
      }
      if (token.getType() == Token.EOF) {
        return statements;
      }
    }
  }

  /** Whether {@code token} closes a statement of these tokens; within a batch no semicolon does. */
  private static boolean closes(Token token, List<Token> tokens) {
    return token.getType() == Token.EOF
        || (token.getType() == CqlLexer.SEMICOLON && (!beginsBatch(tokens) || endsBatch(tokens)));
  }

  private static boolean beginsBatch(List<Token> tokens) {
    int batch = isAt(tokens, 1, CqlLexer.UNLOGGED) ? 2 : 1;
    return isAt(tokens, 0, CqlLexer.BEGIN) && isAt(tokens, batch, CqlLexer.BATCH);
  }

  private static boolean endsBatch(List<Token> tokens) {
    int size = tokens.size();
    return isAt(tokens, size - 2, CqlLexer.APPLY) && isAt(tokens, size - 1, CqlLexer.BATCH);
  }

  private static boolean isAt(List<Token> tokens, int index, int type) {
    return index >= 0 && index < tokens.size() && tokens.get(index).getType() == type;
  }

  /**
   * Whether a shell can run what was typed so far: it ends with a semicolon that closes a
   * statement, not one of a text, a comment or a batch, or it holds nothing at all.
   */
  public static boolean isComplete(String input) {
    CqlLexer lexer = Source.statement(input, 1, 1).lexer();
    List<Token> tokens = new ArrayList<>();
    for (Token token = lexer.nextToken(); token.getType() != Token.EOF; token = lexer.nextToken()) {
      if (closes(token, tokens)) {
        tokens.clear();
      } else {
        tokens.add(token);
      }
    }
    return tokens.isEmpty();
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
