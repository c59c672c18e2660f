package keywright.cql;

import java.util.List;
import java.util.Optional;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A design: the tables that a script declares with their indexes, and the expected load of these
 * tables. Immutable.
 *
 * <p>The statements of the script are executed in order on an empty database in memory. So a
 * statement that a database refuses is refused in a design, too. QUERY and WRITE statements refer
 * to the tables as they are declared after the last statement.
 *
 * @param tables the declared tables with their indexes, sorted by name
 * @param queries the QUERY statements, in the order of the script
 * @param selects the SELECT statements outside a QUERY, in order; their names are made from their
 *     numbers
 * @param writes the WRITE statements, in the order of the script
 * @param refused the statements that were refused and left out; empty for a design that {@link
 *     #read} returns
 * @param places the positions of the declarations in the script
 * @param end the position after the last character of the script
 */
public record Design(
    List<TableDefinition> tables,
    List<QueryLoad> queries,
    List<QueryLoad> selects,
    List<WriteLoad> writes,
    List<Refused> refused,
    Places places,
    Place end) {

  /** Makes a design with its own copies of the lists. */
  public Design {
    tables = List.copyOf(tables);
    queries = List.copyOf(queries);
    selects = List.copyOf(selects);
    writes = List.copyOf(writes);
    refused = List.copyOf(refused);
  }

  /**
   * A statement that could not be parsed or executed.
   *
   * @param place the position of the statement in the script
   * @param reason the message of the error, a {@link CqlException}
   * @param table the declaration in the statement: the table that it declares, or the table with
   *     the index that it declares. Null if the statement could not be parsed
   */
  public record Refused(Place place, String reason, @Nullable TableDefinition table) {}

  /**
   * Reads a script.
   *
   * @throws CqlException for the first statement that cannot be parsed or executed
   */
  public static Design read(String script) {
    return new DesignReader(false).read(script);
  }

  /**
   * Reads a script, and leaves out statements with errors. These are the statements that cannot be
   * parsed or executed, and all statements that name a table whose CREATE TABLE was refused. {@link
   * #refused} contains the former, but not the latter.
   */
  public static Design readAsFarAsPossible(String script) {
    return new DesignReader(true).read(script);
  }

  /** Makes the design of one table with its indexes, without a script. */
  public static Design of(TableDefinition table) {
    StringBuilder script = new StringBuilder(Statements.createTable(table));
    for (IndexDefinition index : table.indexes()) {
      script.append(";\n").append(Statements.createIndex(table.name(), index));
    }
    return readAsFarAsPossible(script.toString());
  }

  /**
   * The table with the name {@code name} and its indexes; empty if the design has no such table. A
   * name without a keyspace also means the only table of this name in all keyspaces.
   */
  public Optional<TableDefinition> table(String name) {
    List<TableDefinition> named =
        tables.stream().filter(table -> Names.unqualified(table.name()).equals(name)).toList();
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .or(() -> named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty());
  }

  /** The queries that read the table with the name {@code name}, in the order of the script. */
  public List<QueryLoad> queries(String name) {
    return queries.stream().filter(query -> query.table().name().equals(name)).toList();
  }
}
