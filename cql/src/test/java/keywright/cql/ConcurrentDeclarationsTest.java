package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements while another thread changes the declaration of their table. */
class ConcurrentDeclarationsTest {
  private static final int STATEMENTS = 3_000;

  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final AtomicBoolean ended = new AtomicBoolean();

  @BeforeEach
  void createTable() {
    session.execute("CREATE TABLE t (p int PRIMARY KEY, a int)");
    session.execute("INSERT INTO t (p, a) VALUES (1, 1)");
  }

  @AfterEach
  void close() {
    other.shutdownNow();
    database.close();
  }

  private Future<?> repeat(String... statements) {
    return other.submit(
        () -> {
          try (CqlSession own = CqlSession.over(database)) {
            while (!ended.get()) {
              for (String statement : statements) {
                own.execute(statement);
              }
            }
          }
        });
  }

  @Test
  void aConditionalInsertThatIsAppliedHasAResult() throws Exception {
    Future<?> changes = repeat("ALTER TABLE t ADD z int", "ALTER TABLE t DROP z");
    for (int i = 2; i < STATEMENTS; i++) {
      Result result =
          session.execute("INSERT INTO t (p, a) VALUES (1, 2), (?, 4) IF NOT EXISTS", i);
      assertThat(result.toList())
          .extracting(row -> row.get("[applied]"))
          .containsExactly(false, true);
    }
    ended.set(true);
    changes.get();
    assertThat(session.execute("SELECT count(*) FROM t").toList().get(0).get(0))
        .isEqualTo(STATEMENTS - 1L);
  }

  @Test
  void aSumOfAColumnThatGetsAnotherTypeIsRefused() throws Exception {
    Future<?> changes =
        repeat(
            "ALTER TABLE t ADD z int",
            "ALTER TABLE t DROP z",
            "ALTER TABLE t ADD z text",
            "UPDATE t SET z = 'x' WHERE p = 1",
            "ALTER TABLE t DROP z");
    int refused = 0;
    for (int i = 0; i < STATEMENTS; i++) {
      try {
        session.execute("UPDATE t SET z = z + 1 WHERE p = 1");
      } catch (CqlException e) {
        refused++;
      }
    }
    ended.set(true);
    changes.get();
    assertThat(refused).isEqualTo(STATEMENTS);
  }

  @Test
  void aStoredValueIsReadByTheDeclarationOfTheStatement() {
    Row row = Row.of(List.of("p", "a"), 1, "x");
    assertThat(StoredValue.shown(row, column("p"))).isEqualTo(1);
    assertThat(StoredValue.shown(row, column("a"))).isNull();
    assertThat(StoredValue.shown(row, column("z"))).isNull();
    Type type = Type.parse("int");
    assertThat(StoredValue.operand(row, "t", "p", type)).isEqualTo(1);
    assertThat(StoredValue.operand(null, "t", "p", type)).isNull();
    assertThatThrownBy(() -> StoredValue.operand(row, "t", "a", type))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(
            "cannot change a of t: found a stored value of another type than int, which was the type");
    assertThatThrownBy(() -> StoredValue.operand(row, "t", "z", type))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageStartingWith("cannot find column \"z\" in table t: it was dropped")
        .hasFieldOrPropertyWithValue("code", ErrorCode.NOT_FOUND);
  }

  private static Column column(String name) {
    return Column.parseList(name + " int").get(0);
  }
}
