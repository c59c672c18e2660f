package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import keywright.cli.Keywright.Outcome;
import keywright.server.hbase.HBaseServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code load --bulk}, and what {@code scrub} says of tombstones, on an HBase. */
@Tag("large")
class BulkLoadCommandTest {
  @TempDir private Path directory;

  private static Outcome run(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--db";
    all[arguments.length + 1] = HBaseServer.shared().url("bulk") + "?alone=true";
    return Keywright.run(all);
  }

  @Test
  void aTableIsFilledWithoutReading() throws IOException {
    Path file = directory.resolve("t.csv");
    Files.writeString(file, "id,n\n1,7\n2,6\nthree,5\n2,8\n");
    assertThat(
            run("run", "-e", "CREATE TABLE t (id int PRIMARY KEY, n int); CREATE INDEX i ON t (n)")
                .status())
        .isZero();
    String unfinished =
        "the bulk load of t is not finished, and no other writer can write to the table; repeat the load to resume it, or TRUNCATE the table to discard it\n";
    Outcome stopped = run("load", "t", file.toString(), "--bulk");
    assertThat(stopped.status()).isEqualTo(1);
    assertThat(stopped.err())
        .contains("t.csv: line 4: ", "; 2 rows before this line are loaded;", unfinished);
    assertThat(run("tables").err()).contains(unfinished);
    assertThat(run("run", "-e", "INSERT INTO t (id) VALUES (9)").err())
        .isEqualTo(
            "keywright: cannot write to t: found a bulk load of it that is not finished; if another process is running the load, wait for it; otherwise repeat the load to finish it, or TRUNCATE the table to discard it\n");
    Outcome done = run("load", "t", file.toString(), "--bulk", "--skip-bad", "1");
    assertThat(done.status()).isZero();
    assertThat(done.err())
        .contains("t: 3 rows read, bulk loaded, 1 skipped, in ")
        .doesNotContain(unfinished);
    assertThat(run("run", "-e", "SELECT id, n FROM t WHERE n >= 0", "--output", "csv").out())
        .isEqualTo("id,n\n1,7\n2,8\n");
    assertThat(run("load", "t", file.toString(), "--bulk").err())
        .startsWith("keywright: cannot bulk load t: found rows");
    assertThat(run("scrub", "t").status()).isZero();
    assertThat(run("run", "-e", "DELETE FROM t WHERE id = 1").status()).isZero();
    assertThat(run("scrub", "t", "--check").err())
        .endsWith("t: 1 row and 1 index entry read, nothing is wrong\nt: 1 tombstone\n");
    assertThat(run("scrub", "t").err()).endsWith("\nt: 1 tombstone, 0 of them dropped\n");
  }
}
