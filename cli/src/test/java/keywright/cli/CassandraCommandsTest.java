package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a Cassandra. */
@Tag("large")
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
  void aLineWithAnEmptyPartitionKeyIsSkippedOnRequest() throws IOException {
    run(url, "CREATE TABLE coupon (k text PRIMARY KEY, v int); CREATE UNIQUE INDEX ON coupon (v)");
    Path rows = directory.resolve("coupon.csv");
    Files.writeString(rows, "k,v\na,1\n\"\",2\nb,3\n");
    String file = rows.toString();
    assertThat(Keywright.run("load", "coupon", file, "--db", url).err())
        .contains("line 3: ")
        .contains(
            "found an empty k, expected a value: Cassandra has no partition with an empty key");
    Outcome loaded = Keywright.run("load", "coupon", file, "--db", url, "--skip-bad", "5");
    assertThat(loaded.err()).contains("1 skipped");
    assertThat(run(url, "SELECT v FROM coupon WHERE k = 'b'").out()).isEqualTo("v\n3\n");
    assertThat(run(url, "INSERT INTO coupon (k, v) VALUES ('c', 2)").status()).isZero();
    assertThat(Keywright.run("scrub", "coupon", "--check", "--db", url).err())
        .contains("nothing is wrong");
  }

  @Test
  void theDemoHasKeysWithPartitions() throws IOException {
    Outcome demo = Keywright.run("demo", "--rows", "20", "--quiet", "--db", url);
    assertThat(demo.status()).as(demo.err()).isZero();
    Files.delete(Path.of("keywright-demo.html")); // A database elsewhere has no place beside it.
    String out = demo.out().replaceAll("\\s+", " ");
    assertThat(out)
        .contains(
            "DATE FIRST, key ((date_trunc('day', paid_at)), paid_at, customer_id, payment_id).")
        .contains(
            "executed 0 index entries and 6 rows read, 2 rows", "and 2 rows read, 2 rows returned")
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
  void aPlainTableIsLoadedExportedAndDescribed() throws IOException {
    Path rows = directory.resolve("visit.csv");
    Files.writeString(rows, "guest,seen,page\n1,2024-01-01,x\n2,2024-01-02,y\n1,2024-01-01,z\n");
    String create =
        "CREATE TABLE plainly (guest int, seen date, page text, PRIMARY KEY (guest, seen)) WITH"
            + " writes = 'plain'";
    assertThat(run(url, create).status()).isZero();
    assertThat(Keywright.run("load", "plainly", rows.toString(), "--db", url).err())
        .contains("plainly: 3 rows read, 3 written, 0 skipped");
    assertThat(run(url, "SELECT page FROM plainly WHERE guest = 1").out()).isEqualTo("page\nz\n");
    assertThat(
            run(url, "UPDATE plainly SET page = 'w' WHERE guest = 1 AND seen = '2024-01-01'").err())
        .contains("1 row written");
    assertThat(run(url, "DELETE FROM plainly WHERE guest = 9 AND seen = '2024-01-01'").err())
        .contains("1 row deleted, if it existed");
    assertThat(run(url, "DESCRIBE plainly").out()).contains("WITH writes = 'plain'");
    assertThat(Keywright.run("scrub", "plainly", "--db", url).err())
        .contains("plainly: nothing to check, since its rows are written without conditions");
    assertThat(Keywright.run("load", "plainly", rows.toString(), "--bulk", "--db", url).err())
        .contains("found writes = 'plain', with which a load reads no rows even without --bulk");
    assertThat(run(url, create.replace("plainly", "other").replace("'plain'", "'fast'")).err())
        .contains("found 'fast', expected 'exact' or 'plain'");
    String local = "rocksdb:" + directory.resolve("plainly");
    assertThat(run(local, create).err())
        .contains("found writes = 'plain', expected an engine with plain tables");
  }

  @Test
  void aTableOfAnotherClientIsAttachedAsTheClusterDescribesIt() {
    String keyspace = url.replaceAll(".*/|\\?.*", "");
    CassandraServer.shared()
        .execute(
            ("CREATE TABLE %s.reading (sensor int, day date, at time, celsius double, PRIMARY KEY"
                    + " ((sensor, day), at)) WITH CLUSTERING ORDER BY (at DESC)")
                .formatted(keyspace));
    Outcome attached = run(url, "ATTACH TABLE reading; DESCRIBE reading");
    assertThat(attached.status()).as(attached.err()).isZero();
    assertThat(attached.out())
        .contains("ATTACH TABLE reading (")
        .contains("PRIMARY KEY ((sensor, day), at DESC)")
        .contains("column_names = 'plain'");
    CassandraServer.shared()
        .execute(
            "INSERT INTO %s.reading (sensor, day, at, celsius) VALUES (1, '2024-01-01', '08:00:00', 20.5)"
                .formatted(keyspace));
    assertThat(
            run(url, "SELECT celsius FROM reading WHERE sensor = 1 AND day = '2024-01-01'").out())
        .isEqualTo("celsius\n20.5\n");
    assertThat(run(url, "ATTACH TABLE nothing").err())
        .contains("cannot attach table nothing: found no such table");
    assertThat(run(url, "CREATE TABLE nothing").status()).isNotZero();
  }

  @Test
  void whatHasNoRowKeysOrRegionsIsRefused() {
    assertThat(run(url, "CREATE TABLE one (id int PRIMARY KEY)").status()).isZero();
    assertThat(Keywright.run("scan", "one", "--db", url).err())
        .contains("found an engine without row keys");
    assertThat(Keywright.run("regions", "one", "--db", url).err())
        .contains("cannot list the regions");
    assertThat(Keywright.run("backup", directory.resolve("b").toString(), "--db", url).err())
        .contains("cannot back up");
  }
}
