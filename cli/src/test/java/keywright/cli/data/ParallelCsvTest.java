package keywright.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import keywright.cli.console.BadLineException;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** Several threads read from CSV what one thread reads, up to the first error. */
class ParallelCsvTest {
  private static final int FIELD_BYTES = 1_000;

  private static void add(CsvReader csv, List<String> found) {
    StringBuilder record = new StringBuilder().append(csv.line()).append(':');
    for (int i = 0; i < csv.size(); i++) {
      record.append('|').append(csv.field(i));
    }
    found.add(record.toString());
  }

  private static List<String> byOneThread(InputStream in) {
    List<String> found = new ArrayList<>();
    CsvReader csv = new CsvReader(in, FIELD_BYTES);
    try {
      while (csv.next()) {
        add(csv, found);
      }
    } catch (IOException | BadLineException e) {
      found.add(String.valueOf(e.getMessage()));
    }
    return found;
  }

  /** A record that fits no block makes one block of the rest, whose results are as small. */
  @Test
  void resultsOfLongRecordsAreAsLongAsBlocks() throws Exception {
    String text = ("y".repeat(FIELD_BYTES - 1) + "\n").repeat(50);
    List<Integer> sizes = new ArrayList<>();
    new ParallelCsv<List<String>>(
            FIELD_BYTES / 10, FIELD_BYTES, work(), result -> sizes.add(result.size()))
        .read(stream(text.getBytes(StandardCharsets.UTF_8)), csv -> {});
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(50);
    assertThat(sizes).allMatch(size -> size <= 1);
  }

  private static ParallelCsv.Work<List<String>> work() {
    return new ParallelCsv.Work<>() {
      @Override
      public List<String> begin() {
        return new ArrayList<>();
      }

      @Override
      public void add(CsvReader csv, List<String> result) {
        ParallelCsvTest.add(csv, result);
      }
    };
  }

  private static List<String> bySeveral(InputStream in, int blockBytes) {
    List<String> found = new ArrayList<>();
    try {
      new ParallelCsv<>(blockBytes, FIELD_BYTES, work(), found::addAll).read(in, csv -> {});
    } catch (IOException | BadLineException e) {
      found.add(String.valueOf(e.getMessage()));
    }
    return found;
  }

  private static InputStream stream(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }

  /** Ends with an error, after all of its bytes. */
  private static InputStream unreadable(byte[] bytes) {
    return new InputStream() {
      private int at;

      @Override
      public int read() throws IOException {
        if (at == bytes.length) {
          throw new IOException("the disk is damaged");
        }
        return bytes[at++] & 0xFF;
      }

      @Override
      public int read(byte[] into, int offset, int count) throws IOException {
        into[offset] = (byte) read();
        return 1;
      }
    };
  }

  /** Lines with quotes, most of them where they may be. */
  private static byte[] text(Random random) {
    StringBuilder text = new StringBuilder(random.nextInt(8) == 0 ? "\uFEFF" : "");
    int lines = random.nextInt(60);
    for (int line = 0; line < lines; line++) {
      for (int field = random.nextInt(4); field >= 0; field--) {
        switch (random.nextInt(random.nextInt(20) == 0 ? 9 : 6)) {
          case 0 -> text.append("");
          case 1 -> text.append("\"\"");
          case 2 -> text.append("\"a,\n\"\"b\"\"\r\n,c\"");
          case 3 -> text.append("é€");
          case 4, 5 -> text.append("x".repeat(random.nextInt(30)));
          case 6 -> text.append("x\"y");
          case 7 -> text.append("\"z\"z");
          default -> text.append("w".repeat(random.nextInt(4) * 400));
        }
        text.append(field == 0 ? "" : ",");
      }
      text.append(random.nextInt(5) == 0 ? "\r\n" : "\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && random.nextInt(10) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? '"' : 0xFF);
    }
    return bytes;
  }

  @Test
  void severalThreadsReadTheRecordsLinesAndErrorsOfOneThread() {
    for (int trial = 0; trial < Trials.of(2_000); trial++) {
      long seed = Seeds.base() + trial;
      Random random = new Random(seed);
      byte[] bytes = text(random);
      int blockBytes = 8 + random.nextInt(200);
      assertThat(bySeveral(stream(bytes), blockBytes))
          .as(Seeds.reproduction(seed))
          .isEqualTo(byOneThread(stream(bytes)));
    }
  }

  @Test
  void theRecordsBeforeAnErrorOfTheInputAreRead() {
    for (int trial = 0; trial < Trials.of(200); trial++) {
      long seed = Seeds.base() + trial;
      Random random = new Random(seed);
      byte[] bytes = text(random);
      assertThat(bySeveral(unreadable(bytes), 8 + random.nextInt(200)))
          .as(Seeds.reproduction(seed))
          .isEqualTo(byOneThread(unreadable(bytes)));
    }
  }

  @Test
  void aRecordOfManyBlocksIsRead() {
    String text = "1,a\n2,\"" + "b\n".repeat(450) + "\"\n3,\"c\nd\"\n";
    List<String> found = bySeveral(stream(text.getBytes(StandardCharsets.UTF_8)), 16);
    assertThat(found).hasSize(3).contains("453:|3|c\nd");
  }

  @Test
  void anInputWithoutBytesHasNoRecord() {
    assertThat(bySeveral(stream(new byte[0]), 16)).isEmpty();
  }
}
