package keywright.cql;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * The position of a part of a script: from one character (inclusive) to another character
 * (exclusive). Lines and columns are numbered from 1; columns count code points. Immutable.
 *
 * @param line the line of the first character
 * @param column the column of the first character
 * @param endLine the line of the character after the part
 * @param endColumn the column of the character after the part
 */
public record Place(int line, int column, int endLine, int endColumn) {

  static Place of(ParserRuleContext part) {
    return of(part.getStart(), part.getStop());
  }

  static Place of(Token first, Token last) {
    int endLine = last.getLine();
    int endColumn = last.getCharPositionInLine() + 1;
    for (int c : last.getText().codePoints().toArray()) {
      endLine += c == '\n' ? 1 : 0;
      endColumn = c == '\n' ? 1 : endColumn + 1;
    }
    return new Place(first.getLine(), first.getCharPositionInLine() + 1, endLine, endColumn);
  }

  /** The empty position before the first character of this part. */
  public Place start() {
    return new Place(line, column, line, column);
  }

  /** The empty position after the last character of this part. */
  public Place end() {
    return new Place(endLine, endColumn, endLine, endColumn);
  }
}
