package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Test;

/** Keys in and out through standard input and output, one on each line. */
class KeyStreamsTest {
  private static final String COLUMNS = "name text NULL, at timestamp, id bigint";
  private static final String KEY = "name, at DESC, id";

  private static Outcome encode(String lines) {
    return Keywright.runWith(lines, "key", "encode", "--columns", COLUMNS, "--key", KEY, "-");
  }

  @Test
  void everyLineRoundTrips() {
    String lines =
        """
        acme,2017-01-01T00:00:00.000Z,1
        ,2017-01-01T00:00:00.000Z,2
        "",2017-01-01T00:00:00.000Z,3
        "a, \"\"b\"\"\",2017-01-01T00:00:00.000Z,-4
        "two
        lines",2017-01-01T00:00:00.000Z,5
        Füße 🦊,2017-01-01T00:00:00.000Z,6
        NULL,2017-01-01T00:00:00.000Z,7
        """;
    Outcome encoded = encode(lines);
    assertThat(encoded.err()).isEmpty();
    assertThat(encoded.out().lines()).hasSize(7).allMatch(line -> line.matches("[0-9a-f]+"));
    Outcome decoded =
        Keywright.runWith(encoded.out(), "key", "decode", "--columns", COLUMNS, "--key", KEY, "-");
    assertThat(decoded.err()).isEmpty();
    assertThat(decoded.out()).isEqualTo(lines);
  }

  @Test
  void aBadLineStopsBehindTheGoodOnes() {
    Outcome outcome =
        encode(
            """
            acme,2017-01-01,1
            "x
            y",2017-01-01,2
            acme,2017-13-01,3
            acme,2017-01-01,4
            """);
    assertThat(outcome.out().lines()).hasSize(2);
    assertThat(outcome.err()).startsWith("keywright: line 4: cannot encode at: ").endsWith("\n");
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.status()).isEqualTo(1);

    assertThat(encode("acme,2017-01-01\n").err())
        .isEqualTo("keywright: line 1: found 2 values, expected 3: name, at, id\n");
    assertThat(encode("\"acme,2017-01-01,1\n").err())
        .isEqualTo(
            "keywright: line 1: the quote that starts field 1 is never closed; add the closing quote\n");
    Outcome latin =
        Keywright.runWith(
            "Füße\n".getBytes(StandardCharsets.ISO_8859_1),
            "key",
            "encode",
            "--columns",
            "a text",
            "--key",
            "a",
            "-");
    assertThat(latin.err())
        .isEqualTo(
            "keywright: line 1: field 1 is not UTF-8; convert the input, for example: iconv -f"
                + " ISO-8859-1 -t UTF-8\n");
    Outcome decoded =
        Keywright.runWith(
            "8000000000000001\n80\n", "key", "decode", "--columns", "a bigint", "--key", "a", "-");
    assertThat(decoded.out()).isEqualTo("1\n");
    assertThat(decoded.err())
        .isEqualTo(
            "keywright: line 2: cannot read key 80: part 1 \"a\" needs 8 bytes from byte 0 of the row key on, found"
                + " 1; check that the row key is whole and was written with this declaration\n");
    assertThat(decoded.status()).isEqualTo(1);
  }

  @Test
  void textKeysAreLinesOfText() {
    String[] declaration = {
      "--columns", "a text, b int", "--key", "a, b", "--format", "text", "--delimiter", "_"
    };
    Outcome encoded = Keywright.runWith("Füße,1\r\nx,2", with(declaration, "encode"));
    assertThat(encoded.out()).isEqualTo("Füße_1\nx_2\n");
    assertThat(Keywright.runWith(encoded.out(), with(declaration, "decode")).out())
        .isEqualTo("Füße,1\nx,2\n");
    assertThat(Keywright.runWith("\"x\ny\",1\n", with(declaration, "encode")).err())
        .isEqualTo(
            """
            warning KW203: b is a number of any length in the text key of key, where 10 sorts before 9, so a range of numbers is no range of keys
            keywright: line 1: found a line break in the row key, expected a row key that fits on one line; use --format kw1
            """);
  }

  private static String[] with(String[] declaration, String command) {
    String[] all = new String[declaration.length + 3];
    all[0] = "key";
    all[1] = command;
    System.arraycopy(declaration, 0, all, 2, declaration.length);
    all[all.length - 1] = "-";
    return all;
  }

  @Test
  void aReaderThatHasGoneEndsTheCommandQuietly() {
    byte[] lines = "1\n".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            new ByteArrayInputStream(lines),
            failing("Broken pipe"),
            err,
            "key",
            "encode",
            "--columns",
            "a bigint",
            "--key",
            "a",
            "-");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(status).isZero();
  }

  @Test
  void aFullDiskIsSaid() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            new ByteArrayInputStream(new byte[0]),
            failing("No space left on device"),
            err,
            "key",
            "encode",
            "--columns",
            "a bigint",
            "--key",
            "a",
            "1");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("keywright: cannot write standard output: No space left on device\n");
    assertThat(status).isEqualTo(1);
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }
}
