package keywright.cql;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;

/**
 * Clauses of SQL and of Cassandra that this language writes otherwise or has not, known by the
 * words around the place where the parser stopped.
 */
final class Dialects {
  /** Stands before the token that was not expected. */
  private static final String HERE = "▸ ";

  /** How many words of a statement are looked at: its first, and those around the place. */
  private static final int FIRST = 4;

  private static final int BEFORE = 12;
  private static final int BEHIND = 12;
  private static final int LONGEST_WORD = 60;

  static final String NO_TABLE_NAMES =
      "write columns without the name of the table: a statement has only one table";
  private static final String OWN_KEY =
      "write CREATE INDEX ON table (column) as a statement of its own";
  private static final String NO_CONSTRAINT =
      "the only constraints are NOT NULL and CREATE UNIQUE INDEX: leave this constraint out";

  /** What stands around a place, and the hint for it, in which $1 is the first group. */
  private record Clause(Pattern around, String hint) {}

  /** The first that fits is taken. */
  private static final List<Clause> CLAUSES =
      List.of(
          clause("ALTER TABLE .*ADD FAMILY (\\S+) ▸ WITH .*", "write ADD FAMILY $1 () WITH …"),
          clause(
              "ALTER TABLE .*ADD (\\S+) (.+) ▸ (?:IN )?FAMILY (\\S+).*",
              "write ADD $1 $2, FAMILY $3 ($1)"),
          clause("(ALTER TABLE \\S+ ADD) COLUMN (\\S+ )▸ (.*) <EOF>", "write $1 $2$3"),
          clause("(ALTER TABLE \\S+ DROP) COLUMN ▸ (.*) <EOF>", "write $1 $2"),
          clause("ALTER TABLE .*DROP FAMILY ▸ .*", "a family cannot be dropped: drop its columns"),
          clause(
              "ALTER TABLE \\S+ ▸ (?:MODIFY|CHANGE) .*",
              "the type of a column cannot change: add a column of the other type, or create another table and load the rows into it"),
          clause(
              "ALTER TABLE (\\S+) ▸ WITH default_time_to_live = ([0-9]+).*",
              "a ttl belongs to a family: write ALTER TABLE $1 ALTER FAMILY name WITH ttl = $2; DESCRIBE $1 shows the families; columns without a FAMILY are in family d"),
          clause(
              "ALTER TABLE (\\S+) ▸ WITH .*",
              "options belong to a family: write ALTER TABLE $1 ALTER FAMILY name WITH …"),
          clause(
              "ALTER TABLE (\\S+) ADD (?:INDEX|KEY) .*▸ .*", "write CREATE INDEX ON $1 (column)"),
          clause("ALTER TABLE .*ADD (?:CONSTRAINT|UNIQUE|CHECK|FOREIGN) .*▸ .*", NO_CONSTRAINT),
          clause(
              "CREATE .*▸ (?:AUTO_INCREMENT|AUTOINCREMENT|IDENTITY|GENERATED).*",
              "there are no generated numbers: compute the value in your program, or use a uuid"),
          clause(
              "(?:CREATE|ALTER) .*▸ DEFAULT .*",
              "there are no default values: give the value in each INSERT"),
          clause(
              "CREATE .*▸ UNIQUE.*",
              "write CREATE UNIQUE INDEX ON table (column) as a statement of its own"),
          clause(
              "CREATE .*▸ REFERENCES.*",
              "there are no foreign keys: leave REFERENCES out; a write does not check other rows"),
          clause("CREATE .*(?:▸ CHECK|CHECK ▸ \\().*", NO_CONSTRAINT),
          clause("CREATE .*(?:▸ CONSTRAINT|CONSTRAINT \\S+ ▸) .*", NO_CONSTRAINT),
          clause("CREATE .*, (?:INDEX|KEY)(?: \\S+)? ▸ .*", OWN_KEY),
          clause(
              "CREATE .* \\) ▸ (ENGINE|CHARSET|COLLATE|COMMENT|TABLESPACE|INHERITS|PARTITION|STRICT|WITHOUT|ROW_FORMAT) .*",
              "leave $1 out: options follow WITH"),
          clause("CREATE TABLE .*[(,] \\S+ (?!KEY )(\\w+) ▸ \\[ .*", "write list<$1>"),
          clause("CREATE .* , ▸ \\) .*", "leave out the comma before )"),
          clause("CREATE .* ON (\\S+) ▸ <EOF>", "name the columns: ON $1 (column, …)"),
          clause(
              "CREATE .*INDEX .*▸ USING .*", "leave USING out: every index is sorted by its key"),
          clause(
              "CREATE .*INDEX .*▸ WHERE .*", "leave WHERE out: an index has an entry for each row"),
          clause(
              "(?:CREATE|DROP) (?:TABLE|INDEX) (?:IF (?:NOT )?EXISTS )?(\\w+) ▸ - (\\w+).*",
              "a table or an index has no hyphen in its name: write $1_$2"),
          clause(
              "(?:CREATE|DROP) (?:TABLE|INDEX) (?:IF (?:NOT )?EXISTS )?▸ [0-9]+ [A-Z].*",
              "begin the name of a table or an index with a letter"),
          clause(
              "CREATE TABLE .*[(,] (\\w+) ▸ - (\\w+).*",
              "put a column name with a hyphen in double quotes: \"$1-$2\""),
          clause(
              "CREATE TABLE .*▸ [0-9]+ [A-Z].*",
              "put a column name that begins with a digit in double quotes"),
          clause(
              "INSERT .*▸ ON (?:CONFLICT|DUPLICATE) .*",
              "use INSERT alone: it changes an existing row; INSERT … IF NOT EXISTS leaves an existing row unchanged"),
          clause(
              "INSERT INTO \\S+ ▸ SET .*",
              "name the columns: INSERT INTO table (column, …) VALUES (value, …)"),
          clause(
              "INSERT INTO [^(▸]*(?:\\([^▸]*\\) )?▸ SELECT .*",
              "copy rows with keywright export and keywright load"),
          clause(".*FROM \\S+ ▸ , .*", "there are no joins: read each table by its key"),
          clause(
              ".*LIMIT [0-9]+ ▸ , .*",
              "there is no OFFSET: read page by page (keywright run --page-size N), or add a condition that starts after the last key"),
          clause(".*SELECT TOP ▸ ([0-9]+).*", "write LIMIT $1 at the end"),
          clause(".*▸ FETCH (?:FIRST|NEXT) ([0-9]+).*", "write LIMIT $1 at the end"),
          clause(
              "UPDATE .*SET (?:.*, )?\\w+ ▸ \\. .*",
              "write columns without the name of the table, and set the whole document to change a field of it"),
          clause("(?:SELECT|UPDATE|DELETE|EXPLAIN) .*\\w ▸ \\. .*", NO_TABLE_NAMES),
          clause(
              ".*SELECT (?:.*, )?(?!DISTINCT |JSON |TOP )(\\w+) ▸ (\\w+) (?:,|FROM) .*",
              "put commas between columns, or AS before another name for a column: $1 AS $2"),
          clause(
              ".*\\( ▸ SELECT .*",
              "there are no subqueries: run the inner query first, and write its values here"),
          clause(
              "UPDATE .*(?:SET|,) (\\w+) = \\w+ ▸ [*/%|] .*",
              "SET can only add and subtract: read the value and write the new value; add IF $1 = value if other programs write the row too"),
          clause(
              "UPDATE .*(?:SET|,) \\w+ = (\\w+) ▸ (?:WHERE|,) .*",
              "if $1 is a text, put it in single quotes: '$1'; if $1 is a column, SELECT it first and write its value here, because SET cannot copy a column"),
          clause(
              "UPDATE .*(?:SET|,) (\\w+) = (\\S+) ▸ \\+ .*",
              "write the column first: $1 = $1 + $2"),
          clause(
              "INSERT INTO .*VALUES .*▸ [-+*/%] .*",
              "VALUES cannot compute: compute the value in your program"),
          clause(
              "SELECT (?!JSON |DISTINCT |.*LIMIT ▸).*[a-z0-9_)] ▸ / .*",
              "SELECT does not divide, because few quotients are exact: divide in your program"),
          clause(
              "DELETE FROM (\\S+) ▸ <EOF>",
              "add WHERE to delete one row, or write TRUNCATE $1 to remove all rows"),
          clause("DELETE ▸ \\* FROM .*", "write DELETE FROM, without *"),
          clause("DELETE (\\w+) ▸ WHERE .*", "write DELETE FROM $1 WHERE …"),
          clause(
              "BEGIN ▸ <EOF>",
              "there are no transactions: write several rows together with BEGIN BATCH … APPLY BATCH, and conditions after IF"),
          clause("▸ \\\\ .*", "DESCRIBE TABLES lists the tables, DESCRIBE name shows one table"),
          clause(".*▸ [“”„«»‘’‚] .*", "put texts in straight single quotes: 'x'"),
          clause(
              "(?:.*▸ `|.*(?:FROM|INTO|UPDATE|TABLE) ▸ \\[) .*",
              "write names without quotes, or in double quotes"),
          clause(".*= ▸ = .*", "write = for a comparison"),
          clause(".*▸ & .*", "conditions are joined by AND"),
          clause(".*▸ \\| .*", "conditions are joined by OR"));

  private Dialects() {}

  private static Clause clause(String around, String hint) {
    return new Clause(Pattern.compile(around, Pattern.CASE_INSENSITIVE), hint);
  }

  /** A sentence for the token at {@code index}, or nothing. */
  static String hint(List<Token> tokens, int index) {
    String around = around(tokens, index);
    for (Clause clause : CLAUSES) {
      Matcher matcher = clause.around().matcher(around);
      if (matcher.matches()) {
        return matcher.replaceFirst(clause.hint());
      }
    }
    return "";
  }

  /** The first words of the statement, and those before and after the place, which ▸ marks. */
  private static String around(List<Token> tokens, int index) {
    StringBuilder around = new StringBuilder();
    for (int i = 0; i < tokens.size() && i <= index + BEHIND; i++) {
      if (i < FIRST || i >= index - BEFORE) {
        String text = tokens.get(i).getText();
        around
            .append(i == index ? HERE : "")
            .append(text.length() > LONGEST_WORD ? "…" : text)
            .append(' ');
      }
    }
    return around.toString().strip();
  }
}
