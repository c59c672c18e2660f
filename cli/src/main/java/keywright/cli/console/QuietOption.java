package keywright.cli.console;

import picocli.CommandLine.Option;

/** The option {@code --quiet}. */
public final class QuietOption {
  @Option(
      names = "--quiet",
      description = "Do not print what lint finds in the tables and indexes that are created.")
  private boolean quiet;

  public boolean isQuiet() {
    return quiet;
  }
}
