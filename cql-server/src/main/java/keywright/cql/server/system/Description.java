package keywright.cql.server.system;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.Statements;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;

/**
 * A DESCRIBE statement as {@code cqlsh} sends it, with the columns of Cassandra 4. The statements
 * that create tables are those of Keywright. Immutable.
 *
 * @param columns the names of the columns of the result, whose type is text
 * @param rows the rows of the result
 */
public record Description(List<String> columns, List<List<String>> rows) {
  private static final List<String> NAMES = List.of("keyspace_name", "type", "name");
  private static final List<String> STATEMENTS =
      List.of("keyspace_name", "type", "name", "create_statement");

  /**
   * Executes a statement, which begins with DESCRIBE or DESC.
   *
   * @param inKeyspace the keyspace of the last USE; empty for none
   * @throws IllegalArgumentException with one line if there is nothing of the name in the statement
   */
  public static Description of(
      Words words, Schema schema, String inKeyspace, InetSocketAddress address) {
    return new Reader(words, schema, inKeyspace, address).read();
  }

  /** Reads one statement. Used by one thread. */
  private static final class Reader {
    private final List<Words.Word> words;
    private final Schema schema;
    private final String inKeyspace;
    private final InetSocketAddress address;
    private int at = 1;

    Reader(Words words, Schema schema, String inKeyspace, InetSocketAddress address) {
      this.words = words.list();
      this.schema = schema;
      this.inKeyspace = inKeyspace;
      this.address = address;
    }

    Description read() {
      if (take("keyspaces")) {
        return end(new Description(NAMES, keyspaces()));
      }
      if (take("tables")) {
        return end(new Description(NAMES, tables()));
      }
      if (take("types") || take("functions") || take("aggregates")) {
        return end(new Description(NAMES, List.of()));
      }
      if (take("cluster")) {
        return end(cluster());
      }
      boolean isQualified = take("full") || take("only");
      boolean isSchema = take("schema");
      boolean isKeyspace = !isSchema && take("keyspace");
      if (isSchema || isKeyspace) {
        String only = isKeyspace ? inKeyspace : "";
        if (isKeyspace && at < words.size() && !isEnd()) {
          only = next();
        }
        return end(new Description(STATEMENTS, only.isEmpty() ? all() : keyspace(only)));
      }
      if (isQualified) {
        throw refused("found FULL or ONLY, expected SCHEMA or KEYSPACE after it");
      }
      boolean isTable = take("table") || take("columnfamily");
      boolean isIndex = !isTable && take("index");
      return end(new Description(STATEMENTS, named(isTable, isIndex)));
    }

    private Description end(Description description) {
      if (take("with")) {
        boolean unused = take("internals");
      }
      boolean unused = take(";");
      if (at < words.size()) {
        throw refused(
            "found \"%s\", expected the end of the statement".formatted(words.get(at).text()));
      }
      return description;
    }

    private boolean isEnd() {
      return words.get(at).is(";") || words.get(at).is("with");
    }

    private List<List<String>> keyspaces() {
      List<String> names = new ArrayList<>(schema.keyspaces());
      names.addAll(List.of("system", "system_schema", "system_virtual_schema"));
      return names.stream().map(name -> List.of(name, "keyspace", name)).toList();
    }

    /** The tables of the keyspace of the session, or of all keyspaces. */
    private List<List<String>> tables() {
      List<List<String>> rows = new ArrayList<>();
      for (String keyspace : searched()) {
        schema
            .tablesOf(keyspace)
            .forEach(
                table -> rows.add(List.of(keyspace, "table", Names.unqualified(table.name()))));
      }
      return rows;
    }

    /** The keyspaces in which a name without a keyspace is looked for. */
    private List<String> searched() {
      if (inKeyspace.isEmpty()) {
        return schema.keyspaces();
      }
      requireKeyspace(inKeyspace);
      return List.of(inKeyspace);
    }

    private Description cluster() {
      return new Description(
          List.of("cluster", "partitioner", "snitch", "range_ownership"),
          List.of(
              List.of(
                  "keywright",
                  "org.apache.cassandra.dht.Murmur3Partitioner",
                  "SimpleSnitch",
                  "0 [" + address.getAddress().getHostAddress() + "]")));
    }

