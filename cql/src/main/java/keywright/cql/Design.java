package keywright.cql;

import java.util.List;
import java.util.Optional;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a script with their indexes, and their expected load.
 *
 * <p>The statements are executed in order on an empty database in memory, so a statement that a
 * database refuses is refused here too. QUERY and WRITE statements refer to the tables as they are
 * after the last statement.
 *
 * @param tables sorted by name, each with its indexes
 * @param queries in the order of the file
 * @param selects the SELECT statements outside a QUERY, named by their order
 * @param writes in the order of the file
 * @param refused the statements that were refused and left out; empty for a design that {@link
 *     #read} returns
 * @param places the places of the declarations in the script
 * @param end the place after the last character
 */
public record Design(
    List<TableDefinition> tables,
    List<QueryLoad> queries,
    List<QueryLoad> selects,
    List<WriteLoad> writes,
    List<Refused> refused,
    Places places,
    Place end) {

  /** Keeps its own copies of the lists. */
  public Design {
    tables = List.copyOf(tables);
    queries = List.copyOf(queries);
    selects = List.copyOf(selects);
    writes = List.copyOf(writes);
    refused = List.copyOf(refused);
  }

  /**
   * A statement that cannot be read or executed.
   *
   * @param reason the message of the {@link CqlException}
   * @param table the table that the statement declares, or the table with the index that it
   *     declares; null if the statement could not be parsed
   */
  public record Refused(Place place, String reason, @Nullable TableDefinition table) {}

  /**
   * Reads a script.
   *
   * @throws CqlException for the first statement that cannot be read or executed
   */
  public static Design read(String script) {
    return new DesignReader(false).read(script);
  }

  /**
   * Reads a script and leaves out each statement that is refused, and each statement that names a
   * table whose CREATE TABLE was refused. {@link #refused} has the refused statements, but not the
   * statements that name their tables.
   */
  public static Design readAsFarAsPossible(String script) {
    return new DesignReader(true).read(script);
  }

  /** The design of one table with its indexes, without a script. */
  public static Design of(TableDefinition table) {
    StringBuilder script = new StringBuilder(Statements.createTable(table));
    for (IndexDefinition index : table.indexes()) {
      script.append(";\n").append(Statements.createIndex(table.name(), index));
    }
    return readAsFarAsPossible(script.toString());
  }

  /** The table {@code name} with its indexes. */
  public Optional<TableDefinition> table(String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst();
  }

  /** The queries that read the table {@code name}, in the order of the file. */
  public List<QueryLoad> queries(String name) {
    return queries.stream().filter(query -> query.table().name().equals(name)).toList();
  }
}
