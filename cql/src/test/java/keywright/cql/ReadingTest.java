package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import keywright.cql.grammar.CqlParser;
import keywright.table.model.TableDefinition;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ReadingTest {

  @Test
  void errorsSayWhatWasFoundAndWhatWasExpected() {
    Golden.check("errors.txt", Reading::understood);
  }

  @Test
  void definitionsAreReadAsTheyAreMeant() {
    Golden.check("definitions.txt", Reading::understood);
  }

  @Test
  void conditionsAreReadAsTheyAreMeant() {
    Golden.check("conditions.txt", where -> Reading.understood("SELECT * FROM t WHERE " + where));
  }

  @Test
  void everyStatementIsRead() {
    Golden.check("statements.txt", Reading::understood);
  }

  @Test
  void aTableThatIsDescribedIsReadBackAsItIs() {
    for (String statement : Golden.inputs("definitions.txt")) {
      if (statement.startsWith("CREATE TABLE")) {
        TableDefinition table = table(statement);
        assertThat(table(String.join("\n", Statements.tableLines(table)))).isEqualTo(table);
      }
    }
  }

  private static TableDefinition table(String statement) {
    Parsed<CqlParser.OneStatementContext> parsed = Reading.parse(statement);
    return new DefinitionReader(parsed, new Values(parsed))
        .table(parsed.tree().statement().createTable());
  }

  @Test
  void aPlaceIsCountedInCharactersAsPeopleSeeThem() {
    assertThatThrownBy(() -> Reading.parse("/* 😀\n😀 */ SELECT * FORM t"))
        .isInstanceOf(CqlException.class)
        .hasMessageStartingWith("cannot read statement: line 2, column 15: found 'FORM'")
        .asInstanceOf(InstanceOfAssertFactories.type(CqlException.class))
        .satisfies(
            e -> {
              assertThat(e.line()).isEqualTo(2);
              assertThat(e.column()).isEqualTo(15);
            });
  }

  @Test
  void theExcerptOfALongLineIsAWindowOnThePlace() {
    String names = "a, ".repeat(100);
    assertThatThrownBy(
            () -> Reading.parse("SELECT " + names + "b FORM t WHERE " + "x = 1 AND ".repeat(99)))
        .asInstanceOf(InstanceOfAssertFactories.type(CqlException.class))
        .satisfies(
            e -> {
              String[] lines = e.excerpt().split("\n");
              assertThat(lines[0]).hasSize(100);
              assertThat(lines[0].substring(lines[1].indexOf('^'))).startsWith("FORM t");
            });
  }

  @Test
  void linesEndInALineFeedAlone() {
    assertThatThrownBy(() -> Reading.parse("SELECT *\r\n\r FORM t\r\n"))
        .hasMessageStartingWith("cannot read statement: line 2, column 3: found 'FORM'")
        .asInstanceOf(InstanceOfAssertFactories.type(CqlException.class))
        .satisfies(e -> assertThat(e.excerpt()).isEqualTo("  FORM t\n  ^^^^"));
  }

  @Test
  void theErrorOfAKeyExpressionHasItsPlaceInTheStatement() {
    assertThatThrownBy(
            () ->
                table(
                    """
                    CREATE TABLE t (
                      a int,
                      PRIMARY KEY (reverse( -- a comment
                        lpad(a 9)))
                    )"""))
        .hasMessage("cannot read statement: line 4, column 12: found 9, expected ')'");
  }

  @Test
  void theConditionsOfACommandLineAreReadAlone() {
    assertThat(
            Reading.conditions(
                Conditions.parse("customer_id = 123 AND '2017-01-01' <= paid_at < '2017-01-02'")))
        .isEqualTo("customer_id = 123\npaid_at >= '2017-01-01'\npaid_at < '2017-01-02'");
    assertThatThrownBy(() -> Conditions.parse("customer_id 123"))
        .hasMessage(
            "cannot read condition: line 1, column 13: found 123, expected a comparison, BETWEEN,"
                + " CONTAINS, IN, IS or LIKE");
    assertThatThrownBy(() -> Conditions.parse("a = ?"))
        .hasMessage("cannot run the statement: found 0 values, expected 1, one for each ?");
    assertThat(Conditions.parse("a = 1")).isEqualTo(List.copyOf(Conditions.parse("1 = A")));
  }
}
