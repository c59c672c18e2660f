package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Copies between engines: rows with all their times, resumed, compared, refused. */
@Tag("large")
class DatabaseCopyTest {
  private static final TableDefinition ITEM =
      TableDefinition.of(
              "item",
              Payments.columns("id int, owner int, name text", "d"),
              KeyPart.parseList("id"))
          .withIndexes(List.of(IndexDefinition.of("items_by_owner", "owner")));

  @Test
  void rowsAndTheirTimesComeToEnginesOfEveryKind() {
    List<Supplier<Engine>> kinds =
        List.of(
            MemoryEngine::new,
            () -> MemoryEngine.ofSingleRows(1),
            () -> MemoryEngine.ofSingleRows(1_000));
    Property.check(
        "a copy has all that is stored",
        200,
        Gens.longs(),
        seed -> {
          Random random = new Random(seed);
          RandomTable table = CopyTrial.table(random, "t");
          Engine from = kinds.get(random.nextInt(kinds.size())).get();
          Engine to = kinds.get(random.nextInt(kinds.size())).get();
          try (Database source = CopyTrial.open(from);
              Database target = CopyTrial.openLater(to)) {
            source.createTable(CopyTrial.definition(random, table), false);
            CopyTrial.addColumnOfLaterId(source, "t");
            CopyTrial.fill(random, source, table, random.nextInt(60));
            CopyTrial.copies(source, target, "t");
          }
        });
  }

  @Test
  void keyspacesWithoutTablesAreCopiedWithAllTables() {
    try (Database source = items(3);
        Database target = CopyTrial.open(new MemoryEngine())) {
      source.createKeyspace("shop", false);
      source.createKeyspace("later", false);
      source.createTable(ITEM.withName("shop.item"), false);
      DatabaseCopy.of(source, target, List.of("item")).run(progress -> {});
      assertThat(target.keyspaces()).containsExactly("keywright");
      assertThatThrownBy(() -> DatabaseCopy.ofAll(source, target).compare(progress -> {}))
          .hasMessage(
              "cannot confirm the copy: keyspace later does not exist at the target; create it there");
      DatabaseCopy copy = DatabaseCopy.ofAll(source, target);
      assertThat(copy.run(progress -> {})).extracting(CopyReport::table).hasSize(2);
      assertThat(target.keyspaces()).containsExactly("keywright", "later", "shop");
      assertThat(copy.compare(progress -> {})).allMatch(CopyReport::isSame);
    }
  }

  /** A source of {@code rows} items, some of one owner. */
  private static Database items(int rows) {
    Database source = CopyTrial.open(new MemoryEngine());
    source.createTable(ITEM, false);
    try (BatchWriter writer = source.table("item").batchWriter()) {
      for (int id = 0; id < rows; id++) {
        writer.add(row("id", id, "owner", id % 7, "name", "item " + id));
      }
    }
    return source;
  }

  @Test
  void aCopyInterruptedAtAnyWriteResumes() {
    try (Database source = items(3_500)) {
      int singleRows = Trials.areAll() ? 173 : 401;
      for (boolean single : List.of(false, true)) {
        Set<Long> resumed = new TreeSet<>();
        // Of single rows each is a write: chunks of 1,000 and a position, two tables before.
        for (int writes = 0; writes < (single ? 3_600 : 12); writes += single ? singleRows : 1) {
          resumed.add(cutOff(source, single, writes));
        }
        assertThat(resumed).contains(0L, 1_000L, 2_000L, 3_000L);
      }
    }
  }

  /** Copies until the engine has done so many writes, and again; returns where that continued. */
  private static long cutOff(Database source, boolean single, int writes) {
    CutOff engine =
        new CutOff(single ? MemoryEngine.ofSingleRows(1_000) : new MemoryEngine(), writes);
    try {
      DatabaseCopy.of(source, CopyTrial.open(engine), List.of("item")).run(progress -> {});
    } catch (CutOff.Crash e) {
      engine.repair();
    }
    try (Database target = CopyTrial.open(engine)) {
      List<CopyProgress> told = new ArrayList<>();
      CopyReport report = DatabaseCopy.of(source, target, List.of("item")).run(told::add).get(0);
      long resumed = told.get(0).rowsResumed();
      assertThat(report.isSame()).isTrue();
      assertThat(resumed + report.rowsCopied())
          .as("rows done before and copied now, but for those of a chunk on its way")
          .isBetween(2_500L, 3_500L);
      CopyTrial.requireSame(source, target, "item");
      return resumed;
    }
  }

