package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import keywright.cql.Marker.Use;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.Type;
import keywright.table.Database;
import keywright.table.DeclaredTable;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesignTest {
  private static final String TABLES =
      """
      CREATE TABLE visit (guest bigint, seen timestamp, page text, PRIMARY KEY (guest, seen));
      CREATE INDEX by_page ON visit (page, bucket(4, seen), seen);
      """;

  private static QueryLoad query(String select) {
    return Design.read(TABLES + "QUERY q RATE 1/s AS " + select).queries().get(0);
  }

  @Test
  void aPlainTableIsReadThoughNoEngineIsAtHand() {
    Design design =
        Design.read("CREATE TABLE t (id int PRIMARY KEY, n int) WITH writes = 'plain';");
    assertThat(design.tables().get(0).isPlain()).isTrue();
  }

  @Test
  void anAttachedTableIsReadThoughNoEngineIsAtHand() {
    Design design =
        Design.read(
            """
            ATTACH TABLE t (id int PRIMARY KEY, n int) WITH column_names = 'plain';
            SELECT n FROM t WHERE id = 1;
            WRITE RATE 1/s INTO t;
            DROP TABLE t;
            ATTACH TABLE t (id bigint PRIMARY KEY, n int, FAMILY f (n)) WITH column_names = 'plain';
            SELECT n FROM t WHERE id = 1;
            """);
    assertThat(design.tables().get(0).isAttached()).isTrue();
    assertThat(design.selects()).extracting(QueryLoad::table).containsOnly(design.tables().get(0));
    assertThat(design.writes()).extracting(WriteLoad::table).containsExactly("t");
    assertThat(design.places().table("t").statement().line()).isEqualTo(5);
    assertThatThrownBy(() -> Design.read("ATTACH TABLE t"))
        .hasMessageContaining("declare its columns and its key");
  }

  @Test
  void tablesAndTheirLoadAreReadInAnyOrder() {
    Design design =
        Design.read(
            """
            WRITE RATE 90/min INTO visit;
            QUERY of_page RATE 1e2/s AS SELECT * FROM visit WHERE page = ?;
            CREATE TABLE visit (guest bigint PRIMARY KEY, page text);
              QUERY "of Guest" RATE 7200/h AS SELECT * FROM visit WHERE guest = :g;
            CREATE INDEX by_page ON visit (page);
            CREATE TABLE guest (id int PRIMARY KEY);
            """);
    assertThat(design.tables()).extracting(TableDefinition::name).containsExactly("guest", "visit");
    assertThat(design.writes())
        .containsExactly(new WriteLoad("visit", 1.5, new Place(1, 1, 1, 29)));
    assertThat(design.queries()).extracting(QueryLoad::name).containsExactly("of_page", "of Guest");
    assertThat(design.queries()).extracting(QueryLoad::ratePerSecond).containsExactly(100.0, 2.0);
    assertThat(design.queries())
        .extracting(QueryLoad::place)
        .containsExactly(new Place(2, 1, 2, 63), new Place(4, 3, 4, 71));
    assertThat(design.queries().get(0).table().index("by_page")).isPresent();
    assertThat(design.table("visit")).contains(design.queries().get(0).table());
    assertThat(design.table("by_page")).isEmpty();
  }

  @Test
  void whatIsDeclaredHasItsPlace() {
    Places places =
        Design.read(
                """
                CREATE TABLE a (x int PRIMARY KEY);
                CREATE INDEX by_x ON a (x);
                ALTER TABLE a ADD y int;
                DROP TABLE a;
                CREATE TABLE a (
                  x int, "Y z" text, PRIMARY KEY (bucket(2), x), FAMILY f ("Y z"));
                CREATE TABLE IF NOT EXISTS a (x int PRIMARY KEY);
                CREATE INDEX by_x ON a (
                  bucket(4,
                    x), "Y z" DESC);
                """)
            .places();
    Places.OfTable a = places.table("a");
    assertThat(places.isAltered("a")).isFalse();
    assertThat(a.statement()).isEqualTo(new Place(5, 1, 6, 67));
    assertThat(a.key()).isEqualTo(new Place(6, 22, 6, 48));
    assertThat(a.keyIsElement()).isTrue();
    assertThat(a.parts()).containsExactly(new Place(6, 35, 6, 44), new Place(6, 46, 6, 47));
    assertThat(a.columns())
        .containsEntry("x", new Place(6, 3, 6, 8))
        .containsEntry("Y z", new Place(6, 10, 6, 20));
    assertThat(a.families()).containsEntry("f", new Place(6, 50, 6, 66));
    assertThat(a.lastElement().end()).isEqualTo(new Place(6, 66, 6, 66));
    assertThat(places.index("by_x").statement()).isEqualTo(new Place(8, 1, 10, 20));
    assertThat(places.index("by_x").parts())
        .containsExactly(new Place(9, 3, 10, 7), new Place(10, 9, 10, 19));
  }

  @Test
  void markersAreTypedByTheirPlace() {
    QueryLoad query =
        query(
            "SELECT * FROM visit WHERE guest IN (?, 7, ?) AND page LIKE ? AND ? <= seen < ? AND"
                + " ? > seen AND page IN ? AND page BETWEEN ? AND ? AND page = ? AND page > ?"
                + " LIMIT ? VERSIONS ? AS OF ?");
    assertThat(query.markers())
        .extracting(marker -> marker.column() + " " + marker.type() + " " + marker.use())
        .containsExactly(
            "guest bigint EQUAL",
            "guest bigint EQUAL",
            "page text PATTERN",
            "seen timestamp LOWER",
            "seen timestamp UPPER",
            "seen timestamp UPPER",
            "page text ONE_OF",
            "page text LOWER",
            "page text UPPER",
            "page text EQUAL",
            "page text LOWER",
            "null int COUNT",
            "null int COUNT",
            "null timestamp(us) MOMENT");
  }

  @Test
  void theMarkerOfContainsIsAnElement() {
    Design design =
        Design.read(
            """
            CREATE TABLE article (id int PRIMARY KEY, day date, tags list<text>);
            CREATE INDEX by_tag ON article (values(tags), day);
            QUERY tagged RATE 5/s AS SELECT * FROM article WHERE tags CONTAINS ? ORDER BY day;
            """);
    QueryLoad tagged = design.queries().get(0);
    assertThat(tagged.markers())
        .extracting(marker -> marker.column() + " " + marker.type() + " " + marker.use())
        .containsExactly("tags text ELEMENT");
    assertThat(DeclaredTable.of(tagged.table()).plan(tagged.sampleQuery()).index())
        .contains("by_tag");
    assertThat(tagged.query("a").conditions()).containsExactly(new Condition.Contains("tags", "a"));
  }

  @Test
  void aNameIsOneMarkerInAllItsPlaces() {
    QueryLoad query =
        query("SELECT * FROM visit WHERE guest = :g AND page = :p AND seen >= :s AND page = :p");
    assertThat(query.markers())
        .containsExactly(
            new Marker("g", "guest", Type.parse("bigint"), Use.EQUAL),
            new Marker("p", "page", Type.parse("text"), Use.EQUAL),
            new Marker("s", "seen", Type.parse("timestamp"), Use.LOWER));
    Query bound = query.query(7, "/", Instant.EPOCH);
    assertThat(bound.conditions())
        .containsExactly(
            new Condition.Compare("guest", Operator.EQ, 7),
            new Condition.Compare("page", Operator.EQ, "/"),
            new Condition.Compare("seen", Operator.GE, Instant.EPOCH),
            new Condition.Compare("page", Operator.EQ, "/"));
    assertThatThrownBy(() -> query.query(7))
        .isInstanceOf(CqlException.class)
        .hasMessage("cannot run the statement: found 1 value, expected 3");
    assertThatThrownBy(() -> query.query("seven", "/", Instant.EPOCH))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining("seven");
  }

  /** Sample values lead to the plan that values of a program lead to. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tinyint",
        "smallint unsigned",
        "int",
        "bigint unsigned",
        "varint",
        "decimal(5,2)",
        "decimal",
        "float",
        "double",
        "boolean",
        "text",
        "char(3)",
        "digits(12)",
        "blob",
        "binary(2)",
        "uuid",
        "date",
        "time",
        "time(s)",
        "timestamp",
        "timestamp(ns)",
        "enum('x' = 1, 'y' = 300)",
        "enum('one' = 1)",
        "list<int>",
        "variant"
      })
  void everyTypeHasSampleValues(String type) {
    Design design =
        Design.read(
            """
            CREATE TABLE t (a %s, b int, PRIMARY KEY (a, b));
            QUERY one RATE 1/s AS SELECT * FROM t WHERE a = ? AND b = ?;
            QUERY some RATE 1/s AS SELECT * FROM t WHERE a IN (?, ?) AND b > ? AND b < ?;
            QUERY span RATE 1/s AS SELECT * FROM t WHERE a >= ? AND a <= ?;
            """
                .formatted(type));
    List<Long> ranges =
        design.queries().stream()
            .map(query -> DeclaredTable.of(query.table()).plan(query.sampleQuery()).fanOut())
            .toList();
    long values = type.equals("enum('one' = 1)") || type.equals("list<int>") ? 1 : 2;
    assertThat(ranges).containsExactly(1L, values, 1L);
  }

  @Test
  void whatDoesNotFitIsRefusedAtItsPlace() {
    assertRefused(
        "QUERY q RATE 1/s AS SELECT * FROM vist;",
        "cannot find table vist; did you mean visit? (line 3, column 35)");
    assertRefused(
        "QUERY q RATE 1/s AS SELECT pages FROM visit;",
        "cannot find column \"pages\" in table visit; did you mean page? (line 3, column 28)");
    assertRefused(
        "QUERY q RATE 1/s AS SELECT * FROM visit WHERE guest = 'x';", "(line 3, column 55)");
    assertRefused(
        "QUERY q RATE 1/s AS SELECT * FROM visit WHERE page = [?];",
        "line 3, column 55: found '?' inside a list, expected one parameter for the whole list");
    assertRefused(
        "QUERY q RATE 1/day AS SELECT * FROM visit;",
        "line 3, column 16: found 'day', expected s, min or h");
    assertRefused(
        "WRITE RATE 0.0/s INTO visit;",
        "line 3, column 12: found the rate 0.0, expected a rate above 0");
    assertRefused("WRITE RATE 1/s INTO vist;", "(line 3, column 21)");
    assertRefused(
        "QUERY q RATE 1/s AS SELECT * FROM visit;\nquery Q rate 1/s as select * from visit",
        "line 4, column 7: found query q a second time, expected another name");
    assertRefused("CREATE INDEX i ON visit (nobody);", "nobody");
  }

  private static void assertRefused(String statements, String message) {
    assertThatThrownBy(() -> Design.read(TABLES + statements))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aDatabaseLeavesTheLoadOutAndSaysSo() {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      session.execute("CREATE TABLE visit (guest bigint PRIMARY KEY)").close();
      String query = "QUERY q RATE 1/s AS SELECT * FROM visit WHERE guest = ?";
      assertThat(message(session, query))
          .isEqualTo(
              "QUERY q not executed, because this statement only describes a load for lint and simulate");
      assertThat(message(session, " WRITE RATE 1/s INTO visit;"))
          .isEqualTo(
              "WRITE INTO visit not executed, because this statement only describes a load for lint and simulate");
      assertThatThrownBy(() -> session.prepare(query))
          .isInstanceOf(CqlException.class)
          .hasMessage(
              "cannot prepare QUERY q: found a statement that only describes a load for lint and simulate, expected a statement that can be executed; leave this statement to lint and simulate (line 1, column"
                  + " 1)");
      assertThatThrownBy(() -> session.execute("QUERY q RATE AS SELECT * FROM visit"))
          .isInstanceOf(CqlException.class)
          .hasMessageStartingWith("cannot read statement: line 1, column 14: found 'AS'");
    }
  }

  private static String message(CqlSession session, String statement) {
    try (Result result = session.execute(statement)) {
      assertThat(result.hasRows()).isFalse();
      return result.message();
    }
  }
}
