package keywright.cql;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import keywright.cql.grammar.CqlLexer;
import org.antlr.v4.runtime.Token;

/** What to do instead, for things that other dialects have and this one has not. */
final class Hints {
  private static final String NO_JOIN = "there are no joins: read each table by its key";
  private static final String NO_COLLECTION =
      "of collections there are lists alone: declare a column, or a table, for what others would hold";
  private static final String NO_GROUPS = "there are no groups: count, min and max take all rows";

  private static final Map<String, String> OF_WORD =
      Map.ofEntries(
          Map.entry("OR", "there is no OR: use IN, or run one query for each alternative"),
          Map.entry("!=", "there is no inequality: leave the rows out after reading them"),
          Map.entry("<>", "there is no inequality: leave the rows out after reading them"),
          Map.entry("NOT", "NOT goes with NULL alone: leave the rows out after reading them"),
          Map.entry("JOIN", NO_JOIN),
          Map.entry("INNER", NO_JOIN),
          Map.entry("LEFT", NO_JOIN),
          Map.entry("GROUP", NO_GROUPS),
          Map.entry("HAVING", NO_GROUPS),
          Map.entry("DISTINCT", "there is no DISTINCT: leave out what repeats while reading"),
          Map.entry("CURRENTTIMESTAMP", "the moment of a statement is now()"),
          Map.entry("CURRENTDATE", "the moment of a statement is now(), of a date its day"),
          Map.entry("TOTIMESTAMP", "the moment of a statement is now(), a timestamp already"),
          Map.entry("UNION", "there is no UNION: run one query after the other"),
          Map.entry(
              "OFFSET",
              "there is no OFFSET: read page by page (run --page-size N), or start after the last key"),
          Map.entry("PER", "there is no PER PARTITION LIMIT: run one query for each key prefix"),
          Map.entry("CONTAINS", "lists are compared whole: declare a table for what is looked up"),
          Map.entry("USING", "USING follows INSERT … VALUES and UPDATE table only"),
          Map.entry("JSON", "there is no JSON form: name the columns, or use keywright load"),
          Map.entry("REKEY", "REKEY follows WHERE: UPDATE … SET … WHERE … REKEY"),
          Map.entry(
              "IF",
              "IF stands last: INSERT … IF NOT EXISTS, before its USING, UPDATE and DELETE … IF EXISTS or IF column = value"),
          Map.entry("TRANSACTION", "there is BEGIN BATCH … APPLY BATCH alone"),
          Map.entry("COUNTER", "there are no counters: BEGIN BATCH"),
          Map.entry("STATIC", "there are no static columns: declare a table for them"));

  private static final Set<String> COLLECTIONS = Set.of("SET", "MAP", "TUPLE", "FROZEN", "VECTOR");

  private static final Set<String> BEGINNINGS =
      Set.of(
          "SELECT",
          "INSERT",
          "UPDATE",
          "DELETE",
          "CREATE",
          "ATTACH",
          "ALTER",
          "DROP",
          "EXPLAIN",
          "DESCRIBE",
          "QUERY",
          "WRITE");

  private static final Pattern YEAR = Pattern.compile("[0-9]{4}");

  private Hints() {}

  /** A sentence, or nothing. */
  static String of(Token previous, Token found, Set<String> expected) {
    String word = found.getText().toUpperCase(Locale.ROOT);
    String before = previous.getText().toUpperCase(Locale.ROOT);
    if (found.getType() == CqlLexer.LESS && COLLECTIONS.contains(before)) {
      return NO_COLLECTION;
    }
    if (word.equals("[") && before.equals("KEY")) {
      return "write PRIMARY KEY (a, b), with parentheses around the parts and commas between them";
    }
    if (word.equals("{")) {
      return NO_COLLECTION;
    }
    if (word.equals("-") && YEAR.matcher(before).matches()) {
      return "dates and times stand between single quotes: '2017-01-31'";
    }
    if (word.equals("VALUES") && expected.equals(Set.of("'('"))) {
      return "name the columns: INSERT INTO table (column, …) VALUES (value, …)";
    }
    if (found.getType() == Token.EOF && expected.equals(Set.of("WHERE", "','"))) {
      return "name the row: WHERE with each column of the primary key";
    }
    if (before.equals("TO") && expected.equals(Set.of("TO"))) {
      return "tables keep their names: only a column is renamed";
    }
    if (before.equals("IF") && word.equals("NOT")) {
      return "IF NOT EXISTS goes with INSERT: write IF EXISTS, or IF column IS NULL";
    }
    if (before.equals(";") && !expected.contains("APPLY BATCH")) {
      return "run one statement at a time";
    }
    if (expected.contains("the end") && BEGINNINGS.contains(word)) {
      return "a semicolon closes the statement before it";
    }
    if (expected.contains("a rate") || expected.contains("'/'")) {
      return "a rate is such as 100/s, 5/min or 2/h";
    }
    if (OF_WORD.containsKey(word)) {
      return OF_WORD.getOrDefault(word, "");
    }
    if (before.equals("DISTINCT") || before.equals("JSON")) {
      return OF_WORD.getOrDefault(before, "");
    }
    if (word.equals("(") && expected.contains("a comparison")) {
      return "functions stand in keys: here, compare the column itself";
    }
    if (word.equals("(") && expected.contains("a column name") && expected.contains("a value")) {
      return "conditions stand without parentheses, joined by AND";
    }
    if (found.getType() == CqlLexer.NAME
        && previous.getType() == CqlLexer.TEXT
        && previous.getStopIndex() + 1 == found.getStartIndex()) {
      return "a quote inside a text is written twice: 'it''s'";
    }
    boolean name = found.getType() == CqlLexer.NAME || found.getType() == CqlLexer.QUOTED_NAME;
    if (name && expected.contains("a value")) {
      return "a name is no value: write a number, true, false, null or a text between single quotes";
    }
    return "";
  }
}
