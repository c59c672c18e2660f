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
 * The one space of names that tables and indexes share, since {@code scan} takes either. Safe for
 * many threads.
 *
 * @param tables by name, as they are at each call
 */
public record NameSpace(Map<String, StoredTable> tables) {

  /** The table that has the index {@code index}. */
  Optional<TableDefinition> ownerOf(String index) {
    return tables.values().stream()
        .map(StoredTable::definition)
        .filter(table -> table.index(index).isPresent())
        .findFirst();
  }

  /** Whether a table or an index has the name. */
  public boolean isUsed(String name) {
    return tables.containsKey(name) || ownerOf(name).isPresent();
  }

  /** Refuses to create what would have the name of another. */
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

  /** There are no tables any longer. */
  TableException closed() {
    return new TableException(
        ErrorCode.CLOSED,
        "cannot use the database: it is closed; open it again with Database.open");
  }

  /** There is no such table: which one was meant perhaps. */
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

  /** There is no such index: which one was meant perhaps. */
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
