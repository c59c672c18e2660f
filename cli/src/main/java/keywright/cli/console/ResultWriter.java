package keywright.cli.console;

import java.util.List;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/**
 * Prints one result in one format. Call {@link #begin} once, {@link #row} for each row, then {@link
 * #end}.
 */
public interface ResultWriter {

  static ResultWriter of(OutputFormat format, Output out) {
    return switch (format) {
      case TABLE -> new TableWriter(out);
      case JSON -> new JsonWriter(out);
      case CSV -> new CsvWriter(out);
    };
  }

  void begin(List<Column> columns);

  /** Prints a row: for each column a value of its type, or null. */
  void row(@Nullable Object[] values);

  void end();
}
