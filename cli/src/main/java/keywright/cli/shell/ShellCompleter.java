package keywright.cli.shell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import keywright.cql.client.CqlClient;
import keywright.key.Column;
import keywright.key.KeywrightException;
import keywright.table.model.TableDefinition;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes keywords and the names of tables, indexes and columns. It offers names only after words
 * that a name can follow, and only columns of the table that the statement names.
 */
public final class ShellCompleter implements Completer {
  private static final List<String> FIRST =
      List.of(
          "SELECT",
          "INSERT INTO",
          "UPDATE",
          "DELETE FROM",
          "EXPLAIN SELECT",
          "DESCRIBE",
          "CREATE TABLE",
          "CREATE DOCUMENT TABLE",
          "CREATE INDEX",
          "ALTER TABLE",
          "ATTACH TABLE",
          "DROP TABLE",
          "DROP INDEX",
          "TRUNCATE");
  private static final List<String> KEYWORDS =
      List.of(
          "ALLOW FILTERING",
          "ALTER FAMILY",
          "AND",
          "ASC",
          "BETWEEN",
          "DESC",
          "FAMILY",
          "FROM",
          "IF EXISTS",
          "IF NOT EXISTS",
          "IN",
          "IS NOT NULL",
          "IS NULL",
          "LIKE",
          "LIMIT",
          "NULL",
          "ON",
          "ORDER BY",
          "PRIMARY KEY",
          "SET",
          "VALUES",
          "WHERE",
          "WITH",
          "bigint",
          "binary(",
          "boolean",
          "bucket(",
          "count(*)",
          "date",
          "date_format(",
          "decimal",
          "decimal(",
          "enum(",
          "int",
          "left(",
          "list<",
          "lpad(",
          "md5(",
          "mod(",
          "random(",
          "reverse(",
          "right(",
          "text",
          "time",
          "timestamp",
          "uuid",
          "timeuuid",
          "inet",
          "variant",
          "varint");
  private static final Set<String> OPTIONS =
      Set.of(
          "build_rate =",
          "column_names =",
          "compression =",
          "hbase.",
          "key_delimiter =",
          "key_format =",
          "splits =",
          "ttl =",
          "versions =");
  private static final Set<String> BEFORE_TABLES =
      Set.of("from", "into", "update", "table", "describe", "desc", "truncate", "on", "index");

  private final CqlClient client;

  public ShellCompleter(CqlClient client) {
    this.client = client;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    Set<String> texts;
    try {
      texts = candidates(line.words(), line.wordIndex());
    } catch (KeywrightException e) {
      return; // The server does not answer; the statement will say so.
    }
    for (String text : texts) {
      boolean complete = !text.endsWith("(") && !text.endsWith(".");
      candidates.add(new Candidate(text, text, null, null, null, null, complete));
    }
  }

  /** The possible completions for the word at {@code index} of a statement. */
  public Set<String> candidates(List<String> words, int index) {
    Set<String> found = new LinkedHashSet<>();
    if (index == 0) {
      found.addAll(ShellAction.words());
      found.addAll(FIRST);
      return found;
    }
    String before = words.get(index - 1).toLowerCase(Locale.ROOT);
    if (before.equals("with")) {
      return OPTIONS;
    }
    if (before.equals("output")) {
      return Set.of("table", "json", "csv");
    }
    if (BEFORE_TABLES.contains(before)) {
      for (String table : client.tables()) {
        found.add(table);
        if (before.startsWith("desc") || before.equals("index")) {
          client.find(table).ifPresent(t -> t.indexes().forEach(i -> found.add(i.name())));
        }
      }
      if (before.startsWith("desc")) {
        found.add("TABLES");
      }
      return found;
    }
    boolean isSelected = isSelected(words.subList(0, index));
    List<String> tables = client.tables();
    for (String word : words) {
      String name = word.toLowerCase(Locale.ROOT);
      if (tables.contains(name)) {
        client.find(name).ifPresent(table -> addColumns(found, table, isSelected));
      }
    }
    found.addAll(KEYWORDS);
    return found;
  }

  /** Whether the next word is an item of a SELECT. */
  private static boolean isSelected(List<String> before) {
    return before.get(0).equalsIgnoreCase("select")
        && before.stream().noneMatch(word -> word.equalsIgnoreCase("from"));
  }

  /**
   * @param isSelected whether computed parts of the key may be named too
   */
  private static void addColumns(Set<String> found, TableDefinition table, boolean isSelected) {
    table.allColumns().stream().map(Column::name).forEach(found::add);
    if (isSelected) {
      table.computedParts().stream().map(part -> part.column().name()).forEach(found::add);
    }
  }
}
