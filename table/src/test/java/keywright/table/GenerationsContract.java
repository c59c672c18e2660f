package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import keywright.table.model.WriteResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process with an old catalog finds no table instead of another one, and reads the catalog. */
abstract class GenerationsContract {
  private static final IndexDefinition BY_STATE = IndexDefinition.of("by_state", "state, id");

  Engine engine;
  Database first;
  Database second;

  private static TableDefinition table(String columns, String key) {
    return TableDefinition.of("t", Payments.columns(columns, "d"), KeyPart.parseList(key));
  }

  private static TableDefinition table() {
    return table("id int, state int, descr text", "id");
  }

  /** Opens {@link #engine}, and on it {@link #first}, {@link #create}, and {@link #second}. */
  abstract void open();

  @BeforeEach
  void openTwo() {
    open();
    assertThat(second.table("t").insert(Map.of("id", 1, "state", 1)))
        .isEqualTo(WriteResult.INSERTED);
  }

  /** Opens two databases on a server, as two processes have them. */
  final void openOn(String location) {
    String url = location + "?timeout_seconds=5";
    engine = Engines.open(url);
    first = Database.open(url);
    create();
    second = Database.open(url);
  }

  /** How often the table is truncated beside a writer. */
  abstract int truncations();

  /** {@link #engine} for one more process, which is killed when it drops a table, or lives. */
  private Engine shared(boolean lives) {
    return new ForwardingEngine(engine) {
      @Override
      public void dropTable(String name) {
        if (!lives) {
          throw new InterruptedEngine.Crash();
        }
        engine.dropTable(name);
      }

      @Override
      public void close() {}
    };
  }

  final void create() {
    assertThat(first.createTable(table().withIndexes(List.of(BY_STATE)), false)).isTrue();
  }

  @AfterEach
  void close() {
    second.close();
    first.close();
    engine.close();
  }

