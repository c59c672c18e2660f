package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Declarations as text: what is written is read back, and what cannot be read is pointed at. */
final class DeclarationsTest {

  private static KeyExpression expression(SplittableRandom random, int depth) {
    int kind = random.nextInt(depth == 0 ? 3 : 6);
    return switch (kind) {
      case 0 -> KeyExpression.column(name(random));
      case 1 ->
          new KeyExpression.NumberLiteral(java.math.BigInteger.valueOf(random.nextInt(-9, 9)));
      case 2 -> new KeyExpression.TextLiteral(Gens.strings(4).generate(random));
      case 3 ->
          new KeyExpression.Call(
              "-", List.of(expression(random, depth - 1), expression(random, depth - 1)));
      default -> {
        List<KeyExpression> arguments = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
          arguments.add(expression(random, depth - 1));
        }
        yield new KeyExpression.Call(RandomSchemas.pick(random, "lpad", "f", "random"), arguments);
      }
    };
  }

  private static String name(SplittableRandom random) {
    return random.nextBoolean()
        ? RandomSchemas.pick(random, "a", "_b", "desc", "as", "été", "x1", "bucket")
        : Gens.strings(4).generate(random);
  }

  @Test
  void anExpressionReadsBackWhatItWrites() {
    Gen<KeyExpression> expressions = random -> expression(random, 3);
    Property.check(
        "expressions round-trip",
        3_000,
        expressions,
        expression -> assertThat(KeyExpression.parse(expression.toString())).isEqualTo(expression));
  }

  @Test
  void partsAndColumnsReadBackWhatTheyWrite() {
    Property.check(
        "declarations round-trip",
        1_000,
        RandomSchemas.kw1(1),
        sample -> {
          KeySchema schema = sample.schema();
          List<String> parts = schema.parts().stream().map(KeyPart::toString).toList();
          assertThat(KeyPart.parseList(String.join(", ", parts))).isEqualTo(schema.parts());
          List<String> columns = schema.columns().stream().map(Column::toString).toList();
          assertThat(Column.parseList(String.join(", ", columns))).isEqualTo(schema.columns());
        });
    assertThat(KeyPart.parseList("a, b DESC, c NULLS LAST, random(3) AS \"R\" DESC NULLS FIRST"))
        .hasToString("[a, b DESC, c NULLS LAST, random(3) AS \"R\" DESC NULLS FIRST]");
    assertThat(KeyPart.parseList("A asc")).containsExactly(KeyPart.asc(KeyExpression.column("a")));
    assertThat(Column.parseList("a int not null, \"B\" varchar null"))
        .hasToString("[a int, \"B\" text NULL]");
    assertThat(Type.parse(" DECIMAL ( 12 , 2 ) ")).hasToString("decimal(12,2)");
    assertThat(Type.parse("timestamp(ms)")).isEqualTo(Type.parse("timestamp"));
    assertThat(Type.parse("int UNSIGNED")).isNotEqualTo(Type.parse("int"));
  }

  private static void assertRefused(Runnable parse, int position, String message) {
    assertThatThrownBy(parse::run)
        .isInstanceOfSatisfying(
            KeyException.class, e -> assertThat(e.position()).isEqualTo(position))
        .hasMessage(message);
  }

  @Test
  void whatCannotBeReadIsPointedAt() {
    assertRefused(
        () -> KeyPart.parseList("a, lpad(b 3)"),
        10,
        "cannot read \"a, lpad(b 3)\" at character 11: found 3, expected ')'");
    assertRefused(
        () -> KeyPart.parseList("a,"),
        2,
        "cannot read \"a,\" at character 3: found the end of the text, expected a column or a function");
    assertRefused(
        () -> KeyPart.parseList("a NULLS b"),
        8,
        "cannot read \"a NULLS b\" at character 9: found 'b', expected LAST");
    assertRefused(
        () -> KeyPart.parseList("a AS b"),
        5,
        "cannot read \"a AS b\" at character 6: a key part that is a column cannot have a second name; leave AS and the name out");
    assertRefused(
        () -> KeyExpression.parse("'x"),
        0,
        "cannot read \"'x\": the ' at character 1 is not closed; add the closing '");
    assertRefused(
        () -> KeyExpression.parse("a b"),
        2,
        "cannot read \"a b\" at character 3: found 'b', expected ',' or the end of the text");
    assertRefused(
        () -> KeyExpression.parse("5 - -"),
        4,
        "cannot read \"5 - -\" at character 5: found '-', expected a number");
    assertRefused(
        () -> KeyExpression.parse("\"-\"()"),
        3,
        "cannot read \"\"-\"()\" at character 4: found '(', expected ',' or the end of the text");
    assertRefused(
        () -> Column.parseList("a int, a text"),
        7,
        "cannot read \"a int, a text\" at character 8: column \"a\" is declared twice; remove or rename one");
    assertRefused(
        () -> Column.parseList("a nit"),
        2,
        "cannot read \"a nit\" at character 3: found type 'nit', expected tinyint, smallint, int,"
            + " bigint (each also unsigned), varint, float, double, decimal, decimal(p,s), boolean,"
            + " text, char(n), digits(n), blob, binary(n), uuid, timeuuid, inet, duration, date, time(s|ms|us|ns),"
            + " timestamp(s|ms|us|ns), enum('a' = 1, …), list<type>, set<type>, map<type, type> or variant");
    assertRefused(
        () -> Type.parse("decimal(39,1)"),
        8,
        "cannot read \"decimal(39,1)\" at character 9: found 39, expected a precision from 1 to 38");
    assertRefused(
        () -> Type.parse("decimal(3,4)"),
        10,
        "cannot read \"decimal(3,4)\" at character 11: found 4, expected a scale from 0 to 3");
    assertRefused(
        () -> Type.parse("timestamp(m)"),
        10,
        "cannot read \"timestamp(m)\" at character 11: found 'm', expected s, ms, us or ns");
    assertRefused(
        () -> Type.parse("char(0)"),
        5,
        "cannot read \"char(0)\" at character 6: found 0, expected a number of bytes from 1 to"
            + " 1024");
  }

  @Test
  void anyTextIsReadOrRefused() {
    List<String> words =
        List.of(
            "a",
            "(",
            ")",
            ",",
            "-",
            "5",
            "'",
            "\"",
            "lpad",
            "random",
            "AS",
            "DESC",
            "NULLS",
            "FIRST",
            "int",
            "decimal",
            "NOT",
            "NULL",
            " ",
            "\0",
            "\ud83d\udd25",
            "date_trunc",
            "bucket",
            "mod");
    Gen<List<String>> texts = Gens.lists(Gens.oneOf(words.toArray(String[]::new)), 14);
    Property.check(
        "text is read or refused",
        20_000,
        texts,
        list -> {
          String text = String.join("", list);
          try {
            KeySchema.of(
                Column.parseList("a int, b text"), KeyPart.parseList(text), KeyFormat.kw1());
          } catch (KeyException e) {
            assertThat(e.getMessage()).startsWith("cannot ");
          }
          try {
            Column.parseList(text);
          } catch (KeyException e) {
            assertThat(e.position()).isBetween(0, text.length());
          }
        });
    for (String deep : List.of("(", "reverse(", "1-", "5 - (")) {
      assertThatThrownBy(() -> KeyExpression.parse(deep.repeat(100_000)))
          .isInstanceOf(KeyException.class)
          .hasMessageContaining("expected no more than 32 steps in an expression");
    }
  }
}
