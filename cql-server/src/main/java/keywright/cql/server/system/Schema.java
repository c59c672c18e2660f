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
import keywright.table.model.TableDefinition;

/**
 * The declarations of a database at one moment. Immutable.
 *
 * @param keyspace the keyspace of the tables, or the name that is shown if they are in none
 * @param version equal for equal declarations
 */
public record Schema(String keyspace, SortedMap<String, TableDefinition> tables, UUID version) {
  /** A difference between two schemas. */
  public record Change(Kind kind, String table) {
    /** What has become of the table. */
    public enum Kind {
      CREATED,
      UPDATED,
      DROPPED
    }
  }

  /**
   * The declarations now.
   *
   * @param keyspaceIfNone the name that is shown if the tables are in no keyspace
   */
  public static Schema of(Database database, String keyspaceIfNone) {
    SortedMap<String, TableDefinition> tables = new TreeMap<>();
    for (String name : database.tables()) {
      database.find(name).ifPresent(definition -> tables.put(name, definition));
    }
    String keyspace = database.keyspace().orElse(keyspaceIfNone);
    byte[] all = (keyspace + tables).getBytes(StandardCharsets.UTF_8);
    return new Schema(keyspace, tables, UUID.nameUUIDFromBytes(all));
  }

  /** What has changed since {@code before}. */
  public List<Change> since(Schema before) {
    List<Change> changes = new ArrayList<>();
    before.tables.keySet().stream()
        .filter(name -> !tables.containsKey(name))
        .forEach(name -> changes.add(new Change(Change.Kind.DROPPED, name)));
    for (Map.Entry<String, TableDefinition> table : tables.entrySet()) {
      Optional<TableDefinition> there = Optional.ofNullable(before.tables.get(table.getKey()));
      if (there.isEmpty()) {
        changes.add(new Change(Change.Kind.CREATED, table.getKey()));
      } else if (!there.get().equals(table.getValue())) {
        changes.add(new Change(Change.Kind.UPDATED, table.getKey()));
      }
    }
    return changes;
  }
}
