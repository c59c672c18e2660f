package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PostgreSQL, MySQL and Cassandra write is refused with what to write or to do here. */
class OtherDialectsTest {
  private static final Pattern WRITE = Pattern.compile("; write (.*?)( \\(line [0-9, a-z]*\\))?$");

  private final Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute(
        "CREATE TABLE t (id int, grp int, name text, n int, d decimal(8,2), FAMILY f (name),"
            + " PRIMARY KEY (grp, id))");
    session.execute("INSERT INTO t (id, grp, name, n) VALUES (1, 1, 'x', 1)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String refusal(String statement) {
    try {
      session.execute(statement).toList();
    } catch (CqlException e) {
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("not refused: " + statement);
  }

  /** The suggestion stands for the part of the statement that the second column names. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "ALTER TABLE t ADD FAMILY f3 WITH ttl = 60 | ADD FAMILY f3 WITH | ADD FAMILY f3 () WITH …",
        "ALTER TABLE t ADD FAMILY f3 | FAMILY f3 | FAMILY f3 ()",
        "ALTER TABLE t ADD c text FAMILY f3 | ADD c text FAMILY f3 | ADD c text, FAMILY f3 (c)",
        "ALTER TABLE t ADD c decimal(8,2) IN FAMILY f | ADD c decimal(8,2) IN FAMILY f | ADD c decimal ( 8 , 2 ), FAMILY f (c)",
        "ALTER TABLE t ADD COLUMN c text | ALTER TABLE t ADD COLUMN c text | ALTER TABLE t ADD c text",
        "ALTER TABLE t DROP COLUMN n | ALTER TABLE t DROP COLUMN n | ALTER TABLE t DROP n",
        "ALTER TABLE t ADD INDEX (n) | ALTER TABLE t ADD INDEX (n) | CREATE INDEX ON t (column)",
        "ALTER TABLE t ALTER FAMILY f WITH maxversions = 3 | maxversions = 3 | versions = 3",
        "CREATE TABLE a (id int PRIMARY KEY, v VARCHAR(20)) | VARCHAR(20) | VARCHAR",
        "CREATE TABLE a (id int PRIMARY KEY, v text[]) | text[] | list<text>",
        "SELECT TOP 1 * FROM t | TOP 1 * FROM t | LIMIT 1 at the end",
        "SELECT * FROM t FETCH FIRST 1 ROWS ONLY | FETCH FIRST 1 ROWS ONLY | LIMIT 1 at the end",
        "DELETE * FROM t WHERE grp = 1 AND id = 1 | DELETE * FROM | DELETE FROM, without *",
        "DELETE t WHERE grp = 1 AND id = 1 | DELETE t WHERE | DELETE FROM t WHERE …",
        "SELECT * FROM t WHERE grp = '001' | '001' | it without quotes: 001",
        "INSERT INTO t (grp, id, d) VALUES (1, 2, '-3.5') | '-3.5' | it without quotes: -3.5",
        "UPDATE t SET n = '7' WHERE grp = 1 AND id = 1 | '7' | it without quotes: 7",
      })
  void theSpellingHereIsSuggestedAndWorks(String statement, String there, String suggested) {
    String refusal = refusal(statement);
    Matcher write = WRITE.matcher(refusal);
    assertThat(write.find()).as(refusal).isTrue();
    assertThat(write.group(1)).isEqualTo(suggested);
    String here =
        suggested
            .replace("it without quotes: ", "")
            .replace(", without *", "")
            .replace(" …", "")
            .replace("(column)", "(n)")
            .replace(
                "LIMIT 1 at the end", there.startsWith("TOP") ? "* FROM t LIMIT 1" : "LIMIT 1");
    assertThat(statement).contains(there);
    assertThat(session.execute(statement.replace(there, here)).toList()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "ALTER TABLE t DROP FAMILY f | a family cannot be dropped: drop its columns",
        "ALTER TABLE t MODIFY COLUMN n bigint | the type of a column cannot change: add a column",
        "ALTER TABLE t WITH default_time_to_live = 60 | ALTER TABLE t ALTER FAMILY name WITH ttl = 60",
        "ALTER TABLE t WITH gc_grace_seconds = 60 | ALTER TABLE t ALTER FAMILY name WITH …",
        "ALTER TABLE t ADD CONSTRAINT u UNIQUE (n) | the only constraints are NOT NULL",
        "ALTER TABLE t ALTER FAMILY f WITH minversions = 1 | leave it out: there is no minimum",
        "CREATE TABLE a (id SERIAL PRIMARY KEY) | there are no sequences",
        "CREATE TABLE a (id int AUTO_INCREMENT PRIMARY KEY) | there are no generated numbers",
        "CREATE SEQUENCE s | there are no sequences",
        "CREATE TABLE a (id INTEGER PRIMARY KEY) | use int",
        "CREATE TABLE a (id int PRIMARY KEY, v NUMERIC(8,2)) | use decimal(p,s)",
        "CREATE TABLE a (id int PRIMARY KEY, v DATETIME) | use timestamp",
        "CREATE TABLE a (id int PRIMARY KEY, v STRING) | use text",
        "CREATE TABLE a (id int PRIMARY KEY, v NVARCHAR(20)) | use text, which takes any length",
        "CREATE TABLE a (id uuid PRIMARY KEY DEFAULT uuid()) | there are no default values",
        "CREATE TABLE a (id int PRIMARY KEY, v text NOT NULL DEFAULT 'x') | there are no default values",
        "CREATE TABLE a (id int PRIMARY KEY, v text UNIQUE) | CREATE UNIQUE INDEX ON table (column)",
        "CREATE TABLE a (id int PRIMARY KEY, v int REFERENCES t (id)) | there are no foreign keys",
        "CREATE TABLE a (id int PRIMARY KEY, v int, FOREIGN KEY (v) REFERENCES t (id)) | there are no foreign keys",
        "CREATE TABLE a (id int PRIMARY KEY, v int CHECK (v > 0)) | the only constraints are NOT NULL",
        "CREATE TABLE a (id int PRIMARY KEY, v int, CHECK (v > 0)) | the only constraints are NOT NULL",
        "CREATE TABLE a (id int PRIMARY KEY, v int, INDEX (v)) | CREATE INDEX ON table (column)",
        "CREATE TABLE a (id int PRIMARY KEY, v int) ENGINE=InnoDB | leave ENGINE out: options follow WITH",
        "CREATE TABLE a (id int PRIMARY KEY,) | leave out the comma before )",
        "CREATE TABLE a-b (id int PRIMARY KEY) | a table or an index has no hyphen in its name: write a_b",
        "CREATE TABLE a (id int PRIMARY KEY, a-b int) | put a column name with a hyphen in double quotes: \"a-b\"",
        "CREATE TABLE 1a (id int PRIMARY KEY) | begin the name of a table or an index with a letter",
        "CREATE TABLE a (id int PRIMARY KEY, 1a int) | put a column name that begins with a digit in double quotes",
        "CREATE DATABASE shop | name the database with --db",
        "CREATE INDEX ON t | name the columns: ON t (column, …)",
        "CREATE INDEX i ON t USING btree (n) | leave USING out",
        "CREATE INDEX i ON t (n) USING btree | leave USING out",
        "CREATE INDEX i ON t (n) WHERE n > 1 | leave WHERE out",
        "INSERT INTO t (grp, id) VALUES (1, 1) ON CONFLICT DO NOTHING | INSERT … IF NOT EXISTS leaves an existing row unchanged",
        "INSERT INTO t SET grp = 1, id = 2 | name the columns: INSERT INTO table (column, …)",
        "INSERT INTO t SELECT * FROM t | keywright export and keywright load",
        "INSERT INTO t (grp, select) VALUES (1, 1) | put it in double quotes to use it as a name",
        "REPLACE INTO t (grp, id) VALUES (1, 1) | use INSERT, which changes an existing row",
        "INSERT INTO t (grp, id, name) VALUES (1, 1, “x”) | straight single quotes: 'x'",
        "INSERT INTO t (grp, id, name) VALUES (1, 1, ‘x’) | straight single quotes: 'x'",
        "INSERT INTO t (grp, id, name) VALUES (1, 1, 'it's') | a quote inside a text is written twice",
        "SELECT name n2, id FROM t | AS before another name for a column: name AS n2",
        "SELECT * FROM t, t | there are no joins",
        "SELECT * FROM t LIMIT 1, 1 | there is no OFFSET",
        "CREATE INDEX i ON t (n, name[0]) | declare a path of documents as a column",
        "CREATE INDEX i ON t (n, name.x) | declare a path of documents as a column: name type FROM 'path'",
        "UPDATE t SET n = 1, t.name = 'x' WHERE grp = 1 AND id = 1 | set the whole document to change a field of it",
        "SELECT t.name FROM t | write columns without the name of the table",
        "SELECT * FROM t WHERE t.grp = 1 | write columns without the name of the table",
        "SELECT * FROM t WHERE grp IN (SELECT id FROM t) | there are no subqueries",
        "SELECT * FROM t WHERE grp == 1 | write = for a comparison",
        "SELECT * FROM t WHERE grp = 1 && id = 1 | conditions are joined by AND",
        "SELECT * FROM `t` | write names without quotes, or in double quotes",
        "SELECT * FROM [t] | write names without quotes, or in double quotes",
        "SELECT n / 2 FROM t | SELECT does not divide",
        "UPDATE t SET n = n * 2 WHERE grp = 1 AND id = 1 | SET can only add and subtract: read the value",
        "UPDATE t SET n = 1 | name the row: add WHERE with a condition on each column of the primary key",
        "DELETE FROM t | add WHERE to delete one row, or write TRUNCATE t to remove all rows",
        "BEGIN | BEGIN BATCH … APPLY BATCH",
        "\\dt | DESCRIBE TABLES lists the tables",
      })
  void whatIsNotHereIsSaidToBeSo(String statement, String hint) {
    assertThat(refusal(statement)).contains("; ").contains(hint);
  }

  /** The hints of other words stay. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "SELECT grp FROM t GROUP BY grp HAVING grp > 1 | there is no HAVING",
        "SELECT * FROM t WHERE n > 2017-01-31 | put dates and times in single quotes",
        "SELECT * FROM t SELECT * FROM t | end the previous statement with a semicolon",
        "SELECT * FROM t WHRE grp = 1 | expected WHERE",
        "SELECT * FROM t LIMIT -1 | found '-', expected a number of rows",
        "UPDATE t SET n = 1 WHERE grp = 1 AND id = 1 IF | expected a column name, a value, EXISTS or '('",
        "SELECT a FRM t | expected FROM",
        "INSERT INTO t (grp, id) VALUES (x, 1) | a name is not a value",
        "SELECT * FROM t WHERE grp = 'one' | expected a whole number from -2147483648 to 2147483647 (line",
      })
  void otherHintsStay(String statement, String hint) {
    assertThat(refusal(statement)).contains(hint);
  }
}
