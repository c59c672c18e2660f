package keywright.cli.simulate;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import keywright.cli.console.Console;
import keywright.cli.console.OutputFile;
import keywright.cli.console.Terminals;
import keywright.cli.console.Usage;
import keywright.design.simulate.KeySpaceMap;
import keywright.design.simulate.Simulation;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The options {@code --heat-map}, {@code --out} and {@code --overwrite}: where heat maps are drawn.
 */
public final class PictureOptions {
  private static final int LINES = 10;
  private static final int WIDTH = 100;

  /** When a heat map is shown. */
  enum When {
    /** On a terminal only. */
    AUTO,
    ALWAYS,
    NEVER
  }

  @Option(
      names = "--heat-map",
      paramLabel = "auto|always|never",
      description =
          "Draw where in key space the writes went, below each verdict: on a terminal (auto, the"
              + " default), always or never. In colour on a terminal, unless NO_COLOR is set.")
  private When heatMap = When.AUTO;

  @Option(
      names = "--out",
      paramLabel = "FILE.html|FILE.svg",
      description =
          "Also write the heat maps: FILE.html is a report on one page without other files, FILE.svg a picture.")
  private @Nullable String reportFile;

  @Option(names = "--overwrite", description = "Replace the file if it exists.")
  private boolean overwrite;

  /** Refuses options that cannot be used together. */
  void check(@Nullable CommandSpec spec) {
    if (overwrite && reportFile == null) {
      throw Usage.wrong(spec, "found --overwrite without --out, expected both");
    }
    if ("-".equals(reportFile)) {
      throw Usage.wrong(
          spec, "found --out -, expected a file: standard output has the figures already");
    }
    if (reportFile != null && !reportFile.toLowerCase(Locale.ROOT).matches(".*\\.(html?|svg)")) {
      throw Usage.wrong(
          spec,
          "found --out %s, expected a name that ends in .html for a report, or in .svg for a picture"
              .formatted(reportFile));
    }
  }

  /** The file of the report or picture, not created yet; null for none. */
  @Nullable OutputFile reportFile() {
    return reportFile == null ? null : OutputFile.of(reportFile, overwrite);
  }

  /**
   * Writes the simulations into {@code file}: a picture if its name ends in {@code .svg}, else a
   * report.
   */
  static void write(OutputFile file, String table, String source, List<Simulation> simulations) {
    if (file.name().toLowerCase(Locale.ROOT).endsWith(".svg")) {
      new SimulationPicture(simulations).write(file);
    } else {
      new SimulationReport(table, source, simulations).write(file);
    }
  }

  /** Makes the heat maps for the terminal; null if none are shown. */
  @Nullable Function<KeySpaceMap, TerminalMap> maps(Console console) {
    return heatMap == When.ALWAYS || (heatMap == When.AUTO && isTerminal(console))
        ? map -> terminalMap(map, console, width(console), LINES)
        : null;
  }

  /** The heat map, in colour if standard output is a terminal with colours. */
  public static TerminalMap terminalMap(KeySpaceMap map, Console console, int width, int lines) {
    boolean isColoured = isTerminal(console) && Terminals.allowsColour(System.getenv());
    return new TerminalMap(map, width, lines, isColoured);
  }

  private static boolean isTerminal(Console console) {
    return console.isOfProcess() && Terminals.isTerminal(SystemStream.Output);
  }

  private static int width(Console console) {
    return isTerminal(console) ? Terminals.width(SystemStream.Output) : WIDTH;
  }
}
