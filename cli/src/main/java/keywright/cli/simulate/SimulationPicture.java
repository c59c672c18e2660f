package keywright.cli.simulate;

import java.util.List;
import java.util.Locale;
import keywright.cli.console.OutputFile;
import keywright.cli.console.Text;
import keywright.design.simulate.Heat;
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

  /** The least share of a column's writes that has the darkest shade. */
  private static final double DARKEST = 0.5;

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
    Heat writes = simulation.map().writes();
    for (int shade = 0; shade < SHADES.size(); shade++) {
      String cells = cells(writes, shade);
      if (!cells.isEmpty()) {
        line(
            "<path transform=\"translate(%d %d) scale(%d)\" fill=\"%s\" d=\"%s\"/>",
            left, TOP, CELL, SHADES.get(shade), cells);
      }
    }
    line("<text x=\"%d\" y=\"%d\">rows in order of arrival</text>", left, TOP + BANDS * CELL + 16);
  }

  /** The cells of one shade, those beside each other in a band as one rectangle. */
  private static String cells(Heat heat, int shade) {
    StringBuilder path = new StringBuilder();
    for (int band = 0; band < BANDS; band++) {
      for (int column = 0; column < COLUMNS; column++) {
        int start = column;
        while (column < COLUMNS && shade(heat, column, band) == shade) {
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

  /** The shade of a cell; -1 without writes. */
  private static int shade(Heat heat, int column, int band) {
    double share =
        heat.share(
            column * heat.columns() / COLUMNS,
            Math.max(
                column * heat.columns() / COLUMNS + 1, (column + 1) * heat.columns() / COLUMNS),
            band * heat.bands() / BANDS,
            Math.max(band * heat.bands() / BANDS + 1, (band + 1) * heat.bands() / BANDS));
    if (share <= 0) {
      return -1;
    }
    int shade = 0;
    while (shade + 1 < SHADES.size() && share >= least(shade + 1)) {
      shade++;
    }
    return shade;
  }

  /** The least share of a shade: from half of an even spread to the darkest, in equal ratios. */
  private static double least(int shade) {
    double first = 0.5 / BANDS;
    return first * Math.pow(DARKEST / first, (double) shade / (SHADES.size() - 1));
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
        x + 6, y + 10, 100 * least(0), 100 * DARKEST);
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String xml(String text) {
    return Template.escape(text);
  }
}
