package keywright.cli;

import java.io.IOException;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Whether standard streams are a terminal. */
final class Terminals {
  private Terminals() {}

  static boolean isTerminal(SystemStream stream) {
    try {
      return TerminalProvider.load("jni").isSystemStream(stream);
    } catch (IOException | LinkageError e) {
      return false; // No native library for this machine: write as into a file.
    }
  }

  /** The columns of the terminal behind {@code stream}; 80 when it does not tell. */
  static int width(SystemStream stream) {
    try {
      int width = TerminalProvider.load("jni").systemStreamWidth(stream);
      return width > 0 ? width : 80;
    } catch (IOException | LinkageError e) {
      return 80;
    }
  }
}
