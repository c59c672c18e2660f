package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text keys whose parts hold the delimiter, or may be null. */
class TextKeysTest {
  private static final Pattern INSTEAD =
      Pattern.compile(
          "(?:write|or|and) (date_format\\(.+?'\\)) in place of (date_format\\(.+?'\\)|\\w+)");

  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @AfterEach
  void close() {
    session.close();
    database.close();
  }

  private static String table(String key, String delimiter) {
    return "CREATE TABLE t (n int, d date, t timestamp, u uuid, PRIMARY KEY (lpad(n, 4), "
        + key
        + ")) WITH key_format = 'text' AND key_delimiter = '"
        + delimiter
        + "'";
  }

  private void insert() {
    session.execute(
        "INSERT INTO t (n, d, t, u) VALUES (1, '2024-01-31', '2024-01-31T09:00:00Z', 01234567-89ab-cdef-0123-456789abcdef)");
    assertThat(session.execute("SELECT n FROM t WHERE n = 1").toList()).hasSize(1);
  }

  /**
   * Each fix of the message, put into the statement as it stands, makes a table that takes rows.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "d; -; 2",
        "t; :; 2",
        "t; T; 2",
        "u; -; 1",
        "u, d; -; 1",
        "d, t; -; 2",
        "date_format(t, 'yyyy-MM-dd HH:mm:ss.SSS'); .; 2"
      })
  void eachFixOfTheMessageMakesATableThatTakesRows(String key, String delimiter, int fixes) {
    String statement = table(key, delimiter);
    Throwable refused = catchThrowable(() -> session.execute(statement));
    assertThat(refused).isInstanceOf(CqlException.class).hasMessageContaining("every value of ");
    String message = String.valueOf(refused.getMessage());
    assertThat(message).contains("; write key_delimiter = '_'").doesNotContain("\n");
    session.execute(statement.replace("'" + delimiter + "'", "'_'"));
    insert();
    session.execute("DROP TABLE t");
    List<MatchResult> instead = INSTEAD.matcher(message).results().toList();
    assertThat(instead.isEmpty() ? 1 : 2).isEqualTo(fixes);
    if (!instead.isEmpty()) {
      String parts = key;
      for (MatchResult part : instead) {
        parts = parts.replaceFirst(Pattern.quote(part.group(2)) + "(?![\\w'(])", part.group(1));
      }
      session.execute(table(parts, delimiter));
      insert();
    }
  }

  @Test
  void aRowWithoutAValueInATextIndexIsRefusedWithTheFix() {
    session.execute("CREATE TABLE t (n int PRIMARY KEY, g int)");
    session.execute(
        "CREATE INDEX g_index ON t (lpad(g, 4)) WITH key_format = 'text' AND key_delimiter = '_'");
    assertThatThrownBy(() -> session.execute("INSERT INTO t (n) VALUES (1)"))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(
            "found null, expected a value; a key that holds nulls needs key_format kw1");
    assertThat(session.execute("SELECT n FROM t WHERE n = 1").toList()).isEmpty();
  }
}
