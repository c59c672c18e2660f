package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import keywright.table.Database;
import keywright.table.model.Row;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions after IF, batches and REKEY. */
class WritesTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createAccounts() {
    run("CREATE TABLE account (id int PRIMARY KEY, owner text, cents bigint, opened timestamp)");
    run("CREATE INDEX account_by_owner ON account (owner)");
    run("CREATE TABLE posting (account int, number int, cents int, PRIMARY KEY (account, number))");
    run("INSERT INTO account (id, owner, cents) VALUES (1, 'ada', 100), (2, 'bob', 0)");
  }

  @AfterEach
  void close() {
    assertThat(database.verify("account")).isEmpty();
    assertThat(database.verify("posting")).isEmpty();
    database.close();
  }

  private String run(String statement, Object... parameters) {
    return session.execute(statement, parameters).message();
  }

  /** The columns and rows of a result as they print. */
  private List<String> rows(String statement, Object... parameters) {
    Result result = session.execute(statement, parameters);
    List<String> lines = new java.util.ArrayList<>();
    lines.add(String.join(" | ", result.columns().stream().map(c -> c.name()).toList()));
    for (Row row : result) {
      lines.add(String.join(" | ", row.values().stream().map(String::valueOf).toList()));
    }
    lines.add(result.wasApplied() ? "applied" : "not applied");
    return lines;
  }

  @Test
  void anUpdateUnderAConditionSaysWhetherItWasApplied() {
    assertThat(
            rows("UPDATE account SET cents = 90 WHERE id = 1 IF cents = 100 AND owner LIKE 'a%'"))
        .containsExactly("[applied]", "true", "applied");
    assertThat(rows("UPDATE account SET cents = 80 WHERE id = 1 IF cents = 100"))
        .containsExactly("[applied] | cents", "false | 90", "not applied");
    assertThat(rows("UPDATE account SET cents = 80 WHERE id = 3 IF cents = 100"))
        .containsExactly("[applied]", "false", "not applied");
    assertThat(rows("UPDATE account SET cents = 80 WHERE id = 3 IF EXISTS"))
        .containsExactly("[applied]", "false", "not applied");
    assertThat(
            rows("UPDATE account SET cents = ? WHERE id = ? IF cents IN ?", 5, 1, List.of(1, 90)))
        .containsExactly("[applied]", "true", "applied");
    assertThat(rows("SELECT * FROM account"))
        .containsExactly(
            "id | owner | cents | opened", "1 | ada | 5 | null", "2 | bob | 0 | null", "applied");
  }

  @Test
  void aDeleteUnderAConditionSaysWhetherItWasApplied() {
    assertThat(rows("DELETE FROM account WHERE id = 2 IF owner = 'ada' AND cents >= 1"))
        .containsExactly("[applied] | owner | cents", "false | bob | 0", "not applied");
    assertThat(rows("DELETE FROM account WHERE id = 2 IF opened IS NULL;"))
        .containsExactly("[applied]", "true", "applied");
    assertThat(rows("DELETE FROM account WHERE id = 2 IF EXISTS"))
        .containsExactly("[applied]", "false", "not applied");
  }

  @Test
  void anInsertIfNotExistsReturnsTheExistingRow() {
    assertThat(rows("INSERT INTO account (id, owner) VALUES (1, 'eve') IF NOT EXISTS"))
        .containsExactly(
            "[applied] | id | owner | cents | opened",
            "false | 1 | ada | 100 | null",
            "not applied");
    assertThat(rows("INSERT INTO account (id, owner) VALUES (3, 'eve') IF NOT EXISTS"))
        .containsExactly("[applied]", "true", "applied");
    assertThat(rows("INSERT INTO account (id, owner) VALUES (4, 'x'), (2, 'x') IF NOT EXISTS"))
        .containsExactly(
            "[applied] | id | owner | cents | opened",
            "true | null | null | null | null",
            "false | 2 | bob | 0 | null",
            "not applied");
  }

  @Test
  void whatIsWrongBehindIfHasItsPlace() {
    assertThatThrownBy(() -> run("UPDATE account SET cents = 1 WHERE id = 1 IF sents = 1"))
        .hasMessage(
            "cannot find column \"sents\" in table account; did you mean cents? (line 1, column 46)");
    assertThatThrownBy(() -> run("UPDATE account SET cents = 1 WHERE id = 1 IF cents = 'x'"))
        .hasMessageStartingWith("cannot compare cents: found 'x', expected a whole number")
        .hasMessageEndingWith("(line 1, column 54)");
    assertThatThrownBy(() -> run("UPDATE account SET cents = 1 WHERE id = 1 IF cents > null"))
        .hasMessage(
            "cannot read statement: line 1, column 54: found null, expected a value; write IS NULL or IS NOT NULL");
    assertThatThrownBy(() -> run("DELETE FROM account WHERE id IN (1, 2) IF EXISTS"))
        .hasMessageStartingWith(
            "cannot delete from account with a condition: its WHERE names 2 rows");
  }

  @Test
  void aBatchWritesSeveralTablesInOneStep() {
    assertThat(
            run(
                """
                BEGIN BATCH
                  UPDATE account SET cents = 60 WHERE id = 1;
                  UPDATE account SET cents = 40 WHERE id = 2;
                  INSERT INTO posting (account, number, cents) VALUES (1, 1, -40), (2, 1, 40)
                  DELETE FROM account WHERE id = 9
                APPLY BATCH;"""))
        .isEqualTo("batch applied: 4 rows changed");
    assertThat(run("BEGIN UNLOGGED BATCH APPLY BATCH")).isEqualTo("batch applied: 0 rows changed");
    assertThat(rows("SELECT count(*) FROM posting")).contains("2");
  }

  @Test
  void oneRefusedStatementLeavesTheWholeBatchOut() {
    assertThatThrownBy(
            () ->
                run(
                    """
                    BEGIN BATCH
                      UPDATE account SET cents = 60 WHERE id = 1;
                      UPDATE account SET id = 3 WHERE id = 2 REKEY;
                      UPDATE account SET id = 3 WHERE id = 1 REKEY;
                    APPLY BATCH"""))
        .hasMessage(
            "cannot rekey account from id = 1 to id = 3: found a row with the new key, expected none; DELETE that row first, or choose another key (statement 3 of the batch, line 4, column 3)")
        .asInstanceOf(InstanceOfAssertFactories.type(CqlException.class))
        .satisfies(e -> assertThat(e.excerpt()).contains("^^^^^^"));
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN BATCH INSERT INTO posting (account, number) VALUES (1, 1); DELETE FROM posting WHERE account = 1; APPLY BATCH"))
        .hasMessageStartingWith("cannot delete from posting: found no = or IN on number")
        .hasMessageEndingWith("(statement 2 of the batch, line 1, column 66)");
    assertThatThrownBy(() -> run("BEGIN BATCH DELETE FROM posting WHERE account = 1 APPLY BATCH"))
        .hasMessageEndingWith("(statement 1 of the batch, line 1, column 13)");
    assertThat(rows("SELECT cents FROM account WHERE id = 1")).contains("100");
    assertThat(rows("SELECT count(*) FROM posting")).contains("0");
  }

  @Test
  void aConditionThatIsNotMetLeavesTheWholeBatchOut() {
    String transfer =
        """
        BEGIN BATCH
          UPDATE account SET cents = ? WHERE id = 1 IF cents = ?;
          UPDATE account SET cents = ? WHERE id = 2 IF EXISTS;
          INSERT INTO posting (account, number, cents) VALUES (1, ?, -10) IF NOT EXISTS;
        APPLY BATCH""";
    assertThat(rows(transfer, 90, 100, 10, 1)).containsExactly("[applied]", "true", "applied");
    assertThat(rows(transfer, 80, 100, 20, 2))
        .containsExactly("[applied] | [statement] | cents", "false | 1 | 90", "not applied");
    assertThat(rows(transfer, 80, 90, 20, 1))
        .containsExactly(
            "[applied] | [statement] | account | number | cents",
            "false | 3 | 1 | 1 | -10",
            "not applied");
    assertThat(rows("SELECT cents FROM account")).containsExactly("cents", "90", "10", "applied");
  }

  @Test
  void aRowIsMovedByRekey() {
    assertThat(run("UPDATE account SET id = 7, cents = 5 WHERE id = 1 REKEY"))
        .isEqualTo("1 row moved");
    assertThat(rows("SELECT id, cents FROM account WHERE owner = 'ada'")).contains("7 | 5");
    assertThat(run("UPDATE account SET id = 8 WHERE id = 1 REKEY")).isEqualTo("0 rows moved");
    assertThat(rows("UPDATE account SET id = 8 WHERE id = 7 REKEY IF cents = 6"))
        .containsExactly("[applied] | cents", "false | 5", "not applied");
    assertThat(rows("UPDATE account SET id = 8 WHERE id = 7 REKEY IF EXISTS"))
        .containsExactly("[applied]", "true", "applied");
  }

  @Test
  void theRefusalOfAKeyColumnNamesAStatementThatRuns() {
    run("CREATE TABLE seen (name text, at timestamp, hits double, PRIMARY KEY (name, at))");
    run("INSERT INTO seen (name, at, hits) VALUES ('it''s', '2017-01-01', 1)");
    assertThatThrownBy(
            () ->
                run(
                    "UPDATE seen SET at = '2018-01-01 10:30', hits = null WHERE name = 'it''s' AND at = '2017-01-01'"))
        .hasMessageStartingWith(
            "cannot set at of seen: it is part of the primary key (name, at), and a row key cannot change; REKEY moves the row to a new key: UPDATE seen SET ")
        .satisfies(
            e -> {
              String message = String.valueOf(e.getMessage());
              assertThat(run(message.substring(message.indexOf("UPDATE"))))
                  .isEqualTo("1 row moved");
            });
    assertThat(rows("SELECT * FROM seen")).contains("it's | 2018-01-01T10:30:00Z | null");
  }

  @Test
  void aBatchIsOneStatementOfAScript() {
    String script =
        "BEGIN BATCH DELETE FROM account WHERE id = 1; DELETE FROM account WHERE id = 2; APPLY"
            + " BATCH; SELECT begin FROM batch; begin unlogged batch apply batch";
    assertThat(CqlScript.split(script))
        .extracting(CqlScript.Statement::text)
        .containsExactly(
            script.substring(0, script.indexOf("; SELECT")),
            "SELECT begin FROM batch",
            "begin unlogged batch apply batch");
    assertThat(CqlScript.isComplete("BEGIN BATCH DELETE FROM t WHERE a = 1;")).isFalse();
    assertThat(CqlScript.isComplete("BEGIN BATCH DELETE FROM t WHERE a = 1; APPLY BATCH"))
        .isFalse();
    assertThat(CqlScript.isComplete("BEGIN BATCH DELETE FROM t WHERE a = 1; APPLY BATCH;"))
        .isTrue();
    assertThat(CqlScript.isComplete("BEGIN;")).isTrue();
    assertThat(CqlScript.isComplete("SELECT 1; SELECT")).isFalse();
  }

  @Test
  void anUpdateAddsToWhatTheRowHas() {
    assertThat(run("UPDATE account SET cents = cents + 5, owner = 'eve' WHERE id = 1"))
        .isEqualTo("1 row updated");
    assertThat(run("UPDATE account SET cents = cents - ? WHERE id = 1", 7L))
        .isEqualTo("1 row updated");
    assertThat(rows("SELECT cents, owner FROM account WHERE id = 1"))
        .containsExactly("cents | owner", "98 | eve", "applied");
    assertThat(rows("UPDATE account SET cents = cents + 1 WHERE id = 1 IF owner = 'bob'"))
        .containsExactly("[applied] | owner", "false | eve", "not applied");
    assertThat(rows("UPDATE account SET cents = cents + 1 WHERE id = 9 IF EXISTS"))
        .containsExactly("[applied]", "false", "not applied");
    assertThat(
            run(
                "BEGIN BATCH UPDATE account SET cents = cents - 8 WHERE id = 1; UPDATE account SET cents = cents + 8 WHERE id = 2; APPLY BATCH"))
        .isEqualTo("batch applied: 2 rows changed");
    assertThat(rows("SELECT cents FROM account WHERE id IN (1, 2)"))
        .containsExactly("cents", "90", "8", "applied");
  }

  @Test
  void aSumWithoutAnExactResultIsRefusedAndChangesNothing() {
    run("CREATE TABLE m (id int PRIMARY KEY, i int, d decimal(9, 2), x double, t text)");
    run("INSERT INTO m (id, i, d, x) VALUES (1, 2147483647, 1.50, 0.1)");
    assertThatThrownBy(() -> run("UPDATE m SET d = d + 1, i = i + 1 WHERE id = 1"))
        .hasMessageContaining("cannot set i: ");
    assertThatThrownBy(() -> run("UPDATE m SET i = i - 0.5 WHERE id = 1"))
        .hasMessageContaining("cannot set i: ");
    assertThatThrownBy(() -> run("UPDATE m SET d = d + 0.001 WHERE id = 1"))
        .hasMessageContaining("cannot set d: ");
    assertThatThrownBy(() -> run("UPDATE m SET t = t + 1 WHERE id = 1"))
        .hasMessageContaining(
            "cannot add to t: found type text, expected a type of numbers, a list, a set or a map; read the value, and write the new value with IF t = value");
    assertThatThrownBy(() -> run("UPDATE m SET i = i + 'x' WHERE id = 1"))
        .hasMessageContaining(
            "cannot add to i: found a value that is not a number, expected a number");
    assertThatThrownBy(() -> run("UPDATE m SET i = i + ? WHERE id = 1", (Object) null))
        .hasMessageContaining(
            "cannot add to i: found a value that is not a number, expected a number");
    assertThatThrownBy(() -> run("UPDATE m SET i = i + 1 WHERE id = 2"))
        .hasMessageContaining(
            "cannot add to i of m: found no row with this key, expected a number; insert the row with a number first, or add IF EXISTS to skip a missing row");
    assertThatThrownBy(() -> run("UPDATE m SET i = i + 1, id = 3 WHERE id = 1 REKEY"))
        .hasMessageContaining("found REKEY and a sum in one UPDATE, expected only one of the two");
    assertThatThrownBy(() -> run("UPDATE m USING TIMESTAMP 5 SET i = i + 1 WHERE id = 1"))
        .hasMessageContaining("found USING TIMESTAMP 5, expected no write time");
    assertThatThrownBy(() -> run("UPDATE m SET i = i - 1 WHERE id IN (1, 2)"))
        .hasMessageContaining("its WHERE names 2 rows, expected exactly one row");
    assertThat(rows("SELECT * FROM m"))
        .containsExactly("id | i | d | x | t", "1 | 2147483647 | 1.50 | 0.1 | null", "applied");
    run("UPDATE m SET x = x + 0.2, d = d - 1.25 WHERE id = 1");
    assertThat(rows("SELECT x, d FROM m"))
        .containsExactly("x | d", (0.1 + 0.2) + " | 0.25", "applied");
    run("UPDATE m SET i = null WHERE id = 1");
    assertThatThrownBy(() -> run("UPDATE m SET i = i + 1 WHERE id = 1"))
        .hasMessageContaining(
            "cannot add to i of m: found null, expected a number; set i to a number first");
  }
}
