package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import keywright.cql.CqlScript.Statement;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

class CqlScriptTest {

  @Test
  void semicolonsOutsideTextsAndCommentsCloseStatements() {
    assertThat(
            CqlScript.split(
                """
                -- a comment; with a semicolon
                INSERT INTO t (a) VALUES ('x;''y');
                  /* ; */ SELECT "a;b" FROM t -- no end
                ;;  USE k; DROP
                TABLE t // the last one; not closed
                """))
        .containsExactly(
            new Statement("INSERT INTO t (a) VALUES ('x;''y')", 2, 1),
            new Statement("SELECT \"a;b\" FROM t", 3, 11),
            new Statement("USE k", 4, 5),
            new Statement("DROP\nTABLE t", 4, 12));
  }

  @Test
  void placesCountCodePoints() {
    assertThat(CqlScript.split("/* 😀 */ USE a; USE \"😀\" ;USE b"))
        .containsExactly(
            new Statement("USE a", 1, 9),
            new Statement("USE \"😀\"", 1, 16),
            new Statement("USE b", 1, 25));
  }

  @Test
  void aTextThatIsNotClosedRunsToTheEnd() {
    assertThat(CqlScript.split("USE a; SELECT 'b; USE c;"))
        .containsExactly(new Statement("USE a", 1, 1), new Statement("SELECT 'b; USE c;", 1, 8));
  }

  @Test
  void anInputIsCompleteWhenASemicolonClosesIt() {
    assertThat(CqlScript.isComplete("")).isTrue();
    assertThat(CqlScript.isComplete("  -- only a comment")).isTrue();
    assertThat(CqlScript.isComplete("SELECT * FROM t;")).isTrue();
    assertThat(CqlScript.isComplete("SELECT * FROM t; -- done")).isTrue();
    assertThat(CqlScript.isComplete("SELECT * FROM t; USE")).isFalse();
    assertThat(CqlScript.isComplete("SELECT * FROM t")).isFalse();
    assertThat(CqlScript.isComplete("SELECT * FROM t WHERE a = ';")).isFalse();
    assertThat(CqlScript.isComplete("SELECT * FROM \";")).isFalse();
    assertThat(CqlScript.isComplete("SELECT * /* FROM t;")).isFalse();
    assertThat(CqlScript.isComplete("SELECT * FROM t -- ;")).isFalse();
  }

  @Test
  void anyTextIsSplit() {
    Property.check(
        "a statement of a script stands in it at its place",
        2_000,
        Gens.strings(60),
        script -> {
          for (Statement statement : CqlScript.split(script)) {
            String[] lines = script.split("\n", -1);
            int column = statement.column() - 1;
            String line = lines[statement.line() - 1];
            String from = line.substring(line.offsetByCodePoints(0, column));
            assertThat(from).startsWith(statement.text().split("\n", -1)[0]);
          }
        });
  }
}
