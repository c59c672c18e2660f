package keywright.cql.server.system;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.Statements;
import keywright.table.model.IndexDefinition;
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
   * @param hasKeyspace whether the tables are in the keyspace of {@code schema}, which is else only
   *     shown
   * @throws IllegalArgumentException with one line if there is nothing of the name in the statement
   */
  public static Description of(
      Words words,
      Schema schema,
      boolean hasKeyspace,
      String inKeyspace,
      InetSocketAddress address) {
    return new Reader(words, schema, hasKeyspace, inKeyspace, address).read();
  }

  /** Reads one statement. Used by one thread. */
  private static final class Reader {
    private final List<Words.Word> words;
    private final Schema schema;
    private final boolean hasKeyspace;
    private final String inKeyspace;
    private final InetSocketAddress address;
    private int at = 1;

    Reader(
        Words words,
        Schema schema,
        boolean hasKeyspace,
        String inKeyspace,
        InetSocketAddress address) {
      this.words = words.list();
      this.schema = schema;
      this.hasKeyspace = hasKeyspace;
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
        if (isKeyspace && at < words.size() && !isEnd()) {
          requireKeyspace(next());
        }
        return end(new Description(STATEMENTS, all()));
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
      List<List<String>> rows = new ArrayList<>();
      for (String name :
          List.of(schema.keyspace(), "system", "system_schema", "system_virtual_schema")) {
        rows.add(List.of(name, "keyspace", name));
      }
      return rows;
    }

    private List<List<String>> tables() {
      requireKeyspace(inKeyspace);
      List<List<String>> rows = new ArrayList<>();
      schema.tables().keySet().forEach(name -> rows.add(List.of(schema.keyspace(), "table", name)));
      return rows;
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
      rows.add(
          List.of(
              schema.keyspace(),
              "keyspace",
              schema.keyspace(),
              "CREATE KEYSPACE " + Statements.quote(schema.keyspace()) + ";"));
      for (TableDefinition table : schema.tables().values()) {
        add(rows, table);
      }
      return rows;
    }

    private void add(List<List<String>> rows, TableDefinition table) {
      rows.add(
          List.of(
              schema.keyspace(),
              "table",
              table.name(),
              qualified(Statements.createTable(table), " TABLE ", table.name(), " (") + ";"));
      table.indexes().forEach(index -> rows.add(row(table, index)));
    }

    private List<String> row(TableDefinition table, IndexDefinition index) {
      return List.of(
          schema.keyspace(),
          "index",
          index.name(),
          qualified(
                  Statements.createIndex(table.name(), index),
                  " INDEX " + Statements.quote(index.name()) + " ON ",
                  table.name(),
                  " (")
              + ";");
    }

    /** The statement with the keyspace before the name of the table. */
    private String qualified(String statement, String before, String table, String after) {
      String name = Statements.quote(table);
      String found = before + name + after;
      int start = hasKeyspace ? statement.indexOf(found) : -1;
      return start < 0
          ? statement
          : statement.substring(0, start + before.length())
              + Statements.quote(schema.keyspace())
              + "."
              + statement.substring(start + before.length());
    }

    /** A keyspace, a table or an index. */
    private List<List<String>> named(boolean isTable, boolean isIndex) {
      String name = next();
      if (take(".")) {
        requireKeyspace(name);
        name = next();
      } else if (!isTable
          && !isIndex
          && name.equals(schema.keyspace())
          && !schema.tables().containsKey(name)) {
        return all();
      }
      List<List<String>> rows = new ArrayList<>();
      TableDefinition table = isIndex ? null : schema.tables().get(name);
      if (table != null) {
        add(rows, table);
      }
      for (TableDefinition owner :
          isTable ? List.<TableDefinition>of() : schema.tables().values()) {
        for (IndexDefinition index : owner.indexes()) {
          if (rows.isEmpty() && index.name().equals(name)) {
            rows.add(row(owner, index));
          }
        }
      }
      if (rows.isEmpty()) {
        throw refused(
            "found no %s %s in keyspace %s, expected one of the tables %s"
                .formatted(
                    isTable ? "table" : isIndex ? "index" : "table or index",
                    name,
                    schema.keyspace(),
                    String.join(", ", schema.tables().keySet())));
      }
      return rows;
    }

    private void requireKeyspace(String name) {
      if (!name.isEmpty() && !name.equals(schema.keyspace())) {
        throw refused(
            "found keyspace %s, expected %s, which is the only one with tables to describe"
                .formatted(name, schema.keyspace()));
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
