package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Cassandra and texts about row keys write: accepted, or answered with the spelling here. */
class BorrowedSpellingsTest {
  private static final Pattern WRITE = Pattern.compile("; write (.*?)(, which .*)?( \\(line .*)?$");

  private final Database database = Database.over(new MemoryEngine(), InstantSource.system(), 1);
  private final CqlSession session = CqlSession.over(database);

  @AfterEach
  void close() {
    database.close();
  }

  private String run(String statement) {
    return session.execute(statement).message();
  }

  private List<String> lines(String statement) {
    return session.execute(statement).toList().stream()
        .map(row -> String.valueOf(row.get(0)))
        .toList();
  }

  @Test
  void anIndexWithoutANameIsCalledByItsTableAndColumns() {
    run("CREATE TABLE t (id int PRIMARY KEY, v int, w text, \"Full name\" text)");
    assertThat(run("CREATE INDEX ON t (v)")).isEqualTo("index t_v_idx created");
    assertThat(run("CREATE INDEX IF NOT EXISTS ON t (v)"))
        .isEqualTo("index t_v_idx exists; nothing changed");
    assertThatThrownBy(() -> run("CREATE INDEX ON t (v)"))
        .hasMessageStartingWith("cannot create index t_v_idx: ");
    assertThat(run("CREATE INDEX ON t (v DESC)")).isEqualTo("index t_v_idx_1 created");
    assertThat(run("CREATE UNIQUE INDEX ON keywright.t (lower(w), v DESC)"))
        .isEqualTo("index t_w_v_idx created");
    assertThat(run("CREATE INDEX ON t (\"Full name\")"))
        .isEqualTo("index \"t_Full_name_idx\" created".replace("\"", ""));
    assertThat(lines("DESCRIBE t_v_idx").get(0)).isEqualTo("CREATE INDEX t_v_idx ON t (v);");
    assertThat(run("DROP INDEX t_v_idx")).isEqualTo("index t_v_idx dropped");
  }

