package keywright.cli.console;

import java.util.List;
import keywright.key.Column;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/** Prints one JSON object on each line. {@code JsonRowReader} reads the same row from it. */
public final class JsonLinesWriter implements ResultWriter {
  private final Output out;
  private List<Column> columns = List.of();

  public JsonLinesWriter(Output out) {
    this.out = out;
  }

  @Override
  public void begin(List<Column> newColumns) {
    columns = newColumns;
  }

  @Override
  public void row(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      out.print(i == 0 ? "{" : ", ");
      Json.name(out, columns.get(i).name());
      if (Variant.NULL.equals(values[i])) {
        out.print(Json.VARIANT_NULL);
      } else {
        Json.value(out, columns.get(i).type(), values[i]);
      }
    }
    out.line("}");
  }

  @Override
  public void end() {}
}
