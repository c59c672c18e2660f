package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a Cassandra. */
class CassandraCommandsTest {
  private static String url;

  @TempDir private Path directory;

  @BeforeAll
  static void makeKeyspace() {
    url = CassandraServer.shared().newKeyspace("commands") + "?alone=true";
  }

  private static Outcome run(String db, String statements) {
    return Keywright.run("run", "--db", db, "-e", statements, "--output", "csv");
  }

  @Test
  void aTableIsLoadedQueriedChangedAndCopiedThereAndBack() throws IOException {
    Path rows = directory.resolve("log.csv");
    Files.writeString(rows, "id,host,at,v\n1,a,2024-01-01,x\n2,b,2024-01-02,\n3,a,2024-01-03,z\n");
    String local = "rocksdb:" + directory.resolve("db");
    assertThat(
            run(
                    local,
                    "CREATE TABLE log (id int, host text, at date, v text, PRIMARY KEY ((host), at DESC, id));"
                        + " CREATE INDEX by_id ON log (id)")
                .status())
        .isZero();
    assertThat(Keywright.run("load", "log", rows.toString(), "--db", local).status()).isZero();
    Outcome copied = Keywright.run("copy", "--from", local, "--to", url);
    assertThat(copied.err()).contains("log: 3 rows at the source, 3 at the target, all the same");
    assertThat(run(url, "SELECT id, v FROM log WHERE host = 'a' AND at >= '2024-01-01'").out())
        .isEqualTo("id,v\n3,z\n1,x\n");
    assertThat(run(url, "SELECT host FROM log WHERE id = 2").out()).isEqualTo("host\nb\n");
    Outcome changed =
        run(
            url,
            "UPDATE log SET v = 'n' WHERE host = 'a' AND at = '2024-01-01' AND id = 1 IF v = 'x';"
                + " DELETE FROM log WHERE host = 'b' AND at = '2024-01-02' AND id = 2;"
                + " ALTER TABLE log ADD w int;"
                + " SELECT count(*) FROM log WHERE host = 'a'");
    assertThat(changed.status()).as(changed.err()).isZero();
    assertThat(changed.out()).endsWith("2\n");
    assertThat(run(url, "SELECT v FROM log WHERE id = 2").out()).isEqualTo("v\n");
    assertThat(Keywright.run("scrub", "log", "--check", "--db", url).err())
        .contains("log: 2 rows and 2 index entries read, nothing is wrong");
    String back = "rocksdb:" + directory.resolve("back");
    assertThat(Keywright.run("copy", "--from", url, "--to", back).err())
        .contains("log: 2 rows at the source, 2 at the target, all the same");
    assertThat(run(back, "SELECT id, v, w FROM log WHERE host = 'a'").out())
        .isEqualTo("id,v,w\n3,z,\n1,n,\n");
  }

  @Test
  void theDemoHasKeysWithPartitions() throws IOException {
    Outcome demo = Keywright.run("demo", "--rows", "20", "--quiet", "--db", url);
    Files.delete(Path.of("keywright-demo.html")); // A database elsewhere has no place beside it.
    assertThat(demo.status()).as(demo.err()).isZero();
    String out = demo.out().replaceAll("\\s+", " ");
    assertThat(out)
        .contains(
            "DATE FIRST, key ((date_trunc('day', paid_at)), paid_at, customer_id, payment_id).")
        .contains("executed 6 rows read, 2 rows returned", "executed 2 rows read, 2 rows returned")
        .contains("26 orders loaded in ")
        .contains("reads index payments_by_customer (")
        .contains("cannot read customer_order by these conditions: no key has all parts")
        .contains("6. Hot spots, seen before anything is deployed")
        .doesNotContain("./keywright scan");
    assertThat(demo.out().lines()).noneMatch(line -> line.endsWith(" "));
    assertThat(Keywright.run("demo", "--rows", "20", "--quiet", "--db", url).out())
        .contains("26 orders exist from an earlier run.");
    Files.delete(Path.of("keywright-demo.html"));
    assertThat(Keywright.run("scrub", "customer_order", "--check", "--db", url).err())
        .contains("26 rows and 78 index entries read, nothing is wrong");
  }

  @Test
  void whatNeedsAllPartitionsInOrderIsRefusedWithTheReason() {
    assertThat(
            run(url, "CREATE TABLE visit (user_id text, at timestamp, PRIMARY KEY ((user_id), at))")
                .status())
        .isZero();
    Outcome range = run(url, "SELECT * FROM visit WHERE user_id > 'a' LIMIT 5");
    assertThat(range.status()).isEqualTo(1);
    assertThat(range.err()).startsWith("keywright: cannot ").contains("user_id");
    Outcome format =
        run(
            url,
            "CREATE TABLE t (id text PRIMARY KEY) WITH key_format = 'text' AND key_delimiter = '_'");
    assertThat(format.err()).contains("found key_format 'text', expected kw1");
  }

  @Test
  void whatHasNoRowKeysOrRegionsIsRefused() {
    assertThat(run(url, "CREATE TABLE one (id int PRIMARY KEY)").status()).isZero();
    assertThat(Keywright.run("scan", "one", "--db", url).err())
        .contains("found a database whose tables have none");
    assertThat(Keywright.run("regions", "one", "--db", url).err())
        .contains("cannot list the regions");
    assertThat(Keywright.run("backup", directory.resolve("b").toString(), "--db", url).err())
        .contains("cannot back up");
  }
}