  @Test
  void optionsOfCassandraAreKeptOrDoWhatTheySay() {
    assertThat(
            run(
                "CREATE TABLE t (id int PRIMARY KEY, v int, w int, FAMILY f (w) WITH ttl = 60)"
                    + " WITH default_time_to_live = 86400 AND comment = 'it''s' AND compaction ="
                    + " {'class': 'LeveledCompactionStrategy', 'enabled': true} AND caching = {}"))
        .isEqualTo(
            "table t created; default_time_to_live is stored as the ttl of family d; options that are kept and shown by DESCRIBE, but do not change how rows are stored: comment, compaction; options that have no effect here and were ignored: caching");
    String described = String.join("\n", lines("DESCRIBE t"));
    assertThat(described)
        .contains("FAMILY d (v) WITH ttl = 86400", "FAMILY f (w) WITH ttl = 60")
        .contains(
            "WITH comment = 'it''s' AND compaction = {'class': 'LeveledCompactionStrategy',"
                + " 'enabled': true}");
    run("DROP TABLE t");
    run(described);
    assertThat(String.join("\n", lines("DESCRIBE t"))).isEqualTo(described);
    run("INSERT INTO t (id, v, w) VALUES (1, 2, 3)");
    long ttl =
        ((Number) session.execute("SELECT TTL(v) FROM t").toList().get(0).get(0)).longValue();
    assertThat(ttl).isBetween(86_000L, 86_400L);
    run(
        "CREATE TABLE forever (id int PRIMARY KEY, v int, w int, FAMILY f (w) WITH ttl = 0)"
            + " WITH default_time_to_live = 60");
    assertThat(String.join("\n", lines("DESCRIBE forever")))
        .contains("FAMILY d (v) WITH ttl = 60", "FAMILY f (w)\n");
    run("ALTER TABLE forever ALTER FAMILY f WITH versions = 2");
    run("CREATE TABLE plain (id int PRIMARY KEY, v int, w int, FAMILY f (w))");
    run("ALTER TABLE plain ALTER FAMILY f WITH versions = 2");
    assertThat(String.join("\n", lines("DESCRIBE plain")))
        .contains("FAMILY f (w) WITH versions = 2")
        .doesNotContain("FAMILY d");
    assertThat(run("CREATE TABLE u (id int PRIMARY KEY, v int) WITH default_time_to_live = 0"))
        .isEqualTo("table u created");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Reverse(Pad(id, '0')) ; reverse(lpad(id, 10)) ;",
        "pad(big, 9) ; lpad(big, 9) ;",
        "lpad(id, 6, '0') ; lpad(id, 6) ;",
        "substr(md5(id), 1, 4), id ; left(md5(id), 4) ; , id",
        "substring(md5(id), 0, 4), id ; left(md5(id), 4) ; , id",
        "substr(md5(id), -4), id ; right(md5(id), 4) ; , id",
        "md5(id).subStr(0,4), id ; left(md5(id), 4) ; , id",
        "hash(id).substring(0,4)+id ; left(md5(id), 4), id ;",
        "concat(substring(hash(id), 0, 4), '_', id) ; left(md5(id), 4), id ;",
        "lpad(id, 6) || '_' || big ; lpad(id, 6), big ;",
        "big % 8, big ; mod(big, 8) ; , big",
        "Long.MAX_VALUE - big, id ; big DESC ; , id",
        "Integer.MAX_VALUE - id ; id DESC ;",
        "lpad(Long.MAX_VALUE - big, 19) ; big DESC ;",
        "salt(8), big ; bucket(8) ; , big",
        "[id][big] ; id, big ;",
        "[id][big DESC] ; id, big DESC ;",
        "[md5(id).subStr(0,4)][Id][big] ; left(md5(id), 4), id, big ;",
        "[big % 8][big][id][log-event] ; mod(big, 8), big, id, \"log-event\" ;"
      })
  void aKeyInAnotherSpellingIsAnsweredWithTheWholeExpressionHere(
      String key, String here, @Nullable String rest) {
    String table =
        "CREATE TABLE t (id int, big bigint, \"log-event\" int, v int, PRIMARY KEY (%s))";
    String refusal = "";
    try {
      run(table.formatted(key));
    } catch (CqlException e) {
      refusal = String.valueOf(e.getMessage()).lines().findFirst().orElseThrow();
    }
    Matcher write = WRITE.matcher(refusal);
    assertThat(write.find()).as(refusal).isTrue();
    assertThat(write.group(1)).as(refusal).isEqualTo(here);
    assertThat(run(table.formatted(here + Objects.requireNonNullElse(rest, ""))))
        .isEqualTo("table t created");
  }

  @Test
  void aKeyWithoutParenthesesAndANameWithAHyphenAreAnswered() {
    assertThatThrownBy(() -> run("CREATE TABLE t (a int, b int, PRIMARY KEY [a][b])"))
        .hasMessageContaining("write PRIMARY KEY (a, b), with parentheses around the parts");
    assertThatThrownBy(() -> run("CREATE TABLE t (log int, event int, PRIMARY KEY (log-event))"))
        .hasMessageContaining("put a name with a hyphen in double quotes: \"log-event\"");
  }

  @ParameterizedTest
  @CsvSource({"snappy, lz4", "lzf, lz4", "zlib, zstd"})
  void aCompressionOfOthersIsAnsweredWithTheNearestOne(String other, String here) {
    String table =
        "CREATE TABLE t (id int PRIMARY KEY, v int, FAMILY f (v) WITH compression = '%s')";
    assertThatThrownBy(() -> run(table.formatted(other)))
        .hasMessageContaining(
            "cannot create table t: found compression '%s' of family f; write compression = '%s', which"
                .formatted(other, here));
    assertThat(run(table.formatted(here))).isEqualTo("table t created");
  }

  @Test
  void offIsNone() {
    run("CREATE TABLE t (id int PRIMARY KEY, v int, FAMILY f (v) WITH compression = 'off')");
    assertThat(String.join("\n", lines("DESCRIBE t"))).contains("WITH compression = 'none'");
  }

  @Test
  void aFamilyIsAlteredAndDescribedSo() {
    run("CREATE TABLE t (id int PRIMARY KEY, v int, w int, FAMILY f (w))");
    run("CREATE INDEX ON t (v)");
    assertThat(
            run(
                "ALTER TABLE t ALTER FAMILY f WITH ttl = 60 AND versions = 3 AND compression = 'off'"))
        .isEqualTo("table t altered");
    assertThat(run("ALTER TABLE t ALTER FAMILY f WITH ttl = 60"))
        .isEqualTo("table t has this change already; nothing changed");
    assertThat(String.join("\n", lines("DESCRIBE t")))
        .contains("FAMILY f (w) WITH compression = 'none' AND ttl = 60 AND versions = 3");
    assertThat(run("ALTER TABLE t ALTER FAMILY d WITH compression = 'zstd'"))
        .isEqualTo("table t altered");
    assertThat(String.join("\n", lines("DESCRIBE t")))
        .contains("FAMILY d (v) WITH compression = 'zstd'");
    assertThatThrownBy(() -> run("ALTER TABLE t ALTER FAMILY d WITH ttl = 60"))
        .hasMessageContaining(
            "cannot set a ttl of family d of t: index t_v_idx reads column v of this family: when a value expires, its index entry would stay; drop the index first");
    assertThatThrownBy(() -> run("ALTER TABLE t ALTER FAMILY f WITH versions = 1"))
        .hasMessageContaining(
            "cannot set versions of family f to 1 of t: found a family with versions = 3, ");
    assertThatThrownBy(() -> run("ALTER TABLE t ALTER FAMILY g WITH ttl = 1"))
        .hasMessageContaining("cannot alter family g of t: there is no such family");
    assertThatThrownBy(() -> run("ALTER TABLE t ALTER FAMILY f WITH speed = 1"))
        .hasMessageContaining(
            "found option 'speed', expected compression, ttl (in seconds) or versions");
    run("DROP INDEX t_v_idx");
    assertThat(run("ALTER TABLE t ALTER FAMILY d WITH ttl = 60")).isEqualTo("table t altered");
  }
}
