package keywright.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import keywright.key.KeySchema;
import keywright.table.TableDefinition;
import picocli.CommandLine.Option;

/** The options that say which column a name in a file of rows means. */
final class MappingOptions {
  @Option(
      names = "--map",
      paramLabel = "HEADER=COLUMN",
      description = "The column that a name in the file means. May be given more than once.")
  private Map<String, String> mapped = new LinkedHashMap<>();

  @Option(
      names = "--ignore",
      paramLabel = "HEADER",
      split = ",",
      description = "Names in the file to leave out, with commas between them.")
  private Set<String> ignored = new LinkedHashSet<>();

  boolean isGiven() {
    return !mapped.isEmpty() || !ignored.isEmpty();
  }

  /** To the columns of a table. */
  HeaderMapping to(TableDefinition table) {
    return new HeaderMapping(table, mapped, ignored);
  }

  /** To the columns that a key reads. */
  HeaderMapping to(KeySchema key) {
    return new HeaderMapping("the key", key, mapped, ignored);
  }
}
