package keywright.cli.console;

import java.util.List;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Prints a header and one CSV line for each row. */
public final class CsvWriter implements ResultWriter {
  private final Output out;
  private List<Column> columns = List.of();

  public CsvWriter(Output out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> newColumns) {
    columns = newColumns;
    for (int i = 0; i < columns.size(); i++) {
      out.print(i == 0 ? "" : ",");
      Csv.field(out, columns.get(i).name());
    }
    out.line();
  }

  @Override
  public void row(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      out.print(i == 0 ? "" : ",");
      Csv.field(out, value == null ? null : columns.get(i).type().format(value));
    }
    out.line();
  }

  @Override
  public void end() {}
}
