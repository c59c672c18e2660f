package keywright.cli.console;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The streams that a command reads and writes.
 *
 * @param in standard input, as bytes
 * @param out the stream for results, and nothing else
 * @param err the stream for messages and progress; flushed with every line
 * @param isOfProcess whether these are the streams of the process, which may be a terminal
 */
public record Console(InputStream in, Output out, PrintStream err, boolean isOfProcess) {

  /** Prints one line on standard error, after the results that were written before it. */
  public void say(String line) {
    out.flush();
    err.println(line);
  }
}
