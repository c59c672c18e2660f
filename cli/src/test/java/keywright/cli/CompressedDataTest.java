package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import keywright.cli.Keywright.Outcome;
import keywright.cli.data.Gzip;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of rows that are compressed by gzip. */
class CompressedDataTest {
  private static final String THREE_ROWS = "payment_id,note\n1,a\n2,b\n3,c\n";

  @TempDir private Path directory;
  private Shop shop;

  @BeforeEach
  void createTable() {
    shop = Shop.open(directory);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private String notes() {
    return shop.out("run", "--output", "csv", "-e", "SELECT payment_id, note FROM payment");
  }

  @Test
  void aCompressedFileIsLoaded() throws IOException {
    String csv = shop.file("payment.csv.gz", gzip(THREE_ROWS));
    assertThat(shop.run("load", "payment", csv).err()).startsWith("payment: 3 rows read, 3 ins");
    assertThat(notes()).isEqualTo(THREE_ROWS);
    String json = shop.file("payment.jsonl.gz", gzip("{\"payment_id\": 4, \"note\": \"d\"}\n"));
    assertThat(shop.run("load", "payment", json).err()).startsWith("payment: 1 row read, 1 ins");
    assertThat(notes()).isEqualTo(THREE_ROWS + "4,d\n");
  }

  /** The bytes say it, not the name. */
  @Test
  void standardInputAndFilesOfOtherNamesAreDecompressed() throws IOException {
    shop.out("load", "payment", shop.file("payment.csv", gzip(THREE_ROWS)));
    assertThat(notes()).isEqualTo(THREE_ROWS);
    Outcome load =
        Keywright.runWith(
            gzip("payment_id,note\n4,d\n"),
            "load",
            "payment",
            "-",
            "--db",
            "rocksdb:" + directory.resolve("db"));
    assertThat(load.err()).startsWith("payment: 1 row read, 1 inserted");
    shop.out("load", "payment", shop.file("plain.csv.gz", "payment_id,note\n5,e\n"));
    assertThat(notes()).isEqualTo(THREE_ROWS + "4,d\n5,e\n");
  }

  /** As cat makes them; a pipe between them may have nothing to give for a while. */
  @Test
  void severalCompressedFilesInARowAreOne() throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(gzip("payment_id,note\n1,a\n2,b\n"));
    int first = both.size();
    both.write(gzip("3,c\n"));
    ByteArrayInputStream slow =
        new ByteArrayInputStream(both.toByteArray()) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            int left = pos < first ? first - pos : length;
            return super.read(bytes, offset, Math.min(length, left));
          }

          @Override
          public synchronized int available() {
            return 0;
          }
        };
    assertThat(new String(Gzip.plain(slow).readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(THREE_ROWS);
  }

  /** Such files come from appending to a compressed log. */
  @Test
  void aCutOrDamagedSecondFileIsSaid() throws IOException {
    byte[] first = gzip("id,note\n1,a\n");
    byte[] second = gzip("2,b\n");
    for (int kept = 0; kept <= second.length; kept++) {
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      both.write(first);
      both.write(second, 0, kept);
      byte[] bytes = both.toByteArray();
      InputStream in = Gzip.plain(new ByteArrayInputStream(bytes));
      if (kept == 0 || kept == second.length) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .isEqualTo("id,note\n1,a\n" + (kept == 0 ? "" : "2,b\n"));
      } else {
        assertThatThrownBy(in::readAllBytes)
            .as("%d bytes of the second file", kept)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("its gzip data ");
        bytes[first.length] ^= 1;
        assertThatThrownBy(() -> Gzip.plain(new ByteArrayInputStream(bytes)).readAllBytes())
            .as("%d bytes of the second file, which is damaged", kept)
            .hasMessage(
                "its gzip data is followed by bytes that are not a whole gzip file; copy or compress it again");
      }
    }
  }

  @Test
  void aCompressedFileThatIsCutOffOrDamagedIsSaid() throws IOException {
    byte[] whole = gzip(THREE_ROWS);
    String cut = shop.file("cut.csv.gz", Arrays.copyOf(whole, whole.length - 9));
    assertThat(shop.refusal("load", "payment", cut))
        .startsWith(
            "cannot read " + cut + ": its gzip data ends too early; copy or compress it again; ")
        .endsWith(" are loaded; correct the file and load again, which is safe");
    byte[] altered = whole.clone();
    altered[whole.length - 6] ^= 1; // In the checksum of the text.
    String damaged = shop.file("damaged.csv.gz", altered);
    assertThat(shop.refusal("load", "payment", damaged))
        .startsWith(
            "cannot read " + damaged + ": its gzip data is damaged; copy or compress it again; ");
  }

  @Test
  void otherCommandsReadCompressedFilesToo() throws IOException {
    String csv = shop.file("payment.csv.gz", gzip(THREE_ROWS));
    String schema = shop.file("payment.cql", Shop.PAYMENT);
    Outcome lint = Keywright.run("lint", schema, "--data", csv);
    assertThat(lint.err()).isEmpty();
    assertThat(lint.out()).isNotEmpty();
    Keywright.out("simulate", schema, "--data", csv, "--window", "1");
    Outcome splits =
        Keywright.run(
            "key",
            "splits",
            "--columns",
            "payment_id int, note text",
            "--key",
            "payment_id, note",
            "--data",
            csv,
            "--regions",
            "3");
    assertThat(splits.out()).contains("3 different keys of 3 rows");
  }
}
