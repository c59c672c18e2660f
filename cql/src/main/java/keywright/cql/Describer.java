package keywright.cql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.table.BuildProgress;
import keywright.table.ColumnDefinition;
import keywright.table.Database;
import keywright.table.FamilyDefinition;
import keywright.table.IndexDefinition;
import keywright.table.Table;
import keywright.table.TableDefinition;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/** DESCRIBE: definitions as the statements that make them. What is more stands in comments. */
final class Describer {
  private final Database database;

  Describer(Database database) {
    this.database = database;
  }

  /** One row for each table. */
  Result tables() {
    List<List<String>> rows = new ArrayList<>();
    for (String name : database.tables()) {
      database
          .find(name)
          .ifPresent(
              table ->
                  rows.add(
                      List.of(
                          name,
                          key(table),
                          table.indexes().stream()
                              .map(IndexDefinition::name)
                              .collect(Collectors.joining(", ")))));
    }
    return Result.text(List.of("table", "primary_key", "indexes"), rows);
  }

  Result index(String name) {
    TableDefinition table = database.findByIndex(name).orElseThrow();
    return Result.lines("statement", createIndex(table, table.index(name).orElseThrow()));
  }

  Result table(Table table) {
    TableDefinition definition = table.definition();
    List<String> lines = createTable(definition);
    int width =
        lines.subList(1, definition.columns().size() + 1).stream()
            .mapToInt(String::length)
            .max()
            .orElse(0);
    for (int i = 0; i < definition.columns().size(); i++) {
      ColumnDefinition column = definition.columns().get(i);
      String line = lines.get(i + 1);
      lines.set(
          i + 1, line + " ".repeat(width + 1 - line.length()) + comment(stored(table, column)));
    }
    definition.indexes().forEach(index -> lines.addAll(createIndex(definition, index)));
    return Result.lines("statement", lines);
  }

  /** Where the values of a column are: the family and the id that stands for its name. */
  private static String stored(Table table, ColumnDefinition column) {
    TableDefinition definition = table.definition();
    if (definition.primaryKeySchema().recovers(column.name())) {
      return "in the key";
    }
    String name =
        definition.columnNames().equals("plain")
            ? column.storedName()
            : Integer.toString(table.columnId(column.name()));
    return "stored as " + column.family() + ":" + name;
  }

  /** The statement, line by line. */
  static List<String> createTable(TableDefinition table) {
    List<String> elements = new ArrayList<>();
    for (ColumnDefinition column : table.columns()) {
      boolean renamed = !column.storedName().equals(column.name());
      elements.add(
          quote(column.name())
              + " "
              + column.type()
              + (column.nullable() ? " NULL" : "")
              + (renamed ? " AT " + text(column.family() + ":" + column.storedName()) : ""));
    }
    elements.add("PRIMARY KEY (" + key(table) + ")");
    for (FamilyDefinition family : table.families()) {
      elements.add(family(table, family));
    }
    List<String> options = formatOptions(table.format());
    if (!table.columnNames().equals("short")) {
      options.add("column_names = " + text(table.columnNames()));
    }
    List<String> lines = new ArrayList<>();
    lines.add("CREATE TABLE " + quote(table.name()) + " (");
    for (int i = 0; i < elements.size(); i++) {
      lines.add("    " + elements.get(i) + (i + 1 < elements.size() ? "," : ""));
    }
    lines.add(")" + with(options) + ";");
    return lines;
  }

  /** The statement, the key as it is stored, and how far an index is that is not built. */
  private List<String> createIndex(TableDefinition table, IndexDefinition index) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "CREATE %sINDEX %s ON %s (%s)%s%s;"
            .formatted(
                index.unique() ? "UNIQUE " : "",
                quote(index.name()),
                quote(table.name()),
                parts(index.parts()),
                index.included().isEmpty()
                    ? ""
                    : " INCLUDE ("
                        + index.included().stream()
                            .map(Describer::quote)
                            .collect(Collectors.joining(", "))
                        + ")",
                with(formatOptions(index.format()))));
    List<KeyPart> stored = table.indexSchema(index.name()).parts();
    int declared = index.parts().size();
    lines.add(
        comment(
            "stored key: "
                + parts(stored.subList(0, declared))
                + (stored.size() == declared
                    ? ""
                    : " | " + parts(stored.subList(declared, stored.size())))));
    for (BuildProgress build : database.unfinishedIndexes()) {
      if (build.index().equals(index.name())) {
        lines.add(
            comment(
                "not built: %s done; repeat its CREATE INDEX to go on".formatted(build.rows())));
      }
    }
    return lines;
  }

  /** A comment to the end of its line, whatever is in the names that it quotes. */
  private static String comment(String text) {
    return "-- " + text.replaceAll("\\p{Cntrl}", " ");
  }

  /** The parts of the primary key, the partition in parentheses when it has several. */
  private static String key(TableDefinition table) {
    List<KeyPart> parts = table.primaryKey();
    int group = table.partitionParts();
    if (group <= 1) {
      return parts(parts);
    }
    String partition = "(" + parts(parts.subList(0, group)) + ")";
    return group == parts.size()
        ? partition
        : partition + ", " + parts(parts.subList(group, parts.size()));
  }

  private static String parts(List<KeyPart> parts) {
    return parts.stream().map(KeyPart::toString).collect(Collectors.joining(", "));
  }

  private static String family(TableDefinition table, FamilyDefinition family) {
    // Key columns are in the family d unless they are put elsewhere, and nobody looks for them
    // there.
    Set<String> inKey = new HashSet<>();
    if (family.name().equals(FamilyDefinition.DEFAULT_NAME)) {
      table.primaryKey().forEach(part -> inKey.addAll(part.expression().columns()));
    }
    String columns =
        table.columns().stream()
            .filter(column -> column.family().equals(family.name()))
            .filter(column -> !inKey.contains(column.name()))
            .map(column -> quote(column.name()))
            .collect(Collectors.joining(", "));
    FamilyDefinition standard = FamilyDefinition.of(family.name());
    List<String> options = new ArrayList<>();
    if (!family.compression().equals(standard.compression())) {
      options.add("compression = " + text(family.compression()));
    }
    if (family.ttlSeconds() != standard.ttlSeconds()) {
      options.add("ttl = " + family.ttlSeconds());
    }
    if (family.versions() != standard.versions()) {
      options.add("versions = " + family.versions());
    }
    return "FAMILY " + quote(family.name()) + " (" + columns + ")" + with(options);
  }

  private static List<String> formatOptions(KeyFormat format) {
    List<String> options = new ArrayList<>();
    if (!format.equals(KeyFormat.kw1())) {
      options.add("key_format = " + text(format.name()));
      if (format.delimiter() != null) {
        options.add("key_delimiter = " + text(format.delimiter()));
      }
    }
    return options;
  }

  private static String with(List<String> options) {
    return options.isEmpty() ? "" : " WITH " + String.join(" AND ", options);
  }

  private static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** The name, quoted unless it reads back as it is. */
  static String quote(String name) {
    CommonTokenStream stream = new CommonTokenStream(Source.statement(name, 1, 1).lexer());
    try {
      CqlParser.NameContext context = Parsing.parser(stream, PredictionMode.SLL).name();
      boolean whole = stream.LA(1) == Token.EOF && context.getText().equals(name);
      // A column called family, with a type in parentheses, would read as a FAMILY.
      if (whole && Parsed.name(context).equals(name) && !name.equals("family")) {
        return name;
      }
    } catch (ParseCancellationException e) {
      // Not a plain name.
    }
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
