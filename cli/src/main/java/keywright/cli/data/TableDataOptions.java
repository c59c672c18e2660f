package keywright.cli.data;

import keywright.cli.console.Console;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name rows of a table in a file. */
public final class TableDataOptions {
  @Mixin private DataOptions data = new DataOptions();

  @Option(names = "--format", paramLabel = "csv|jsonl", description = FileFormat.DESCRIPTION)
  private @Nullable FileFormat format;

  /** The file of {@code --data}; null without this option. */
  public @Nullable InputFile file() {
    return data.file();
  }

  /** Whether there are options about how to read a file, but no file is named. */
  public boolean isWithoutFile() {
    return data.isWithoutFile() || (data.file() == null && format != null);
  }

  /** The rows of {@code from}. */
  public FileArrivals rows(Console console, InputFile from, TableDefinition table) {
    return data.rows(console, from, format, table);
  }
}
