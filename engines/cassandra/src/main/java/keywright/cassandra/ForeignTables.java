package keywright.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.KeyExpression;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.store.AttachedTables;
import keywright.store.ForeignTable;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * Tables of other clients: what the cluster says of their columns, as columns of ours. Nothing is
 * ever changed in the definition of such a table. Thread-safe.
 */
final class ForeignTables implements AttachedTables {
  /** The column that a row of {@code system_schema.columns} describes. */
  private record Described(String name, Kind kind, int position, boolean descending, String type) {
    static Described of(Row row) {
      return new Described(
          String.valueOf(row.getString("column_name")),
          Kind.valueOf(String.valueOf(row.getString("kind")).toUpperCase(Locale.ROOT)),
          row.getInt("position"),
          "desc".equalsIgnoreCase(row.getString("clustering_order")),
          String.valueOf(row.getString("type")));
    }

    boolean isOfKey() {
      return kind == Kind.PARTITION_KEY || kind == Kind.CLUSTERING;
    }
  }

  private enum Kind {
    PARTITION_KEY,
    CLUSTERING,
    REGULAR,
    STATIC
  }

  private static final Map<String, String> OTHER_NAMES = Map.of("ascii", "text", "varchar", "text");
  private static final Set<String> SAME_NAMES =
      Set.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "varint",
          "float",
          "double",
          "decimal",
          "boolean",
          "text",
          "blob",
          "uuid",
          "timeuuid",
          "inet",
          "duration",
          "date",
          "time",
          "timestamp");
  private static final Pattern FROZEN = Pattern.compile("frozen<(.*)>");
  private static final Pattern COLLECTION = Pattern.compile("(list|set|map)<(.*)>");

  private final CassandraClient client;

  ForeignTables(CassandraClient client) {
    this.client = client;
  }

  @Override
  public Optional<ForeignTable> describe(String table) {
    List<Described> described = columns(table);
    List<Column> columns = new ArrayList<>();
    for (Described column : described) {
      String type = type(column.type());
      if (type == null) {
        throw refused(
            table,
            "found column %s of type %s, which Keywright cannot read%s"
                .formatted(
                    column.name(),
                    column.type(),
                    COLLECTION.matcher(column.type()).matches()
                        ? ", since an empty %s that is not frozen is null"
                            .formatted(column.type().substring(0, column.type().indexOf('<')))
                        : ""),
            column.isOfKey()
                ? "read the table with another client"
                : "declare the columns of the table that you need, without this one");
      }
      columns.add(new Column(column.name(), Type.parse(type), false));
    }
    List<Described> key = key(described);
    List<KeyPart> parts = new ArrayList<>();
    for (Described column : key) {
      KeyExpression expression = KeyExpression.column(column.name());
      parts.add(column.descending() ? KeyPart.desc(expression) : KeyPart.asc(expression));
    }
    return Optional.of(new ForeignTable(columns, parts, partitionParts(key)));
  }

  @Override
  public void attach(TableLayout layout) {
    String table = layout.name();
    TableForm form = new TableForm(layout);
    Map<String, Described> byName = new LinkedHashMap<>();
    List<Described> described = columns(table);
    described.forEach(column -> byName.put(column.name(), column));
    List<Described> key = key(described);
    if (partitionParts(key) != form.partition().size()
        || !key.stream()
            .map(ForeignTables::shown)
            .toList()
            .equals(form.keyColumns().stream().map(ForeignTables::shown).toList())) {
      throw refused(
          table,
          "found the key %s, expected %s"
              .formatted(
                  shown(key.stream().map(ForeignTables::shown).toList(), partitionParts(key)),
                  shown(
                      form.keyColumns().stream().map(ForeignTables::shown).toList(),
                      form.partition().size())),
          "declare the key as the table has it");
    }
    Stream.concat(
            form.keyColumns().stream().map(each -> Map.entry(each.name(), each.type())),
            form.values().stream().map(each -> Map.entry(each.name(), each.type())))
        .forEach(each -> requireType(table, byName.get(each.getKey()), each));
  }

  private static void requireType(
      String table, @Nullable Described found, Map.Entry<String, NativeType> declared) {
    String expected = declared.getValue().dataType().asCql(true, true);
    if (found == null) {
      throw refused(
          table,
          "found no column %s, expected one".formatted(declared.getKey()),
          "declare the columns that the table has");
    }
    String type = type(found.type());
    // A value of type timeuuid is one of type uuid, too.
    if (type == null || !List.of(type, type.replace("timeuuid", "uuid")).contains(type(expected))) {
      throw refused(
          table,
          "found column %s of type %s, expected %s for its declaration"
              .formatted(found.name(), found.type(), expected),
          "declare the column with the type that the table has");
    }
  }

  private static String shown(Described column) {
    return column.name() + (column.descending() ? " DESC" : "");
  }

  private static String shown(TableForm.KeyColumn column) {
    return column.name() + (column.descending() ? " DESC" : "");
  }

  private static String shown(List<String> key, int partitionParts) {
    List<String> clustering = key.subList(partitionParts, key.size());
    return "(("
        + String.join(", ", key.subList(0, partitionParts))
        + ")"
        + (clustering.isEmpty() ? "" : ", " + String.join(", ", clustering))
        + ")";
  }

  /** The columns of a table that can be attached, as far as its kind goes. */
  private List<Described> columns(String table) {
    String keyspace = client.location().keyspace();
    Row row =
        client
            .read(
                "attach",
                table,
                SimpleStatement.newInstance(
                    "SELECT comment, flags FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                    keyspace,
                    table))
            .one();
    if (row == null) {
      throw new NoTableException(
          "cannot attach table %s: found no such table in %s, expected one that another client has created"
              .formatted(table, client.location()));
    }
    if (TableComment.table(row.getString("comment")) != null) {
      throw refused(
          table,
          "found a table that Keywright created",
          "open the database that it belongs to, which knows it already");
    }
    Set<String> flags = row.getSet("flags", String.class);
    boolean isCompact =
        flags == null
            || !flags.contains("compound")
            || flags.contains("dense")
            || flags.contains("super");
    if (isCompact || flags.contains("counter")) {
      throw refused(
          table,
          flags != null && flags.contains("counter")
              ? "found counter columns, whose values cannot be set"
              : "found COMPACT STORAGE, a storage format that Keywright does not read",
          "read the table with another client");
    }
    List<Described> columns = new ArrayList<>();
    for (Row each :
        client.read(
            "attach",
            table,
            SimpleStatement.newInstance(
                "SELECT column_name, kind, position, clustering_order, type FROM system_schema.columns WHERE keyspace_name = ? AND table_name = ?",
                keyspace,
                table))) {
      columns.add(Described.of(each));
    }
    for (Described column : columns) {
      if (column.kind() == Kind.STATIC) {
        throw refused(
            table,
            "found static column %s, which belongs to a partition instead of a row"
                .formatted(column.name()),
            "read the table with another client");
      }
    }
    columns.sort(Comparator.comparing(Described::kind).thenComparing(Described::position));
    return columns;
  }

  private static List<Described> key(List<Described> columns) {
    return columns.stream().filter(Described::isOfKey).toList();
  }

  private static int partitionParts(List<Described> key) {
    return (int) key.stream().filter(column -> column.kind() == Kind.PARTITION_KEY).count();
  }

  /** The type of ours that has the values of a column; null for none. */
  private static @Nullable String type(String cassandraType) {
    String name = OTHER_NAMES.getOrDefault(cassandraType, cassandraType);
    if (SAME_NAMES.contains(name)) {
      return name;
    }
    Matcher frozen = FROZEN.matcher(name);
    return frozen.matches() ? inFrozen(frozen.group(1)) : null;
  }

  /** That of what is inside of frozen, where collections are frozen too. */
  private static @Nullable String inFrozen(String cassandraType) {
    Matcher collection = COLLECTION.matcher(cassandraType);
    if (!collection.matches()) {
      return type(cassandraType);
    }
    List<String> parts = new ArrayList<>();
    for (String part : parts(collection.group(2))) {
      String type = inFrozen(part);
      if (type == null) {
        return null;
      }
      parts.add(type);
    }
    return collection.group(1) + "<" + String.join(", ", parts) + ">";
  }

  /** Types between commas. */
  private static List<String> parts(String types) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < types.length(); i++) {
      char c = types.charAt(i);
      depth += c == '<' ? 1 : c == '>' ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(types.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.add(types.substring(start).strip());
    return parts;
  }

  private static StoreException refused(String table, String found, String fix) {
    return new StoreException(
        ErrorCode.UNSUPPORTED, "cannot attach table %s: %s; %s".formatted(table, found, fix));
  }
}
