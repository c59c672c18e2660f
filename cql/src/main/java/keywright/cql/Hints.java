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
      "list is the only collection: declare columns, or another table, for the rest";
  private static final String NO_GROUPS = "there is no GROUP BY: count, min and max read all rows";

  private static final Map<String, String> OF_WORD =
      Map.ofEntries(
          Map.entry("OR", "there is no OR: use IN, or run one query for each alternative"),
          Map.entry("!=", "there is no inequality: filter the rows in your program"),
          Map.entry("<>", "there is no inequality: filter the rows in your program"),
          Map.entry("NOT", "NOT is only for IS NOT NULL: filter the rows in your program"),
          Map.entry("JOIN", NO_JOIN),
          Map.entry("INNER", NO_JOIN),
          Map.entry("LEFT", NO_JOIN),
          Map.entry("GROUP", NO_GROUPS),
          Map.entry("HAVING", NO_GROUPS),
          Map.entry("DISTINCT", "there is no DISTINCT: skip repeated values in your program"),
          Map.entry("CURRENTTIMESTAMP", "write now()"),
          Map.entry("CURRENTDATE", "write now(), which is the day for a date"),
          Map.entry("TOTIMESTAMP", "write now(), which is a timestamp"),
          Map.entry("UNION", "there is no UNION: run one query after the other"),
          Map.entry(
              "OFFSET",
              "there is no OFFSET: read page by page (run --page-size N), or start after the last key"),
          Map.entry("PER", "there is no PER PARTITION LIMIT: run one query for each key prefix"),
          Map.entry("USING", "USING follows INSERT … VALUES and UPDATE table only"),
          Map.entry("JSON", "there is no JSON form: name the columns, or use keywright load"),
          Map.entry("REKEY", "REKEY follows WHERE: UPDATE … SET … WHERE … REKEY"),
          Map.entry(
              "IF",
              "IF comes last: INSERT … IF NOT EXISTS (then USING), UPDATE and DELETE … IF EXISTS or IF column = value"),
          Map.entry("TRANSACTION", "write BEGIN BATCH … APPLY BATCH"),
          Map.entry("COUNTER", "there are no counters: write BEGIN BATCH"),
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
      return "put dates and times in single quotes: '2017-01-31'";
    }
    if (word.equals("VALUES") && expected.equals(Set.of("'('"))) {
      return "name the columns: INSERT INTO table (column, …) VALUES (value, …)";
    }
    if (found.getType() == Token.EOF && expected.equals(Set.of("WHERE", "','"))) {
      return "name the row: WHERE with each column of the primary key";
    }
    if (before.equals("TO") && expected.equals(Set.of("TO"))) {
      return "a table cannot be renamed, only a column";
    }
    if (before.equals("IF") && word.equals("NOT")) {
      return "only INSERT can have IF NOT EXISTS: write IF EXISTS, or IF column IS NULL";
    }
    if (before.equals(";") && !expected.contains("APPLY BATCH")) {
      return "run one statement at a time";
    }
    if (expected.contains("the end") && BEGINNINGS.contains(word)) {
      return "end the statement before it with a semicolon";
    }
    if (expected.contains("a rate") || expected.contains("'/'")) {
      return "write a rate as 100/s, 5/min or 2/h";
    }
    if (OF_WORD.containsKey(word)) {
      return OF_WORD.getOrDefault(word, "");
    }
    if (before.equals("DISTINCT") || before.equals("JSON")) {
      return OF_WORD.getOrDefault(before, "");
    }
    if (word.equals("(") && expected.contains("a comparison")) {
      return "functions are only possible in keys: compare the column itself";
    }
    if (word.equals("(") && expected.contains("a column name") && expected.contains("a value")) {
      return "write conditions without parentheses, joined by AND";
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
