package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;

class KeyRangeTest {

  private static Outcome payments(String where, String... more) {
    String[] arguments = {
      "key", "range",
      "--columns", "customer_id int, paid_at timestamp, payment_id bigint",
      "--key", "customer_id, paid_at DESC, payment_id",
      "--where", where
    };
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return Keywright.run(all);
  }

  private static final String ONE_DAY =
      "customer_id = 123 AND paid_at >= '2017-01-01' AND paid_at < '2017-01-02'";

  @Test
  void startAndStopAreReadableAndInHex() {
    Outcome outcome = payments(ONE_DAY);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(
            """
            range 1 of 1
              start  after (123, 2017-01-02T00:00:00.000Z)
                     8000007b7ffffea6a38640
              stop   through (123, 2017-01-01T00:00:00.000Z)
                     8000007b7ffffea6a8ac9c
            filter   none
            prefix   2 of 3 parts used: the range on paid_at ends the prefix
            """);
  }

  @Test
  void jsonIsAListOfObjects() {
    assertThat(payments(ONE_DAY, "--output", "json").out())
        .isEqualTo(
            """
            [
              {"start": "8000007b7ffffea6a38640", "stop": "8000007b7ffffea6a8ac9c", \
            "readable_start": "after (123, 2017-01-02T00:00:00.000Z)", \
            "readable_stop": "through (123, 2017-01-01T00:00:00.000Z)", "filter": null}
            ]
            """);
  }

  @Test
  void aFanOutGivesSeveralRanges() {
    Outcome outcome = payments("customer_id IN (2, 1) AND payment_id > 5", "--output", "json");
    assertThat(outcome.out().lines())
        .hasSize(4)
        .anyMatch(line -> line.startsWith("  {\"start\": \"80000001\", \"stop\": \"80000002\""))
        .anyMatch(line -> line.startsWith("  {\"start\": \"80000002\", \"stop\": \"80000003\""))
        .anyMatch(line -> line.endsWith("\"filter\": \"payment_id > 5\"}"));
    assertThat(payments("customer_id IN (2, 1)").out())
        .contains("range 2 of 2\n", "fan-out  2 values of customer_id\n");
  }

  @Test
  void anOpenEndIsSaidOnce() {
    assertThat(payments("payment_id > 5").out())
        .startsWith(
            "range 1 of 1\n  start  from the first key\n  stop   through the last key\nfilter   ");
  }

  @Test
  void tooWideAFanOutIsRefusedWithItsNumber() {
    Outcome outcome =
        Keywright.run(
            "key", "range", "--columns", "a int", "--key", "mod(a, 5000), a", "--where", "a > 3");
    assertThat(outcome.err())
        .isEqualTo(
            "keywright: cannot print 5,000 ranges (5000 values of mod(a, 5000)): expected at most"
                + " 1,024; add conditions with = on more columns, or use fewer values in IN\n");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void conditionsThatNoRowMeetsGiveNoRange() {
    Outcome outcome = payments("customer_id = 1 AND customer_id = 2", "--output", "json");
    assertThat(outcome.out()).isEqualTo("[]\n");
    assertThat(outcome.err()).isEqualTo("keywright: no ranges: no row can meet these conditions\n");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void textKeysAreShownAsText() {
    Outcome outcome =
        Keywright.run(
            "key",
            "range",
            "--columns",
            "customer_id int, day date, id int",
            "--format",
            "text",
            "--delimiter",
            "_",
            "--key",
            "lpad(customer_id, 6), day, lpad(id, 9)",
            "--where",
            "customer_id = 123 AND day = '2017-01-01'");
    assertThat(outcome.out())
        .contains("         000123_2017-01-01_\n", "         000123_2017-01-01`\n");
  }

  @Test
  void conditionsThatCannotBeReadSayWhere() {
    Outcome unknown = payments("cust = 6");
    assertThat(unknown.err())
        .isEqualTo(
            "keywright: cannot read condition cust = 6: found column \"cust\", expected one of"
                + " --columns (customer_id, paid_at, payment_id)\n");
    Outcome malformed = payments("customer_id == 6");
    assertThat(malformed.err())
        .startsWith("keywright: cannot read condition: line 1, column 14: found '='")
        .contains("customer_id == 6\n             ^");
    assertThat(malformed.status()).isEqualTo(1);
  }
}
