package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows whose partition key is an empty text, which Cassandra cannot have. */
@Tag("large")
class EmptyKeysOnCassandraTest {
  private static Engine engine;
  private static Database database;

  @BeforeAll
  static void open() {
    engine = Engines.open(CassandraServer.shared().newKeyspace("empty_keys") + "?alone=true");
    database = Database.over(engine, InstantSource.system(), 1);
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static TableDefinition definition(String name) {
    return TableDefinition.of(name, Payments.columns("k text, v int", "d"), KeyPart.parseList("k"))
        .withIndexes(
            List.of(
                IndexDefinition.of(name + "_by_v", "v"),
                IndexDefinition.of(name + "_of_v", "v").asUnique()));
  }

  private static void refused(ThrowingCallable write) {
    assertThatThrownBy(write)
        .isInstanceOf(TableException.class)
        .hasMessageContaining(
            "found an empty k, expected a value: Cassandra has no partition with an empty key");
  }

  @Test
  void aRefusedRowLeavesNeitherEntriesNorReservations() {
    database.createTable(definition("code"), false);
    Table code = database.table("code");
    refused(() -> code.insert(row("k", "", "v", 5)));
    refused(() -> code.insertIfAbsent(row("k", "", "v", 5)));
    refused(() -> code.update(List.of(eq("k", "")), row("v", 5)));
    refused(
        () ->
            database.apply(
                List.of(
                    Change.insert("code", row("k", "a", "v", 4)),
                    Change.insert("code", row("k", "", "v", 5)))));
    assertThat(code.get("")).isEmpty();
    assertThat(code.delete(List.of(eq("k", "")))).isZero();
    code.insert(row("k", "b", "v", 5));
    refused(() -> database.apply(Change.rekey("code", List.of(eq("k", "b")), row("k", ""))));
    assertThat(code.get("b").orElseThrow().get("v")).isEqualTo(5);
    assertThat(database.scrub("code", ScrubOptions.CHECK).findings()).isEmpty();
    try (Database memory = Database.over(new MemoryEngine(), InstantSource.system(), 1)) {
      memory.createTable(definition("copied"), false);
      memory.table("copied").insert(row("k", "", "v", 1));
      refused(() -> DatabaseCopy.of(memory, database, List.of("copied")).run(progress -> {}));
    }
  }

  /** As an earlier release left it. */
  @Test
  void anEntryOfSuchARowIsRemoved() {
    database.createTable(definition("left"), false);
    Table left = database.table("left");
    left.insert(row("k", "b", "v", 6));
    TableLayout entries = database.known().require("left").indexes().get(0).layout();
    long version = System.currentTimeMillis() * 1_000;
    assertThat(
            engine.write(
                new WriteBatch(0)
                    .put(
                        entries,
                        entries.keySchema().key("", 5),
                        WriteBatch.ABSENT,
                        version,
                        Map.of())))
        .isTrue();
    assertThat(database.scrub("left", ScrubOptions.CHECK).findings())
        .extracting(ScrubReport.Finding::kind)
        .containsExactly(ScrubReport.Kind.ENTRY_WITHOUT_ROW);
    ScrubReport repaired = database.scrub("left", ScrubOptions.REPAIR);
    assertThat(repaired.findings()).allMatch(finding -> finding.repaired() == finding.found());
    assertThat(database.scrub("left", ScrubOptions.CHECK).findings()).isEmpty();
  }
}
