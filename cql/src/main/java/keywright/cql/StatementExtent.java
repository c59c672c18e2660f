package keywright.cql;

import java.util.Objects;
import keywright.cql.grammar.CqlLexer;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Where a statement starts and ends in a script. Its tokens are not kept, but for those that tell
 * where it ends. Used by one thread.
 */
final class StatementExtent {
  private static final int HEAD_LENGTH = 3;

  private final int[] head = new int[HEAD_LENGTH];
  private int count;
  private int typeBeforeLast;
  private @Nullable Token first;
  private @Nullable Token last;
  private @Nullable Token close;

  private StatementExtent() {}

  /** Reads the tokens of one statement, up to the semicolon or the end that closes it. */
  static StatementExtent read(CqlLexer lexer) {
    StatementExtent extent = new StatementExtent();
    Token token = lexer.nextToken();
    while (!extent.isClosedBy(token)) {
      extent.add(token);
      token = lexer.nextToken();
    }
    extent.close = token;
    return extent;
  }

  /** Within a batch no semicolon closes the statement. */
  private boolean isClosedBy(Token token) {
    return token.getType() == Token.EOF
        || (token.getType() == CqlLexer.SEMICOLON && (!beginsBatch() || endsBatch()));
  }

  private void add(Token token) {
    if (count < HEAD_LENGTH) {
      head[count++] = token.getType();
    }
    if (first == null) {
      first = token;
    }
    typeBeforeLast = last == null ? 0 : last.getType();
    last = token;
  }

  private boolean beginsBatch() {
    int batch = isAt(1, CqlLexer.UNLOGGED) ? 2 : 1;
    return isAt(0, CqlLexer.BEGIN) && isAt(batch, CqlLexer.BATCH);
  }

  private boolean endsBatch() {
    return typeBeforeLast == CqlLexer.APPLY && last != null && last.getType() == CqlLexer.BATCH;
  }

  private boolean isAt(int index, int type) {
    return index < count && head[index] == type;
  }

  /** The first token; null when the statement is empty. */
  @Nullable Token first() {
    return first;
  }

  /** The last token; null when the statement is empty. */
  @Nullable Token last() {
    return last;
  }

  /** The semicolon after it, or the end of the text. */
  Token close() {
    return Objects.requireNonNull(close);
  }

  /** Whether the text ends without a semicolon that closes the statement. */
  boolean isOpen() {
    return close().getType() == Token.EOF;
  }
}
