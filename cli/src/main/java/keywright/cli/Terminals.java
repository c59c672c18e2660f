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
}
