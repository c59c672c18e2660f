package keywright.cli.data;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import keywright.cli.console.Console;
import keywright.key.KeySchema;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.TableDefinition;
import picocli.CommandLine.Option;

/** The options that say which column a name in a file of rows means. */
public final class MappingOptions {
  @Option(
      names = "--map",
      paramLabel = "HEADER=COLUMN",
      description = "The column for a name in the file. May be given more than once.")
  private Map<String, String> mapped = new LinkedHashMap<>();

  @Option(
      names = "--ignore",
      paramLabel = "HEADER",
      split = ",",
      description = "Names in the file to leave out, with commas between them.")
  private Set<String> ignored = new LinkedHashSet<>();

  @Option(
      names = "--set",
      paramLabel = "COLUMN=VALUE",
      description =
          "The value of a column that the file does not have, the same for every row. May be given"
              + " more than once.")
  private Map<String, String> constants = new LinkedHashMap<>();

  @Option(
      names = "--parse",
      paramLabel = "COLUMN=FORM",
      description =
          "How the file writes a column: a pattern of java.time for a date or a timestamp (UTC"
              + " unless it has an offset), epoch_s, epoch_ms, epoch_us or epoch_ns for a timestamp that"
              + " is a number, or digits for a whole number with leading zeros. May be given more"
              + " than once.")
  private Map<String, String> forms = new LinkedHashMap<>();

  boolean isGiven() {
    return !mapped.isEmpty() || !ignored.isEmpty() || !constants.isEmpty() || !forms.isEmpty();
  }

  /**
   * The mapping to the columns of a table. Names that are mapped to columns of another spelling are
   * reported on the console.
   */
  public HeaderMapping to(TableDefinition table, Console console) {
    return mapping(table.name(), table.primaryKeySchema(), documents(table), false, console);
  }

  /** As {@link #to(TableDefinition, Console)}, without derived columns, which cannot be written. */
  public HeaderMapping toStored(TableDefinition table, Console console) {
    return mapping(table.name(), table.primaryKeySchema(), documents(table), true, console);
  }

  private static Map<String, String> documents(TableDefinition table) {
    Map<String, String> documents = new LinkedHashMap<>();
    for (ColumnDefinition column : table.columns()) {
      DocumentPath from = column.from();
      if (from != null) {
        documents.put(column.name(), from.column());
      }
    }
    return documents;
  }

  /** The mapping to the columns that a key reads. */
  public HeaderMapping to(KeySchema key, Console console) {
    return mapping("the key", key, Map.of(), false, console);
  }

  private HeaderMapping mapping(
      String owner,
      KeySchema key,
      Map<String, String> documents,
      boolean storedOnly,
      Console console) {
    return new HeaderMapping(
        owner, key, documents, storedOnly, mapped, ignored, constants, forms, console::say);
  }
}
