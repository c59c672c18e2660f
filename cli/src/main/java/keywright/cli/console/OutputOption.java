package keywright.cli.console;

import picocli.CommandLine.Option;

/** The option {@code --output}. */
public final class OutputOption {
  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      description = "How results are printed: table (the default), json or csv.")
  private OutputFormat format = OutputFormat.TABLE;

  public OutputFormat format() {
    return format;
  }
}
