package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import keywright.cli.Keywright.Outcome;
import keywright.cli.console.BadLineException;
import keywright.cli.data.ByteLines;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Input that would take much memory or much time is refused before it does. */
@Tag("large")
class LongInputTest {
  private static final String LONG_NUMBER =
      "found a number of more than 1,000 digits, expected at most 1,000";

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = new Shop(directory);
    shop.out(
        "run",
        "-e",
        "CREATE TABLE t (id int PRIMARY KEY, d decimal, v varint, l list<decimal>, j variant, x"
            + " text)");
  }

  /** A file of this start and many lines after it. */
  private String file(String name, String start, String line, int megabytes) throws IOException {
    Path path = directory.resolve(name);
    byte[] lines = line.repeat(1_000_000 / line.length()).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = Files.newOutputStream(path)) {
      out.write(start.getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < megabytes; i++) {
        out.write(lines);
      }
    }
    return path.toString();
  }

  /** In a process with a heap that the file does not fit into. */
  private String loadInSmallHeap(String file, String... options) throws Exception {
    Path messages = directory.resolve("messages");
    String[] arguments = new String[options.length + 5];
    arguments[0] = "load";
    arguments[1] = "t";
    arguments[2] = file;
    arguments[3] = "--db";
    arguments[4] = "rocksdb:" + directory.resolve("db");
    System.arraycopy(options, 0, arguments, 5, options.length);
    Process process =
        new ProcessBuilder(KeywrightProcess.command(128, arguments))
            .redirectErrorStream(true)
            .redirectOutput(messages.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(messages)).isEqualTo(1);
    return Files.readString(messages);
  }

  @Test
  void aQuoteThatIsNotClosedStopsTheReadingAndItsLineIsNamed() throws Exception {
    String file = file("q.csv", "id,x\n1,a\n2,\"two\nlines\"\n3,\"open\n", "4,abcdefgh\n", 300);
    assertThat(loadInSmallHeap(file, "--no-bulk"))
        .isEqualTo(
            "keywright: cannot load "
                + file
                + ": line 5: the quote that starts field 2 is not closed within 20,971,520 "
                + "bytes, the most of one field; 2 rows before this line are loaded; fix this "
                + "line and load again, which is safe, or use --skip-bad 10\n");
  }

  /** The line where the quote is, not the one where its record starts. */
  @Test
  void theLineOfTheQuoteIsThatOfItsField() {
    String file = shop.file("q.csv", "id,x,d\n1,\"two\nlines\",\"5\n2,a,1\n");
    assertThat(shop.refusal("load", "t", file))
        .startsWith("cannot load " + file + ": line 3: the quote that starts field 3 is never");
  }

  @Test
  void aFieldWithoutAnEndIsRefused() throws Exception {
    String file = file("f.csv", "id,x\n1,", "abcdefghij", 300);
    assertThat(loadInSmallHeap(file))
        .contains(
            ": line 2: found field 2 of more than 20,971,520 bytes; check that no quote is missing");
  }

  @Test
  void aLineOfJsonWithoutAnEndIsRefused() throws Exception {
    String file = file("a.jsonl", "{\"id\": 1}\n[", "{\"id\": 2},", 300);
    assertThat(loadInSmallHeap(file, "--no-bulk"))
        .contains(
            ": line 2: found a line of more than ",
            " bytes, expected one JSON object on each line; an array becomes lines by: jq -c '.[]'")
        .contains("; 1 row before this line is loaded;");
  }

  @Test
  void linesBehindOneThatIsTooLongAreRead() throws IOException {
    String file = file("s.csv", "id,x\n1,", "abcdefghij", 30);
    Files.writeString(Path.of(file), "\n2,b\n", StandardOpenOption.APPEND);
    Outcome load = shop.run("load", "t", file, "--skip-bad", "1");
    assertThat(load.err()).contains("skipped " + file + " line 2: found field 2 of more than");
    assertThat(load.err()).contains("t: 1 row read, 1 inserted");
    ByteLines lines =
        new ByteLines(
            new ByteArrayInputStream(
                ("ab\n" + "a".repeat(70_000) + "\nx\n").getBytes(StandardCharsets.UTF_8)),
            69_999);
    assertThat(lines.next()).hasSize(2);
    assertThat(Assertions.assertThrows(BadLineException.class, lines::next))
        .hasMessage("line 2: found a line of more than 69,999 bytes");
    assertThat(lines.next()).hasSize(1);
    assertThat(lines.line()).isEqualTo(3);
  }

  private void refused(String format, String content, String problem) {
    String file = shop.file("n." + format, content);
    String refusal =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(20), () -> shop.refusal("load", "t", file));
    assertThat(refusal).contains(": line " + problem + "; 0 rows before this line are loaded;");
  }

  @Test
  void aNumberOfManyDigitsIsRefusedBeforeItIsConverted() {
    String number = "1" + "0".repeat(2_000_000);
    for (String text : new String[] {number, "0." + number, "-" + number, number + "e5"}) {
      refused("csv", "id,d\n1," + text + "\n", "2: d: " + LONG_NUMBER);
      refused("csv", "id,j\n1," + text + "\n", "2: j: " + LONG_NUMBER);
      refused("csv", "id,l\n1,\"[1, " + text + "]\"\n", "2: l: " + LONG_NUMBER);
      for (String member : new String[] {"\"d\": " + text, "\"l\": [" + text + "]"}) {
        String file = shop.file("n.jsonl", "\n{\"id\": 1, " + member + "}\n");
        assertThat(
                Assertions.assertTimeoutPreemptively(
                    Duration.ofSeconds(20), () -> shop.refusal("load", "t", file)))
            .contains(": line 2: cannot read JSON at column ")
            .contains(": " + LONG_NUMBER + "; 0 rows");
      }
    }
    refused("csv", "id,v\n1," + number + "\n", "2: v: " + LONG_NUMBER);
  }

  @Test
  void numbersOfAThousandDigitsAndLongTextsAreLoaded() {
    String number = "7".repeat(1_000);
    String text = "1".repeat(5_000);
    String csv =
        "id,d,v,l,j,x\n1,%s,%s,\"[%s]\",\"[\"\"%s\"\", %s]\",%s\n"
            .formatted(number, number, number, text, number, text);
    shop.out("load", "t", shop.file("n.csv", csv));
    String json =
        "{\"id\": 2, \"d\": %s, \"v\": %s, \"l\": [%s], \"j\": [\"%s\", %s], \"x\": \"%s\"}\n"
            .formatted(number, number, number, text, number, text);
    shop.out("load", "t", shop.file("n.jsonl", json));
    String rows = shop.out("run", "--output", "csv", "-e", "SELECT * FROM t");
    assertThat(rows.lines().skip(1).map(line -> line.substring(1)).distinct()).hasSize(1);
    assertThat(rows.lines()).hasSize(3);
    assertThat(rows).contains(number).contains(text);
  }
}
