package keywright.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/** Rows from CSV with a header. */
final class CsvRowReader implements RowReader {
  private final CsvReader csv;
  private final List<@Nullable Column> columns;

  /**
   * Reads the header.
   *
   * @throws CliException when there is none, or when it does not fit the table
   */
  CsvRowReader(InputStream in, String file, HeaderMapping mapping) throws IOException {
    csv = new CsvReader(in);
    if (!csv.next()) {
      throw new CliException(
          "cannot load " + file + ": it is empty, expected a header with column names");
    }
    List<String> headers = new ArrayList<>();
    for (int i = 0; i < csv.size(); i++) {
      String header = csv.field(i);
      if (header == null || header.isBlank()) {
        throw new CliException(
            "cannot load %s: field %d of its header is empty, expected a column name"
                .formatted(file, i + 1));
      }
      headers.add(header.strip());
    }
    columns = mapping.columns(file, headers);
  }

  @Override
  public long line() {
    return csv.line();
  }

  @Override
  public @Nullable Map<String, @Nullable Object> next() throws IOException {
    if (!csv.next()) {
      return null;
    }
    if (csv.size() != columns.size()) {
      throw new BadLineException(
          line(),
          "found %d field%s, expected %d"
              .formatted(csv.size(), csv.size() == 1 ? "" : "s", columns.size()));
    }
    Map<String, @Nullable Object> row = new HashMap<>(columns.size() * 2);
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column != null) {
        String text = csv.field(i);
        row.put(column.name(), text == null ? null : parse(column, text));
      }
    }
    return row;
  }

  private Object parse(Column column, String text) {
    try {
      return column.type().parseValue(text);
    } catch (KeyException e) {
      throw new BadLineException(line(), column.name() + ": " + e.getMessage());
    }
  }
}
