package keywright.cql.server.system;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import keywright.cql.protocol.NativeType;
import keywright.cql.protocol.NativeValues;
import keywright.key.Column;
import keywright.key.KeyPart;
import keywright.table.model.DocumentTable;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;

/** The system tables of a server, with the columns of Cassandra 4.0. Immutable. */
public final class SystemTables {
  /** Drivers read the system tables as those of this version of Cassandra. */
  private static final String RELEASE = "4.0.0";

  /** The keyspace whose tables Cassandra computes. */
  private static final String VIRTUAL = "system_virtual_schema";

  private static final String KEY = "keyspace_name text, ";
  private static final String TABLE = KEY + "table_name text, ";
  private static final String OPTIONS =
      "additional_write_policy text, bloom_filter_fp_chance double, caching map<text:text>, cdc boolean, "
          + "comment text, compaction map<text:text>, compression map<text:text>, crc_check_chance double, "
          + "dclocal_read_repair_chance double, default_time_to_live int, extensions map<text:blob>, ";
  private static final String MORE_OPTIONS =
      "gc_grace_seconds int, id uuid, max_index_interval int, memtable_flush_period_in_ms int, "
          + "min_index_interval int, read_repair text, read_repair_chance double, speculative_retry text";
  private static final String NODE = "data_center text, host_id uuid, ";
  private static final String STATE =
      "rack text, release_version text, schema_version uuid, tokens set<text>";

  private final Map<String, SystemTable> tables = new LinkedHashMap<>();
  private final InetSocketAddress address;

  /**
   * @param address that the server listens at
   */
  public SystemTables(InetSocketAddress address) {
    this.address = address;
    add(
        "system",
        "local",
        1,
        0,
        "key text, bootstrapped text, broadcast_address inet, broadcast_port int, cluster_name text, "
            + "cql_version text, data_center text, gossip_generation int, host_id uuid, "
            + "listen_address inet, listen_port int, native_protocol_version text, partitioner text, "
            + "rack text, release_version text, rpc_address inet, rpc_port int, schema_version uuid, "
            + "tokens set<text>, truncated_at map<uuid:blob>",
        schema -> List.of(local(schema)));
    add(
        "system",
        "peers",
        1,
        0,
        "peer inet, " + NODE + "preferred_ip inet, rpc_address inet, " + STATE);
    add(
        "system",
        "peers_v2",
        1,
        1,
        "peer inet, peer_port int, "
            + NODE
            + "native_address inet, native_port int, preferred_ip inet, preferred_port int, "
            + STATE);
    add(
        "system_schema",
        "keyspaces",
        1,
        0,
        KEY + "durable_writes boolean, replication map<text:text>",
        this::keyspaces);
    add(
        "system_schema",
        "tables",
        1,
        1,
        TABLE + OPTIONS + "flags set<text>, " + MORE_OPTIONS,
        this::tables);
    add(
        "system_schema",
        "columns",
        1,
        2,
        TABLE
            + "column_name text, clustering_order text, column_name_bytes blob, kind text, position int, type text",
        this::columns);
    add(
        "system_schema",
        "indexes",
        1,
        2,
        TABLE + "index_name text, kind text, options map<text:text>",
        SystemTables::indexes);
    add(
        "system_schema",
        "types",
        1,
        1,
        KEY + "type_name text, field_names list<text>, field_types list<text>");
    add(
        "system_schema",
        "functions",
        1,
        2,
        KEY
            + "function_name text, argument_types list<text>, argument_names list<text>, body text, "
            + "called_on_null_input boolean, language text, return_type text");
    add(
        "system_schema",
        "aggregates",
        1,
        2,
        KEY
            + "aggregate_name text, argument_types list<text>, final_func text, initcond text, "
            + "return_type text, state_func text, state_type text");
    add(
        "system_schema",
        "views",
        1,
        1,
        KEY
            + "view_name text, base_table_id uuid, base_table_name text, include_all_columns boolean, where_clause text, "
            + OPTIONS
            + MORE_OPTIONS);
    add("system_schema", "triggers", 1, 2, TABLE + "trigger_name text, options map<text:text>");
    add(
        "system_schema",
        "dropped_columns",
        1,
        2,
        TABLE + "column_name text, dropped_time timestamp, kind text, type text");
    add(
        VIRTUAL,
        "keyspaces",
        1,
        0,
        "keyspace_name text",
        schema -> List.of(Map.of("keyspace_name", VIRTUAL)));
    add(VIRTUAL, "tables", 1, 1, TABLE + "comment text", schema -> virtualTables());
    add(
        VIRTUAL,
        "columns",
        1,
        2,
        TABLE
            + "column_name text, clustering_order text, column_name_bytes blob, kind text, position int, type text",
        schema -> systemColumns(true));
  }

