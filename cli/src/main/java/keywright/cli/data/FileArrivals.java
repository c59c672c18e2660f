package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.design.rows.Arrivals;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.table.model.DocumentReader.JsonDocuments;
import org.jspecify.annotations.Nullable;

/** The rows of a file, in its order; it is read again whenever they are gone through. */
final class FileArrivals implements Arrivals {
  private final Console console;
  private final InputFile file;
  private final @Nullable FileFormat format;
  private final HeaderMapping mapping;
  private final @Nullable JsonDocuments documents;
  private final List<Column> columns;
  private final Consumer<@Nullable Object[]> completed;

  FileArrivals(
      Console console,
      InputFile file,
      @Nullable FileFormat format,
      HeaderMapping mapping,
      @Nullable JsonDocuments documents,
      List<Column> columns,
      Consumer<@Nullable Object[]> completed) {
    this.console = console;
    this.file = file;
    this.format = format;
    this.mapping = mapping;
    this.documents = documents;
    this.columns = columns;
    this.completed = completed;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  private static void accept(
      Consumer<@Nullable Object[]> row, @Nullable Object[] values, RowInput rows) {
    try {
      row.accept(values);
    } catch (KeyException e) {
      throw KeyException.of("line %d: %s".formatted(rows.line(), e.getMessage()));
    }
  }

  @Override
  public void forEach(Consumer<@Nullable Object[]> row) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    try (InputStream in = file.open(console)) {
      RowInput rows = RowInput.open(in, file, format, mapping, documents, TextRows.MAX_VALUE_BYTES);
      for (Map<String, @Nullable Object> next = rows.next(); next != null; next = rows.next()) {
        for (int i = 0; i < values.length; i++) {
          values[i] = next.get(columns.get(i).name());
        }
        completed.accept(values);
        accept(row, values, rows);
      }
    } catch (BadLineException e) {
      throw new CliException("cannot read " + file.label() + ": " + Errors.reason(e), e);
    } catch (IOException e) {
      throw new CliException("cannot read " + file.label() + ": " + Errors.reason(e), e);
    }
  }
}
