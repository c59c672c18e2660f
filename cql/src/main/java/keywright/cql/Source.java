package keywright.cql;

import java.nio.CharBuffer;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.LowerCaseStream;
import keywright.key.ErrorCode;
import org.antlr.v4.runtime.CodePointBuffer;
import org.antlr.v4.runtime.CodePointCharStream;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/**
 * The text of one statement, and the place in a script where it begins. Immutable.
 *
 * <p>Places are counted in code points, as ANTLR counts them.
 *
 * @param what the text is: "statement" or "condition"
 * @param line the line in the script of the first character, from 1
 * @param column the column in that line of the first character, from 1
 */
record Source(String what, String text, int line, int column) {
  private static final int EXCERPT_WIDTH = 100;
  private static final int PIECE_LENGTH = 1 << 12;

  static Source statement(String text, int line, int column) {
    return new Source("statement", text, line, column);
  }

  CqlLexer lexer() {
    CqlLexer lexer =
        new CqlLexer(new LowerCaseStream(CodePointCharStream.fromBuffer(codePoints())));
    lexer.removeErrorListeners();
    lexer.setLine(line);
    lexer.setCharPositionInLine(column - 1);
    return lexer;
  }

  /** Piece by piece: ANTLR's own way from a text takes twice its memory on the way. */
  private CodePointBuffer codePoints() {
    CodePointBuffer.Builder codePoints = CodePointBuffer.builder(text.length());
    char[] piece = new char[PIECE_LENGTH];
    int start = 0;
    while (start < text.length()) {
      int stop = Math.min(start + PIECE_LENGTH, text.length());
      if (stop < text.length() && Character.isHighSurrogate(text.charAt(stop - 1))) {
        stop--; // A piece has whole characters.
      }
      text.getChars(start, stop, piece, 0);
      codePoints.append(CharBuffer.wrap(piece, 0, stop - start));
      start = stop;
    }
    return codePoints.build();
  }

  /** A text that is not a statement of the language: the place goes in front. */
  CqlException unreadable(Token token, String problem) {
    return unreadable(token.getStartIndex(), length(token), problem, null);
  }

  /** As above, at {@code offset} code points from the start. */
  CqlException unreadable(int offset, int length, String problem, @Nullable Throwable cause) {
    return unreadable(ErrorCode.SYNTAX, offset, length, problem, cause);
  }

  /** A statement that can be read with other values. */
  CqlException wrongValue(Token token, String problem) {
    return unreadable(ErrorCode.INVALID, token.getStartIndex(), length(token), problem, null);
  }

  private CqlException unreadable(
      ErrorCode code, int offset, int length, String problem, @Nullable Throwable cause) {
    int[] place = place(offset);
    return new CqlException(
        code,
        "cannot read %s: line %d, column %d: %s".formatted(what, place[0], place[1], problem),
        place[0],
        place[1],
        excerpt(place, length),
        cause);
  }

  /**
   * A statement that can be read and not be carried out because of what stands at {@code token}.
   */
  CqlException refused(Token token, String message, @Nullable Throwable cause) {
    int[] place = place(token.getStartIndex());
    return new CqlException(
        code(cause),
        "%s (line %d, column %d)".formatted(message, place[0], place[1]),
        place[0],
        place[1],
        excerpt(place, length(token)),
        cause);
  }

  /**
   * A batch that cannot be carried out because of its statement {@code number}, at {@code token}.
   */
  CqlException refusedInBatch(Token token, int number, String message, @Nullable Throwable cause) {
    int[] place = place(token.getStartIndex());
    return new CqlException(
        code(cause),
        "%s (statement %d of the batch, line %d, column %d)"
            .formatted(message, number, place[0], place[1]),
        place[0],
        place[1],
        excerpt(place, length(token)),
        cause);
  }

  /** A statement that cannot be carried out, no single place being at fault. */
  CqlException failed(String message, @Nullable Throwable cause) {
    int[] place = {line, column};
    return new CqlException(code(cause), message, line, column, excerpt(place, 1), cause);
  }

  private static ErrorCode code(@Nullable Throwable cause) {
    return cause == null ? ErrorCode.INVALID : ErrorCode.of(cause, ErrorCode.INVALID);
  }

  private static int length(Token token) {
    return token.getType() == Token.EOF ? 1 : token.getStopIndex() - token.getStartIndex() + 1;
  }

  /** Line and column, both from 1, of the code point at {@code offset}. */
  private int[] place(int offset) {
    int[] place = {line, column};
    text.codePoints()
        .limit(offset)
        .forEach(
            c -> {
              if (c == '\n') {
                place[0]++;
                place[1] = 1;
              } else {
                place[1]++;
              }
            });
    return place;
  }

  /** The line of {@code place}, a part of it when it is long, over carets. */
  private String excerpt(int[] place, int length) {
    int index = place[0] - line;
    int[] shown = text.split("\n", -1)[index].stripTrailing().codePoints().toArray();
    int at = Math.min(place[1] - (index == 0 ? column : 1), shown.length);
    int first = Math.max(0, Math.min(at - EXCERPT_WIDTH / 2, shown.length - EXCERPT_WIDTH));
    int last = Math.min(shown.length, first + EXCERPT_WIDTH);
    StringBuilder excerpt = new StringBuilder();
    for (int i = first; i < last; i++) {
      excerpt.appendCodePoint(Character.isISOControl(shown[i]) ? ' ' : shown[i]);
    }
    int carets = Math.max(1, Math.min(length, last - at));
    return excerpt + "\n" + " ".repeat(at - first) + "^".repeat(carets);
  }
}