  private void add(String keyspace, String name, int partition, int clustering, String columns) {
    tables.put(
        keyspace + "." + name,
        SystemTable.of(keyspace, name, partition, clustering, columns, null));
  }

  private void add(
      String keyspace,
      String name,
      int partition,
      int clustering,
      String columns,
      Function<Schema, List<Map<String, Object>>> rows) {
    tables.put(
        keyspace + "." + name,
        SystemTable.of(keyspace, name, partition, clustering, columns, rows));
  }

  /** The address that the server listens at. */
  public InetSocketAddress address() {
    return address;
  }

  Optional<SystemTable> find(String keyspace, String name) {
    return Optional.ofNullable(tables.get(keyspace + "." + name));
  }

  /** Whether {@code keyspace} is one of Cassandra's own. */
  public static boolean isSystem(String keyspace) {
    return keyspace.equals("system") || keyspace.startsWith("system_");
  }

  /** The system tables that exist, with commas between them. */
  String shown() {
    return String.join(", ", tables.keySet());
  }

  private Map<String, Object> local(Schema schema) {
    Map<String, Object> row = new HashMap<>();
    row.put("key", "local");
    row.put("bootstrapped", "COMPLETED");
    row.put("broadcast_address", address.getAddress());
    row.put("broadcast_port", address.getPort());
    row.put("cluster_name", "keywright");
    row.put("cql_version", "3.4.5");
    row.put("data_center", "datacenter1");
    row.put("gossip_generation", 1);
    row.put(
        "host_id", id("host " + address.getAddress().getHostAddress() + ":" + address.getPort()));
    row.put("listen_address", address.getAddress());
    row.put("listen_port", address.getPort());
    row.put("native_protocol_version", "5");
    row.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    row.put("rack", "rack1");
    row.put("release_version", RELEASE);
    row.put("rpc_address", address.getAddress());
    row.put("rpc_port", address.getPort());
    row.put("schema_version", schema.version());
    row.put("tokens", Set.of("0"));
    return row;
  }

