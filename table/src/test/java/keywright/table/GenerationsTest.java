package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process with an old catalog finds no table instead of another one, and reads the catalog. */
class GenerationsTest {
  private static final IndexDefinition BY_STATE = IndexDefinition.of("by_state", "state, id");

  /** So long that no process reads the catalog again by itself while a test runs. */
  private static final long DELAY_MILLIS = 60_000;

  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private Engine engine;
  private Database first;
  private Database second;

  private static TableDefinition table(String columns, String key) {
    return TableDefinition.of("t", Payments.columns(columns, "d"), KeyPart.parseList(key));
  }

  private static TableDefinition table() {
    return table("id int, state int, descr text", "id");
  }

  /** Opens two databases on one engine, as two processes have them. */
  private void open(String name) {
    if (!name.equals("memory")) {
      String space = "generations" + NAMESPACES.getAndIncrement();
      String url =
          (name.equals("hbase")
                  ? HBaseServer.shared().url(space)
                  : CassandraServer.shared().newKeyspace(space))
              + "?timeout_seconds=5";
      engine = Engines.open(url);
      first = Database.open(url);
      create();
      second = Database.open(url);
    } else {
      engine = CatalogLeaseTest.reached(MemoryEngine.ofSingleRows(1), DELAY_MILLIS);
      first = Database.over(engine, Payments.CLOCK, 1);
      create();
      second = Database.over(engine, Payments.CLOCK, 2);
    }
    assertThat(second.table("t").insert(Map.of("id", 1, "state", 1)))
        .isEqualTo(WriteResult.INSERTED);
  }

  private void create() {
    assertThat(first.createTable(table().withIndexes(List.of(BY_STATE)), false)).isTrue();
  }

