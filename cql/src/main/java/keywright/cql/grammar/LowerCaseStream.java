package keywright.cql.grammar;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.misc.Interval;

/**
 * Shows the letters A to Z to the lexer as a to z, and returns texts as they are written. So the
 * grammar needs each keyword in lower case only. Not for several threads.
 *
 * <p>Other letters stay as they are: the lower case of the Kelvin sign is the letter k, and no
 * keyword contains a Kelvin sign.
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
