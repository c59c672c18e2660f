package keywright.cql.server.system;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import keywright.table.Database;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of a database at one moment. Immutable.
 *
 * @param defaultKeyspace the keyspace of the tables whose names have none
 * @param keyspaces all keyspaces, sorted
 * @param tables the tables by their names, which have the keyspace unless it is the default one
 * @param version equal for equal declarations
 */
public record Schema(
    String defaultKeyspace,
    List<String> keyspaces,
    SortedMap<String, TableDefinition> tables,
    UUID version) {
  /**
   * A difference between two schemas.
   *
   * @param table the name of the table without its keyspace; null for a change of the keyspace
   */
  public record Change(Kind kind, String keyspace, @Nullable String table) {
    /** What has become of the table or the keyspace. */
    public enum Kind {
      CREATED,
      UPDATED,
      DROPPED
    }

    /**
     * Whether this is a change of a table.
     *
     * @param name its name, which has the keyspace unless it is the default one
     * @param schema has the default keyspace
     */
    public boolean isOf(String name, Schema schema) {
      return Names.unqualified(name).equals(table) && schema.keyspaceOf(name).equals(keyspace);
    }
  }

  /** The declarations now. */
  public static Schema of(Database database) {
    SortedMap<String, TableDefinition> tables = new TreeMap<>();
    for (String name : database.tables()) {
      database
          .find(Names.qualified(name))
          .ifPresent(definition -> tables.put(definition.name(), definition));
    }
    List<String> keyspaces = database.keyspaces();
    byte[] all = (keyspaces.toString() + tables).getBytes(StandardCharsets.UTF_8);
    return new Schema(database.defaultKeyspace(), keyspaces, tables, UUID.nameUUIDFromBytes(all));
  }

  /**
   * The keyspace of a table or an index.
   *
   * @param name its name, which has the keyspace unless it is the default one
   */
  public String keyspaceOf(String name) {
    String keyspace = Names.keyspace(name);
    return keyspace.isEmpty() ? defaultKeyspace : keyspace;
  }

  /** The tables of a keyspace, sorted by name. */
  public List<TableDefinition> tablesOf(String keyspace) {
    return tables.values().stream()
        .filter(table -> keyspaceOf(table.name()).equals(keyspace))
        .toList();
  }

  /**
   * What has changed since {@code before}: keyspaces that were created, changes of tables, and
   * keyspaces that were dropped.
   */
  public List<Change> since(Schema before) {
    List<Change> changes = new ArrayList<>();
    keyspaces.stream()
        .filter(keyspace -> !before.keyspaces.contains(keyspace))
        .forEach(keyspace -> changes.add(new Change(Change.Kind.CREATED, keyspace, null)));
    before.tables.keySet().stream()
        .filter(name -> !tables.containsKey(name))
        .forEach(name -> changes.add(change(Change.Kind.DROPPED, name)));
    for (Map.Entry<String, TableDefinition> table : tables.entrySet()) {
      Optional<TableDefinition> there = Optional.ofNullable(before.tables.get(table.getKey()));
      if (there.isEmpty()) {
        changes.add(change(Change.Kind.CREATED, table.getKey()));
      } else if (!there.get().equals(table.getValue())) {
        changes.add(change(Change.Kind.UPDATED, table.getKey()));
      }
    }
    before.keyspaces.stream()
        .filter(keyspace -> !keyspaces.contains(keyspace))
        .forEach(keyspace -> changes.add(new Change(Change.Kind.DROPPED, keyspace, null)));
    return changes;
  }

  private Change change(Change.Kind kind, String table) {
    return new Change(kind, keyspaceOf(table), Names.unqualified(table));
  }
}
