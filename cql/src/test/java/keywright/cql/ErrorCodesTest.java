package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.InstantSource;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.KeywrightException;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.DuplicateKeyException;
import keywright.table.model.UnknownNameException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs act on the codes of errors. */
class ErrorCodesTest {
  private final Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
  private final CqlSession session = CqlSession.over(database);

  ErrorCodesTest() {
    session.execute("CREATE TABLE t (id int, city text, n int, PRIMARY KEY (id))");
    session.execute("CREATE UNIQUE INDEX t_by_city ON t (city)");
    session.execute("INSERT INTO t (id, city, n) VALUES (1, 'x', 1)");
  }

  private static ErrorCode codeOf(ThrowingCallable call) {
    return catchThrowableOfType(KeywrightException.class, call).code();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SYNTAX         | SELEC id FROM t
          SYNTAX         | CREATE TABLE u (id int, PRIMARY KEY (reverse(id))
          NOT_FOUND      | SELECT * FROM u
          NOT_FOUND      | SELECT nothing FROM t
          NOT_FOUND      | DROP INDEX t_by_n
          NOT_FOUND      | DROP TABLE u
          ALREADY_EXISTS | CREATE TABLE t (id int, PRIMARY KEY (id))
          ALREADY_EXISTS | CREATE INDEX t_by_city ON t (n)
          INVALID        | INSERT INTO t (id) VALUES ('abc')
          INVALID        | SELECT * FROM t WHERE id = null
          INVALID        | SELECT * FROM t LIMIT 0
          INVALID        | INSERT INTO t (id, n) VALUES (1, 1) USING TTL -1
          INVALID        | CREATE TABLE u (id int, PRIMARY KEY (lpad(id, 2, 'xx')))
          NO_KEY         | SELECT * FROM t WHERE n = 3
          NO_KEY         | DELETE FROM t WHERE n = 3
          DUPLICATE_KEY  | INSERT INTO t (id, city) VALUES (2, 'x')
          DUPLICATE_KEY  | INSERT INTO t (id, city) VALUES (2, 'y'), (3, 'y')
          UNSUPPORTED    | UPDATE t SET n = 2 WHERE id = 1 IF id = 1
          """)
  void aStatementThatIsRefusedSaysWhatKindOfErrorItIs(ErrorCode code, String statement) {
    assertThat(codeOf(() -> session.execute(statement))).isEqualTo(code);
  }

  @Test
  void callsSayTheSameWithTheFactsOfTheError() {
    UnknownNameException unknown =
        catchThrowableOfType(UnknownNameException.class, () -> database.table("u"));
    assertThat(unknown.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(unknown.name()).isEqualTo("u");
    session.execute("INSERT INTO t (id, city) VALUES (7, 'z')");
    CqlException refused =
        catchThrowableOfType(
            CqlException.class, () -> session.execute("UPDATE t SET city = 'z' WHERE id = 1"));
    DuplicateKeyException duplicate = (DuplicateKeyException) refused.getCause();
    assertThat(duplicate.table()).isEqualTo("t");
    assertThat(duplicate.index()).isEqualTo("t_by_city");
    assertThat(duplicate.key()).contains("z");
    assertThat(refused.code().isRetryable()).isFalse();
  }

  @Test
  void bytesThatAreNoRowKeyAreUnreadable() {
    KeySchema schema = KeySchema.parse("id int", "id");
    KeyException refused =
        catchThrowableOfType(KeyException.class, () -> schema.decode(new byte[] {1}));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNREADABLE);
    assertThat(refused.offset()).isNotNegative();
  }

  @Test
  void aDatabaseThatIsClosedSaysSo() {
    database.close();
    assertThat(codeOf(() -> database.table("t"))).isEqualTo(ErrorCode.CLOSED);
    assertThat(codeOf(() -> session.execute("SELECT * FROM t"))).isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void aUrlThatCannotBeReadIsInvalid() {
    assertThat(codeOf(() -> Database.open("nothing:x"))).isEqualTo(ErrorCode.INVALID);
  }
}