  /** An engine whose process dies before a write. */
  private static final class CutOff extends ForwardingEngine {
    private int writesLeft;

    CutOff(Engine engine, int writes) {
      super(engine);
      writesLeft = writes;
    }

    void repair() {
      writesLeft = Integer.MAX_VALUE;
    }

    @Override
    public boolean write(WriteBatch batch) {
      if (writesLeft-- == 0) {
        throw new Crash();
      }
      return super.write(batch);
    }

    static final class Crash extends RuntimeException {
      private static final long serialVersionUID = 1;
    }
  }

  @Test
  void aSecondCopyCopiesNothingAndComparesAll() {
    try (Database source = items(10);
        Database target = CopyTrial.open(new MemoryEngine())) {
      CopyTrial.copies(source, target, "item");
      CopyReport again = DatabaseCopy.of(source, target, List.of("item")).run(p -> {}).get(0);
      assertThat(again.rowsCopied()).isZero();
      assertThat(again.rowsAtTarget()).isEqualTo(10);
      target.truncate("item");
      assertThat(DatabaseCopy.of(source, target, List.of("item")).run(p -> {}).get(0).rowsCopied())
          .as("rows copied after they were removed")
          .isEqualTo(10);
    }
  }

  @Test
  void theFirstDifferenceIsNamedRowsOfTheSourceBeforeThoseOfTheTarget() {
    try (Database source = items(10);
        Database target = CopyTrial.open(new MemoryEngine())) {
      CopyTrial.copies(source, target, "item");
      DatabaseCopy copy = DatabaseCopy.of(source, target, List.of("item"));
      target.table("item").update(List.of(eq("id", 8)), row("name", "other"));
      assertThat(first(copy)).isEqualTo("row (8) differs in name");
      target.table("item").insert(row("id", 11));
      assertThat(copy.compare(p -> {}).get(0).differences()).isEqualTo(2);
      target.table("item").delete(List.of(eq("id", 7)));
      assertThat(first(copy)).isEqualTo("row (7) is only at the source");
      target.table("item").insert(row("id", -1));
      assertThat(first(copy)).isEqualTo("row (7) is only at the source");
      assertThat(copy.compare(p -> {}).get(0).differences()).isEqualTo(4);
      source.table("item").delete(List.of(eq("id", 7)));
      source.table("item").delete(List.of(eq("id", 8)));
      target.table("item").delete(List.of(eq("id", 8)));
      assertThat(first(copy)).isEqualTo("row (-1) is only at the target");
      source.table("item").put(row("id", -1), Using.ttl(9));
      assertThat(first(copy)).isEqualTo("row (-1) differs in its expiry");
      source.table("item").delete(List.of(eq("id", -1)));
      source.table("item").insert(row("id", -1));
      source.table("item").update(List.of(eq("id", 3)), row("owner", 100));
      source.table("item").update(List.of(eq("id", 3)), row("owner", 3));
      assertThat(first(copy)).isEqualTo("row (3) differs in the times of owner");
    }
  }

  private static String first(DatabaseCopy copy) {
    return copy.compare(progress -> {}).get(0).firstDifference().orElse("");
  }

  @Test
  void rowsOfTheTargetAreNotOverwritten() {
    try (Database source = items(10);
        Database target = CopyTrial.open(MemoryEngine.ofSingleRows(1_000))) {
      target.createTable(ITEM, false);
      target.table("item").insert(row("id", 5, "name", "another"));
      assertRefused(
          source,
          target,
          "cannot copy table item: found row (5) at the target, which differs from the row of the source in owner; drop the table at the target, and copy again");
      target.table("item").delete(List.of(eq("id", 5)));
      target.table("item").insert(row("id", 12));
      assertRefused(
          source,
          target,
          "cannot copy table item: found row (12) at the target, which the source does not have; drop the table at the target, and copy again");
      target.table("item").delete(List.of(eq("id", 12)));
      assertThat(DatabaseCopy.of(source, target, List.of("item")).run(p -> {}).get(0).isSame())
          .as("a copy over tombstones")
          .isTrue();
      CopyTrial.requireSame(source, target, "item");
    }
  }

