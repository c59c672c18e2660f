package keywright.cli.shell;

import keywright.cql.CqlScript;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.jline.reader.impl.DefaultParser;

/** Tells the line editor whether a statement is complete, and the positions of its words. */
public final class StatementParser extends DefaultParser {
  public StatementParser() {
    setQuoteChars(new char[0]);
    setEscapeChars(new char[0]);
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    boolean accepting = context == ParseContext.ACCEPT_LINE || context == ParseContext.UNSPECIFIED;
    if (accepting && !ShellAction.isOne(line) && !CqlScript.isComplete(line)) {
      throw new EOFError(-1, cursor, "a statement ends with ;");
    }
    return super.parse(line, cursor, context);
  }

  @Override
  public boolean isDelimiterChar(CharSequence text, int position) {
    return Character.isWhitespace(text.charAt(position))
        || "(),;=<>".indexOf(text.charAt(position)) >= 0;
  }
}
