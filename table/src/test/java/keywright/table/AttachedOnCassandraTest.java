package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables that another client of Cassandra has made and continues writing. */
@Tag("large")
class AttachedOnCassandraTest {
  private static final String KEYSPACE = "attached";
  private static Engine engine;
  private static Database database;

  @BeforeAll
  static void open() {
    String url = CassandraServer.shared().newKeyspace(KEYSPACE) + "?alone=true";
    engine = Engines.open(url);
    database = Database.over(engine, InstantSource.system(), 1);
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static void client(String cql) {
    CassandraServer.shared().execute(cql.formatted(KEYSPACE));
  }

  private static Table attach(String table, String columns) {
    client("CREATE TABLE %s." + table + " (" + columns + ")");
    TableDefinition definition = database.attachable(table, StorageOptions.DEFAULT);
    assertThat(database.createTable(definition, false)).isTrue();
    return database.table(table);
  }

  private static List<Condition> at(int sensor, int at) {
    return List.of(eq("sensor", sensor), eq("at", at));
  }

  @Test
  void bothClientsReadAndWriteTheSameRows() {
    Table reading =
        attach(
            "reading", "sensor int, at int, celsius double, note text, PRIMARY KEY (sensor, at)");
    assertThat(reading.isPlain()).isTrue();
    client("INSERT INTO %s.reading (sensor, at, celsius, note) VALUES (1, 1, 20.5, 'x')");
    assertThat(reading.get(1, 1).orElseThrow().values()).containsExactly(1, 1, 20.5, "x");
    assertThat(reading.update(at(1, 1), row("celsius", 21.0))).isEqualTo(1);
    client("UPDATE %s.reading SET note = 'y' WHERE sensor = 1 AND at = 1");
    assertThat(reading.get(1, 1).orElseThrow().values()).containsExactly(1, 1, 21.0, "y");
    assertThat(reading.insert(row("sensor", 1, "at", 2, "note", "z"), Using.ttl(100)))
        .isEqualTo(WriteResult.WRITTEN);
    client("DELETE FROM %s.reading WHERE sensor = 1 AND at = 1");
    try (Rows rows = reading.query(Query.all().where(eq("sensor", 1)))) {
      assertThat(rows.next().values()).containsExactly(1, 2, null, "z");
      assertThat(rows.next()).isNull();
    }
    assertThat(reading.delete(at(1, 2))).isEqualTo(1);
    assertThat(reading.get(1, 2)).isEmpty();
    assertThat(engine.tables()).doesNotContain("reading");
  }

  @Test
  void aValueOfALaterTimeThatWouldHideAWriteIsNamed() {
    Table ahead = attach("ahead", "sensor int, at int, n int, m int, PRIMARY KEY (sensor, at)");
    long later = (System.currentTimeMillis() + 3_600_000) * 1_000;
    client("INSERT INTO %s.ahead (sensor, at, n) VALUES (1, 1, 5) USING TIMESTAMP " + later);
    String refused =
        "cannot write row (1, 1) of ahead: found a value of column n with the write time "
            + later
            + " in microseconds, expected at most ";
    assertThatThrownBy(() -> ahead.update(at(1, 1), row("n", 6)))
        .hasMessageStartingWith(refused)
        .hasMessageEndingWith(
            " (one second from now), since that value would hide the new one; correct it with the client that wrote it, or wait until that time");
    assertThatThrownBy(() -> ahead.insert(row("sensor", 1, "at", 1, "n", 6)))
        .hasMessageStartingWith(refused);
    assertThatThrownBy(() -> ahead.delete(at(1, 1))).hasMessageStartingWith(refused);
    assertThat(ahead.update(at(1, 1), row("m", 7))).as("of another column").isEqualTo(1);
    assertThat(ahead.get(1, 1).orElseThrow().values()).containsExactly(1, 1, 7, 5);
  }

  @Test
  void aWriteReplacesWhatTheOtherClientWritesWhileItBegins() {
    attach("between", "sensor int, at int, n int, PRIMARY KEY (sensor, at)");
    AtomicReference<Runnable> between = new AtomicReference<>(() -> {});
    InstantSource clock =
        () -> {
          Instant now = Instant.now();
          between.getAndSet(() -> {}).run();
          return now;
        };
    Database other = Database.over(engine, clock, 1);
    Table table = other.table("between");
    table.insert(row("sensor", 1, "at", 1, "n", 1));
    between.set(() -> client("UPDATE %s.between SET n = 9 WHERE sensor = 1 AND at = 1"));
    assertThat(table.update(at(1, 1), row("n", 5))).isEqualTo(1);
    assertThat(table.get(1, 1).orElseThrow().getInt("n")).isEqualTo(5);
    between.set(() -> client("UPDATE %s.between SET n = 9 WHERE sensor = 1 AND at = 1"));
    other.apply(
        List.of(
            Change.insert("between", row("sensor", 1, "at", 1, "n", 6)),
            Change.insert("between", row("sensor", 1, "at", 2, "n", 6))));
    assertThat(table.get(1, 1).orElseThrow().getInt("n")).isEqualTo(6);
  }

  @Test
  void aWriteReplacesAGreaterValueOfTheSameTimeAndOfOneThatIsALittleAhead() {
    attach("tie", "sensor int, at int, n int, PRIMARY KEY (sensor, at)");
    Instant now = Instant.now();
    Database other = Database.over(engine, () -> now, 1);
    Table table = other.table("tie");
    long micros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    for (long time : List.of(micros, micros + 900_000)) {
      client("UPDATE %s.tie USING TIMESTAMP " + time + " SET n = 9 WHERE sensor = 1 AND at = 1");
      assertThat(table.update(at(1, 1), row("n", 5))).isEqualTo(1);
      assertThat(table.get(1, 1).orElseThrow().getInt("n")).as("after %d", time).isEqualTo(5);
    }
    client("UPDATE %s.tie USING TIMESTAMP " + micros + " SET n = 9 WHERE sensor = 1 AND at = 2");
    assertThat(table.delete(at(1, 2))).isEqualTo(1);
    assertThat(table.get(1, 2)).isEmpty();
  }

  @Test
  void whatTheOtherClientWouldNotKnowIsRefused() {
    Table other = attach("other", "sensor int, at int, n int, PRIMARY KEY (sensor, at)");
    assertThatThrownBy(() -> other.insertIfAbsent(row("sensor", 1, "at", 1)))
        .hasMessage(
            "cannot write to other: found IF, expected a write without conditions, since the other clients of this attached table write without conditions; leave it out, or copy the table into another database");
    assertThatThrownBy(() -> database.apply(Change.rekey("other", at(1, 1), row("at", 2))))
        .hasMessageStartingWith("cannot write to other: found REKEY");
    assertThatThrownBy(() -> database.createIndex("other", IndexDefinition.of("by_n", "n"), false))
        .hasMessageStartingWith("cannot create index by_n: table other is attached");
    assertThatThrownBy(() -> database.truncate("other"))
        .hasMessageStartingWith("cannot truncate table other: found an attached table");
    assertThatThrownBy(
            () -> database.alterTable("other", new TableChange.Drop(List.of("n"), false)))
        .hasMessageStartingWith("cannot alter table other: found an attached table");
    assertThat(database.verify("other")).isEmpty();
    assertThat(database.dropTable("other", false)).isTrue();
    assertThatCode(() -> client("INSERT INTO %s.other (sensor, at, n) VALUES (1, 1, 1)"))
        .as("the table stays")
        .doesNotThrowAnyException();
  }

  @Test
  void someColumnsOfATableOfAnotherNameCanBeDeclared() {
    client(
        "CREATE TABLE %s.\"Mixed\" (id int PRIMARY KEY, tags map<text, int>, code text, at bigint)");
    StorageOptions named = new StorageOptions(Splits.BY_KEY, Map.of("cassandra.table", "Mixed"));
    assertThatThrownBy(() -> database.attachable("mixed", named))
        .hasMessageContaining("found column tags of type map<text, int>");
    TableDefinition some =
        TableDefinition.of(
                "mixed",
                Payments.columns("id int, code char(2), at timestamp(us)", "d"),
                KeyPart.parseList("id"))
            .withStorage(named)
            .asAttached();
    assertThat(database.createTable(some, false)).isTrue();
    client("INSERT INTO %s.\"Mixed\" (id, tags, code, at) VALUES (1, {'a': 1}, 'ab', 1000001)");
    Table mixed = database.table("mixed");
    assertThat(mixed.get(1).orElseThrow().get("at")).isEqualTo(Instant.ofEpochSecond(1, 1_000));
    client("UPDATE %s.\"Mixed\" SET code = 'abc' WHERE id = 1");
    assertThatThrownBy(() -> mixed.get(1))
        .hasMessageStartingWith(
            "cannot read a row of Mixed: found a value of column code that does not fit its type char(2)");
  }

  @Test
  void valuesOfColumnsAreDeletedWithoutConditions() {
    Table part = attach("part", "sensor int, at int, n int, m int, PRIMARY KEY (sensor, at)");
    client("INSERT INTO %s.part (sensor, at, n, m) VALUES (1, 1, 5, 6)");
    database.apply(Change.deleteValues("part", at(1, 1), List.of("n")));
    assertThat(part.get(1, 1).orElseThrow().values()).containsExactly(1, 1, 6, null);
    database.apply(Change.deleteValues("part", at(1, 2), List.of("n")));
    assertThat(part.get(1, 2)).as("a row that does not exist").isEmpty();
    assertThatThrownBy(() -> database.apply(Change.deleteValues("part", at(1, 1), List.of("at"))))
        .hasMessage(
            "cannot delete at of part: it is part of the primary key (sensor, at), whose values cannot be deleted; leave it out, or delete the row");
  }

  @Test
  void aZeroWithASignIsCopiedAsZero() {
    Table signed = attach("signed", "id int PRIMARY KEY, d double, f float");
    client("INSERT INTO %s.signed (id, d, f) VALUES (1, -0.0, -0.0)");
    assertThat(signed.get(1).orElseThrow().values()).containsExactly(1, 0.0, 0.0f);
    try (Database memory = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
      assertThat(
              DatabaseCopy.of(database, memory, List.of("signed"))
                  .run(progress -> {})
                  .get(0)
                  .isSame())
          .isTrue();
    }
  }

  @Test
  void aCopyIsATableOfOnesOwn() {
    Table source = attach("source", "sensor int, at int, n int, PRIMARY KEY (sensor, at)");
    client(
        "INSERT INTO %s.source (sensor, at, n) VALUES (1, 1, 5) USING TIMESTAMP 1700000000000000");
    client("INSERT INTO %s.source (sensor, at, n) VALUES (2, 1, 6)");
    try (Database memory = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
      assertThat(
              DatabaseCopy.of(database, memory, List.of("source"))
                  .run(progress -> {})
                  .get(0)
                  .differences())
          .isZero();
      assertThat(memory.table("source").get(2, 1).orElseThrow().values())
          .isEqualTo(source.get(2, 1).orElseThrow().values());
    }
  }
}
