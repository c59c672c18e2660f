package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens when somebody else writes between the reading and the writing of a writer. */
class InterleavedWritesTest {
  /** So often a build writes until other processes know the index; then it writes its entries. */
  private static final int WRITES_OF_DECLARATION = 3;

  private final Engine shared = new MemoryEngine();
  private final InterleavedEngine engine = new InterleavedEngine(shared);
  private final Database database = Database.over(engine, Payments.CLOCK, 1);
  private Database other = database;

  @BeforeEach
  void createRows() {
    database.createTable(
        TableDefinition.of(
                "t", Payments.columns("id int, x int, y int", "d"), KeyPart.parseList("id"))
            .withIndexes(List.of(IndexDefinition.of("t_by_x", "x"))),
        false);
    database.apply(
        Change.insert("t", row("id", 1, "x", 1)), Change.insert("t", row("id", 2, "x", 2)));
    // As another process would have it: without the turns that writers of one process take.
    other = Database.over(shared, Payments.CLOCK, 2);
  }

  @AfterEach
  void close() {
    assertThat(database.verify("t")).isEmpty();
    database.close();
  }

  private static Change update(int id, Object... set) {
    return Change.update("t", List.of(eq("id", id)), row(set));
  }

  private String rows() {
    return database.table("t").query(Query.all()).toList().toString();
  }

  @Test
  void aConditionIsComparedWithTheRowThatIsOverwritten() {
    engine.beforeNextWrite(() -> other.apply(update(1, "x", 5)));
    assertThat(database.apply(update(1, "y", 1).onlyIf(eq("x", 1))).applied()).isFalse();
    engine.beforeNextWrite(() -> other.apply(Change.delete("t", List.of(eq("id", 1)))));
    assertThat(database.apply(update(1, "y", 1).ifPresent()).applied()).isFalse();
    engine.beforeNextWrite(() -> other.table("t").insert(row("id", 1)));
    assertThat(database.apply(Change.insert("t", row("id", 1, "x", 1)).ifAbsent()).applied())
        .isFalse();
    assertThat(rows()).isEqualTo("[(id = 1, x = null, y = null), (id = 2, x = 2, y = null)]");
  }

  @Test
  void aBatchIsComparedWithRowsThatItDoesNotChange() {
    engine.beforeNextWrite(() -> other.apply(update(1, "x", 5)));
    Change same = update(1, "x", 1).onlyIf(eq("x", 1));
    assertThat(database.apply(same, update(2, "y", 7)).unmet()).isZero();
    other.apply(update(1, "x", 1));
    engine.beforeNextWrite(() -> other.apply(update(1, "x", 5)));
    assertThat(database.apply(update(1, "x", 1), update(2, "y", 8)).rowsChanged()).isEqualTo(2);
    Change absent = Change.delete("t", List.of(eq("id", 3)));
    engine.beforeNextWrite(() -> other.table("t").insert(row("id", 3)));
    assertThat(database.apply(absent, update(2, "y", 9)).rowsChanged()).isEqualTo(2);
    assertThat(rows()).isEqualTo("[(id = 1, x = 1, y = null), (id = 2, x = 2, y = 9)]");
  }

  @Test
  void aMoveIsComparedWithTheRowsAtBothKeys() {
    Change move = Change.rekey("t", List.of(eq("id", 1)), row("id", 3));
    engine.beforeNextWrite(() -> other.table("t").insert(row("id", 3, "x", 3)));
    assertThatThrownBy(() -> database.apply(move))
        .hasMessageContaining("found a row with the new key");
    other.apply(Change.delete("t", List.of(eq("id", 3))));
    engine.beforeNextWrite(() -> other.apply(update(1, "y", 4)));
    assertThat(database.apply(move).rowsChanged()).isEqualTo(1);
    assertThat(rows()).isEqualTo("[(id = 2, x = 2, y = null), (id = 3, x = 1, y = 4)]");
  }

  /** The two rows never have the same key. They are written before and after the row is read. */
  @Test
  void aRowThatKeepsItsUniqueKeyIsNotRefusedWhenAnotherRowGetsTheKeyMeanwhile() {
    database.createIndex("t", IndexDefinition.of("t_x", "x").asUnique(), false);
    other = Database.over(shared, Payments.CLOCK, 3);
    for (int snapshots = 0; snapshots < 2; snapshots++) {
      other.apply(update(2, "x", 2));
      other.apply(update(1, "x", 5));
      for (int i = 0; i < snapshots; i++) {
        engine.beforeNextSnapshot(() -> {});
      }
      engine.beforeNextSnapshot(
          () -> {
            other.apply(update(1, "x", 6));
            other.apply(update(2, "x", 5));
          });
      assertThat(database.apply(update(1, "y", snapshots)).rowsChanged()).isEqualTo(1);
      assertThat(rows())
          .isEqualTo("[(id = 1, x = 6, y = %d), (id = 2, x = 5, y = null)]", snapshots);
    }
  }

  /** The build gives the key to the row after the writer has looked for the owner of the key. */
  @Test
  void aRowThatIsDeletedDuringABuildKeepsNoUniqueKey() throws Exception {
    InterleavedEngine ofBuilder = new InterleavedEngine(shared);
    Database builder = Database.over(ofBuilder, Payments.CLOCK, 3);
    CountDownLatch isRead = new CountDownLatch(1);
    CountDownLatch isBuilt = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              Database writing = Database.over(engine, Payments.CLOCK, 4);
              assertThat(writing.unfinishedIndexes()).hasSize(1);
              engine.beforeNextWrite(
                  () -> {
                    isRead.countDown();
                    await(isBuilt);
                  });
              writing.apply(Change.delete("t", List.of(eq("id", 1))));
            },
            "writer");
    for (int i = 0; i < WRITES_OF_DECLARATION; i++) {
      ofBuilder.beforeNextWrite(() -> {});
    }
    ofBuilder.beforeNextWrite(
        () -> {
          writer.start();
          await(isRead);
        });
    ofBuilder.beforeNextWrite(
        () -> {
          isBuilt.countDown();
          join(writer);
        });
    builder.createIndex("t", IndexDefinition.of("t_x", "x").asUnique(), false);
    assertThat(writer.getState()).isEqualTo(Thread.State.TERMINATED);
    assertThat(builder.verify("t")).isEmpty();
    builder.table("t").insert(row("id", 3, "x", 1));
    assertThat(rows()).isEqualTo("[(id = 2, x = 2, y = null), (id = 3, x = 1, y = null)]");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aWriterThatAlwaysConflictsGivesUpWithOneLine() {
    for (int i = 0; i < 200; i++) {
      int x = i;
      engine.beforeNextWrite(() -> other.apply(update(1, "x", 1000 + x)));
    }
    assertThatThrownBy(() -> database.apply(update(1, "y", 1)))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot write to t: found a write conflict in each of 100 attempts, since other writers changed the same rows; try again");
  }
}
