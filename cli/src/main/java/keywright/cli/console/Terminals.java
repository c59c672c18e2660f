package keywright.cli.console;

import java.io.IOException;
import java.util.Map;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Whether standard streams are a terminal. */
public final class Terminals {
  private Terminals() {}

  public static boolean isTerminal(SystemStream stream) {
    try {
      return TerminalProvider.load("jni").isSystemStream(stream);
    } catch (IOException | LinkageError e) {
      return false; // No native library for this machine: write as into a file.
    }
  }

  /**
   * Whether a terminal is to be written to in colour.
   *
   * @param environment that of the process, where {@code NO_COLOR} or a dumb {@code TERM} forbids
   *     it
   */
  public static boolean allowsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }

  /** The columns of the terminal after {@code stream}; 80 when it does not tell. */
  public static int width(SystemStream stream) {
    try {
      int width = TerminalProvider.load("jni").systemStreamWidth(stream);
      return width > 0 ? width : 80;
    } catch (IOException | LinkageError e) {
      return 80;
    }
  }
}
