package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.BuildProgress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CREATE INDEX with all that goes with it. */
class IndexStatementsTest {
  private final Database database =
      Database.over(new MemoryEngine(), java.time.InstantSource.system(), 1);
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    run("CREATE TABLE member (id int PRIMARY KEY, email text, \"Full name\" text, joined date)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String run(String statement) {
    return session.execute(statement).message();
  }

  private List<String> lines(String statement) {
    return session.execute(statement).toList().stream()
        .map(row -> String.valueOf(row.get(0)))
        .toList();
  }

  @Test
  void whatIsDeclaredIsDescribed() {
    String statement =
        "CREATE UNIQUE INDEX by_email ON member (lower(email)) INCLUDE (\"Full name\", joined) WITH key_format = 'text' AND key_delimiter = '|';";
    assertThat(run(statement)).isEqualTo("index by_email created");
    assertThat(lines("DESCRIBE by_email"))
        .containsExactly(statement, "-- stored key: lower(email) | id");
    assertThat(lines("EXPLAIN SELECT joined FROM member WHERE id = 1")).isNotEmpty();
  }

  @Test
  void aDuplicateIsRefusedInOneLineWithItsPlace() {
    run("CREATE UNIQUE INDEX by_email ON member (lower(email))");
    run("INSERT INTO member (id, email) VALUES (1, 'a@b'), (2, null), (3, null)");
    assertThatThrownBy(() -> run("INSERT INTO member (id, email) VALUES (4, 'A@B')"))
        .hasMessage(
            "cannot write row (4) of member: row (1) has the same key (a@b) of unique index by_email; change one of them");
    assertThatThrownBy(() -> run("UPDATE member SET email = 'a@b' WHERE id = 2"))
        .hasMessageContaining("row (1) has the same key (a@b)");
    run("DROP INDEX by_email");
    run("INSERT INTO member (id, email) VALUES (4, 'A@B')");
    assertThatThrownBy(() -> run("CREATE UNIQUE INDEX by_email ON member (lower(email))"))
        .hasMessage(
            "cannot create unique index by_email: rows (1) and (4) of member have the same key (a@b); change or delete one of them");
    assertThat(run("DROP INDEX IF EXISTS by_email"))
        .isEqualTo("index by_email does not exist; nothing changed");
  }

  @Test
  void aBuildIsToldAndStoppedAndDescribed() {
    StringBuilder values = new StringBuilder();
    for (int id = 0; id < 600; id++) {
      values.append(id == 0 ? "" : ", ").append("(").append(id).append(")");
    }
    run("INSERT INTO member (id) VALUES " + values);
    List<BuildProgress> told = new ArrayList<>();
    CqlSession telling =
        session.tellingBuilds(
            progress -> {
              told.add(progress);
              return false;
            });
    String statement = "CREATE INDEX by_joined ON member (joined)";
    assertThatThrownBy(() -> telling.execute(statement + " WITH build_rate = 1000"))
        .hasMessage(
            "stopped building index by_joined of member: 250 rows are done; repeat its CREATE INDEX to resume");
    assertThat(told).extracting(BuildProgress::rowsDone).containsExactly(250L);
    assertThat(lines("DESCRIBE by_joined"))
        .containsExactly(
            statement + ";",
            "-- stored key: joined | id",
            "-- not built completely: 250 rows done; repeat its CREATE INDEX to resume");
    assertThat(run(statement)).isEqualTo("index by_joined created");
    assertThat(lines("DESCRIBE by_joined")).hasSize(2);
    assertThatThrownBy(() -> run("CREATE INDEX x ON member (email) WITH build_rate = 0"))
        .hasMessageContaining("found 0, expected a whole number from 1 to 9223372036854775807");
  }

  @Test
  void aRowThatMovesAndAColumnThatIsRenamedKeepTheirIndex() {
    run("CREATE UNIQUE INDEX by_email ON member (email) INCLUDE (joined)");
    run("INSERT INTO member (id, email, joined) VALUES (1, 'a@b', '2020-01-01'), (2, 'c@d', null)");
    run("UPDATE member SET id = 9 WHERE id = 1 REKEY");
    assertThatThrownBy(() -> run("INSERT INTO member (id, email) VALUES (1, 'a@b')"))
        .hasMessageContaining("row (9) has the same key (a@b)");
    run("ALTER TABLE member RENAME joined TO since AND email TO address");
    assertThat(lines("DESCRIBE by_email"))
        .startsWith("CREATE UNIQUE INDEX by_email ON member (address) INCLUDE (since);");
    assertThatThrownBy(() -> run("ALTER TABLE member DROP since"))
        .hasMessageContaining("index by_email reads this column; drop the index first");
    assertThat(lines("SELECT since FROM member WHERE address = 'a@b'"))
        .containsExactly("2020-01-01");
    assertThat(database.verify("member")).isEmpty();
  }

  @Test
  void uniqueAndIncludeAreNamesToo() {
    run("CREATE TABLE names (unique int PRIMARY KEY, include text)");
    run("CREATE INDEX index ON names (include)");
    run("INSERT INTO names (unique, include) VALUES (1, 'a')");
    assertThat(lines("SELECT unique FROM names WHERE include = 'a'")).containsExactly("1");
  }
}
