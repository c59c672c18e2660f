package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/** Rows from CSV with a header. */
final class CsvRowReader implements TextRows {
  private final CsvReader csv;
  private final List<@Nullable Column> columns;
  private final HeaderMapping mapping;
  private final Map<String, Object> constants;

  /**
   * Reads the header.
   *
   * @param maxValueBytes the most bytes of one value
   * @throws CliException when there is none, or when it does not fit the table
   */
  CsvRowReader(InputStream in, String file, HeaderMapping mapping, int maxValueBytes)
      throws IOException {
    this(new CsvReader(in, TextRows.textBytes(maxValueBytes)), file, mapping);
  }

  /** Reads the header, the first record of {@code csv}. */
  CsvRowReader(CsvReader csv, String file, HeaderMapping mapping) throws IOException {
    this.csv = csv;
    if (!hasHeader(file)) {
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
      if (header.strip().indexOf('\r') >= 0) {
        throw new CliException(
            "cannot load %s: found a carriage return inside of field %d of its header, expected lines that end with a line feed; convert the input, for example: tr '\\r' '\\n'"
                .formatted(file, i + 1));
      }
      headers.add(header.strip());
    }
    this.mapping = mapping;
    columns = mapping.columns(file, headers);
    constants = mapping.constants();
  }

  private boolean hasHeader(String file) throws IOException {
    try {
      return csv.next();
    } catch (BadLineException e) {
      if (csv.begins('{')) {
        throw new CliException(
            "cannot load %s: found '{' where it begins, expected a header with column names; --format jsonl reads lines of JSON"
                .formatted(file));
      }
      throw e;
    }
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
    requireFields(csv);
    Map<String, @Nullable Object> row = new HashMap<>(2 * (columns.size() + constants.size()));
    row.putAll(constants);
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column != null) {
        row.put(column.name(), value(csv, i, column));
      }
    }
    return row;
  }

  private void requireFields(CsvReader from) {
    if (from.size() != columns.size()) {
      throw new BadLineException(
          from.line(),
          "found %d field%s, expected %d"
              .formatted(from.size(), from.size() == 1 ? "" : "s", columns.size()));
    }
  }

  private @Nullable Object value(CsvReader from, int field, Column column) {
    String text = from.field(field);
    return text == null ? null : parse(column, text, from.line());
  }

  /**
   * The values of the current record of another reader of the same input. May be called by several
   * threads at the same time.
   *
   * @param places the place of each field among the values; -1 for none
   * @param values the values that every row has, which are copied
   */
  @Nullable Object[] values(CsvReader from, int[] places, @Nullable Object[] values) {
    requireFields(from);
    @Nullable Object[] row = values.clone();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column != null) {
        Object value = value(from, i, column);
        if (places[i] >= 0) {
          row[places[i]] = value;
        }
      }
    }
    return row;
  }

  /**
   * The place of each field among the columns of rows; -1 for a field that is no column of them.
   */
  int[] places(List<Column> ofRows) {
    List<String> names = ofRows.stream().map(Column::name).toList();
    return columns.stream()
        .mapToInt(column -> column == null ? -1 : names.indexOf(column.name()))
        .toArray();
  }

  private Object parse(Column column, String text, long line) {
    if (text.length() > MAX_NUMBER_LENGTH && hasLongNumber(column.type(), text)) {
      throw new BadLineException(line, column.name() + ": " + LONG_NUMBER);
    }
    try {
      if (mapping.hasForm(column)) {
        return mapping.parse(column, text);
      }
      Object value = column.type().parseValue(text);
      mapping.checkUnit(column, value, text);
      return value;
    } catch (KeyException | CliException e) {
      throw new BadLineException(
          line, column.name() + ": " + e.getMessage() + mapping.hint(column));
    }
  }

  /** Whether a text that is a number, or holds some, has one that would take long to read. */
  private static boolean hasLongNumber(Type type, String text) {
    Class<?> kind = type.valueClass();
    if (kind == BigDecimal.class || kind == BigInteger.class) {
      return true;
    }
    if (type.elementType() == null && kind != Variant.class) {
      return false;
    }
    boolean isInText = false;
    int digits = 0;
    for (int i = 0; i < text.length() && digits <= MAX_NUMBER_LENGTH; i++) {
      char c = text.charAt(i);
      if (c == '"') {
        isInText = !isInText;
      } else if (c == '\\') {
        i++;
      }
      boolean isOfNumber = !isInText && ((c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0);
      digits = isOfNumber ? digits + 1 : 0;
    }
    return digits > MAX_NUMBER_LENGTH;
  }
}
