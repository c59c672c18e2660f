package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of lines that are no JSON: line, column, and no word of the library that reads. */
class BadJsonTest {
  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = Shop.open(directory);
  }

  private void refused(String line, String problem) {
    refused(line.getBytes(StandardCharsets.UTF_8), problem);
  }

  private void refused(byte[] line, String problem) {
    byte[] first = "{\"payment_id\": 7}\n".getBytes(StandardCharsets.UTF_8);
    byte[] both = new byte[first.length + line.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(line, 0, both, first.length, line.length);
    String file = shop.file("bad.jsonl", both);
    assertThat(shop.refusal("load", "payment", file, "--ignore", "x"))
        .isEqualTo(
            "cannot load "
                + file
                + ": line 2: cannot read JSON at column "
                + problem
                + "; 1 row before this line is loaded; fix this line and load again, which is "
                + "safe, or use --skip-bad 10");
  }

  @Test
  void theEndOfTheLine() {
    String problem =
        ": found the end of the line inside the object, expected all of it on one line";
    refused("{\"payment_id\": 1", "17" + problem);
    refused("{\"payment_id\": 1, \"note\": \"a", "29" + problem);
    refused("{\"payment_id\"", "14" + problem);
  }

  @Test
  void whatIsNoJson() {
    String behind = "', which JSON does not allow there";
    refused("{\"payment_id\": 1,}", "18: found '{\"payment_id\": 1,}" + behind);
    refused("{'payment_id': 1}", "2: found '{'" + behind);
    refused("{\"payment_id\": NaN}", "19: found '{\"payment_id\": NaN}" + behind);
    refused("{\"payment_id\": 007}", "17: found '{\"payment_id\": 00" + behind);
    refused("{\"note\": \"a\tb\"}", "12: found '{\"note\": \"a\\t" + behind);
    refused("{\"note\": \"\\x\"}", "12: found '{\"note\": \"\\x" + behind);
    refused("{\"a long name before it\": tru}", "27: found 'g name before it\": t" + behind);
  }

  @Test
  void aNumberInQuotesAndATimeOfAnotherForm() {
    String quoted = shop.file("quoted.jsonl", "{\"payment_id\": \"8\"}\n");
    assertThat(shop.refusal("load", "payment", quoted))
        .contains(": line 1: payment_id: ", "; --parse 'payment_id=digits' reads whole numbers");
    assertThat(shop.run("load", "payment", quoted, "--parse", "payment_id=digits").status())
        .isZero();
    String amount = "{\"payment_id\": 8, \"amount\": \"1.50\"}\n";
    assertThat(shop.refusal("load", "payment", shop.file("amount.jsonl", amount)))
        .contains(
            ": line 1: amount: found '1.50', expected a number ", "; write it without quotes");
    String day = "{\"payment_id\": 9, \"paid_at\": \"31/12/2024\"}\n";
    assertThat(shop.refusal("load", "payment", shop.file("day.jsonl", day)))
        .contains(": line 1: paid_at: ", "; --parse 'paid_at=PATTERN' reads another form");
    assertThat(
            shop.refusal("load", "payment", shop.file("word.jsonl", "{\"payment_id\": \"x\"}\n")))
        .doesNotContain("--parse");
  }

  @Test
  void linesOfJsonThatAreReadAsCsv() {
    String file = shop.file("lines.csv", "{\"payment_id\": 8}\n");
    assertThat(shop.refusal("load", "payment", file))
        .isEqualTo(
            "cannot load %s: found '{' where it begins, expected a header with column names; --format jsonl reads lines of JSON"
                .formatted(file));
    assertThat(shop.run("load", "payment", file, "--format", "jsonl").status()).isZero();
    String returns = shop.file("returns.csv", "payment_id,note\r8,a\r9,b\r");
    assertThat(shop.refusal("load", "payment", returns))
        .contains(
            "found a carriage return inside of field 2 of its header",
            "for example: tr '\\r' '\\n'");
  }

  @Test
  void anExponentThatNoNumberHas() {
    assertThat(
            shop.refusal(
                "load", "payment", shop.file("e.jsonl", "{\"payment_id\": 1e99999999999}\n")))
        .contains(
            ": line 1: payment_id: found 1e99999999999, expected an exponent of at most nine digits");
  }

  @Test
  void whatIsNotUtf8() {
    refused(
        "{\"note\": \"é\"}".getBytes(StandardCharsets.ISO_8859_1),
        "11: it is not UTF-8; convert the input, for example: iconv -f ISO-8859-1 -t UTF-8");
  }

  @Test
  void whatIsNestedTooDeep() {
    refused(
        "{\"x\": " + "[".repeat(5_000) + "]".repeat(5_000) + "}",
        "1,007: found values nested more than 1,000 deep, expected at most 1,000");
  }
}
