package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.contract.PartitionedEngine;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions of tables and indexes, on an engine that keeps rows in order only inside one. */
class PartitionsTest {
  private final Engine engine = new PartitionedEngine(new MemoryEngine());
  private CqlSession session = open();

  private CqlSession open() {
    return CqlSession.over(Database.over(engine, InstantSource.system(), 1));
  }

  @BeforeEach
  void create() {
    session.execute(
        "CREATE TABLE reading (station int, day date, at timestamp, celsius double,"
            + " PRIMARY KEY ((station, day), at))");
    session.execute("CREATE INDEX by_day ON reading ((day, bucket(4, station)), celsius DESC)");
    for (int day = 1; day <= 9; day++) {
      for (int station = 1; station <= 3; station++) {
        session.execute(
            "INSERT INTO reading (station, day, at, celsius) VALUES (%d, '2024-05-0%d', '2024-05-0%dT12:00:0%dZ', %d)"
                .formatted(station, day, day, station, day * 10 + station));
      }
    }
  }

  private List<String> explain(String query) {
    return session.execute("EXPLAIN " + query).stream().map(row -> row.getString(0)).toList();
  }

  private List<String> rows(String query) {
    return session.execute(query).stream().map(Object::toString).toList();
  }

  /** They are of regions, which engines with row keys have. */
  @Test
  void splitsAreSaidToHaveNoEffect() {
    assertThat(
            session
                .execute("CREATE TABLE t (id text PRIMARY KEY, v text) WITH splits = ('g', 'n')")
                .message())
        .isEqualTo(
            "table t created; options that are kept and shown by DESCRIBE, but do not change how rows are stored: splits");
    assertThat(session.execute("CREATE INDEX i ON t (v) WITH splits = ('c')").message())
        .isEqualTo(
            "index i created; options that are kept and shown by DESCRIBE, but do not change how rows are stored: splits");
    assertThat(String.join("\n", rows("DESCRIBE TABLE t")))
        .contains("splits = ('g', 'n')", "splits = ('c')");
  }

  @Test
  void aPartitionIsDescribedAsItWasDeclared() {
    for (int open = 0; open < 2; open++) {
      assertThat(String.join("\n", rows("DESCRIBE TABLE reading")))
          .contains("PRIMARY KEY ((station, day), at)")
          .contains("CREATE INDEX by_day ON reading ((day, bucket(4, station)), celsius DESC)");
      session = open();
    }
  }

  /** The last key in key order is not the last one that is read. */
  @Test
  void pagesOfGroupsContinueInTheOrderOfTheEngine() {
    session.execute("CREATE TABLE device (id uuid PRIMARY KEY, v int)");
    Set<String> ids = new TreeSet<>();
    for (int i = 0; i < 16; i++) {
      String id = "ffffffff-ffff-ffff-ffff-fffffffffff" + Integer.toHexString(i);
      session.execute("INSERT INTO device (id, v) VALUES (%s, %d)".formatted(id, i));
      ids.add(id + "=1");
    }
    String select = "SELECT id, count(*) FROM device GROUP BY id ALLOW FILTERING";
    List<String> found = new ArrayList<>();
    @Nullable String token = null;
    do {
      Result page = session.page(1, token, select);
      page.forEach(row -> found.add(row.get(0) + "=" + row.get(1)));
      token = page.nextPage().orElse(null);
    } while (token != null);
    assertThat(found).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void aPartitionThatIsFixedIsReadInOrder() {
    assertThat(
            rows(
                "SELECT celsius FROM reading WHERE station = 2 AND day = '2024-05-03' ORDER BY at DESC"))
        .containsExactly("(celsius = 32.0)");
  }

  @Test
  void aRangeOfDaysIsThoseDays() {
    String query =
        "SELECT celsius FROM reading WHERE station = 2 AND day >= '2024-05-03' AND day < '2024-05-06'";
    assertThat(explain(query)).anyMatch(line -> line.contains("3 ranges, 3 values of day"));
    assertThat(rows(query))
        .containsExactly("(celsius = 32.0)", "(celsius = 42.0)", "(celsius = 52.0)");
  }

  @Test
  void anIndexIsReadInItsPartitions() {
    String query =
        "SELECT celsius FROM reading WHERE day = '2024-05-03' AND celsius > 31.5 ORDER BY celsius DESC LIMIT 5";
    assertThat(explain(query)).anyMatch(line -> line.contains("4 values of bucket(4, station)"));
    assertThat(rows(query)).containsExactly("(celsius = 33.0)", "(celsius = 32.0)");
  }

  @Test
  void whatDoesNotFixAPartitionIsRefused() {
    assertThatThrownBy(() -> session.execute("SELECT celsius FROM reading WHERE station = 2"))
        .hasMessageContaining("no key has all parts of its partition fixed")
        .hasMessageContaining("this key needs all of (station, day) fixed")
        .hasMessageContaining("CREATE INDEX reading_by_station ON reading (station)");
    assertThatThrownBy(
            () ->
                session.execute(
                    "SELECT celsius FROM reading WHERE station = 2 AND day >= '2024-05-03'"))
        .hasMessageContaining("all parts of its partition fixed");
    assertThat(rows("SELECT celsius FROM reading WHERE station = 2 ALLOW FILTERING")).hasSize(9);
    assertThat(rows("SELECT celsius FROM reading")).hasSize(27);
  }

  @Test
  void otherKeyFormatsAreRefused() {
    assertThatThrownBy(
            () ->
                session.execute(
                    "CREATE TABLE t (a text, PRIMARY KEY (a)) WITH key_format = 'text' AND key_delimiter = '_'"))
        .hasMessageContaining("cannot create table t: found key_format 'text', expected kw1");
    assertThatThrownBy(
            () ->
                session.execute("CREATE INDEX i ON reading (station) WITH key_format = 'phoenix'"))
        .hasMessageContaining("cannot create index i: found key_format 'phoenix', expected kw1");
  }
}
