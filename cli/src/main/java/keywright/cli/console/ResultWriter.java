package keywright.cli.console;

import java.util.List;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Prints one result in one format: its columns, then its rows as they come. */
public interface ResultWriter {

  static ResultWriter of(OutputFormat format, Output out) {
    return switch (format) {
      case TABLE -> new TableWriter(out);
      case JSON -> new JsonWriter(out);
      case CSV -> new CsvWriter(out);
    };
  }

  void begin(List<Column> columns);

  /** One value for each column, of the column's type, or null. */
  void row(@Nullable Object[] values);

  void end();
}
