package keywright.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import keywright.cql.CqlSession;
import keywright.cql.Design;
import keywright.cql.QueryLoad;
import keywright.key.KeyPart;
import keywright.table.Database;
import keywright.table.model.Plan;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Test;

class AccessPathTest {
  private static final String TABLES =
      """
      CREATE TABLE visit (guest bigint, seen timestamp, page text, note text,
          PRIMARY KEY (bucket(8), seen, guest));
      CREATE INDEX by_guest ON visit (guest, seen DESC);
      CREATE INDEX by_page ON visit (left(md5(page), 2), page) INCLUDE (note);
      """;

  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM visit WHERE seen >= '2017-01-01' AND seen < '2018-01-01'",
          "SELECT seen FROM visit WHERE guest = 7 ORDER BY seen DESC LIMIT 3",
          "SELECT note FROM visit WHERE page IN ('/', '/a', '/b')",
          "SELECT * FROM visit WHERE guest = 7 AND seen = '2017-01-01'",
          "SELECT count(*) FROM visit WHERE note = 'x' ALLOW FILTERING",
          "SELECT max(seen) FROM visit");

  private static QueryLoad load(String select) {
    return Design.read(TABLES + "QUERY q RATE 1/s AS " + select).queries().get(0);
  }

  /** The plans of what is only declared are those of a database that has it. */
  @Test
  void aQueryIsPlannedAsExplainPlansIt() {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      for (String statement : TABLES.strip().split(";")) {
        session.execute(statement).close();
      }
      for (String select : QUERIES) {
        Plan plan = AccessPath.of(load(select)).plan().orElseThrow();
        Plan stored = database.table("visit").plan(load(select).sampleQuery());
        assertThat(plan.explain()).as(select).isEqualTo(stored.explain());
      }
    }
  }

  @Test
  void markersFanOutAsValuesDo() {
    QueryLoad byTime = load("SELECT * FROM visit WHERE ? <= seen < ?");
    assertThat(AccessPath.of(byTime).fanOut()).isEqualTo(8);
    assertThat(AccessPath.of(load("SELECT * FROM visit WHERE guest = ?")).fanOut()).isEqualTo(1);
    assertThat(AccessPath.of(load("SELECT * FROM visit WHERE page IN (?, ?, ?)")).fanOut())
        .isEqualTo(3);
    Plan plan = AccessPath.of(load("SELECT * FROM visit WHERE page = ?")).plan().orElseThrow();
    assertThat(plan.index()).contains("by_page");
  }

  @Test
  void aQueryOfTheFirstRowsDoesNotReadEveryRow() {
    assertThat(AccessPath.of(load("SELECT count(*) FROM visit")).text())
        .isEqualTo("every row of the primary key");
    for (String select :
        List.of(
            "SELECT * FROM visit ORDER BY seen LIMIT 3",
            "SELECT max(seen) FROM visit",
            "SELECT min(guest) FROM visit")) {
      assertThat(AccessPath.of(load(select)).text()).as(select).startsWith("the first rows of ");
    }
    assertThat(AccessPath.of(load("SELECT DISTINCT guest FROM visit")).text())
        .isEqualTo("a few rows of each group of index by_guest");
    for (String select :
        List.of(
            "SELECT max(note) FROM visit",
            "SELECT guest, count(*) FROM visit GROUP BY guest",
            "SELECT DISTINCT guest FROM visit WHERE note = 'x' ALLOW FILTERING",
            "SELECT * FROM visit WHERE note = 'x' LIMIT 3 ALLOW FILTERING")) {
      assertThat(AccessPath.of(load(select)).readsEveryRow()).as(select).isTrue();
    }
  }

  @Test
  void whatNoKeyServesHasNoPlanButAReason() {
    AccessPath path = AccessPath.of(load("SELECT * FROM visit WHERE note = ?"));
    assertThat(path.plan()).isEmpty();
    assertThat(path.fanOut()).isZero();
    assertThat(path.refusal()).contains("CREATE INDEX visit_by_note ON visit (note)");
  }

  @Test
  void theSameQueryIsPlannedUnderAnotherKey() {
    QueryLoad query = load("SELECT * FROM visit WHERE seen > ?");
    TableDefinition natural = query.table().withPrimaryKey(KeyPart.parseList("seen, guest"));
    assertThat(AccessPath.of(query).fanOut()).isEqualTo(8);
    assertThat(AccessPath.of(query, natural).fanOut()).isEqualTo(1);
    TableDefinition byGuest =
        query.table().withPrimaryKey(KeyPart.parseList("random(4), guest")).withIndexes(List.of());
    assertThat(AccessPath.of(query, byGuest).refusal()).contains("no key has its first part");
  }
}
