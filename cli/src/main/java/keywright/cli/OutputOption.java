package keywright.cli;

import picocli.CommandLine.Option;

/** {@code --output}. */
final class OutputOption {
  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      description = "How results are printed: table (the default), json or csv.")
  private OutputFormat format = OutputFormat.TABLE;

  OutputFormat format() {
    return format;
  }
}