    private List<List<String>> all() {
      List<List<String>> rows = new ArrayList<>();
      for (String keyspace : schema.keyspaces()) {
        boolean isShown =
            !keyspace.equals(schema.defaultKeyspace()) || !schema.tablesOf(keyspace).isEmpty();
        if (isShown) {
          rows.addAll(keyspace(keyspace));
        }
      }
      return rows;
    }

    /** A keyspace with its tables. The default one exists in every database. */
    private List<List<String>> keyspace(String name) {
      requireKeyspace(name);
      List<List<String>> rows = new ArrayList<>();
      rows.add(
          List.of(
              name,
              "keyspace",
              name,
              "CREATE KEYSPACE %s%s;"
                  .formatted(
                      name.equals(schema.defaultKeyspace()) ? "IF NOT EXISTS " : "",
                      Statements.quote(name))));
      schema.tablesOf(name).forEach(table -> add(rows, table));
      return rows;
    }

    private void add(List<List<String>> rows, TableDefinition table) {
      rows.add(
          List.of(
              schema.keyspaceOf(table.name()),
              "table",
              Names.unqualified(table.name()),
              Statements.createTable(table) + ";"));
      table.indexes().forEach(index -> rows.add(row(table, index)));
    }

    private List<String> row(TableDefinition table, IndexDefinition index) {
      return List.of(
          schema.keyspaceOf(table.name()),
          "index",
          index.name(),
          Statements.createIndex(table.name(), index) + ";");
    }

    /** A keyspace, a table or an index. */
    private List<List<String>> named(boolean isTable, boolean isIndex) {
      String name = next();
      List<String> within = List.of();
      if (take(".")) {
        requireKeyspace(name);
        within = List.of(name);
        name = next();
      }
      List<List<String>> rows = new ArrayList<>();
      List<String> found = new ArrayList<>();
      for (String keyspace : within.isEmpty() ? searched() : within) {
        List<List<String>> there = named(keyspace, name, isTable, isIndex);
        if (!there.isEmpty()) {
          rows.addAll(there);
          found.add(keyspace);
        }
      }
      boolean hasDefault = found.contains(schema.defaultKeyspace());
      if (found.size() > 1 && hasDefault) {
        return named(schema.defaultKeyspace(), name, isTable, isIndex);
      }
      if (found.size() > 1) {
        throw refused(
            "found %s in the keyspaces %s, expected the name with one of them before it"
                .formatted(name, String.join(", ", found)));
      }
      if (rows.isEmpty()
          && within.isEmpty()
          && !isTable
          && !isIndex
          && schema.keyspaces().contains(name)) {
        return keyspace(name);
      }
      if (rows.isEmpty()) {
        throw refused(
            "found no %s %s%s, expected one of the tables %s"
                .formatted(
                    isTable ? "table" : isIndex ? "index" : "table or index",
                    name,
                    within.isEmpty() ? "" : " in keyspace " + within.get(0),
                    String.join(", ", schema.tables().keySet())));
      }
      return rows;
    }

    /** A table or an index of a keyspace; empty if it has none of the name. */
    private List<List<String>> named(
        String keyspace, String name, boolean isTable, boolean isIndex) {
      List<List<String>> rows = new ArrayList<>();
      for (TableDefinition table : schema.tablesOf(keyspace)) {
        if (!isIndex && Names.unqualified(table.name()).equals(name)) {
          add(rows, table);
        }
        if (!isTable) {
          table.index(name).ifPresent(index -> rows.add(row(table, index)));
        }
      }
      return rows;
    }

    private void requireKeyspace(String name) {
      if (!schema.keyspaces().contains(name)) {
        throw refused(
            "found keyspace %s, expected one of %s"
                .formatted(name, String.join(", ", schema.keyspaces())));
      }
    }

    private boolean take(String expected) {
      boolean isThere = at < words.size() && words.get(at).is(expected);
      at += isThere ? 1 : 0;
      return isThere;
    }

    private String next() {
      if (at >= words.size()) {
        throw refused(
            "found the end of the statement, expected KEYSPACES, TABLES, SCHEMA, CLUSTER, or the name of a table or an index");
      }
      return words.get(at++).text();
    }

    private static IllegalArgumentException refused(String problem) {
      return new IllegalArgumentException("cannot describe: " + problem);
    }
  }
}
