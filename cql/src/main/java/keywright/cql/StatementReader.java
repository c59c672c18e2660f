package keywright.cql;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import keywright.cql.CqlScript.Statement;
import keywright.cql.grammar.CqlLexer;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads the statements of a script one after the other. The memory that it needs depends on the
 * longest statement, not on the length of the script. Used by one thread.
 *
 * <p>A statement ends at its semicolon. A semicolon in a string or a comment does not end a
 * statement.
 */
public final class StatementReader {
  private static final int PIECE_LENGTH = 1 << 16;

  private final Reader in;
  private final int maxLength;
  private final Deque<Statement> complete = new ArrayDeque<>();

  /** The text after the last complete statement. It starts at {@link #line} and {@link #column}. */
  private StringBuilder rest = new StringBuilder();

  private int line = 1;
  private int column = 1;
  private boolean isEnd;

  /**
   * Makes a reader of the statements of a script. The largest number of characters of one statement
   * is about a tenth of the number of bytes of the Java heap.
   *
   * @param in the text of the script, which the caller must close
   */
  public StatementReader(Reader in) {
    this(in, StatementLimits.CHARACTERS);
  }

  /**
   * @param maxLength the largest number of characters of one statement
   */
  StatementReader(Reader in, int maxLength) {
    this.in = in;
    this.maxLength = maxLength;
  }

  /**
   * Reads the next statement. Empty statements are left out.
   *
   * @return the statement; null at the end of the script
   * @throws CqlException for a statement that is too long
   */
  public @Nullable Statement next() throws IOException {
    while (complete.isEmpty()) {
      if (isEnd && rest.isEmpty()) {
        return null;
      }
      readPiece();
      split();
    }
    return complete.remove();
  }

  /** Reads as many characters as {@link #rest} has, so each text is scanned only about twice. */
  private void readPiece() throws IOException {
    int stop = Math.max(rest.length() + PIECE_LENGTH, Math.min(2 * rest.length(), maxLength + 1));
    char[] piece = new char[PIECE_LENGTH];
    while (!isEnd && (rest.length() < stop || endsWithinCharacter())) {
      int read = in.read(piece, 0, Math.max(1, Math.min(PIECE_LENGTH, stop - rest.length())));
      isEnd = read < 0;
      rest.append(piece, 0, Math.max(0, read));
    }
  }

  private boolean endsWithinCharacter() {
    return Character.isHighSurrogate(rest.charAt(rest.length() - 1));
  }

  /** Moves the complete statements out of the rest. */
  private void split() {
    String text = rest.toString();
    rest = new StringBuilder();
    int most = StatementLimits.of(text, maxLength);
    CqlLexer lexer = Source.statement(text, line, column).lexer();
    Offsets offsets = new Offsets(text);
    int start = 0;
    StatementExtent extent = StatementExtent.read(lexer);
    while (isWhole(extent, most)) {
      add(extent, text, offsets);
      Token close = extent.close();
      start = extent.isOpen() ? text.length() : offsets.characters(close.getStopIndex() + 1);
      line = close.getLine();
      column = close.getCharPositionInLine() + 2;
      if (extent.isOpen()) {
        break;
      }
      extent = StatementExtent.read(lexer);
    }
    rest.append(text, start, text.length());
    if (complete.isEmpty() && rest.length() > most) {
      Token first = extent.first();
      throw first == null
          ? StatementLimits.tooLong(line, column, most)
          : StatementLimits.tooLong(first.getLine(), first.getCharPositionInLine() + 1, most);
    }
  }

  /**
   * Whether a statement is complete and not too long. The statements before a statement that is too
   * long are returned first.
   */
  private boolean isWhole(StatementExtent extent, int most) {
    Token first = extent.first();
    Token last = extent.last();
    return (isEnd || !extent.isOpen())
        && (first == null
            || last == null
            || last.getStopIndex() + 1 - first.getStartIndex() <= most);
  }

  private void add(StatementExtent extent, String text, Offsets offsets) {
    Token first = extent.first();
    Token last = extent.last();
    if (first != null && last != null) {
      int start = offsets.characters(first.getStartIndex());
      int stop = offsets.characters(last.getStopIndex() + 1);
      complete.add(
          new Statement(
              text.substring(start, stop), first.getLine(), first.getCharPositionInLine() + 1));
    }
  }

  /**
   * Converts offsets in code points, which the lexer counts, to offsets in characters. The offsets
   * must be asked in rising order.
   */
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
