package keywright.cli.console;

import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --access}. */
public final class AccessOption {
  @Option(
      names = "--access",
      negatable = true,
      description =
          "Print on standard error which key each SELECT has read, and how many rows; by default only if standard error is a terminal.")
  private @Nullable Boolean access;

  public boolean isShown(Console console) {
    return access != null
        ? access
        : console.isOfProcess() && Terminals.isTerminal(SystemStream.Error);
  }
}
