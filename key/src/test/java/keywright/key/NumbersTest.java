package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decimal numbers from text. */
class NumbersTest {
  @Test
  void aTextIsTheNumberThatBigDecimalReads() {
    for (String text :
        new String[] {
          "0",
          "-0",
          "-0.00",
          "5.",
          ".5",
          "-.5",
          "12.340",
          "007.10",
          "+1.5",
          "1e3",
          "-1.5E-2",
          "999999999999999999",
          "9999999999999999.99",
          "-99999999999999999.9",
          "9999999999999999999",
          "9223372036854775808",
          "123456789012345678.9",
          "0.0000000000000000001"
        }) {
      assertThat(Numbers.decimal(text)).as(text).isEqualTo(new BigDecimal(text));
    }
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      String text =
          BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(25))
              .toPlainString();
      assertThat(Numbers.decimal(text)).as(text).isEqualTo(new BigDecimal(text));
    }
  }

  @Test
  void otherTextsAreNoNumbers() {
    for (String text :
        new String[] {
          "", "-", ".", "-.", "1.2.3", "--1", "1-", "1,5", " 1", "1 ", "٣", "1.٣", "x"
        }) {
      assertThat(Numbers.decimal(text)).as(text).isNull();
    }
  }
}
