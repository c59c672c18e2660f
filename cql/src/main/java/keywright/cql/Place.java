package keywright.cql;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * A part of a script, from one character (inclusive) to another (exclusive). Lines and columns
 * count from 1, columns in code points.
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

  /** The empty place in front of the first character of this place. */
  public Place start() {
    return new Place(line, column, line, column);
  }

  /** The empty place behind the last character of this place. */
  public Place end() {
    return new Place(endLine, endColumn, endLine, endColumn);
  }
}