  @Test
  void aTableThatIsCreatedAgainIsWrittenByItsNewDeclaration() {
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

  @Test
  void aTableThatWasDroppedIsNotFoundByWhoKnowsIt() {
    assertThat(first.dropTable("t", false)).isTrue();
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", 2, "state", 2)))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageContaining("cannot find table t");
    assertThat(engine.tables()).noneMatch(each -> each.startsWith("t"));
  }

  @Test
  void aTableThatAnotherHasMadeIsUsedAtOnce() {
    TableDefinition other =
        TableDefinition.of(
            "other", Payments.columns("id int, size int", "d"), KeyPart.parseList("id"));
    assertThat(first.createTable(other, false)).isTrue();
    assertThat(second.table("other").insert(Map.of("id", 1, "size", 2)))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(second.find("other")).isPresent();
  }

  @Test
  void aColumnThatAnotherHasAddedIsUsedAtOnce() {
    TableChange add = new TableChange.Add(Payments.columns("down int", "d"), List.of(), false);
    assertThat(first.alterTable("t", add)).isTrue();
    assertThat(second.table("t").insert(Map.of("id", 2, "state", 2, "down", 3)))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(second.table("t").get(2).orElseThrow().get("down")).isEqualTo(3);
  }

  @Test
  void noWriteOfAColumnIsAcknowledgedWhenItIsDropped() {
    assertThat(first.alterTable("t", new TableChange.Drop(List.of("descr"), false))).isTrue();
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", 2, "descr", "lost")))
        .isInstanceOf(UnknownNameException.class);
  }

  /** A write by the old name would be a write of a column that has another name now. */
  @Test
  void noWriteIsAcknowledgedUnderANameThatAColumnHadBefore() {
    assertThat(first.alterTable("t", new TableChange.Rename(Map.of("descr", "old")))).isTrue();
    assertThatThrownBy(() -> second.table("t").insert(Map.of("id", 2, "descr", "new")))
        .isInstanceOf(UnknownNameException.class);
    assertThat(second.table("t").insert(Map.of("id", 2, "old", "x")))
        .isEqualTo(WriteResult.INSERTED);
    assertThat(first.table("t").get(2).orElseThrow().get("old")).isEqualTo("x");
  }

  @Test
  void rowsThatAreWrittenBesideATruncateHaveTheirEntriesOrAreGone() throws Exception {
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
    for (int i = 0; i < truncations(); i++) {
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

  /** One of them is refused, and alters the table again. */
  @Test
  void familiesThatTwoProcessesAddAtTheSameTimeStay() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    for (int round = 1; round <= 3; round++) {
      String right = "b" + round;
      Future<?> other = thread.submit(() -> addFamily(second, right));
      addFamily(first, "a" + round);
      other.get();
    }
    thread.shutdown();
    boolean unused = first.refresh();
    Map<String, Integer> values = new TreeMap<>(Map.of("id", 1, "state", 1));
    for (int round = 1; round <= 3; round++) {
      for (String column : List.of("a" + round, "b" + round)) {
        assertThat(first.table("t").get(column.hashCode()).orElseThrow().get(column))
            .as(column)
            .isEqualTo(round);
        values.put(column, round);
      }
    }
    assertThat(first.table("t").insert(values)).isEqualTo(WriteResult.OVERWRITTEN);
    assertThat(second.table("t").get(1).orElseThrow().get("a1")).isEqualTo(1);
    assertThat(first.verify("t")).isEmpty();
  }

  /** Adds a column in a family of its own, and writes a value of it at once. */
  private static void addFamily(Database database, String column) {
    TableChange add =
        new TableChange.Add(
            Payments.columns(column + " int", "f" + column),
            List.of(FamilyDefinition.of("f" + column)),
            false);
    while (true) {
      try {
        assertThat(database.alterTable("t", add)).isTrue();
        break;
      } catch (TableException e) {
        assertThat(e).hasMessageContaining("repeat the statement");
      }
    }
    int round = Integer.parseInt(column.substring(1));
    assertThat(
            database.table("t").insert(Map.of("id", column.hashCode(), "state", 1, column, round)))
        .isEqualTo(WriteResult.INSERTED);
  }

  /** Without the drop, rows would be acknowledged that are in the storage of before. */
  @Test
  void aTruncateThatIsKilledIsFinishedByTheNextWhoReadsTheCatalog() {
    try (Database killed = Database.over(shared(false), InstantSource.system(), 3)) {
      assertThatThrownBy(() -> killed.truncate("t")).isInstanceOf(InterruptedEngine.Crash.class);
    }
    assertThat(engine.tables()).contains("t", "t.by_state");
    assertThat(second.table("t").insert(Map.of("id", 2, "state", 2)))
        .isEqualTo(WriteResult.INSERTED);
    try (Database third = Database.over(shared(true), InstantSource.system(), 4)) {
      assertThat(third.table("t").query(Query.all()).toList()).isEmpty();
      assertThat(engine.tables()).doesNotContain("t", "t.by_state");
      assertThat(second.table("t").insert(Map.of("id", 3, "state", 3)))
          .isEqualTo(WriteResult.INSERTED);
      assertThat(third.table("t").get(3)).isPresent();
      assertThat(third.verify("t")).isEmpty();
    }
  }

  @Test
  void aReaderWhoseTableIsTruncatedIsToldSo() {
    for (int i = 0; i < 100; i++) {
      WriteResult unused = second.table("t").insert(Map.of("id", i, "state", 1));
    }
    first.truncate("t");
    assertThat(second.table("t").query(Query.all()).toList()).isEmpty();
    assertThat(second.table("t").insert(Map.of("id", 1, "state", 1)))
        .isEqualTo(WriteResult.INSERTED);
  }

  @Test
  void anIndexThatIsCreatedAgainHasStorageOfItsOwn() {
    second.close();
    assertThat(first.dropIndex("by_state", false)).isTrue();
    assertThat(first.createIndex("t", BY_STATE, false)).isTrue();
    String stored =
        engine.tables().stream().filter(each -> each.startsWith("t.")).findFirst().orElseThrow();
    assertThat(stored).startsWith("t.by_state#");
    assertThat(first.table("t").query(Query.all().where(eq("state", 1))).toList()).hasSize(1);
    assertThat(first.verify("t")).isEmpty();
  }
}
