package keywright.cli.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Terminals;
import keywright.cql.server.Passwords;
import keywright.cql.server.ServerException;
import org.jline.terminal.spi.SystemStream;

/**
 * Reads a password from the terminal, which does not show it, or from standard input. Arguments
 * would stay in the history of the shell, and every user of the machine can read them.
 */
final class PasswordInput {
  private static final int BYTES_MAX = 1_024;

  private PasswordInput() {}

  /** The hash of the password that is given for a user. */
  static String hash(Console console, String user) {
    char[] password = read(console, user);
    try {
      return Passwords.hash(password);
    } catch (ServerException e) {
      throw new CliException(String.valueOf(e.getMessage()), e);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  /** The password of a user of a server: that of the environment, or asked for at the terminal. */
  @SuppressWarnings("SystemConsoleNull") // In Java 17 it is null if the output is no terminal.
  static char[] ofServer(String user) {
    String given = System.getenv("KEYWRIGHT_PASSWORD");
    if (given != null) {
      return given.toCharArray();
    }
    java.io.Console terminal = Terminals.isTerminal(SystemStream.Input) ? System.console() : null;
    char[] password = terminal == null ? null : terminal.readPassword("Password of %s: ", user);
    if (password == null) {
      throw new CliException(
          "cannot read the password of %s: found neither KEYWRIGHT_PASSWORD nor a terminal as standard input and output, expected one of them; set KEYWRIGHT_PASSWORD"
              .formatted(user));
    }
    return password;
  }

  @SuppressWarnings("SystemConsoleNull") // In Java 17 it is null if the output is no terminal.
  private static char[] read(Console console, String user) {
    if (!console.isOfProcess() || !Terminals.isTerminal(SystemStream.Input)) {
      return firstLine(console.in());
    }
    java.io.Console terminal = System.console();
    if (terminal == null) {
      throw new CliException(
          "cannot ask for the password: found a terminal as standard input only, expected one as standard output too; do not redirect the output, or give the password by standard input");
    }
    char[] first = terminal.readPassword("Password of %s: ", user);
    char[] second = terminal.readPassword("The same again: ");
    try {
      if (first == null || second == null) {
        throw new CliException(
            "cannot read the password: found the end of the input, expected the password twice; run the command again");
      }
      if (!Arrays.equals(first, second)) {
        throw new CliException(
            "cannot use the password: found two different ones, expected the same twice; run the command again");
      }
      return first.clone();
    } finally {
      clear(first);
      clear(second);
    }
  }

  private static void clear(char[] password) {
    if (password != null) {
      Arrays.fill(password, '\0');
    }
  }

  private static char[] firstLine(InputStream in) {
    byte[] bytes = new byte[BYTES_MAX];
    int length = 0;
    try {
      for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
        if (length == BYTES_MAX) {
          throw new CliException(
              "cannot read the password: found a longer line than %,d bytes, expected the password alone in the first line of standard input; correct it"
                  .formatted(BYTES_MAX));
        }
        bytes[length++] = (byte) next;
      }
    } catch (IOException e) {
      throw new CliException("cannot read the password: " + e.getMessage(), e);
    }
    if (length > 0 && bytes[length - 1] == '\r') {
      length--;
    }
    CharBuffer decoded = StandardCharsets.UTF_8.decode(ByteBuffer.wrap(bytes, 0, length));
    char[] password = Arrays.copyOf(decoded.array(), decoded.limit());
    Arrays.fill(decoded.array(), '\0');
    Arrays.fill(bytes, (byte) 0);
    return password;
  }
}
