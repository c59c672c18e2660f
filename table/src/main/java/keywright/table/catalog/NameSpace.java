package keywright.table.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.key.ErrorCode;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;

/**
 * The names of tables and indexes. In a keyspace no table and no index have the same name, because
 * the command {@code scan} accepts both. Safe for many threads.
 *
 * <p>The full name of a table or an index has its keyspace before it, as {@code shop.reading}. For
 * the default keyspace the full name is the name alone.
 *
 * @param tables the current tables by full name; the map changes
 */
public record NameSpace(Map<String, StoredTable> tables) {

  /** The table that has the index with the full name {@code index}. */
  Optional<TableDefinition> ownerOf(String index) {
    String keyspace = Names.keyspace(index);
    String name = Names.unqualified(index);
    return tables.values().stream()
        .map(StoredTable::definition)
        .filter(table -> table.keyspace().equals(keyspace) && table.index(name).isPresent())
        .findFirst();
  }

  /** The full names of the tables that have a name in any keyspace. */
  List<String> tablesNamed(String name) {
    return tables.keySet().stream()
        .filter(table -> Names.unqualified(table).equals(name))
        .sorted()
        .toList();
  }

  /** The full names of the indexes that have a name in any keyspace. */
  List<String> indexesNamed(String name) {
    return tables.values().stream()
        .map(StoredTable::definition)
        .filter(table -> table.index(name).isPresent())
        .map(table -> Names.in(table.keyspace(), name))
        .sorted()
        .toList();
  }

  /** Whether a table or an index has this full name. */
  public boolean isUsed(String name) {
    return tables.containsKey(name) || ownerOf(name).isPresent();
  }

  /**
   * Checks that a new table or index can get a name.
   *
   * @param what the kind of the new object, {@code table} or {@code index}, for the error message
   * @param name the full name
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
    String shown = name;
    String instead;
    if (owner.isPresent()) {
      String table = Names.quoteQualified(owner.get().name());
      instead =
          ": it is an index of %s; name the table %s instead; the planner reads the index if it is the best key for the query"
              .formatted(table, table);
    } else {
      List<String> elsewhere = tablesNamed(Names.unqualified(name));
      if (tables.isEmpty()) {
        instead = ": the database has no tables; create it first, or open another database";
      } else if (elsewhere.isEmpty()) {
        instead = Names.hintQualified(name, tables.keySet());
      } else {
        shown = Names.qualified(name);
        instead = "; there is " + shown(elsewhere);
      }
    }
    return new UnknownNameException(
        name, "cannot find table %s%s".formatted(Names.quoteQualified(shown), instead));
  }

  /** Full names as a statement can name them in any keyspace, with a word between them. */
  private static String shown(List<String> names) {
    return names.stream()
        .map(Names::qualified)
        .map(Names::quoteQualified)
        .collect(Collectors.joining(" and "));
  }

  /** The error for a name without a keyspace that several tables or indexes have. */
  static TableException ambiguous(String what, String name, List<String> found) {
    return new TableException(
        "cannot find %s %s: found %s, expected one of the name; write the keyspace before it"
            .formatted(what, Names.quote(name), shown(found)));
  }

  /** The error for a name that no index has. Its message suggests a similar name. */
  public TableException missingIndex(String name) {
    List<String> names =
        tables.values().stream()
            .flatMap(
                table ->
                    table.indexes().stream()
                        .map(index -> Names.in(table.definition().keyspace(), index.name())))
            .toList();
    return new UnknownNameException(
        name,
        "cannot drop index %s: there is no such index%s"
            .formatted(name, Names.hintQualified(name, names)));
  }
}
