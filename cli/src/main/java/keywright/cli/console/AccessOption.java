package keywright.cli.console;

import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --access}. */
public final class AccessOption {
  @Option(
      names = "--access",
      negatable = true,
      description =
          "Print the key that each SELECT read and how many rows, on standard error; by default if that is a terminal.")
  private @Nullable Boolean access;

  public boolean isShown(Console console) {
    return access != null
        ? access
        : console.isOfProcess() && Terminals.isTerminal(SystemStream.Error);
  }
}
