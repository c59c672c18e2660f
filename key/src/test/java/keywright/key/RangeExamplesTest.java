package keywright.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import org.junit.jupiter.api.Test;

/** What typical queries come to, in bytes and in words. */
final class RangeExamplesTest {
  private static final KeySchema PAYMENTS =
      KeySchema.parse(
          "customer_id int, paid_at timestamp, payment_id bigint, note text",
          "customer_id, paid_at DESC, payment_id");
  private static final KeySchema BY_DATE =
      KeySchema.parse(
          "customer_id int, paid_at timestamp, payment_id bigint",
          "bucket(8), paid_at, customer_id, payment_id");

  private static Condition is(String column, Object value) {
    return new Compare(column, Operator.EQ, value);
  }

  private static Condition compare(String column, Operator operator, Object value) {
    return new Compare(column, operator, value);
  }

  private static void assertOne(
      KeySchema schema, KeyRanges found, String start, String stop, String bytes) {
    assertThat(found.ranges()).hasSize(1);
    KeyRange range = found.ranges().get(0);
    assertThat(schema.readableStart(range)).isEqualTo(start);
    assertThat(schema.readableStop(range)).isEqualTo(stop);
    assertThat(schema.bytes(range)).hasToString(bytes);
  }

  @Test
  void aDayOfACustomerIsOneRangeAndRunsBackwardsUnderDesc() {
    KeyRanges found =
        PAYMENTS.ranges(
            List.of(
                is("customer_id", 123),
                compare("paid_at", Operator.GE, "2017-01-01"),
                compare("paid_at", Operator.LT, "2017-01-02")));
    assertOne(
        PAYMENTS,
        found,
        "after (123, 2017-01-02T00:00:00.000Z)",
        "through (123, 2017-01-01T00:00:00.000Z)",
        "[8000007b7ffffea6a38640, 8000007b7ffffea6a8ac9c)");
    assertThat(found.residual()).isEmpty();
    assertThat(found.equalities()).isEqualTo(1);
    assertThat(found.hasRange()).isTrue();
    assertThat(found.isBounded()).isTrue();
    assertThat(found.isFullKey()).isFalse();
    assertThat(found.stop()).isEqualTo("the range on paid_at ends the prefix");
  }

  @Test
  void aPartialKeyHoldsAllThatItPrefixes() {
    assertOne(
        PAYMENTS,
        PAYMENTS.ranges(List.of(is("customer_id", 123))),
        "from (123)",
        "through (123)",
        "[8000007b, 8000007c)");
    assertOne(
        PAYMENTS,
        PAYMENTS.ranges(List.of(compare("customer_id", Operator.GT, 123))),
        "after (123)",
        "through the last key",
        "[8000007c, end)");
    assertOne(
        PAYMENTS,
        PAYMENTS.ranges(List.of()),
        "from the first key",
        "through the last key",
        "[, end)");
    KeySchema text =
        KeySchema.parse(
            "customer_id int, day date",
            "lpad(customer_id, 6), date_format(day, 'MM-dd-yyyy')",
            KeyFormat.text("_"));
    KeyRange range = text.ranges(List.of(is("customer_id", 123))).ranges().get(0);
    assertThat(new String(text.bytes(range).start(), UTF_8)).isEqualTo("000123_");
    assertThat(new String(text.bytes(range).stop(), UTF_8)).isEqualTo("000123`");
  }

  @Test
  void anUnknownBucketFansOutOnlyForWhatIsBehindIt() {
    KeyRanges day = BY_DATE.ranges(List.of(compare("paid_at", Operator.GE, "2017-01-01")));
    assertThat(day.count()).isEqualTo(8);
    assertThat(day.ranges()).hasSize(8);
    assertThat(day.fanOuts()).containsExactly("8 values of bucket(8)");
    assertThat(day.equalities()).isZero();
    assertThat(day.isBounded()).isTrue();
    KeyRanges id = BY_DATE.ranges(List.of(is("payment_id", 7)));
    assertThat(id.ranges()).hasSize(1);
    assertThat(id.residual()).containsExactly(is("payment_id", 7));
    assertThat(id.isBounded()).isFalse();
    assertThat(id.stop()).isEqualTo("nothing fixes or bounds paid_at");
    assertThat(BY_DATE.rangesInOrder(List.of()).ranges()).hasSize(8);
    KeyRanges all =
        BY_DATE.ranges(
            List.of(
                is("paid_at", 0L),
                new In("customer_id", List.of(1, 2, 2, 3)),
                is("payment_id", 7)));
    assertThat(all.isFullKey()).isTrue();
    assertThat(all.ranges()).hasSize(3);
    assertThat(all.fanOuts()).containsExactly("3 values of customer_id");
    assertThat(all.stop()).isEmpty();
    assertThat(BY_DATE.ranges(List.of(compare("paid_at", Operator.GT, 0L))).atMost(4).stop())
        .isEqualTo("a longer prefix would exceed the limit of ranges: 8 values of bucket(8)");
    assertThat(BY_DATE.ranges(List.of(compare("paid_at", Operator.GT, 0L))).atMost(0).ranges())
        .hasSize(1);
  }

