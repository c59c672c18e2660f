package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.table.catalog.Declarations;
import keywright.table.catalog.OutdatedException;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredTable;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Using;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import keywright.table.write.singlerow.CommitSteps;
import keywright.table.write.singlerow.EngineRowAccess;
import keywright.table.write.singlerow.Protocol;
import keywright.table.write.singlerow.RowCommit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A write that was sent by a declaration without an index, was not answered, and reaches the engine
 * after the index was built: the statement starts again, and finds the row as it wants it.
 */
class DelayedWritesTest {
  /** When the delayed write reaches the engine. */
  enum Arrival {
    BEFORE_THE_STATEMENT_STARTS_AGAIN,
    AFTER_ITS_READ
  }

  private final MemoryEngine engine = MemoryEngine.ofSingleRows(1);
  private final StoredTable before = new StoredTable(CatalogEntry.of(World.TABLE), engine);
  private final StoredTable after =
      new StoredTable(
          CatalogEntry.of(World.TABLE.withIndexes(List.of(BuildWorld.BY_CITY))), engine);
  private final List<WriteBatch> delayed = new ArrayList<>();
  private final AtomicLong nonces = new AtomicLong();

  @BeforeEach
  void create() {
    engine.createTable(after.layout());
    engine.createTable(after.index(BuildWorld.BY_CITY.name()).layout());
  }

  private static RowChange insert(StoredTable table) {
    return insert(table, 1, RowTest.NONE);
  }

  private static RowChange insert(StoredTable table, int id, RowTest expected) {
    return RowChange.of(
        table,
        RowChange.Kind.INSERT,
        RowChange.given(table, row("id", id, "city", "x")),
        expected,
        Using.NOTHING);
  }

  /** Sends rows that the engine keeps and does not answer. */
  private CommitSteps delaying(CommitSteps steps) {
    return new CommitStepsDecorator(steps) {
      @Override
      public List<Written> writeRows(List<RowCommit> rows) {
        rows.forEach(row -> delayed.add(row.plan().batch(row.sent().stamp(), 0)));
        return List.of(Written.UNANSWERED);
      }
    };
  }

  private void arrive() {
    delayed.forEach(batch -> assertThat(engine.write(batch)).isTrue());
    delayed.clear();
  }

  /** Whatever is delayed arrives when rows have been read. */
  private CommitSteps arrivingAfterReads(CommitSteps steps) {
    return new CommitStepsDecorator(steps) {
      @Override
      public void read(List<RowCommit> rows, List<RowCommit> unread) {
        super.read(rows, unread);
        arrive();
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatIsFoundAsItShouldBeHasItsEntry(Arrival arrival) {
    Protocol old = outdatedAfterOneWrite();
    RowChange first = insert(before);
    RowWriter slow = RowWorld.writer(old.withCommits(delaying(old.commits())), 5);
    assertThatThrownBy(() -> slow.writeTogether(List.of(first)))
        .isInstanceOf(OutdatedException.class);

    if (arrival == Arrival.BEFORE_THE_STATEMENT_STARTS_AGAIN) {
      arrive();
    }
    RowChange again = insert(after);
    again.noteDoneAs(first);
    Protocol now =
        Protocol.of(new EngineRowAccess(engine, RowWorld.clock(5), nonces::incrementAndGet));
    RowWriter writer = RowWorld.writer(now.withCommits(arrivingAfterReads(now.commits())), 5);
    assertThat(writer.writeTogether(List.of(again)).isWhole()).isTrue();
    assertThat(delayed).isEmpty();
    assertThat(new Consistency(engine, after, RowWorld::repair).wrong(1, 1)).isNull();
  }

  /** With a declaration that is outdated after rows were sent once. */
  private Protocol outdatedAfterOneWrite() {
    boolean[] holds = {true, false};
    int[] asked = {0};
    Declarations outdated =
        new Declarations() {
          @Override
          public boolean hold(StoredTable table) {
            return asked[0] < holds.length && holds[asked[0]++];
          }

          @Override
          public boolean heldUntilNow(StoredTable table) {
            return true;
          }

          @Override
          public boolean areCurrent(StoredTable table) {
            return false;
          }

          @Override
          public void unanswered() {}
        };
    return Protocol.of(
        new EngineRowAccess(engine, RowWorld.clock(5), nonces::incrementAndGet, outdated));
  }

  /**
   * Of two rows that are inserted unless they exist one is not answered, and the other is refused
   * once; the declaration is outdated then.
   */
  @Test
  void aConditionalStatementWithARowThatMayBeWrittenDoesNotStartAgain() {
    Protocol old = outdatedAfterOneWrite();
    CommitSteps steps =
        new CommitStepsDecorator(old.commits()) {
          @Override
          public List<Written> writeRows(List<RowCommit> rows) {
            delayed.add(rows.get(0).plan().batch(rows.get(0).sent().stamp(), 0));
            return List.of(Written.UNANSWERED, Written.REFUSED);
          }
        };
    List<RowChange> first =
        List.of(insert(before, 1, RowTest.ABSENT), insert(before, 2, RowTest.ABSENT));
    RowWriter slow = RowWorld.writer(old.withCommits(steps), 5);
    assertThat(told(slow, first)).isEqualTo("unknown");
  }

  /** What a statement says of its first row, which arrives before it starts again. */
  private String told(RowWriter slow, List<RowChange> first) {
    RowWriter.Each each;
    try {
      each = slow.writeEach(first);
    } catch (OutcomeUnknownException e) {
      return "unknown";
    } catch (OutdatedException e) {
      arrive();
      List<RowChange> again =
          List.of(insert(after, 1, RowTest.ABSENT), insert(after, 2, RowTest.ABSENT));
      for (int i = 0; i < again.size(); i++) {
        again.get(i).noteDoneAs(first.get(i));
      }
      each =
          RowWorld.writer(
                  Protocol.of(
                      new EngineRowAccess(engine, RowWorld.clock(5), nonces::incrementAndGet)),
                  5)
              .writeEach(again);
    }
    return String.valueOf(each.outcomes().get(0));
  }
}