  private static UUID id(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<Map<String, Object>> keyspaces(Schema schema) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String system : List.of("system", "system_schema")) {
      rows.add(keyspace(system, Map.of("class", "org.apache.cassandra.locator.LocalStrategy")));
    }
    for (String keyspace : schema.keyspaces()) {
      rows.add(
          keyspace(
              keyspace,
              Map.of(
                  "class",
                  "org.apache.cassandra.locator.SimpleStrategy",
                  "replication_factor",
                  "1")));
    }
    return rows;
  }

  private static Map<String, Object> keyspace(String name, Map<String, String> replication) {
    return Map.of("keyspace_name", name, "durable_writes", true, "replication", replication);
  }

  private List<Map<String, Object>> tables(Schema schema) {
    List<Map<String, Object>> rows = new ArrayList<>();
    tables.values().stream()
        .filter(table -> !table.keyspace().equals(VIRTUAL))
        .forEach(table -> rows.add(table(table.keyspace(), table.name())));
    schema
        .tables()
        .forEach(
            (name, definition) -> {
              Map<String, Object> row = table(schema.keyspaceOf(name), Names.unqualified(name));
              row.put("comment", definition.storage().comment());
              row.put("default_time_to_live", timeToLive(definition));
              rows.add(row);
            });
    return rows;
  }

  /** The time in seconds after which all values of a table expire; 0 if families differ. */
  private static int timeToLive(TableDefinition table) {
    List<Long> times =
        table.allFamilies().stream().map(FamilyDefinition::ttlSeconds).distinct().toList();
    return times.size() == 1 ? (int) Math.min(times.get(0), Integer.MAX_VALUE) : 0;
  }

  /** Drivers read the tables of this keyspace from itself. */
  private List<Map<String, Object>> virtualTables() {
    List<Map<String, Object>> rows = new ArrayList<>();
    tables.values().stream()
        .filter(table -> table.keyspace().equals(VIRTUAL))
        .forEach(
            table ->
                rows.add(
                    Map.of("keyspace_name", VIRTUAL, "table_name", table.name(), "comment", "")));
    return rows;
  }

  private static Map<String, Object> table(String keyspace, String name) {
    Map<String, Object> row = new HashMap<>();
    row.put("keyspace_name", keyspace);
    row.put("table_name", name);
    row.put("additional_write_policy", "NEVER");
    row.put("bloom_filter_fp_chance", 0.01);
    row.put("caching", Map.of("keys", "ALL", "rows_per_partition", "NONE"));
    row.put("comment", "");
    row.put("compaction", Map.of());
    row.put("compression", Map.of());
    row.put("crc_check_chance", 1.0);
    row.put("dclocal_read_repair_chance", 0.0);
    row.put("default_time_to_live", 0);
    row.put("extensions", Map.of());
    row.put("flags", Set.of("compound"));
    row.put("gc_grace_seconds", 0);
    row.put("id", id("table " + keyspace + "." + name));
    row.put("max_index_interval", 2048);
    row.put("memtable_flush_period_in_ms", 0);
    row.put("min_index_interval", 128);
    row.put("read_repair", "NONE");
    row.put("read_repair_chance", 0.0);
    row.put("speculative_retry", "NEVER");
    return row;
  }

  private List<Map<String, Object>> columns(Schema schema) {
    List<Map<String, Object>> rows = new ArrayList<>(systemColumns(false));
    schema
        .tables()
        .values()
        .forEach(table -> rows.addAll(columns(schema.keyspaceOf(table.name()), table)));
    return rows;
  }

  private List<Map<String, Object>> systemColumns(boolean isVirtual) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SystemTable table : tables.values()) {
      if (table.keyspace().equals(VIRTUAL) != isVirtual) {
        continue;
      }
      for (int i = 0; i < table.columns().size(); i++) {
        SystemTable.SystemColumn column = table.columns().get(i);
        int clustering = i - table.partitionColumns();
        String type = NativeValues.name(column.type());
        if (clustering < 0) {
          rows.add(
              column(
                  table.keyspace(), table.name(), column.name(), "partition_key", i, false, type));
        } else if (clustering < table.clusteringColumns()) {
          rows.add(
              column(
                  table.keyspace(),
                  table.name(),
                  column.name(),
                  "clustering",
                  clustering,
                  false,
                  type));
        } else {
          rows.add(
              column(
                  table.keyspace(),
                  table.name(),
                  column.name(),
                  "regular",
                  -1,
                  false,
                  thawed(type)));
        }
      }
    }
    return rows;
  }

  /**
   * The columns that the leading parts of the primary key read are the partition key, those that
   * only the other parts read are clustering columns.
   */
  private static List<Map<String, Object>> columns(String keyspace, TableDefinition table) {
    List<String> keyColumns = table.keyColumns();
    Set<String> partition = new LinkedHashSet<>();
    Set<String> descending = new LinkedHashSet<>();
    for (int i = 0; i < table.primaryKey().size(); i++) {
      KeyPart part = table.primaryKey().get(i);
      Set<String> read = new LinkedHashSet<>(part.expression().columns());
      read.retainAll(keyColumns);
      if (i < table.partitionParts()) {
        partition.addAll(read);
      } else if (part.descending()) {
        descending.addAll(read);
      }
    }
    if (partition.isEmpty() && !keyColumns.isEmpty()) {
      partition.add(keyColumns.get(0));
    }
    List<String> clustering = new ArrayList<>(keyColumns);
    clustering.removeAll(partition);
    List<String> partitionColumns = List.copyOf(partition);
    String tableName = Names.unqualified(table.name());
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Column column : DocumentTable.shownColumns(table)) {
      String name = column.name();
      String type = NativeValues.name(NativeType.of(column.type()).raw());
      if (partition.contains(name)) {
        rows.add(
            column(
                keyspace,
                tableName,
                name,
                "partition_key",
                partitionColumns.indexOf(name),
                false,
                type));
      } else if (clustering.contains(name)) {
        rows.add(
            column(
                keyspace,
                tableName,
                name,
                "clustering",
                clustering.indexOf(name),
                descending.contains(name),
                type));
      } else {
        rows.add(column(keyspace, tableName, name, "regular", -1, false, thawed(type)));
      }
    }
    return rows;
  }

  /** The type as it is declared: outside of a key, only collections in collections are frozen. */
  private static String thawed(String type) {
    return type.startsWith("frozen<")
        ? type.substring("frozen<".length(), type.length() - 1)
        : type;
  }

  private static Map<String, Object> column(
      String keyspace,
      String table,
      String name,
      String kind,
      int position,
      boolean isDescending,
      String type) {
    Map<String, Object> row = new HashMap<>();
    row.put("keyspace_name", keyspace);
    row.put("table_name", table);
    row.put("column_name", name);
    row.put(
        "clustering_order", !kind.equals("clustering") ? "none" : isDescending ? "desc" : "asc");
    row.put("column_name_bytes", name.getBytes(StandardCharsets.UTF_8));
    row.put("kind", kind);
    row.put("position", position);
    row.put("type", type);
    return row;
  }

  private static List<Map<String, Object>> indexes(Schema schema) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (TableDefinition table : schema.tables().values()) {
      for (IndexDefinition index : table.indexes()) {
        Map<String, Object> row = new HashMap<>();
        row.put("keyspace_name", schema.keyspaceOf(table.name()));
        row.put("table_name", Names.unqualified(table.name()));
        row.put("index_name", index.name());
        row.put("kind", "COMPOSITES");
        row.put(
            "options",
            Map.of(
                "target",
                index.parts().stream().map(KeyPart::toString).collect(Collectors.joining(", "))));
        rows.add(row);
      }
    }
    return rows;
  }
}
