package keywright.cli.shell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cql.CqlScript;
import keywright.cql.client.CqlClient;
import keywright.key.Column;
import keywright.key.KeywrightException;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes statements by the grammar: it offers only keywords that can stand at the place of the
 * cursor, tables where a table can stand, and columns of the tables that the statement names. Also
 * completes the commands of the shell.
 */
public final class ShellCompleter implements Completer {
  private static final List<String> STATEMENTS =
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
          "BEGIN BATCH",
          "DROP TABLE",
          "DROP INDEX",
          "TRUNCATE",
          "USE");
  private static final List<String> TYPES =
      List.of(
          "bigint",
          "blob",
          "boolean",
          "date",
          "decimal",
          "decimal(",
          "double",
          "enum(",
          "int",
          "list<",
          "text",
          "time",
          "timestamp",
          "uuid",
          "timeuuid",
          "inet",
          "duration",
          "set",
          "map",
          "variant",
          "varint");
  private static final List<String> KEY_FUNCTIONS =
      List.of(
          "binary(",
          "bucket(",
          "date_format(",
          "left(",
          "lpad(",
          "md5(",
          "mod(",
          "random(",
          "reverse(",
          "right(");
  private static final List<String> VALUES =
      List.of("NULL", "TRUE", "FALSE", "now()", "current_timestamp()", "uuid()");
  private static final List<String> AGGREGATES = List.of("count(*)", "sum(", "avg(");
  private static final List<String> OPTIONS =
      List.of(
          "build_rate =",
          "column_names =",
          "compression =",
          "hbase.",
          "key_delimiter =",
          "key_format =",
          "splits =",
          "ttl =",
          "versions =");

  /** Matches where a statement names an existing table. */
  private static final Pattern TABLE =
      Pattern.compile(
          "\\b(?:FROM|INTO|UPDATE|ON|TABLE)\\s+(\\w+(?:\\.\\w+)?|\"[^\"]+\")",
          Pattern.CASE_INSENSITIVE);

  /** Matches the beginning of a statement whose next word is a new name. */
  private static final Pattern NEW_NAME =
      Pattern.compile("(CREATE|ATTACH)\\s+[^(]*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Matches {@code CREATE INDEX name ON }, after which a table stands. */
  private static final Pattern ON =
      Pattern.compile(".*\\sON\\s*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final CqlClient client;

  public ShellCompleter(CqlClient client) {
    this.client = client;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    int start = line.cursor() - line.wordCursor();
    Set<String> texts;
    try {
      texts = candidates(line.line().substring(0, start), line.line().substring(start));
    } catch (KeywrightException e) {
      return; // The server does not answer; the statement will say so.
    }
    for (String text : texts) {
      boolean complete = !text.endsWith("(") && !text.endsWith(".") && !text.endsWith("<");
      candidates.add(new Candidate(text, text, null, null, null, null, complete));
    }
  }

  /**
   * The possible completions of a word.
   *
   * @param before the text before the word
   * @param after the word, as far as it is typed, and the text after it
   */
  public Set<String> candidates(String before, String after) {
    Set<String> found = new LinkedHashSet<>();
    if (before.isBlank()) {
      if (after.startsWith("\\") || after.startsWith(".")) {
        found.addAll(ShellAction.allNames());
        return found;
      }
      found.addAll(ShellAction.words());
      found.addAll(STATEMENTS);
      return found;
    }
    Optional<ShellAction> action = ShellAction.named(before);
    if (action.isPresent()) {
      found.addAll(action.get().choices());
      if (action.get().takesTable()) {
        addTables(found);
        addIndexes(found);
      }
      return found;
    }
    int statement = before.lastIndexOf(';') + 1; // In a text, it is only a worse start.
    Set<String> expected = CqlScript.expectedAfter(before);
    if (expected.contains("SELECT") && expected.contains("CREATE")) {
      found.addAll(STATEMENTS);
      return found;
    }
    addWords(found, expected, before.substring(statement).strip(), after);
    for (String keyword : expected) {
      if (Character.isUpperCase(keyword.charAt(0))) {
        found.add(keyword);
      }
    }
    return found;
  }

  private void addWords(Set<String> found, Set<String> expected, String before, String after) {
    boolean isNew = NEW_NAME.matcher(before).matches() && !ON.matcher(before).matches();
    if (expected.contains("a table name") && !isNew) {
      addTables(found);
      if (before.regionMatches(true, 0, "desc", 0, "desc".length())) {
        addIndexes(found);
      }
    }
    if (expected.contains("an index name") && !isNew) {
      addIndexes(found);
    }
    if (expected.contains("a keyspace name") && !isNew) {
      found.addAll(client.keyspaces());
    }
    if (expected.contains("a column name") || expected.contains("a key expression")) {
      boolean isSelected =
          before.regionMatches(true, 0, "select", 0, "select".length())
              && !before.matches("(?is).*\\sfrom\\s.*");
      addColumns(found, before + " " + after, isSelected);
      if (isSelected) {
        found.addAll(AGGREGATES);
      }
    } else if (expected.contains("a value")) {
      found.addAll(VALUES);
    }
    if (expected.contains("a key expression")) {
      found.addAll(KEY_FUNCTIONS);
    }
    if (expected.contains("a type")) {
      found.addAll(TYPES);
    }
    if (expected.contains("an option name")) {
      found.addAll(OPTIONS);
    }
  }

  private void addTables(Set<String> found) {
    client.tables().forEach(table -> found.add(inSession(table)));
  }

  private void addIndexes(Set<String> found) {
    for (String table : client.tables()) {
      client
          .find(Names.qualified(table))
          .ifPresent(
              t ->
                  t.indexes().forEach(i -> found.add(inSession(Names.in(t.keyspace(), i.name())))));
    }
  }

  /** A name as a statement needs it after the last USE. */
  private String inSession(String name) {
    if (client.keyspace().isEmpty()) {
      return name;
    }
    String qualified = Names.qualified(name);
    return Names.keyspace(qualified).equals(client.keyspace())
        ? Names.unqualified(name)
        : qualified;
  }

  /**
   * Adds the columns of the tables that a statement names.
   *
   * @param isSelected whether computed parts of the key may be named too
   */
  private void addColumns(Set<String> found, String statement, boolean isSelected) {
    Matcher matcher = TABLE.matcher(statement);
    while (matcher.find()) {
      String name = matcher.group(1);
      String table =
          name.startsWith("\"")
              ? name.substring(1, name.length() - 1)
              : name.toLowerCase(Locale.ROOT);
      client.find(table).ifPresent(definition -> addColumns(found, definition, isSelected));
    }
  }

  private static void addColumns(Set<String> found, TableDefinition table, boolean isSelected) {
    table.allColumns().stream().map(Column::name).forEach(found::add);
    if (isSelected) {
      table.computedParts().stream().map(part -> part.column().name()).forEach(found::add);
    }
  }
}
