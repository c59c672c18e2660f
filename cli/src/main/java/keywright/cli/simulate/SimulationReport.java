package keywright.cli.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import keywright.cli.console.OutputFile;
import keywright.cli.console.Rendering;
import keywright.cli.console.Text;
import keywright.cli.simulate.SimulationFigures.Figure;
import keywright.design.simulate.QueryPath;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
import keywright.key.Column;

/**
 * Simulations as one page of HTML that needs nothing else: the same bytes for the same simulations.
 *
 * <p>The style and the script are part of the page. Its Content-Security-Policy allows no others,
 * and the page fetches nothing. Names and values are escaped, so browsers show them as text only.
 */
public final class SimulationReport {
  private static final List<String> SCRIPTS = List.of("heat", "words", "view", "chart", "page");

  private final String table;
  private final String source;
  private final List<Simulation> simulations;
  private final SimulationFigures figures;

  /**
   * @param table the name of the table whose keys were simulated
   * @param source where the rows came from
   * @param simulations at least one, all of the same rows and settings
   */
  public SimulationReport(String table, String source, List<Simulation> simulations) {
    this.table = table;
    this.source = source;
    this.simulations = simulations;
    this.figures = new SimulationFigures(simulations.get(0));
  }

  /** Writes the page into {@code file}. The file exists only when the page is complete. */
  public void write(OutputFile file) {
    try (file) {
      file.open().print(html());
      file.complete();
    }
  }

  /** The page. */
  String html() {
    String style = resource("report.css");
    String script = script();
    Simulation first = simulations.get(0);
    Map<String, Object> values = new HashMap<>();
    values.put("table", Text.escape(table));
    values.put("source", Text.escape(source));
    values.put("settings", figures.model(first) + "; " + figures.measuring());
    values.put("all_servers", String.valueOf(first.settings().servers()));
    values.put("style", style);
    values.put("style_hash", hash(style));
    values.put("script", script);
    values.put("script_hash", hash(script));
    values.put("of_queries", queries());
    values.put("unit", figures.isRing() ? "partition" : "region");
    values.put("of_regions", onlyIf(!figures.isRing()));
    values.put("of_ring", onlyIf(figures.isRing()));
    values.put("data", new ReportData(simulations).json());
    values.put("strategies", strategies());
    values.put("columns", columns());
    values.put("rows", rows());
    return new Template(resource("report.html")).fill(values);
  }

  private List<Map<String, Object>> strategies() {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Simulation simulation : simulations) {
      String verdict = Text.escape(simulation.verdict().text());
      int colon = verdict.indexOf(": ");
      String judgement = verdict.substring(0, colon);
      String name = simulation.strategy().name();
      String key = figures.key(simulation);
      list.add(
          Map.of(
              "index",
              String.valueOf(list.size()),
              "name",
              Text.escape(name),
              "keys",
              name.equals(key) ? List.of() : List.of(Map.of("key", Text.escape(key))),
              "tone",
              tone(simulation.verdict().grade()),
              "judgement",
              judgement,
              "reason",
              verdict.substring(colon + 2),
              "servers",
              decimal(simulation.load().effectiveServers()),
              "share",
              decimal(100 * simulation.load().largestRegionShare()) + " %"));
    }
    return list;
  }

  /** Repeats a part of the template once, or never. */
  private static List<Map<String, String>> onlyIf(boolean condition) {
    return condition ? List.of(Map.of()) : List.of();
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  /** The CSS class of a badge, which gives its colour. */
  private static String tone(Verdict.Grade grade) {
    return grade.name().toLowerCase(Locale.ROOT);
  }

  private List<Map<String, String>> columns() {
    List<Map<String, String>> list = new ArrayList<>();
    for (Figure figure : figures.figures()) {
      Column column = figure.column();
      list.add(Map.of("title", column.name().replace('_', ' '), "kind", kind(column)));
    }
    return list;
  }

  private List<Map<String, List<Map<String, String>>>> rows() {
    List<Map<String, List<Map<String, String>>>> list = new ArrayList<>();
    for (Simulation simulation : simulations) {
      List<Map<String, String>> cells = new ArrayList<>();
      for (Figure figure : figures.figures()) {
        Column column = figure.column();
        String text = column.type().format(figure.value().apply(simulation));
        cells.add(Map.of("text", Text.escape(text), "kind", kind(column)));
      }
      list.add(Map.of("cells", cells));
    }
    return list;
  }

  /** The access path of each query under each strategy; empty without queries. */
  private List<Map<String, Object>> queries() {
    List<QueryPath> queries = simulations.get(0).reads().paths();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      List<Map<String, String>> paths = new ArrayList<>();
      for (Simulation simulation : simulations) {
        QueryPath path = simulation.reads().paths().get(i);
        String ranges =
            Rendering.counted(path.ranges(), "range", "ranges")
                + (path.otherKey() == null ? "" : " of " + Text.escape(path.otherKey()));
        paths.add(Map.of("path", path.isFullScan() ? "full scan, " + ranges : ranges));
      }
      rows.add(
          Map.of(
              "query", Text.escape(queries.get(i).query()),
              "rate",
                  SimulationFigures.rounded(queries.get(i).ratePerSecond(), 3)
                      .stripTrailingZeros()
                      .toPlainString(),
              "paths", paths));
    }
    return rows.isEmpty() ? List.of() : List.of(Map.of("queries", rows));
  }

  /** The CSS class of the cells of a column: numbers are aligned to the right. */
  private static String kind(Column column) {
    boolean isNumber = Number.class.isAssignableFrom(column.type().valueClass());
    return isNumber ? "number" : column.name();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The scripts, each after those that it uses, in a scope of their own. */
  private static String script() {
    StringBuilder script = new StringBuilder("\n'use strict';\n(() => {\n");
    for (String name : SCRIPTS) {
      script.append(resource(name + ".js")).append('\n');
    }
    return script.append("})();\n").toString();
  }

  private static String resource(String name) {
    try (InputStream in =
        SimulationReport.class.getResourceAsStream("/keywright/cli/report/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
