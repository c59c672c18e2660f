package keywright.cli.console;

import java.util.List;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Prints an array with one object for each row, each on its own line. */
public final class JsonWriter implements ResultWriter {
  private final Output out;
  private List<Column> columns = List.of();
  private boolean first = true;

  public JsonWriter(Output out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> newColumns) {
    columns = newColumns;
    first = true;
    out.print("[");
  }

  @Override
  public void row(@Nullable Object[] values) {
    out.print(first ? "\n  {" : ",\n  {");
    first = false;
    for (int i = 0; i < values.length; i++) {
      out.print(i == 0 ? "" : ", ");
      Json.name(out, columns.get(i).name());
      Json.value(out, columns.get(i).type(), values[i]);
    }
    out.print("}");
  }

  @Override
  public void end() {
    out.line(first ? "]" : "\n]");
  }
}
