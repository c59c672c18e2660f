package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
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

  private static List<String> read(String script, int maxLength) throws IOException {
    StatementReader reader = new StatementReader(new StringReader(script), maxLength);
    List<String> statements = new ArrayList<>();
    for (Statement next = reader.next(); next != null; next = reader.next()) {
      statements.add(next.text());
    }
    return statements;
  }

  @Test
  void aStatementHasAsManyCharactersAsTheLimitAndNoMore() throws IOException {
    String narrow = "SELECT '" + "x".repeat(191) + "'";
    assertThat(narrow).hasSize(200);
    assertThat(read(narrow + ";", 201)).containsExactly(narrow);
    assertThatThrownBy(() -> read("USE a;\n " + narrow + ";", 199))
        .hasMessageStartingWith(
            "cannot read the statement: found more than 199 characters before its ;")
        .isInstanceOfSatisfying(
            CqlException.class,
            e -> assertThat(List.of(e.line(), e.column())).containsExactly(2, 2));
    String wide = narrow.replace('x', '\u0416');
    assertThat(read(wide + ";", 402)).containsExactly(wide);
    assertThatThrownBy(() -> read(wide + ";", 398))
        .hasMessageStartingWith(
            "cannot read the statement: found more than 199 characters before its ;");
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

  /** Statements of many lengths, so that pieces end anywhere in them. */
  @Test
  void aLongScriptIsReadPieceByPieceAsItIsWhole() throws IOException {
    SplittableRandom random = new SplittableRandom(20_261_123);
    StringBuilder script = new StringBuilder();
    List<String> expected = new ArrayList<>();
    String[] literals = {"x", ";", "''", "😀", "--", "/*", "\n", "я"};
    while (script.length() < 1_000_000) {
      StringBuilder text = new StringBuilder("INSERT INTO t (a) VALUES ('");
      int length = 1 << random.nextInt(12);
      for (int i = 0; i < length; i++) {
        text.append(literals[random.nextInt(literals.length)]);
      }
      String statement = text.append("')").toString();
      boolean isBatch = random.nextInt(10) == 0;
      expected.add(isBatch ? "BEGIN BATCH " + statement + "; APPLY BATCH" : statement);
      script.append("/* ; */ -- '\n").append(expected.get(expected.size() - 1)).append(";;");
    }
    String text = script.toString();
    StatementReader reader = new StatementReader(new SlowReader(text), 100_000);
    int line = 1;
    for (String statement : expected) {
      Statement next = Objects.requireNonNull(reader.next());
      line++;
      assertThat(next.text()).isEqualTo(statement);
      assertThat(next.line()).isEqualTo(line);
      assertThat(next.column()).isEqualTo(1);
      line += (int) statement.chars().filter(c -> c == '\n').count();
    }
    assertThat(reader.next()).isNull();
  }

  /** Gives at most a few characters at a time, as a pipe may. */
  private static final class SlowReader extends StringReader {
    SlowReader(String text) {
      super(text);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
      return super.read(buffer, offset, Math.min(length, 777));
    }
  }

  @Test
  void statementsInFrontOfOneThatIsTooLongAreGivenFirst() throws IOException {
    String closed = "'" + "x".repeat(1_000) + "'";
    for (String tail : List.of(closed, closed + ";", closed + "; USE c;", "'" + "x;".repeat(600))) {
      StatementReader reader =
          new StatementReader(new StringReader("USE a;\n SELECT " + tail), 900);
      assertThat(reader.next()).isEqualTo(new Statement("USE a", 1, 1));
      assertThatThrownBy(reader::next)
          .isInstanceOfSatisfying(
              CqlException.class, e -> assertThat(e.line() + "," + e.column()).isEqualTo("2,2"))
          .hasMessageStartingWith(
              "cannot read the statement: found more than 900 characters before its ;, the limit");
    }
  }

  /** Java holds a text in two bytes for each character when one of them needs them. */
  @Test
  void wideTextsHaveHalfTheLength() throws IOException {
    String text = "SELECT '" + "x".repeat(500) + "'";
    assertThat(new StatementReader(new StringReader(text), 900).next()).isNotNull();
    String wide = text.replaceFirst("x", "я");
    assertThatThrownBy(() -> new StatementReader(new StringReader(wide), 900).next())
        .hasMessageContaining("more than 450 characters");
    assertThat(new StatementReader(new StringReader(wide), 1_100).next()).isNotNull();
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

  @Test
  void whatCanFollowIsSaidByTheGrammar() {
    assertThat(CqlScript.expectedAfter("")).contains("SELECT", "CREATE", "BEGIN");
    assertThat(CqlScript.expectedAfter("SELECT * FROM ")).containsExactly("a table name");
    assertThat(CqlScript.expectedAfter("SELECT 'é;'; 𝄞; SELECT * FROM "))
        .containsExactly("a table name");
    assertThat(CqlScript.expectedAfter("SELECT * FROM t ORDER BY "))
        .containsExactly("a column name");
    assertThat(CqlScript.expectedAfter("SELECT * FROM t ORDER BY a "))
        .contains("ASC", "LIMIT", "ALLOW FILTERING")
        .doesNotContain("WHERE", "a column name");
    assertThat(CqlScript.expectedAfter("SELECT FROM FROM ")).isEmpty();
    assertThat(CqlScript.expectedAfter("SELECT 'an open text")).isEmpty();
    assertThat(CqlScript.expectedAfter("SELECT a FROM t WHERE " + "(".repeat(5_000))).isEmpty();
  }
}
