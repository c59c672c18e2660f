package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that an earlier build wrote opens, reads the same and can be written: the promise of
 * docs/compatibility.md. The expected texts are what that build printed.
 */
final class OldDatabaseTest {
  @TempDir private Path folder;

  @BeforeEach
  void unpack() throws IOException {
    try (InputStream stored =
            Objects.requireNonNull(
                OldDatabaseTest.class.getResourceAsStream("/databases/before-generations.zip"));
        ZipInputStream zip = new ZipInputStream(stored)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Files.copy(zip, folder.resolve(Path.of(entry.getName()).getFileName()));
      }
    }
  }

  private String csv(String statement) {
    CommandLine.Outcome outcome =
        new CommandLine(folder).run("run", "--quiet", "--output", "csv", "-e", statement);
    assertThat(outcome.err()).doesNotContain("keywright:");
    return outcome.out();
  }

  private void assertExact(String table, String counts) {
    CommandLine.Outcome scrub = new CommandLine(folder).run("scrub", table, "--check");
    assertThat(scrub.out() + scrub.err()).contains(table + ": " + counts + ", nothing is wrong");
    assertThat(scrub.status()).isZero();
  }

  @Test
  void rowsAreReadAsTheEarlierBuildReadThem() {
    assertThat(csv("SELECT * FROM payment"))
        .isEqualTo(
            """
            payment_id,customer_id,paid_at,amount,paid_by,note,currency
            1,123,2017-01-01T10:30:00.000Z,9.99,card,"first, again",
            2,123,2017-01-02T00:00:00.000Z,5.00,cash,,
            5,7,2017-01-02T11:00:00.000Z,12.50,card,third,
            """);
    assertThat(csv("SELECT * FROM reading WHERE host = 'web1' AND day = '2024-02-29'"))
        .isEqualTo(
            """
            host,day,seq,good,level,tags,more,id
            web1,2024-02-29,2,false,-0.5,[],1.5,
            web1,2024-02-29,1,true,0.1,"[""a"",""b""]","[1,""x"",[null]]",123e4567-e89b-12d3-a456-426614174000
            """);
    assertThat(csv("SELECT * FROM stay WHERE city = 'oslo'"))
        .isEqualTo("city,night,room,guest\noslo,2017-01-31,12,a\n");
  }

  @Test
  void indexesAndVersionsAreReadAsTheEarlierBuildReadThem() {
    assertThat(
            csv("SELECT payment_id, paid_by FROM payment WHERE customer_id = 123 ORDER BY paid_at"))
        .isEqualTo("payment_id,paid_by\n1,card\n2,cash\n");
    assertThat(csv("SELECT payment_id, amount FROM payment WHERE paid_at >= '2017-01-02'"))
        .isEqualTo("payment_id,amount\n2,5.00\n5,12.50\n");
    assertThat(csv("SELECT payment_id FROM payment WHERE note = 'third'"))
        .isEqualTo("payment_id\n5\n");
    assertThat(csv("SELECT note FROM payment WHERE payment_id = 1 VERSIONS 3"))
        .isEqualTo(
            """
            note,written_at
            "first, again",2026-11-24T10:47:08.053792Z
            first,2026-11-24T10:47:08.025843Z
            """);
    assertExact("payment", "3 rows and 11 index entries read");
  }

  @Test
  @Tag("large")
  void itIsWrittenLikeANewOne() {
    csv("INSERT INTO payment (payment_id, customer_id, note) VALUES (6, 7, 'new')");
    csv("UPDATE payment SET payment_id = 7 WHERE payment_id = 5 REKEY");
    csv("CREATE INDEX payments_by_mode ON payment (paid_by)");
    assertThat(csv("SELECT payment_id FROM payment WHERE customer_id = 7"))
        .isEqualTo("payment_id\n7\n6\n");
    assertExact("payment", "4 rows and 19 index entries read");
    csv("TRUNCATE stay");
    csv("DROP TABLE reading");
    csv("CREATE TABLE reading (id int PRIMARY KEY, level double)");
    csv("INSERT INTO reading (id, level) VALUES (1, 2)");
    assertThat(csv("SELECT * FROM reading")).isEqualTo("id,level\n1,2.0\n");
    assertThat(csv("SELECT * FROM stay")).isEqualTo("city,night,room,guest\n");
  }
}
