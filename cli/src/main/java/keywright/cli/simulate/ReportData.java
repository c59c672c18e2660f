package keywright.cli.simulate;

import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import keywright.cli.console.Text;
import keywright.design.rows.KeyValue;
import keywright.design.simulate.Heat;
import keywright.design.simulate.KeySpaceMap;
import keywright.design.simulate.Load;
import keywright.design.simulate.Simulation;

/**
 * What the script of a report draws, as JSON that can stand in a page: within strings every {@code
 * <}, {@code >} and {@code &} is an escape, so nothing in it ends or begins an element.
 *
 * <p>The counts of a heat map are written column by column, each as base64 digits of five bits, the
 * lowest first, whose sixth bit says that more follow. A count below 32 is one character.
 */
final class ReportData {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** Reads are rates and no whole numbers, and only their shares are shown. */
  private static final double READS_OF_A_COLUMN = 100_000;

  private final StringBuilder json = new StringBuilder();

  ReportData(List<Simulation> simulations) {
    json.append("{\"servers\": ").append(simulations.get(0).settings().servers());
    json.append(", \"ring\": ").append(new SimulationFigures(simulations.get(0)).isRing());
    json.append(",\n\"strategies\": ");
    list(simulations.size(), i -> add(simulations.get(i)));
    json.append("}");
  }

  String json() {
    return json.toString();
  }

  private void add(Simulation simulation) {
    KeySpaceMap map = simulation.map();
    Heat writes = map.writes();
    json.append("{\"name\": ");
    string(simulation.strategy().name());
    json.append(", \"columns\": ").append(writes.columns());
    json.append(", \"bands\": ").append(writes.bands());
    int last = writes.columns() - 1;
    json.append(", \"rows\": ").append(map.firstRow(last) + Math.round(writes.total(last)));
    json.append(", \"columnRows\": ").append(map.firstRow(1));
    json.append(",\n\"writes\": ");
    counts(writes, 0);
    Optional<Heat> reads = map.reads();
    if (reads.isPresent()) {
      json.append(",\n\"reads\": ");
      counts(reads.get(), READS_OF_A_COLUMN);
    }
    json.append(",\n\"loads\": ");
    list(writes.columns(), column -> load(map.load(column)));
    json.append(",\n\"regions\": ");
    list(writes.columns(), column -> json.append(map.regions(column)));
    json.append(",\n\"boundaries\": ");
    list(map.boundaries().size(), i -> boundary(map.boundaries().get(i)));
    json.append(",\n\"keys\": ");
    list(writes.bands() + 1, band -> key(map.key(band)));
    json.append("}");
  }

  private void list(int count, IntConsumer add) {
    json.append("[");
    for (int i = 0; i < count; i++) {
      json.append(i == 0 ? "" : ", ");
      add.accept(i);
    }
    json.append("]");
  }

  /**
   * @param total what a column is to come to, up to rounding; 0 for its own counts
   */
  private void counts(Heat heat, double total) {
    json.append('"');
    for (int column = 0; column < heat.columns(); column++) {
      double factor = total == 0 || heat.total(column) == 0 ? 1 : total / heat.total(column);
      for (int band = 0; band < heat.bands(); band++) {
        long rest = Math.round(factor * heat.at(column, band));
        for (; rest >= 32; rest >>>= 5) {
          json.append(DIGITS.charAt((int) (rest & 31) + 32));
        }
        json.append(DIGITS.charAt((int) rest));
      }
    }
    json.append('"');
  }

  private void load(Load load) {
    json.append('[').append(SimulationFigures.rounded(load.largestRegionShare(), 4)).append(", ");
    json.append(SimulationFigures.rounded(load.effectiveServers(), 2)).append(']');
  }

  private void boundary(KeySpaceMap.Boundary boundary) {
    json.append('[').append(SimulationFigures.rounded(boundary.place(), 5)).append(", ");
    json.append(boundary.column()).append(']');
  }

  private void key(List<KeyValue> key) {
    list(
        key.size(),
        i -> {
          json.append('[');
          string(key.get(i).name());
          json.append(", ");
          string(key.get(i).text());
          json.append(']');
        });
  }

  private void string(String text) {
    json.append('"');
    String shown = Text.escape(text);
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '<', '>', '&' -> json.append("\\u%04x".formatted((int) c));
        default -> json.append(c);
      }
    }
    json.append('"');
  }
}