  @Test
  void nullAmongFewValuesIsOneMoreRange() {
    KeySchema schema = KeySchema.parse("a int NULL, b int", "mod(a, 4), b");
    KeyRanges found = schema.ranges(List.of(is("b", 1)));
    assertThat(found.count()).isEqualTo(5);
    assertThat(found.ranges()).hasSize(5);
    assertThat(found.fanOuts()).containsExactly("4 values and null of mod(a, 4)");
  }

  @Test
  void whatThePartCannotSayIsLeftToFilter() {
    KeySchema schema = KeySchema.parse("t timestamp, x text NULL", "date_trunc('day', t), x");
    Condition after = compare("t", Operator.GT, "2017-01-01T12:00:00Z");
    KeyRanges weak = schema.ranges(List.of(after));
    assertThat(weak.residual()).containsExactly(after);
    assertThat(schema.readableStart(weak.ranges().get(0)))
        .isEqualTo("from (2017-01-01T00:00:00.000Z)");
    KeySchema names = KeySchema.parse("x text NULL", "x DESC");
    Condition ma = new Like("x", "MA%");
    assertThat(names.ranges(List.of(ma)).residual()).isEmpty();
    assertThat(names.readableStart(names.ranges(List.of(ma)).ranges().get(0)))
        .isEqualTo("from (MA…)");
    Condition maA = new Like("x", "MA%A");
    assertThat(names.ranges(List.of(maA)).residual()).containsExactly(maA);
    Condition notNull = new IsNull("x", true);
    assertThat(names.ranges(List.of(notNull)).residual()).isEmpty();
    assertThat(names.readableStart(names.ranges(List.of(notNull)).ranges().get(0)))
        .isEqualTo("from the first key without nulls");
    KeySchema reversed = KeySchema.parse("n int", "reverse(lpad(n, 9))");
    KeyRanges scan = reversed.ranges(List.of(compare("n", Operator.LT, 5)));
    assertThat(scan.isBounded()).isFalse();
    assertThat(scan.stop()).isEqualTo("reverse(lpad(n, 9)) does not keep the order of n");
    KeySchema unsorted = KeySchema.parse("n int", "n", KeyFormat.text("_"));
    assertThat(unsorted.ranges(List.of(compare("n", Operator.LT, 5))).stop())
        .isEqualTo("in key_format text the bytes of n do not sort as its values do");
  }

  @Test
  void literalsBeyondOrBetweenValuesAreExact() {
    KeySchema schema = KeySchema.parse("n tinyint", "n");
    assertThat(schema.ranges(List.of(is("n", new BigDecimal("1.5")))).isEmpty()).isTrue();
    assertThat(schema.ranges(List.of(is("n", 1_000))).ranges()).isEmpty();
    assertOne(
        schema,
        schema.ranges(List.of(compare("n", Operator.LT, new BigDecimal("1.5")))),
        "from the first key",
        "through (1)",
        "[, 82)");
    assertOne(
        schema,
        schema.ranges(List.of(compare("n", Operator.GE, new BigDecimal("1.5")))),
        "after (1)",
        "through the last key",
        "[82, end)");
    assertThat(schema.ranges(List.of(compare("n", Operator.GT, 127))).ranges()).isEmpty();
    assertThat(
            schema
                .ranges(List.of(compare("n", Operator.GT, 5), compare("n", Operator.LT, 5)))
                .isEmpty())
        .isTrue();
  }

  @Test
  void conditionsOfTheWrongKindAreRefused() {
    assertThatThrownBy(() -> PAYMENTS.ranges(List.of(is("customer_id", "x"))))
        .hasMessage(
            "cannot compare customer_id: found 'x', expected a whole number from -2147483648 to"
                + " 2147483647");
    assertThatThrownBy(() -> PAYMENTS.ranges(List.of(new Like("customer_id", "1%"))))
        .hasMessage(
            "cannot compare customer_id LIKE '1%': column customer_id has type int, expected a text type; use =, <, > or IN");
    assertThatThrownBy(() -> PAYMENTS.ranges(List.of(new Like("note", "a\\"))))
        .hasMessage("cannot use LIKE 'a\\': it ends in a lone \\, expected a character after it");
    Condition unknown = is("other", 1);
    assertThat(PAYMENTS.ranges(List.of(unknown)).residual()).containsExactly(unknown);
  }

  @Test
  void conditionsReadAsTheyAreWritten() {
    assertThat(compare("a", Operator.LE, new BigDecimal("1E+2"))).hasToString("a <= 100");
    assertThat(is("A b", "it's")).hasToString("\"A b\" = 'it''s'");
    assertThat(new In("a", List.of(1, "x"))).hasToString("a IN (1, 'x')");
    assertThat(new Like("a", "x%")).hasToString("a LIKE 'x%'");
    assertThat(new IsNull("a", false)).hasToString("a IS NULL");
    assertThat(new IsNull("a", true)).hasToString("a IS NOT NULL");
    assertThat(is("a", new byte[] {1})).hasToString("a = 0x01");
    assertThat(is("a", new BigDecimal("1E+999999999"))).hasToString("a = 1E+999999999");
  }
}
