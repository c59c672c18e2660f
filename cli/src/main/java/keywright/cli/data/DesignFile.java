package keywright.cli.data;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.ScriptException;
import keywright.cql.CqlException;
import keywright.cql.Design;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** A file of statements that declare tables and their load. */
public record DesignFile(InputFile file, Design design) {

  /**
   * Reads the statements of a file.
   *
   * @throws ScriptException for a statement that cannot be read or carried out
   */
  public static DesignFile read(Console console, InputFile file) {
    try {
      return new DesignFile(file, Design.read(file.text(console)));
    } catch (CqlException e) {
      throw new ScriptException(file.label(), e);
    }
  }

  /**
   * Reads the statements of a file and leaves out the refused ones; {@link Design#refused} lists
   * them.
   */
  public static DesignFile readAsFarAsPossible(Console console, InputFile file) {
    return new DesignFile(file, Design.readAsFarAsPossible(file.text(console)));
  }

  /** Whether {@link #table} may not find the table {@code name} because a statement was refused. */
  public boolean isRefused(@Nullable String name) {
    return !design.refused().isEmpty()
        && (name == null ? design.tables().isEmpty() : find(name).isEmpty());
  }

  private Optional<TableDefinition> find(String name) {
    return design.table(name).or(() -> design.table(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * The table {@code name}, spelled exactly or in another case; for null the only table of the
   * file.
   *
   * @throws CliException if there is no such table, or if {@code name} is null and the file
   *     declares several
   */
  public TableDefinition table(@Nullable String name) {
    List<TableDefinition> tables = design.tables();
    if (name == null && tables.size() == 1) {
      return tables.get(0);
    }
    String names = tables.stream().map(TableDefinition::name).collect(Collectors.joining(", "));
    String expected = names.isEmpty() ? "none" : names;
    if (name == null) {
      throw new CliException(
          "cannot choose a table: found %s in %s, expected --table with one of them"
              .formatted(expected, file.label()));
    }
    return find(name)
        .orElseThrow(
            () ->
                new CliException(
                    "cannot find table %s: found %s in %s"
                        .formatted(name, expected, file.label())));
  }
}
