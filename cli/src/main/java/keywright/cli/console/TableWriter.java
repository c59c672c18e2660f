package keywright.cli.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/**
 * Aligned columns under a header, for people: numbers to the right, everything else to the left.
 *
 * <p>The first rows decide how wide a column is; a later value that is wider makes its line longer.
 * So a result of any length is printed in bounded memory. A null is {@code NULL}; the text NULL is
 * shown between quotes.
 */
public final class TableWriter implements ResultWriter {
  private static final int ROWS_MEASURED = 1_000;
  private static final int WIDTH_LIMIT = 80;
  private static final String GAP = "  ";

  private final Output out;
  private final String indent;
  private final int widthMax;
  private final List<String[]> waiting = new ArrayList<>();
  private List<Column> columns = List.of();
  private boolean @Nullable [] right;
  private int @Nullable [] widths;
  private @Nullable ExpandedRows expanded;

  public TableWriter(Output out) {
    this(out, "");
  }

  /** Each line starts with {@code indent}. */
  public TableWriter(Output out, String indent) {
    this(out, indent, Integer.MAX_VALUE);
  }

  private TableWriter(Output out, String indent, int widthMax) {
    this.out = out;
    this.indent = indent;
    this.widthMax = widthMax;
  }

  /** Rows that are wider than {@code widthMax} columns have one line for each value. */
  static TableWriter expanding(Output out, int widthMax) {
    return new TableWriter(out, "", widthMax);
  }

  @Override
  public void begin(List<Column> newColumns) {
    columns = newColumns;
    waiting.clear();
    widths = null;
    expanded = null;
    right = new boolean[columns.size()];
    String[] header = new String[columns.size()];
    for (int i = 0; i < header.length; i++) {
      right[i] = Number.class.isAssignableFrom(columns.get(i).type().valueClass());
      header[i] = Text.escape(columns.get(i).name());
    }
    waiting.add(header);
  }

  @Override
  public void row(@Nullable Object[] values) {
    String[] cells = new String[values.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = cell(columns.get(i), values[i]);
    }
    if (expanded != null) {
      expanded.print(cells);
      return;
    }
    if (widths != null) {
      print(cells, widths);
      return;
    }
    waiting.add(cells);
    if (waiting.size() > ROWS_MEASURED) {
      printWaiting();
    }
  }

  @Override
  public void end() {
    if (widths == null && expanded == null) {
      printWaiting();
    }
  }

  private static String cell(Column column, @Nullable Object value) {
    if (value == null) {
      return "NULL";
    }
    String text = column.type().format(value);
    return text.equals("NULL") ? "'NULL'" : Text.escape(text);
  }

  private void printWaiting() {
    int[] measured = new int[columns.size()];
    for (String[] cells : waiting) {
      for (int i = 0; i < cells.length; i++) {
        measured[i] = Math.max(measured[i], Math.min(Text.width(cells[i]), WIDTH_LIMIT));
      }
    }
    if (waiting.size() > 1 && width(measured) > widthMax) {
      expanded = new ExpandedRows(out, waiting.get(0));
      waiting.subList(1, waiting.size()).forEach(expanded::print);
      waiting.clear();
      return;
    }
    widths = measured;
    for (int row = 0; row < waiting.size(); row++) {
      print(waiting.get(row), measured);
      if (row == 0) {
        printRule(measured);
      }
    }
    waiting.clear();
  }

  private static long width(int[] measured) {
    return Arrays.stream(measured).asLongStream().sum()
        + (long) GAP.length() * Math.max(0, measured.length - 1);
  }

  private void printRule(int[] measured) {
    for (int i = 0; i < measured.length; i++) {
      out.print(i == 0 ? indent : GAP).print("-".repeat(measured[i]));
    }
    out.line();
  }

  private void print(String[] cells, int[] measured) {
    int blanks = indent.length(); // A line ends with its last value.
    for (int i = 0; i < cells.length; i++) {
      int padding = Math.max(0, measured[i] - Text.width(cells[i]));
      boolean toTheRight = right != null && right[i];
      blanks += (i == 0 ? 0 : GAP.length()) + (toTheRight ? padding : 0);
      if (!cells[i].isEmpty()) {
        out.print(" ".repeat(blanks)).print(cells[i]);
        blanks = 0;
      }
      blanks += toTheRight ? 0 : padding;
    }
    out.line();
  }
}
