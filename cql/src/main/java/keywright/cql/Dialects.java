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

  private static final String NO_TABLE_NAMES =
      "write columns without the name of the table: a statement has only one table";
  private static final String OWN_KEY =
      "write CREATE INDEX ON table (column) as a statement of its own";
  private static final String NO_CONSTRAINT =
      "there are no constraints but NOT NULL and CREATE UNIQUE INDEX: leave it out";

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
              "types never change: add a column of the other type, or create another table and load it"),
          clause(
              "ALTER TABLE (\\S+) ▸ WITH default_time_to_live = ([0-9]+).*",
              "a ttl belongs to a family: ALTER TABLE $1 ALTER FAMILY name WITH ttl = $2; DESCRIBE $1 shows the families, d has the columns without a family"),
          clause(
              "ALTER TABLE (\\S+) ▸ WITH .*",
              "options belong to a family: ALTER TABLE $1 ALTER FAMILY name WITH …"),
          clause(
              "ALTER TABLE (\\S+) ADD (?:INDEX|KEY) .*▸ .*", "write CREATE INDEX ON $1 (column)"),
          clause("ALTER TABLE .*ADD (?:CONSTRAINT|UNIQUE|CHECK|FOREIGN) .*▸ .*", NO_CONSTRAINT),
          clause(
              "CREATE .*▸ (?:AUTO_INCREMENT|AUTOINCREMENT|IDENTITY|GENERATED).*",
              "there are no sequences: the writer of a row gives the value, or use a uuid"),
          clause(
              "(?:CREATE|ALTER) .*▸ DEFAULT .*",
              "there are no defaults: the writer of a row gives the value"),
          clause(
              "CREATE .*▸ UNIQUE.*",
              "write CREATE UNIQUE INDEX ON table (column) as a statement of its own"),
          clause(
              "CREATE .*▸ REFERENCES.*",
              "there are no foreign keys: leave it out; a write checks no other row"),
          clause("CREATE .*(?:▸ CHECK|CHECK ▸ \\().*", NO_CONSTRAINT),
          clause("CREATE .*(?:▸ CONSTRAINT|CONSTRAINT \\S+ ▸) .*", NO_CONSTRAINT),
          clause("CREATE .*, (?:INDEX|KEY)(?: \\S+)? ▸ .*", OWN_KEY),
          clause(
              "CREATE .* \\) ▸ (?:ENGINE|CHARSET|COLLATE|COMMENT|TABLESPACE|INHERITS|PARTITION|STRICT|WITHOUT|ROW_FORMAT) .*",
              "leave it out: options follow WITH"),
          clause("CREATE TABLE .*[(,] \\S+ (?!KEY )(\\w+) ▸ \\[ .*", "write list<$1>"),
          clause("CREATE .* , ▸ \\) .*", "leave out the comma before it"),
          clause("CREATE .* ON (\\S+) ▸ <EOF>", "name the columns: ON $1 (column, …)"),
          clause(
              "CREATE .*INDEX .*▸ USING .*", "leave USING out: every index is sorted by its key"),
          clause(
              "CREATE .*INDEX .*▸ WHERE .*", "leave WHERE out: an index has an entry for each row"),
          clause(
              "CREATE TABLE (\\w+) ▸ - (\\w+).*",
              "put a name with a hyphen in double quotes: \"$1-$2\""),
          clause(
              "(?:CREATE|DROP) .*▸ [0-9]+ [A-Z].*",
              "put a name that begins with a digit in double quotes"),
          clause(
              "INSERT .*▸ ON (?:CONFLICT|DUPLICATE) .*",
              "INSERT changes an existing row, INSERT … IF NOT EXISTS leaves it unchanged"),
          clause(
              "INSERT INTO \\S+ ▸ SET .*",
              "name the columns: INSERT INTO table (column, …) VALUES (value, …)"),
          clause("INSERT INTO .*▸ SELECT .*", "copy rows with keywright export and keywright load"),
          clause(".*FROM \\S+ ▸ , .*", "there are no joins: read each table by its key"),
          clause(
              ".*LIMIT [0-9]+ ▸ , .*",
              "there is no OFFSET: read page by page (run --page-size N), or start after the last key"),
          clause(".*SELECT TOP ▸ ([0-9]+).*", "write LIMIT $1 at the end"),
          clause(".*▸ FETCH (?:FIRST|NEXT) ([0-9]+).*", "write LIMIT $1 at the end"),
          clause("(?:SELECT|UPDATE|DELETE|EXPLAIN) .*\\w ▸ \\. .*", NO_TABLE_NAMES),
          clause(
              ".*SELECT (?:.*, )?(?!DISTINCT |JSON |TOP )(\\w+) ▸ (\\w+) (?:,|FROM) .*",
              "put commas between columns, and AS before another name: $1 AS $2"),
          clause(
              ".*\\( ▸ SELECT .*", "there are no subqueries: run it first, and write its values"),
          clause(
              "UPDATE .*(?:SET|,) (\\w+) = \\w+ ▸ [*/%|] .*",
              "SET has + and - only: read the value, and write the new one, with IF $1 = value if others write too"),
          clause(
              "UPDATE .*(?:SET|,) \\w+ = (\\w+) ▸ (?:WHERE|,) .*",
              "a text stands in single quotes: '$1'; a column is not copied: SELECT it, and set its value"),
          clause(
              "UPDATE .*(?:SET|,) (\\w+) = (\\S+) ▸ \\+ .*",
              "write the column first: $1 = $1 + $2"),
          clause(
              "INSERT INTO .*VALUES .*▸ [-+*/%] .*",
              "there is no arithmetic here: compute the value before"),
          clause(
              "SELECT (?!JSON |DISTINCT |.*LIMIT ▸).*[a-z_)] ▸ [-+*/%] .*",
              "there is no arithmetic: compute before or after"),
          clause("DELETE FROM (\\S+) ▸ <EOF>", "TRUNCATE $1 removes all rows"),
          clause("DELETE ▸ \\* FROM .*", "write DELETE FROM, without *"),
          clause("DELETE ▸ (\\w+) WHERE .*", "write DELETE FROM $1 WHERE …"),
          clause("DELETE ▸ (\\w+) FROM (\\w+) .*", "write UPDATE $2 SET $1 = null WHERE …"),
          clause(
              "BEGIN ▸ <EOF>",
              "write rows together with BEGIN BATCH … APPLY BATCH, and conditions after IF"),
          clause("▸ \\\\ .*", "DESCRIBE TABLES lists the tables, DESCRIBE name shows one"),
          clause(".*▸ [“”„«»‘’‚] .*", "put texts in straight single quotes: 'x'"),
          clause(
              "(?:.*▸ `|.*(?:FROM|INTO|UPDATE|TABLE) ▸ \\[) .*",
              "write names without quotes, or in double quotes"),
          clause(".*= ▸ = .*", "a comparison is written ="),
          clause(".*▸ & .*", "conditions are joined by AND"),
          clause(".*▸ \\| .*", "there is no OR: use IN, or run one query for each alternative"));

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
