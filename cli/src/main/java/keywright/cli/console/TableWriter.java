package keywright.cli.console;

import java.util.ArrayList;
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
  private final List<String[]> waiting = new ArrayList<>();
  private List<Column> columns = List.of();
  private boolean @Nullable [] right;
  private int @Nullable [] widths;

  public TableWriter(Output out) {
    this(out, "");
  }

  /** Each line starts with {@code indent}. */
  public TableWriter(Output out, String indent) {
    this.out = out;
    this.indent = indent;
  }

  @Override
  public void begin(List<Column> newColumns) {
    columns = newColumns;
    waiting.clear();
    widths = null;
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
    if (widths == null) {
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
    widths = measured;
    for (int row = 0; row < waiting.size(); row++) {
      print(waiting.get(row), measured);
      if (row == 0) {
        printRule(measured);
      }
    }
    waiting.clear();
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
