package keywright.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CsvReaderTest {

  private static CsvReader reader(String csv) {
    return new CsvReader(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), 1_000);
  }

  private static List<List<@Nullable String>> records(CsvReader csv) throws IOException {
    List<List<@Nullable String>> records = new ArrayList<>();
    while (csv.next()) {
      List<@Nullable String> record = new ArrayList<>();
      for (int i = 0; i < csv.size(); i++) {
        record.add(csv.field(i));
      }
      records.add(record);
    }
    return records;
  }

  @Test
  void anUnquotedEmptyFieldIsNullAndAQuotedOneIsText() throws IOException {
    assertThat(records(reader("a,,\"\",b\n,\n\n\"\"\n")))
        .containsExactly(
            Arrays.asList("a", null, "", "b"),
            Arrays.asList(null, null),
            Arrays.asList((String) null),
            List.of(""));
  }

  @Test
  void linesEndWithLfOrCrLfAndTheLastNeedNot() throws IOException {
    assertThat(records(reader("a,b\r\n\"c\",\"d\"\r\ne,\r\nf,g")))
        .containsExactly(
            List.of("a", "b"), List.of("c", "d"), Arrays.asList("e", null), List.of("f", "g"));
  }

  @Test
  void aByteOrderMarkIsSkippedAndUtf16Refused() throws IOException {
    assertThat(records(reader("\uFEFFid,é\n"))).containsExactly(List.of("id", "é"));
    CsvReader utf16 =
        new CsvReader(new ByteArrayInputStream("id\n".getBytes(StandardCharsets.UTF_16)), 1_000);
    assertThatThrownBy(utf16::next)
        .hasMessage("line 1: found UTF-16, expected UTF-8; convert it: iconv -f UTF-16 -t UTF-8");
  }

  @Test
  void aQuoteThatEndsInALaterLineIsNamedWithBothLines() throws IOException {
    CsvReader csv = reader("id,k\n21,\"first\n22,second\n23,\"x\"\n24,y\n");
    assertThat(csv.next()).isTrue();
    assertThatThrownBy(csv::next)
        .hasMessage(
            "line 2: the quote that starts field 2 in line 2 is closed by a quote in line 4, and text follows; close it where the field ends, and write each quote inside a field twice");
    assertThat(csv.next()).isTrue();
    assertThat(csv.field(0)).isEqualTo("22");
  }

  @Test
  void aBadRecordIsSaidWithItsLineAndTheNextOneIsRead() throws IOException {
    CsvReader csv = reader("a\n\"two\nlines\"\nb\"c\n\"d\"e\nf\n\"open\ng\n");
    assertThat(csv.next()).isTrue();
    assertThat(csv.next()).isTrue();
    assertThat(csv.line()).isEqualTo(2);
    assertThatThrownBy(csv::next)
        .hasMessage(
            "line 4: found a quote inside the unquoted field 1; put the field between "
                + "double quotes, and write each quote inside it twice");
    assertThatThrownBy(csv::next)
        .hasMessage(
            "line 5: found text after the closing quote of field 1; write each quote inside a field twice");
    assertThat(csv.next()).isTrue();
    assertThat(csv.field(0)).isEqualTo("f");
    assertThatThrownBy(csv::next)
        .hasMessage("line 7: the quote that starts field 1 is never closed; add the closing quote");
    assertThat(csv.next()).isTrue();
    assertThat(csv.field(0)).isEqualTo("g");
    assertThat(csv.line()).isEqualTo(8);
    assertThat(csv.next()).isFalse();
  }

  /** The peer is Apache Commons CSV; buffers are read in pieces of any size. */
  @Test
  void randomRecordsAreReadAsByAnotherLibrary() throws IOException {
    CSVFormat peerFormat =
        CSVFormat.DEFAULT
            .builder()
            .setQuoteMode(QuoteMode.ALL_NON_NULL)
            .setIgnoreEmptyLines(false)
            .setRecordSeparator('\n')
            .get();
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      String csv = randomCsv(random);
      List<List<@Nullable String>> expected = new ArrayList<>();
      try (CSVParser parser = CSVParser.parse(new StringReader(csv), peerFormat)) {
        for (CSVRecord record : parser) {
          expected.add(Arrays.asList(record.values()));
        }
      }
      CsvReader reader = new CsvReader(inPieces(csv, random), 1_000);
      assertThat(records(reader)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  private static String randomCsv(Random random) {
    String[] unquoted = {"", "a", "1.5", "é🦊", " b ", "x'y"};
    String[] quoted = {
      "\"\"", "\"a,b\"", "\"say \"\"so\"\"\"", "\"two\nlines\"", "\"\r\n\"", "\"é\""
    };
    StringBuilder csv = new StringBuilder();
    int records = 1 + random.nextInt(40);
    for (int i = 0; i < records; i++) {
      int fields = 2 + random.nextInt(20);
      for (int j = 0; j < fields; j++) {
        String[] from = random.nextInt(3) == 0 ? quoted : unquoted;
        csv.append(j == 0 ? "" : ",").append(from[random.nextInt(from.length)]);
      }
      csv.append(random.nextBoolean() ? "\n" : "\r\n");
    }
    return csv.toString();
  }

  private static InputStream inPieces(String csv, Random random) {
    return new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)) {
      @Override
      public synchronized int read(byte[] bytes, int offset, int length) {
        return super.read(bytes, offset, Math.min(length, 1 + random.nextInt(7)));
      }
    };
  }
}
