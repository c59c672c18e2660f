package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.key.Variant;
import keywright.table.model.Change;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;

/** A number has a thousand digits at most, wherever it is written. */
class NumberLimitTest {
  private static final TableDefinition TABLE =
      TableDefinition.of(
          "t",
          List.of(
              ColumnDefinition.of("d", Type.parse("decimal")),
              ColumnDefinition.of("v", Type.parse("varint")),
              ColumnDefinition.of("l", Type.parse("list<decimal>")),
              ColumnDefinition.of("j", Type.parse("variant"))),
          KeyPart.parseList("d"));

  private static BigInteger digits(int count) {
    return BigInteger.TEN.pow(count).subtract(BigInteger.ONE);
  }

  private static void refused(Table table, String column, Object... rest) {
    assertThatThrownBy(() -> table.insert(row(rest)))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot set "
                + column
                + " of t: found a number of more than 1,000 digits, expected at most 1,000;"
                + " round it, or store it as a text");
  }

  @Test
  void numbersOfMoreThanAThousandDigitsAreRefused() {
    try (Database database = Database.open("memory:")) {
      database.createTable(TABLE, false);
      Table table = database.table("t");
      for (int sign : new int[] {1, -1}) {
        BigInteger most = digits(1_000).multiply(BigInteger.valueOf(sign));
        BigInteger more = digits(1_001).multiply(BigInteger.valueOf(sign));
        BigInteger justMore = BigInteger.TEN.pow(1_000).multiply(BigInteger.valueOf(sign));
        for (int scale : new int[] {0, 7, 999}) {
          table.insert(row("d", new BigDecimal(most, scale), "v", most));
          refused(table, "d", "d", new BigDecimal(more, scale));
        }
        BigDecimal decimal = new BigDecimal(more);
        refused(table, "l", "d", 1, "l", List.of(BigDecimal.ONE, decimal));
        refused(table, "j", "d", 1, "j", Variant.of(List.of(decimal)));
        refused(table, "d", "d", new BigDecimal(most, 1_000)); // And the zero in front.
        for (BigInteger number : List.of(more, justMore, digits(9_999))) {
          refused(table, "v", "d", 1, "v", number);
          assertThatThrownBy(() -> table.put(row("d", 1, "v", number)))
              .hasMessageContaining("1,000 digits");
          assertThatThrownBy(() -> database.apply(Change.insert("t", row("d", 1, "v", number))))
              .hasMessageContaining("1,000 digits");
        }
      }
      table.insert(row("d", new BigDecimal(BigInteger.TEN.pow(1_000)))); // Its text is 1E+1000.
      table.insert(row("d", new BigDecimal("1e99999")));
      table.insert(row("d", new BigDecimal("1e-99999")));
      assertThat(table.query(Query.select("d")).stream()).hasSize(9);
    }
  }
}
