package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.store.contract.WatchedEngine;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many rows the merge of the scans of all buckets reads. */
class MergedScanTest {
  private static final int BUCKETS = 16;

  private final WatchedEngine engine = new WatchedEngine(new MemoryEngine());
  private final Database database = Database.over(engine, InstantSource.system(), 1);
  private Table events;

  @BeforeEach
  void insert() {
    database.createTable(
        TableDefinition.of(
            "event",
            Payments.columns("at timestamp, id bigint", "d"),
            KeyPart.parseList("bucket(" + BUCKETS + "), at DESC, id")),
        false);
    events = database.table("event");
    SplittableRandom random = new SplittableRandom(1);
    try (BatchWriter writer = events.batchWriter()) {
      for (long id = 0; id < 20_000; id++) {
        writer.add(Map.of("at", 1_700_000_000_000L + random.nextInt(100_000), "id", id));
      }
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Query newest() {
    return Query.all().orderedBy(OrderBy.desc("at"), OrderBy.asc("id"));
  }

  @Test
  void withALimitItReadsHardlyMoreRowsThanTheLimit() {
    for (int limit : List.of(1, 10, 100, 1_000, 5_000)) {
      try (Rows rows = events.query(newest().withLimit(limit))) {
        List<Row> found = rows.toList();
        assertThat(found).hasSize(limit);
        assertThat(found).isSortedAccordingTo((a, b) -> b.getInstant(0).compareTo(a.getInstant(0)));
        // The merge compares one row of each bucket. Buckets are not quite even.
        assertThat(rows.rowsRead()).isLessThanOrEqualTo(limit + BUCKETS + limit / 25);
      }
    }
  }

  @Test
  void withoutALimitItReadsFewRowsAhead() {
    for (int taken : List.of(1, 30, 300, 3_000, 15_000)) {
      try (Rows rows = events.query(newest())) {
        for (int i = 0; i < taken; i++) {
          assertThat(rows.next()).isNotNull();
        }
        assertThat(rows.rowsRead()).isLessThanOrEqualTo(BUCKETS + taken + taken / 2);
      }
    }
  }

  @Test
  void aRowThatCannotBeReadComesAfterTheRowsBeforeIt() {
    List<Long> expected = new ArrayList<>();
    List<Long> readSoFar = new ArrayList<>();
    try (Rows rows = events.query(newest())) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        expected.add(row.getLong("id"));
        readSoFar.add(rows.rowsRead());
      }
    }
    int givenFirst = 0;
    for (long unreadable : List.of(1L, 7L, 16L, 17L, 200L, 1_000L, 1_001L, 1_010L, 1_020L)) {
      engine.watch(
          "event",
          row -> {
            if (row == unreadable) {
              throw new StoreException("cannot read row " + row);
            }
          });
      List<Long> found = new ArrayList<>();
      try (Rows rows = events.query(newest())) {
        assertThatThrownBy(() -> takeAll(rows, found)).hasMessage("cannot read row " + unreadable);
        long whenRead = readSoFar.stream().filter(read -> read < unreadable).count();
        givenFirst += found.size() > whenRead ? 1 : 0;
        takeAll(rows, found);
      }
      assertThat(found).isEqualTo(expected);
    }
    assertThat(givenFirst).as("times that rows of its bucket were read with it").isPositive();
  }

  private static void takeAll(Rows rows, List<Long> ids) {
    for (Row row = rows.next(); row != null; row = rows.next()) {
      ids.add(row.getLong("id"));
    }
  }
}
