package keywright.cql.grammar;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * A stream of characters for the lexer, in which the letters A to Z appear as a to z. So the
 * grammar has each keyword in lower case only. The text of a token still has its original letters.
 * Used by one thread.
 *
 * <p>Other letters are not changed, because a keyword has only the letters A to Z. For example, the
 * lower case of the Kelvin sign would be the letter k.
 */
public final class LowerCaseStream implements CharStream {
  private final CharStream stream;

  public LowerCaseStream(CharStream stream) {
    this.stream = stream;
  }

  @Override
  public int LA(int i) {
    int character = stream.LA(i);
    return 'A' <= character && character <= 'Z' ? character + ('a' - 'A') : character;
  }

  @Override
  public String getText(Interval interval) {
    return stream.getText(interval);
  }

  @Override
  public void consume() {
    stream.consume();
  }

  @Override
  public int mark() {
    return stream.mark();
  }

  @Override
  public void release(int marker) {
    stream.release(marker);
  }

  @Override
  public int index() {
    return stream.index();
  }

  @Override
  public void seek(int index) {
    stream.seek(index);
  }

  @Override
  public int size() {
    return stream.size();
  }

  @Override
  public String getSourceName() {
    return stream.getSourceName();
  }
}