  private static void assertRefused(Database source, Database target, String message) {
    assertThatThrownBy(() -> DatabaseCopy.of(source, target, List.of("item")).run(p -> {}))
        .isInstanceOf(TableException.class)
        .hasMessage(message);
  }

  @Test
  void whatTheTargetCannotKeepIsSaidBeforeAnythingIsCopied() {
    try (Database source = items(10);
        Database target = CopyTrial.open(MemoryEngine.ofSingleRows(1_000))) {
      source.createIndex(
          "item", IndexDefinition.of("items_by_name", "name").including("owner"), false);
      assertRefused(
          source,
          target,
          "cannot copy table item: the target refuses index items_by_name (cannot create index items_by_name: found INCLUDE, expected an engine that writes a row and its index entries in one atomic batch; leave INCLUDE out); change or drop this index at the source, or create the table at the target without the index, and copy again");
      assertThat(target.tables()).isEmpty();
      target.createTable(ITEM, false);
      assertThat(DatabaseCopy.of(source, target, List.of("item")).run(p -> {}).get(0).isSame())
          .as("a copy into a table of other indexes")
          .isTrue();
    }
  }

  @Test
  void uniqueKeysAreTakenByTheRowsThatAreCopied() {
    try (Database source = items(1_500);
        Database target = CopyTrial.openLater(MemoryEngine.ofSingleRows(1_000))) {
      source.createIndex("item", IndexDefinition.of("items_by_name", "name").asUnique(), false);
      CopyTrial.copies(source, target, "item");
      assertThatThrownBy(() -> target.table("item").insert(row("id", -1, "name", "item 7")))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("row (7) has the same key");
    }
  }

  @Test
  void aTableOfAnotherDeclarationIsRefused() {
    try (Database source = items(10)) {
      for (TableDefinition other :
          List.of(
              ITEM.withColumns(Payments.columns("id int, owner bigint, name text", "d")),
              ITEM.withColumns(Payments.columns("id int, name text, owner int", "d")),
              ITEM.withPrimaryKey(KeyPart.parseList("id DESC")),
              ITEM.withFormat(keywright.key.KeyFormat.text("_")),
              ITEM.withFamilies(List.of(new FamilyDefinition("d", "lz4", 0, 2))))) {
        try (Database target = CopyTrial.open(new MemoryEngine())) {
          target.createTable(other, false);
          String what =
              !other.columns().equals(ITEM.columns())
                  ? ITEM.columns().containsAll(other.columns())
                      ? "order of columns"
                      : "column owner"
                  : !other.primaryKey().equals(ITEM.primaryKey())
                      ? "primary key"
                      : !other.format().equals(ITEM.format()) ? "key format" : "family";
          assertRefused(
              source,
              target,
              "cannot copy table item: found a table of this name at the target whose "
                  + what
                  + " differs, expected the same columns, key and families; drop the table at "
                  + "the target, or copy into another database");
        }
      }
    }
  }

  @Test
  void rowsOfASnapshotAreCopiedBesideWriters() {
    try (Database source = items(3_000);
        Database target = CopyTrial.open(new MemoryEngine())) {
      CopyReport report =
          DatabaseCopy.of(source, target, List.of("item"))
              .run(
                  progress -> {
                    source.table("item").delete(List.of(eq("id", 2_999)));
                    source.table("item").insert(row("id", 4_000 + (int) progress.rowsDone()));
                  })
              .get(0);
      assertThat(report.isSame()).isTrue();
      assertThat(report.rowsAtTarget()).isEqualTo(3_000);
    }
  }

  @Test
  void whereTheSourceHasNoSnapshotsARowThatIsWrittenMeanwhileDiffers() {
    try (Database source = CopyTrial.open(MemoryEngine.ofSingleRows(1));
        Database target = CopyTrial.open(new MemoryEngine())) {
      source.createTable(ITEM, false);
      source.table("item").insert(row("id", 1));
      DatabaseCopy copy = DatabaseCopy.of(source, target, List.of("item"));
      assertThat(copy.isOfOneMoment()).isFalse();
      CopyReport report =
          copy.run(
                  progress -> {
                    if (progress.comparing()) {
                      source.table("item").insert(row("id", 1, "name", "changed"));
                    }
                  })
              .get(0);
      assertThat(report.firstDifference()).contains("row (1) differs in name");
    }
  }
}
