package keywright.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import keywright.cli.console.Rendering;
import keywright.cli.console.Text;
import keywright.design.rows.KeyValue;
import keywright.design.simulate.Heat;
import keywright.design.simulate.KeySpaceMap;

/**
 * A small heat map of writes as lines of text: from left to right the rows in order of arrival,
 * from top to bottom the keys in their order. With colours, a character shows two ranges of keys,
 * one above the other. Without colours, a sign shows the share of the writes. Used by one thread.
 */
public final class TerminalMap {
  private static final int LABEL = 24;
  private static final int WIDEST = 72;
  private static final String INDENT = "  ";
  private static final Pattern TIME =
      Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d:\\d\\d)(?:\\.0+)?Z$");
  private static final String RESET = "\u001B[0m";

  /** The signs for a share of 0, and for greater and greater shares of the writes. */
  private static final String SIGNS = " .:+*#@";

  /** The same levels as numbers of the 256 terminal colours, from dark to light. */
  private static final int[] COLOURS = {234, 53, 89, 131, 173, 215, 230};

  private final KeySpaceMap map;
  private final Heat heat;
  private final HeatLevels levels;
  private final boolean isColoured;
  private final int columns;
  private final int stretches;

  /**
   * @param width the largest length of a line
   * @param lines the largest number of lines, without the axis
   */
  TerminalMap(KeySpaceMap map, int width, int lines, boolean isColoured) {
    this.map = map;
    this.heat = map.writes();
    this.isColoured = isColoured;
    int room = Math.max(16, Math.min(WIDEST, width - INDENT.length() - LABEL - 3));
    this.columns = Math.min(room, heat.columns());
    this.stretches = Math.min(isColoured ? 2 * lines : lines, heat.bands());
    this.levels = new HeatLevels(heat, columns, stretches, SIGNS.length() - 1, 0.25 / stretches);
  }

  /** The map with its axes, and what the signs or colours mean. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int stretch = 0; stretch < stretches; stretch += isColoured ? 2 : 1) {
      lines.add(INDENT + label(map.key(band(stretch))) + " " + cells(stretch));
    }
    int last = heat.columns() - 1;
    String end = Rendering.number(map.firstRow(last) + (long) heat.total(last));
    String start = " ".repeat(LABEL - 4) + "rows" + (isColoured ? " 1" : "  1");
    lines.add(INDENT + start + " ".repeat(Math.max(1, columns - 1 - end.length())) + end);
    lines.add(INDENT + " ".repeat(LABEL + (isColoured ? 1 : 2)) + legend());
    return lines;
  }

  /** The shares of the writes of a column from which each sign or colour is shown. */
  private String legend() {
    List<String> levels = new ArrayList<>();
    for (int level = 1; level < SIGNS.length(); level++) {
      String sign =
          isColoured ? background(level) + "  " + RESET : SIGNS.substring(level, level + 1);
      levels.add(sign + " " + (level == 1 ? "any" : percent(this.levels.least(level))));
    }
    return String.join("  ", levels) + " of a column's writes";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.1f%%" : "%.0f%%", 100 * share);
  }

  /** The first values of the key, as many as there is room for. */
  private static String label(List<KeyValue> key) {
    String label = "";
    for (KeyValue value : key) {
      String text = Text.escape(TIME.matcher(value.text()).replaceFirst("$1 $2"));
      String longer = label.isEmpty() ? Text.cut(text, LABEL) : label + ", " + text;
      if (Text.width(longer) > LABEL) {
        break;
      }
      label = longer;
    }
    return " ".repeat(LABEL - Text.width(label)) + label;
  }

  private String cells(int stretch) {
    StringBuilder cells = new StringBuilder();
    for (int column = 0; column < columns; column++) {
      if (isColoured) {
        cells.append(background(level(column, stretch + 1)));
        cells.append("\u001B[38;5;").append(COLOURS[level(column, stretch)]).append("m▀");
      } else {
        cells.append(SIGNS.charAt(level(column, stretch)));
      }
    }
    return isColoured ? cells.append(RESET).toString() : "|" + cells + "|";
  }

  private static String background(int level) {
    return "\u001B[48;5;" + COLOURS[level] + "m";
  }

  /** The level of the share of a cell, as an index of {@link #SIGNS}. */
  private int level(int column, int stretch) {
    return stretch < stretches ? levels.at(column, stretch) : 0;
  }

  private int band(int stretch) {
    return stretch * heat.bands() / stretches;
  }
}