  @AfterEach
  void close() {
    second.close();
    first.close();
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void aTableThatIsCreatedAgainIsWrittenByItsNewDeclaration(String name) {
    open(name);
    assertThat(first.dropTable("t", false)).isTrue();
    assertThat(first.createTable(table("id text, state int", "id"), false)).isTrue();
    assertThat(engine.tables()).contains("t#4").doesNotContain("t", "t.by_state");
    assertThat(second.table("t").insert(Map.of("id", "seven", "state", 2)))
        .isEqualTo(WriteResult.INSERTED);
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", "x", "descr", "n")))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("descr");
    assertThat(first.table("t").query(Query.all()).toList()).hasSize(1);
    assertThat(first.verify("t")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void aTableThatWasDroppedIsNotFoundByWhoKnowsIt(String name) {
    open(name);
    assertThat(first.dropTable("t", false)).isTrue();
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", 2, "state", 2)))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("cannot find table t");
    assertThat(engine.tables()).noneMatch(each -> each.startsWith("t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void aTableThatAnotherHasMadeIsUsedAtOnce(String name) {
    open(name);
    TableDefinition other =
        TableDefinition.of(
            "other", Payments.columns("id int, size int", "d"), KeyPart.parseList("id"));
    assertThat(first.createTable(other, false)).isTrue();
    assertThat(second.table("other").insert(Map.of("id", 1, "size", 2)))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(second.find("other")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void aColumnThatAnotherHasAddedIsUsedAtOnce(String name) {
    open(name);
    TableChange add = new TableChange.Add(Payments.columns("down int", "d"), List.of(), false);
    assertThat(first.alterTable("t", add)).isTrue();
    assertThat(second.table("t").insert(Map.of("id", 2, "state", 2, "down", 3)))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(second.table("t").get(2).orElseThrow().get("down")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void noWriteOfAColumnIsAcknowledgedWhenItIsDropped(String name) {
    open(name);
    assertThat(first.alterTable("t", new TableChange.Drop(List.of("descr"), false))).isTrue();
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", 2, "descr", "lost")))
        .isInstanceOf(UnknownNameException.class);
  }

  /** A write by the old name would be a write of a column that has another name now. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void noWriteIsAcknowledgedUnderANameThatAColumnHadBefore(String name) {
    open(name);
    assertThat(first.alterTable("t", new TableChange.Rename(Map.of("descr", "old")))).isTrue();
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", 2, "descr", "new")))
        .isInstanceOf(UnknownNameException.class);
    assertThat(second.table("t").insert(Map.of("id", 2, "old", "x")))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(first.table("t").get(2).orElseThrow().get("old")).isEqualTo("x");
  }

  /** The process that moves the row has not heard of the columns. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase"})
  void aRowIsMovedWithTheColumnsThatAnotherHasAdded(String name) {
    open(name);
    TableChange add =
        new TableChange.Add(
            List.of(
                Payments.columns("down int", "d").get(0), Payments.columns("up int", "g").get(0)),
            List.of(FamilyDefinition.of("g")),
            false);
    assertThat(first.alterTable("t", add)).isTrue();
    assertThat(first.table("t").insert(Map.of("id", 1, "state", 1, "down", 3, "up", 4)))
        .isEqualTo(WriteResult.OVERWRITTEN);
    ChangeResult moved = second.apply(Change.rekey("t", List.of(eq("id", 1)), Map.of("id", 2)));
    assertThat(moved.applied()).isTrue();
    Row row = first.table("t").get(2).orElseThrow();
    assertThat(row.get("down")).isEqualTo(3);
    assertThat(row.get("up")).isEqualTo(4);
    assertThat(first.verify("t")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void rowsThatAreWrittenBesideATruncateHaveTheirEntriesOrAreGone(String name) throws Exception {
    open(name);
    AtomicBoolean stopped = new AtomicBoolean();
    AtomicInteger written = new AtomicInteger();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> writing =
        thread.submit(
            () -> {
              while (!stopped.get()) {
                int id = written.get();
                WriteResult unused =
                    second.table("t").insert(Map.of("id", id % 500, "state", id % 7));
                written.incrementAndGet();
              }
            });
    for (int i = 0; i < (name.equals("memory") ? 20 : 3); i++) {
      int before = written.get();
      while (written.get() < before + 3 && !writing.isDone()) {
        LockSupport.parkNanos(1_000_000);
      }
      first.truncate("t");
    }
    stopped.set(true);
    writing.get();
    long rows = first.table("t").query(Query.all()).toList().size();
    assertThat(rows).isLessThan(written.get());
    thread.shutdown();
    assertThat(second.table("t").insert(Map.of("id", 1_000, "state", 1)))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(first.table("t").get(1_000)).isPresent();
    assertThat(first.verify("t")).isEmpty();
    assertThat(engine.tables().stream().filter(each -> each.startsWith("t"))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void aReaderWhoseTableIsTruncatedIsToldSo(String name) {
    open(name);
    for (int i = 0; i < 100; i++) {
      WriteResult unused = second.table("t").insert(Map.of("id", i, "state", 1));
    }
    first.truncate("t");
    assertThat(second.table("t").query(Query.all()).toList()).isEmpty();
    assertThat(second.table("t").insert(Map.of("id", 1, "state", 1)))
        .isEqualTo(WriteResult.INSERTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "hbase", "cassandra"})
  void anIndexThatIsCreatedAgainHasStorageOfItsOwn(String name) {
    open(name);
    second.close();
    assertThat(first.dropIndex("by_state", false)).isTrue();
    assertThat(first.createIndex("t", BY_STATE, false)).isTrue();
    String stored =
        engine.tables().stream().filter(each -> each.startsWith("t.")).findFirst().orElseThrow();
    assertThat(stored).startsWith("t.by_state#");
    assertThat(first.table("t").query(Query.all().where(eq("state", 1))).toList()).hasSize(1);
    assertThat(first.verify("t")).isEmpty();
  }

  @Test
  void theRegionsOfAnIndexThatAnotherHasDroppedAreRefusedByItsName() {
    open("hbase");
    assertThat(second.table("t").regions("by_state")).isNotEmpty();
    assertThat(first.dropIndex("by_state", false)).isTrue();
    assertThatThrownBy(() -> second.table("t").regions("by_state"))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("by_state");
  }
}
