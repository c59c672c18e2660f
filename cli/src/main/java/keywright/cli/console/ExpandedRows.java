package keywright.cli.console;

/** Rows with one line for each value, for rows that are wider than a terminal. */
final class ExpandedRows {
  private static final int RULE_WIDTH = 40;

  private final Output out;
  private final String[] header;
  private final int width;
  private long row;

  /**
   * @param header the names of the columns
   */
  ExpandedRows(Output out, String[] header) {
    this.out = out;
    this.header = header.clone();
    int widest = 0;
    for (String name : header) {
      widest = Math.max(widest, Text.width(name));
    }
    this.width = widest;
  }

  /** Prints a row, which has one cell for each column. */
  void print(String[] cells) {
    row++;
    String title = "-[ row " + row + " ]";
    out.line(title + "-".repeat(Math.max(1, RULE_WIDTH - title.length())));
    for (int i = 0; i < cells.length; i++) {
      out.print(header[i]).print(" ".repeat(width - Text.width(header[i]))).print(" |");
      out.line(cells[i].isEmpty() ? "" : " " + cells[i]);
    }
  }
}
