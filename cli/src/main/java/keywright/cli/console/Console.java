package keywright.cli.console;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and writes.
 *
 * @param in standard input, as bytes
 * @param out for results, and nothing else
 * @param err for messages and progress; flushed with every line
 * @param isOfProcess whether these are the streams of the process, which may be a terminal
 */
public record Console(InputStream in, Output out, PrintStream err, boolean isOfProcess) {

  /** Says one line on standard error; results already made appear before it. */
  public void say(String line) {
    out.flush();
    err.println(line);
  }
}
