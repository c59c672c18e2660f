package keywright.cli.data;

import keywright.cli.console.Console;
import keywright.key.KeySchema;
import keywright.table.DeclaredTable;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name rows in a file, which are read as {@code load} reads them. */
public final class DataOptions {
  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "Rows in order of arrival, CSV or JSON lines as load reads them. A command that reads them once takes - for standard input.")
  private @Nullable String file;

  @Mixin private MappingOptions mapping = new MappingOptions();
  @Mixin private SkipBadOption skipBad = new SkipBadOption();

  /** The file of {@code --data}; null without this option. */
  public @Nullable InputFile file() {
    return file == null ? null : new InputFile(file);
  }

  /** Whether there are options about how to read a file, but no file is named. */
  public boolean isWithoutFile() {
    return file == null && (mapping.isGiven() || skipBad.lines() > 0);
  }

  /** The rows of {@code from}, with the columns that a key reads. */
  public FileArrivals rows(Console console, InputFile from, KeySchema key) {
    return new FileArrivals(
        console,
        from,
        null,
        mapping.to(key, console),
        null,
        key.columns(),
        row -> {},
        skipBad.lines());
  }

  /** The rows of {@code from}, with the columns of a table. */
  public FileArrivals rows(
      Console console, InputFile from, @Nullable FileFormat format, TableDefinition table) {
    return new FileArrivals(
        console,
        from,
        format,
        mapping.to(table, console),
        DocumentRowReader.documents(table).orElse(null),
        table.allColumns(),
        DeclaredTable.of(table)::derive,
        skipBad.lines());
  }
}
