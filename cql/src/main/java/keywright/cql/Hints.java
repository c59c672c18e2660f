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
  private static final Map<String, String> OF_WORD =
      Map.ofEntries(
          Map.entry("OR", "OR joins conditions after WHERE"),
          Map.entry("!=", "there is no inequality: filter the rows in your program"),
          Map.entry("<>", "there is no inequality: filter the rows in your program"),
          Map.entry(
              "NOT",
              "a condition can have NOT only in IS NOT NULL: filter the rows in your program"),
          Map.entry("JOIN", NO_JOIN),
          Map.entry("INNER", NO_JOIN),
          Map.entry("LEFT", NO_JOIN),
          Map.entry("GROUP", "GROUP BY follows WHERE, before ORDER BY"),
          Map.entry("HAVING", "there is no HAVING: filter the groups in your program"),
          Map.entry("DISTINCT", "DISTINCT is only possible right after SELECT"),
          Map.entry("CURRENTTIMESTAMP", "write now()"),
          Map.entry("CURRENTDATE", "write now(): in a date column it is the current day"),
          Map.entry("TOTIMESTAMP", "write now(): it is a timestamp already"),
          Map.entry("UNION", "there is no UNION: run one query after the other"),
          Map.entry(
              "OFFSET",
              "there is no OFFSET: read page by page (keywright run --page-size N), or add a condition that starts after the last key"),
          Map.entry("PER", "PER PARTITION LIMIT follows ORDER BY, before LIMIT"),
          Map.entry(
              "USING", "USING is only possible after INSERT … VALUES (…) and after UPDATE table"),
          Map.entry(
              "JSON", "write SELECT JSON columns FROM table, or INSERT INTO table JSON '{…}'"),
          Map.entry("REKEY", "REKEY follows WHERE: UPDATE … SET … WHERE … REKEY"),
          Map.entry(
              "IF",
              "IF comes last: INSERT … IF NOT EXISTS (then USING), UPDATE and DELETE … IF EXISTS or IF column = value"),
          Map.entry("TRANSACTION", "write BEGIN BATCH … APPLY BATCH"),
          Map.entry("COUNTER", "there are no counter batches: write BEGIN BATCH"),
          Map.entry(
              "STATIC", "there are no static columns: declare another table for such columns"));

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

  private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE");

  static final String NO_TOKENS =
      "there are no tokens: compare the columns of the key, or divide a table by its splits";

  private static final Pattern YEAR = Pattern.compile("[0-9]{4}");

  private Hints() {}

  /** A sentence, or nothing. */
  static String of(Token previous, Token found, Set<String> expected) {
    String word = found.getText().toUpperCase(Locale.ROOT);
    String before = previous.getText().toUpperCase(Locale.ROOT);
    if (word.equals("[") && before.equals("KEY")) {
      return "write PRIMARY KEY (a, b), with parentheses around the parts and commas between them";
    }
    if (word.equals("-") && YEAR.matcher(before).matches()) {
      return "put dates and times in single quotes: '2017-01-31'";
    }
    if (word.equals("VALUES") && expected.contains("'('")) {
      return "name the columns: INSERT INTO table (column, …) VALUES (value, …)";
    }
    if (found.getType() == Token.EOF && expected.equals(Set.of("WHERE", "','"))) {
      return "name the row: add WHERE with a condition on each column of the primary key";
    }
    if (before.equals("TO") && expected.equals(Set.of("TO"))) {
      return "only columns can be renamed: to rename a table, create another table and load the rows into it";
    }
    if (before.equals("IF") && word.equals("NOT")) {
      return "only INSERT can have IF NOT EXISTS: write IF EXISTS, or IF column IS NULL";
    }
    if (before.equals(";") && !expected.contains("APPLY BATCH")) {
      return "run one statement at a time";
    }
    if (expected.contains(Expected.END) && BEGINNINGS.contains(word)) {
      return "end the previous statement with a semicolon";
    }
    if (expected.equals(Set.of("SELECT")) && WRITES.contains(word)) {
      return "a QUERY describes reads: for a load of writes, write WRITE RATE 100/s INTO table";
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
    if (word.equals("(") && before.equals("TOKEN")) {
      return NO_TOKENS;
    }
    if (word.equals("(") && expected.contains("a comparison")) {
      return "functions are only possible in keys: compare the column itself";
    }
    if (found.getType() == CqlLexer.NAME
        && previous.getType() == CqlLexer.TEXT
        && previous.getStopIndex() + 1 == found.getStartIndex()) {
      return "a quote inside a text is written twice: 'it''s'";
    }
    boolean name = found.getType() == CqlLexer.NAME || found.getType() == CqlLexer.QUOTED_NAME;
    if (name && expected.contains("a value")) {
      return "a name is not a value: write a number, true, false, null or a text in single quotes";
    }
    return "";
  }
}
