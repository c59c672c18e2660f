package keywright.table.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.key.ErrorCode;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;

/**
 * The names of tables and indexes. No table and no index have the same name, because the command
 * {@code scan} accepts both. Safe for many threads.
 *
 * @param tables the current tables by name; the map changes
 */
public record NameSpace(Map<String, StoredTable> tables) {

  /** The table that has the index {@code index}. */
  Optional<TableDefinition> ownerOf(String index) {
    return tables.values().stream()
        .map(StoredTable::definition)
        .filter(table -> table.index(index).isPresent())
        .findFirst();
  }

  /** Whether a table or an index has this name. */
  public boolean isUsed(String name) {
    return tables.containsKey(name) || ownerOf(name).isPresent();
  }

  /**
   * Checks that a new table or index can get a name.
   *
   * @param what the kind of the new object, {@code table} or {@code index}, for the error message
   * @throws TableException if a table or an index has this name
   */
  public void requireUnused(String what, String name) {
    Optional<TableDefinition> owner = ownerOf(name);
    if (owner.isPresent() || tables.containsKey(name)) {
      throw new TableException(
          ErrorCode.ALREADY_EXISTS,
          "cannot create %s %s: there is %s; choose another name"
              .formatted(
                  what,
                  name,
                  owner
                      .map(table -> "an index of that name on " + table.name())
                      .orElse("a table of that name")));
    }
  }

  /** The error for a use of the database after it was closed. */
  TableException closed() {
    return new TableException(
        ErrorCode.CLOSED,
        "cannot use the database: it is closed; open it again with Database.open");
  }

  /** The error for a name that no table has; it suggests a similar name. */
  TableException missingTable(String name) {
    Optional<TableDefinition> owner = ownerOf(name);
    String instead;
    if (owner.isPresent()) {
      String table = Names.quote(owner.get().name());
      instead =
          ": it is an index of %s; name the table %s instead; the planner reads the index if it is the best key for the query"
              .formatted(table, table);
    } else {
      instead =
          tables.isEmpty()
              ? ": the database has no tables; create it first, or open another database"
              : Names.hint(name, tables.keySet());
    }
    return new UnknownNameException(
        name, "cannot find table %s%s".formatted(Names.quote(name), instead));
  }

  /** The error for a name that no index has. Its message suggests a similar name. */
  public TableException missingIndex(String name) {
    List<String> names =
        tables.values().stream()
            .flatMap(table -> table.indexes().stream().map(StoredIndex::name))
            .toList();
    return new UnknownNameException(
        name,
        "cannot drop index %s: there is no such index%s".formatted(name, Names.hint(name, names)));
  }
}
