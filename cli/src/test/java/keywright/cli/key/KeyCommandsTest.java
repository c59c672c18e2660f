package keywright.cli.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import keywright.cli.Keywright;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCommandsTest {
  private static final String[] TENANT = {
    "--columns", "tenant text, ts timestamp, id bigint", "--key", "tenant, ts DESC, id"
  };
  private static final String TENANT_KEY = "61636d6500017fffffffffffffff8000000000000001";

  private static String[] arguments(String command, String[] declaration, String... more) {
    String[] all = new String[2 + declaration.length + more.length];
    all[0] = "key";
    all[1] = command;
    System.arraycopy(declaration, 0, all, 2, declaration.length);
    System.arraycopy(more, 0, all, 2 + declaration.length, more.length);
    return all;
  }

  private static String[] text(String columns, String key) {
    return new String[] {"--columns", columns, "--key", key, "--format", "text"};
  }

  /** What a command prints that is expected to go well and to have nothing else to say. */
  private static String out(String command, String[] declaration, String... more) {
    Outcome outcome = Keywright.run(arguments(command, declaration, more));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.out();
  }

  private static void refuses(int status, String message, String... arguments) {
    Outcome outcome = Keywright.run(arguments);
    assertThat(outcome.err()).isEqualTo("keywright: " + message + "\n");
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isEqualTo(status);
  }

  @Test
  void aSaltFromADigestIsPutInFront() {
    String[] key = {
      "--columns",
      "ts bigint",
      "--key",
      "right(md5(ts), 4), ts",
      "--format",
      "text",
      "--delimiter",
      ""
    };
    assertThat(out("encode", key, "1364248490")).isEqualTo("ffe51364248490\n");
    assertThat(out("decode", key, "ffe51364248490")).isEqualTo("1364248490\n");
  }

  @Test
  void aKeyIsAnnotated() {
    assertThat(out("decode", TENANT, "--annotate", TENANT_KEY))
        .isEqualTo(
            """
            part    offset  length  bytes             value
            ------  ------  ------  ----------------  ------------------------
            tenant       0       6  61636d650001      acme
            ts           6       8  7fffffffffffffff  1970-01-01T00:00:00.000Z
            id          14       8  8000000000000001  1
            """);
    String[] nullable = {"--columns", "n int NULL", "--key", "n"};
    assertThat(out("decode", nullable, "--annotate", "--output", "json", "11"))
        .isEqualTo(
            """
            [
              {"part": "n", "offset": 0, "length": 1, "bytes": "11", "value": null}
            ]
            """);
    refuses(
        1,
        "cannot read key 11ff: part 1 \"n\" ends at byte 1 of the row key, found 1 more bytes; check that the row key is whole and was written with this declaration",
        arguments("decode", nullable, "--annotate", "11ff"));
  }

  @Test
  void aNumberIsPadded() {
    String[] key = text("customer_id int", "lpad(customer_id, 6)");
    assertThat(out("encode", key, "123")).isEqualTo("000123\n");
    assertThat(out("decode", key, "000123")).isEqualTo("123\n");
    refuses(
        1,
        "cannot encode lpad(customer_id, 6) for customer_id = 1234567: found 1234567, expected 0"
            + " to 999999 (width 6); declare a width that holds the largest value",
        arguments("encode", key, "1234567"));
  }

  @Test
  void aDescendingNumberIsSubtracted() {
    String[] key = text("customer_id int", "lpad(999999 - customer_id, 6)");
    assertThat(out("encode", key, "123")).isEqualTo("999876\n");
    assertThat(out("encode", key, "100")).isEqualTo("999899\n");
    assertThat(out("decode", key, "999876")).isEqualTo("123\n");
  }

  @Test
  void aPaddedNumberIsReversed() {
    String[] key = text("order_id bigint", "reverse(lpad(order_id, 9))");
    assertThat(out("encode", key, "12345")).isEqualTo("543210000\n");
    assertThat(out("decode", key, "543210000")).isEqualTo("12345\n");
  }

  @Test
  void theBinaryFormatIsPrintedInLowerCaseHex() {
    assertThat(out("encode", TENANT, "acme", "1970-01-01T00:00:00Z", "1"))
        .isEqualTo(TENANT_KEY + "\n");
  }

  @Test
  void decodingGivesTheValuesBack() {
    assertThat(out("decode", TENANT, TENANT_KEY)).isEqualTo("acme,1970-01-01T00:00:00.000Z,1\n");
    assertThat(out("decode", TENANT, TENANT_KEY.toUpperCase(Locale.ROOT), "0x" + TENANT_KEY))
        .isEqualTo("acme,1970-01-01T00:00:00.000Z,1\n".repeat(2));
    assertThat(out("decode", TENANT, "--output", "json", TENANT_KEY))
        .isEqualTo("{\"tenant\": \"acme\", \"ts\": \"1970-01-01T00:00:00.000Z\", \"id\": 1}\n");
  }

  @Test
  void aCorruptedKeyIsOneTypedLine() {
    refuses(
        1,
        "cannot read key 61636d6500017fffffffffffffff80000000000000: part 3 \"id\" needs 8 bytes from"
            + " byte 14 of the row key on, found 7; check that the row key is whole and was written with this declaration",
        arguments("decode", TENANT, TENANT_KEY.substring(0, TENANT_KEY.length() - 2)));
    refuses(
        1,
        "cannot read key '616g': found 'g' at character 4, expected hex digits",
        arguments("decode", TENANT, "616g"));
    refuses(
        1,
        "cannot read key '616': found 3 hex digits, expected an even number",
        arguments("decode", TENANT, "616"));
  }

  @Test
  void nullsAndNegativeNumbersAreValues() {
    String[] key = {"--columns", "a int NULL, b int", "--key", "a, b DESC"};
    assertThat(out("encode", key, "NULL", "-5")).isEqualTo("1180000004\n");
    assertThat(out("encode", key, "--", "NULL", "-5")).isEqualTo(out("encode", key, "NULL", "-5"));
    assertThat(out("decode", key, out("encode", key, "NULL", "-5").strip())).isEqualTo(",-5\n");
    refuses(
        1,
        "cannot encode b: found null, expected int, because column b is NOT NULL; give the column a value",
        arguments("encode", key, "1", "NULL"));
  }

  @Test
  void aRandomPartIsDrawnFromTheSeed() {
    String[] key = {"--columns", "a int", "--key", "a, random(100)"};
    String drawn = out("encode", key, "--seed", "3", "7");
    assertThat(out("encode", key, "--seed", "3", "7")).isEqualTo(drawn);
    String values = out("decode", key, drawn.strip()).strip();
    assertThat(values).matches("7,[0-9]{1,2}");
    assertThat(out("encode", key, values.split(","))).isEqualTo(drawn);
  }

  @Test
  void whatAKeyDoesNotGiveBackIsLeftEmptyAndSaid() {
    String[] key = {"--columns", "a int, b int", "--key", "mod(a, 10), b"};
    String encoded = out("encode", key, "17", "4").strip();
    Outcome outcome = Keywright.run(arguments("decode", key, encoded));
    assertThat(outcome.out()).isEqualTo(",4\n");
    assertThat(outcome.err())
        .isEqualTo("keywright: the row key does not contain a; fields without a value are empty\n");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void wrongUsageSaysWhatToDo() {
    refuses(
        2,
        "Missing required option: '--key=PARTS'; for example: keywright key encode --columns 'ts"
            + " bigint' --key 'right(md5(ts), 4), ts' --format text --delimiter '' 1364248490; see"
            + " 'keywright key encode --help'",
        "key",
        "encode",
        "--columns",
        "a int",
        "4");
    refuses(
        2,
        "found 1 value, expected 2: a, b; see 'keywright key encode --help'",
        "key",
        "encode",
        "--columns",
        "a int, b int",
        "--key",
        "a, b",
        "4");
    refuses(
        2,
        "Unknown option: '--kye'; did you mean --key? See 'keywright key encode --help'",
        "key",
        "encode",
        "--columns",
        "a int",
        "--key",
        "a",
        "--kye",
        "4");
    refuses(
        2,
        "Unknown option: '--abcdef'; put values that start with a dash after --; see 'keywright key"
            + " encode --help'",
        "key",
        "encode",
        "--columns",
        "a text",
        "--key",
        "a",
        "--abcdef");
    refuses(
        2,
        "a text key of 2 parts needs --delimiter, such as --delimiter _ or --delimiter '' for none;"
            + " see 'keywright key encode --help'",
        "key",
        "encode",
        "--columns",
        "a int, b int",
        "--key",
        "a, b",
        "--format",
        "text",
        "1",
        "2");
    refuses(
        2,
        "--delimiter is for text keys; add --format text; see 'keywright key encode --help'",
        "key",
        "encode",
        "--columns",
        "a int",
        "--key",
        "a",
        "--delimiter",
        "_",
        "1");
    refuses(
        2,
        "found no key to decode, expected KEY or - for standard input; see 'keywright key decode"
            + " --help'",
        arguments("decode", TENANT));
    refuses(
        2,
        "found 'enc', expected a command; did you mean encode? See 'keywright key --help'",
        "key",
        "enc");
  }

  @Test
  void aDeclarationThatCannotBeReadSaysWhere() {
    refuses(
        1,
        "cannot read \"a, b c\" at character 6: found 'c', expected ',' or the end of the text",
        "key",
        "encode",
        "--columns",
        "a int",
        "--key",
        "a, b c",
        "4");
    refuses(
        1,
        "cannot encode a: found 'x', expected a whole number from -2147483648 to 2147483647",
        "key",
        "encode",
        "--columns",
        "a int",
        "--key",
        "a",
        "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "key",
        "key encode",
        "key decode",
        "key range",
        "run",
        "shell",
        "load",
        "scan",
        "tables",
        "describe"
      })
  void everyCommandTeachesByExample(String command) {
    String[] arguments = (command + " --help").strip().split(" ");
    Outcome outcome = Keywright.run(arguments);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .startsWith("Usage: keywright " + command)
        .contains("Examples:\n", "  keywright " + command);
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void aKeyWithAnErrorOfLintIsEncodedWithAWarning() {
    Outcome reversed =
        encode("reverse(date_format(at, 'MM/dd/yyyy HH:mm:ss'))", "2017-01-31 09:00:00");
    assertThat(reversed.out()).isEqualTo("00:00:90 7102/13/10\n");
    assertThat(reversed.err()).startsWith("warning KW202: ").hasLineCount(1);
    Outcome monthFirst = encode("date_format(at, 'MM-dd-yyyy')", "2017-01-31 09:00:00");
    assertThat(monthFirst.out()).isEqualTo("01-31-2017\n");
    assertThat(monthFirst.err()).startsWith("warning KW201: ").hasLineCount(1);
    assertThat(encode("date_format(at, 'yyyyMMdd')", "2017-01-31 09:00:00").err()).isEmpty();
    assertThat(encode("left(md5(at), 4)", "2017-01-31 09:00:00").err()).isEmpty();
  }

  private static Outcome encode(String key, String value) {
    Outcome outcome =
        Keywright.run(
            "key",
            "encode",
            "--columns",
            "at timestamp(s)",
            "--key",
            key,
            "--format",
            "text",
            value);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome;
  }
}
