package keywright.cli.simulate;

import java.util.List;
import java.util.Locale;
import keywright.cli.console.OutputFile;
import keywright.cli.console.Text;
import keywright.design.simulate.Simulation;

/**
 * The heat maps of simulations side by side, as SVG for a page or a document: the same bytes for
 * the same simulations. Time runs from left to right, the key space from top to bottom.
 */
final class SimulationPicture {
  private static final int COLUMNS = 64;
  private static final int BANDS = 48;
  private static final int CELL = 4;
  private static final int GAP = 28;
  private static final int LEFT = 30;
  private static final int TOP = 52;
  private static final int BOTTOM = 50;
  private static final int NAME_LENGTH = 38;

  /** From the smallest share to the largest; those of the report on a light ground. */
  private static final List<String> SHADES =
      List.of("#f8edc9", "#f8d98c", "#f3b55a", "#e8853f", "#d0523f", "#9a2a50", "#4a1148");

  /** From which share on the shades darken: half of an even share of all bands. */
  private static final double LOWEST = 0.5 / BANDS;

  private final List<Simulation> simulations;
  private final StringBuilder svg = new StringBuilder();

  /**
   * @param simulations at least one, all of the same rows and settings
   */
  SimulationPicture(List<Simulation> simulations) {
    this.simulations = simulations;
  }

  /** Writes the picture into {@code file}, which exists when it is complete. */
  void write(OutputFile file) {
    try (file) {
      file.open().print(svg());
      file.complete();
    }
  }

  /** The picture. */
  String svg() {
    svg.setLength(0);
    int panel = COLUMNS * CELL + GAP;
    int width = LEFT + simulations.size() * panel;
    int height = TOP + BANDS * CELL + BOTTOM;
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " font-family=\"system-ui, sans-serif\" font-size=\"11\" fill=\"#333\">",
        width, height, width, height);
    line("<title>Heat maps of writes: %s</title>", xml(names()));
    line("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
    line(
        "<text transform=\"translate(18 %d) rotate(-90)\" text-anchor=\"middle\">keys in"
            + " order</text>",
        TOP + BANDS * CELL / 2);
    for (int i = 0; i < simulations.size(); i++) {
      panel(simulations.get(i), LEFT + i * panel);
    }
    legend();
    return svg.append("</svg>\n").toString();
  }

  private String names() {
    return String.join("; ", simulations.stream().map(each -> each.strategy().name()).toList());
  }

  private void panel(Simulation simulation, int left) {
    String verdict = Text.escape(simulation.verdict().text());
    line(
        "<text x=\"%d\" y=\"18\" font-size=\"13\" font-weight=\"600\">%s</text>",
        left, xml(Text.cut(Text.escape(simulation.strategy().name()), NAME_LENGTH)));
    line(
        "<text x=\"%d\" y=\"36\">%s: %s</text>",
        left,
        xml(verdict.substring(0, verdict.indexOf(':'))),
        "%.1f of %d servers busy"
            .formatted(simulation.load().effectiveServers(), simulation.settings().servers()));
    line(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f6f6f4\"/>",
        left, TOP, COLUMNS * CELL, BANDS * CELL);
    HeatLevels writes = levels(simulation);
    for (int shade = 0; shade < SHADES.size(); shade++) {
      String cells = cells(writes, shade + 1);
      if (!cells.isEmpty()) {
        line(
            "<path transform=\"translate(%d %d) scale(%d)\" fill=\"%s\" d=\"%s\"/>",
            left, TOP, CELL, SHADES.get(shade), cells);
      }
    }
    line("<text x=\"%d\" y=\"%d\">rows in order of arrival</text>", left, TOP + BANDS * CELL + 16);
  }

  private static HeatLevels levels(Simulation simulation) {
    return new HeatLevels(simulation.map().writes(), COLUMNS, BANDS, SHADES.size(), LOWEST);
  }

  /** The cells of one level, those beside each other in a band as one rectangle. */
  private static String cells(HeatLevels heat, int level) {
    StringBuilder path = new StringBuilder();
    for (int band = 0; band < BANDS; band++) {
      for (int column = 0; column < COLUMNS; column++) {
        int start = column;
        while (column < COLUMNS && heat.at(column, band) == level) {
          column++;
        }
        if (column > start) {
          int length = column - start;
          path.append("M%d %dh%dv1h-%dz".formatted(start, band, length, length));
        }
      }
    }
    return path.toString();
  }

  private void legend() {
    int y = TOP + BANDS * CELL + 28;
    line("<text x=\"%d\" y=\"%d\">share of the writes of a moment:</text>", LEFT, y + 10);
    int x = LEFT + 190;
    for (int shade = 0; shade < SHADES.size(); shade++) {
      line(
          "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"12\" fill=\"%s\"/>",
          x, y, SHADES.get(shade));
      x += 14;
    }
    line(
        "<text x=\"%d\" y=\"%d\">%.0f %% to %.0f %% and more</text>",
        x + 6, y + 10, 100 * LOWEST, 100 * HeatLevels.HIGHEST);
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String xml(String text) {
    return Template.escape(text);
  }
}
