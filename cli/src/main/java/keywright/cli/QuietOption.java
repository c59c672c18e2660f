package keywright.cli;

import picocli.CommandLine.Option;

/** {@code --quiet}. */
final class QuietOption {
  @Option(
      names = "--quiet",
      description = "Do not print what lint finds in the tables and indexes that are created.")
  private boolean quiet;

  boolean isQuiet() {
    return quiet;
  }
}
