package keywright.cli.console;

import java.io.IOException;
import java.util.Map;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Tells whether standard streams are a terminal. */
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
   * Whether output to a terminal may have colours.
   *
   * @param environment the environment variables of the process; {@code NO_COLOR} and {@code
   *     TERM=dumb} forbid colours
   */
  public static boolean allowsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty() && isCapable(environment);
  }

  /** Whether the terminal can move its cursor. */
  static boolean isCapable(Map<String, String> environment) {
    return !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }

  /** The columns of the terminal after {@code stream}; 80 if that is unknown. */
  public static int width(SystemStream stream) {
    try {
      int width = TerminalProvider.load("jni").systemStreamWidth(stream);
      return width > 0 ? width : 80;
    } catch (IOException | LinkageError e) {
      return 80;
    }
  }
}
