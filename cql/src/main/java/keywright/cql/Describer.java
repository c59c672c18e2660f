package keywright.cql;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.BuildProgress;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;

/** DESCRIBE: definitions as the statements that make them. Other facts are in comments. */
final class Describer {
  static final List<String> TABLES = List.of("table", "primary_key", "indexes");
  static final List<String> KEYSPACES = List.of("keyspace", "tables");
  static final String STATEMENT = "statement";
  private static final String NOT_BUILT = " (not built)";

  private final Database database;

  Describer(Database database) {
    this.database = database;
  }

  /** One row for each table. An index that is not built completely is marked. */
  Result tables() {
    List<BuildProgress> builds = database.unfinishedIndexes();
    List<List<String>> rows = new ArrayList<>();
    for (String name : database.tables()) {
      database
          .find(name)
          .ifPresent(
              table ->
                  rows.add(
                      List.of(
                          name,
                          Statements.key(table),
                          table.indexes().stream()
                              .map(
                                  index ->
                                      index.name() + (isOf(builds, table, index) ? NOT_BUILT : ""))
                              .collect(Collectors.joining(", ")))));
    }
    return Result.text(TABLES, rows);
  }

  private static boolean isOf(
      List<BuildProgress> builds, TableDefinition table, IndexDefinition index) {
    return builds.stream()
        .anyMatch(
            build -> build.table().equals(table.name()) && build.index().equals(index.name()));
  }

  /** One row for each keyspace, with the names of its tables. */
  Result keyspaces() {
    List<String> tables = database.tables();
    String defaultKeyspace = database.defaultKeyspace();
    List<List<String>> rows = new ArrayList<>();
    for (String keyspace : database.keyspaces()) {
      String within = keyspace.equals(defaultKeyspace) ? "" : keyspace;
      rows.add(
          List.of(
              keyspace,
              tables.stream()
                  .filter(table -> Names.keyspace(table).equals(within))
                  .map(Names::unqualified)
                  .collect(Collectors.joining(", "))));
    }
    return Result.text(KEYSPACES, rows);
  }

  /** The statements that create a keyspace and its tables. */
  Result keyspace(String keyspace) {
    boolean isDefault = keyspace.equals(database.defaultKeyspace());
    List<String> lines = new ArrayList<>();
    lines.add(
        "CREATE KEYSPACE %s%s;"
            .formatted(isDefault ? "IF NOT EXISTS " : "", Names.quote(keyspace)));
    database.tables().stream()
        .filter(name -> Names.keyspace(name).equals(isDefault ? "" : keyspace))
        .map(Names::qualified)
        .forEach(name -> lines.addAll(tableLines(database.table(name))));
    return Result.lines(STATEMENT, lines);
  }

  Result index(String name) {
    TableDefinition table = database.findByIndex(name).orElseThrow();
    return Result.lines(
        STATEMENT, createIndex(table, table.index(Names.unqualified(name)).orElseThrow()));
  }

  Result table(Table table) {
    return Result.lines(STATEMENT, tableLines(table));
  }

  private List<String> tableLines(Table table) {
    TableDefinition definition = table.definition();
    List<String> lines = Statements.tableLines(definition);
    List<ColumnDefinition> columns = Statements.shownColumns(definition);
    int width =
        lines.subList(1, columns.size() + 1).stream().mapToInt(String::length).max().orElse(0);
    for (int i = 0; i < columns.size(); i++) {
      ColumnDefinition column = columns.get(i);
      String line = lines.get(i + 1);
      lines.set(
          i + 1, line + " ".repeat(width + 1 - line.length()) + comment(stored(table, column)));
    }
    // After the line of the primary key, which follows the columns.
    lines.addAll(
        columns.size() + 2,
        computed(definition.primaryKeySchema()).stream().map(line -> "    " + line).toList());
    definition.indexes().forEach(index -> lines.addAll(createIndex(definition, index)));
    table
        .verifiedAgainAt()
        .ifPresent(
            at ->
                lines.add(
                    comment(
                        "index entries will be verified once more after "
                            + at.truncatedTo(ChronoUnit.SECONDS))));
    return lines;
  }

  /** Where the values of a column are: the family and the id that stands for its name. */
  private static String stored(Table table, ColumnDefinition column) {
    TableDefinition definition = table.definition();
    if (definition.primaryKeySchema().recovers(column.name())) {
      return "in the key";
    }
    if (column.isDerived()) {
      return "not stored";
    }
    String name =
        definition.isAttached() || definition.columnNames().equals("plain")
            ? column.storedName()
            : Integer.toString(table.columnId(column.name()));
    return "stored as " + column.family() + ":" + name;
  }

  /** The statement, the key as it is stored, and how far an index is that is not built. */
  private List<String> createIndex(TableDefinition table, IndexDefinition index) {
    List<String> lines = new ArrayList<>();
    lines.add(Statements.createIndex(table.name(), index) + ";");
    KeySchema schema = table.indexSchema(index.name());
    List<KeyPart> stored = schema.parts();
    int declared = index.parts().size();
    lines.add(
        comment(
            "stored key: "
                + Statements.parts(stored.subList(0, declared))
                + (stored.size() == declared
                    ? ""
                    : " | " + Statements.parts(stored.subList(declared, stored.size())))));
    lines.addAll(computed(schema));
    for (BuildProgress build : database.unfinishedIndexes()) {
      if (build.table().equals(table.name()) && build.index().equals(index.name())) {
        lines.add(
            comment(
                "not built completely: %s done; repeat its CREATE INDEX to resume"
                    .formatted(build.rows())));
      }
    }
    return lines;
  }

  /** The parts of a key that have a name and are no columns. */
  private static List<String> computed(KeySchema key) {
    return key.computedParts().values().stream().map(part -> comment(part.toString())).toList();
  }

  /** A comment to the end of its line, whatever is in the names that it quotes. */
  private static String comment(String text) {
    return "-- " + text.replaceAll("\\p{Cntrl}", " ");
  }
}
