package keywright.store.contract;

import static keywright.store.WriteBatch.ABSENT;
import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import keywright.key.ByteRange;
import keywright.store.Cell;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** What engines do that change one row at a time, and timed writes, which they alone have. */
abstract class SingleRowCases extends StampCases {

  @Test
  void anEngineOfBatchesHasNoTimedWrites() {
    assumeTrue(writesManyRows());
    refused(() -> TimedWrites.of(engine).write(List.of(timedPut("a", 5, 1))), "with timestamps");
  }

  @Test
  void aBatchOfTwoRowsIsRefused() {
    assumeFalse(writesManyRows());
    WriteBatch rows =
        new WriteBatch(now)
            .put(ROWS, key("01"), ANY, 1, cells(NAME, "a"))
            .put(ROWS, key("02"), ANY, 1, cells(NAME, "b"));
    assertThat(rows.isOfOneRow()).isFalse();
    refused(() -> engine.write(rows), "several rows, expected one");
    WriteBatch tables =
        new WriteBatch(now)
            .delete(ROWS, ROWS.keySchema().key((Object) new byte[] {'a'}), ANY)
            .delete(WORDS, word("a"), ANY);
    refused(() -> engine.write(tables), "several rows, expected one");
    assertThat(row("01")).isNull();
  }

  @Test
  void aBatchOfOneRowIsWrittenWholeOrNotAtAll() {
    put("01", ANY, 1, NAME, "ann", NOTE, "x");
    WriteBatch batch =
        new WriteBatch(now)
            .put(ROWS, key("01"), ANY, 2, cells(NAME, "bob", PHOTO, new byte[] {1}))
            .put(ROWS, key("01"), 1, 3, cells(NOTE, "y"));
    assertThat(engine.write(batch)).isFalse();
    assertThat(row("01")).isEqualTo("1{1=ann, 3=x}");
  }

  @Test
  void anExpiredRowExistsForConditionsAndItsValuesAreGone() {
    assumeFalse(writesManyRows());
    RowHead head = new RowHead(1, 1_001, 0);
    for (String hex : List.of("01", "02", "03", "04")) {
      put(hex, ANY, head, new Cell(NAME, "ann", 1, 1, 0), new Cell(NOTE, "x", 1, 1, 0));
    }
    now = 1_001;
    assertThat(put("01", ABSENT, 2, TOTAL, 5)).isFalse();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), ABSENT))).isFalse();
    RowOptions options = RowOptions.of(Set.of("a", "b", "c")).withExpired();
    StoredRow found = Objects.requireNonNull(engine.get(ROWS, key("01"), options, now));
    assertThat(
            engine.write(
                new WriteBatch(now)
                    .put(
                        ROWS,
                        key("01"),
                        found,
                        RowHead.of(2),
                        List.of(new Cell(TOTAL, 5, 2, 0, 0)))))
        .isTrue();
    assertThat(history("01")).as("nothing comes back").isEqualTo("2{2=[5@2]}");
    assertThat(put("02", 1, 2, TOTAL, 5)).isTrue();
    assertThat(history("02")).isEqualTo("2{2=[5@2]}");
    assertThat(get("02").head()).isEqualTo(RowHead.of(2));
    StoredRow third = Objects.requireNonNull(engine.get(ROWS, key("03"), options, now));
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("03"), third))).isTrue();
    assertThat(put("04", ANY, 2)).isTrue();
    now = 0;
    assertThat(row("02")).isEqualTo("2{2=5}");
    assertThat(row("03")).isNull();
    assertThat(row("04")).isEqualTo("2{}");
  }

  @Test
  void aReadShowsTheRowsAtItsTime() {
    assumeFalse(makesSnapshots());
    put("01", ANY, 1, NAME, "ann");
    try (Snapshot snapshot = engine.snapshot(now)) {
      put("02", ANY, 1, NAME, "bob");
      assertThat(show(snapshot.get(ROWS, key("02"), Set.of()))).isEqualTo("1{1=bob}");
      engine.write(new WriteBatch(now).delete(ROWS, key("01"), ANY));
      try (RowCursor cursor =
          scan(engine, snapshot, ROWS, ByteRange.all(), ScanOptions.of(Set.of()))) {
        assertThat(all(cursor)).extracting(EngineFixture::show).containsExactly("1{1=bob}");
      }
    }
  }

  private TimedWrite timedPut(String word, long timestamp, int total) {
    return TimedWrite.put(COUNTS, word(word), timestamp, cells(1, total));
  }

  private TimedWrite timedDelete(String word, long timestamp) {
    return TimedWrite.delete(COUNTS, word(word), timestamp);
  }

  private String count(String word) {
    return show(engine.get(COUNTS, word(word), RowOptions.of(Set.of("m")), now));
  }

  @Test
  void ofTimedWritesTheHighestTimestampWins() {
    assumeFalse(writesManyRows());
    engine.createTable(COUNTS);
    TimedWrites.of(engine)
        .write(List.of(timedPut("a", 5, 1), timedPut("b", 5, 2), timedDelete("c", 5)));
    assertThat(List.of(count("a"), count("b"))).containsExactly("5{1=1}", "5{1=2}");
    TimedWrites.of(engine)
        .write(List.of(timedPut("a", 4, 3), timedPut("c", 4, 3), timedDelete("b", 4)));
    assertThat(List.of(count("a"), count("b"))).containsExactly("5{1=1}", "5{1=2}");
    assertThat(count("c")).isNull();
    TimedWrites.of(engine)
        .write(List.of(timedPut("c", 6, 3), timedDelete("a", 5), timedDelete("b", 7)));
    assertThat(count("c")).isEqualTo("6{1=3}");
    assertThat(count("a")).as("a delete wins over a put of its timestamp").isNull();
    assertThat(count("b")).isNull();
    TimedWrites.of(engine).write(List.of(timedPut("a", 5, 1), timedPut("b", 7, 2)));
    assertThat(count("a")).as("in any order").isNull();
    assertThat(count("b")).isNull();
    TimedWrites.of(engine).write(List.of(timedPut("a", 6, 9)));
    TimedWrites.of(engine).write(List.of(timedPut("a", 6, 9)));
    assertThat(count("a")).isEqualTo("6{1=9}");
    TimedWrites.of(engine).write(List.of());
  }

  @Test
  void aTimedPutReplacesTheRowWhole() {
    assumeFalse(writesManyRows());
    engine.createTable(COUNTS);
    TimedWrites.of(engine)
        .write(
            List.of(
                TimedWrite.put(COUNTS, word("a"), 5, cells(1, 1, 2, "note")), timedPut("b", 5, 1)));
    TimedWrites.of(engine)
        .write(List.of(timedPut("a", 6, 2), TimedWrite.put(COUNTS, word("b"), 6, cells())));
    assertThat(List.of(count("a"), count("b"))).containsExactly("6{1=2}", "6{}");
  }

  @Test
  void aTimedPutOfARowWithAStampIsForConditions() {
    assumeFalse(writesManyRows());
    put("02", ABSENT, stamped(8, 1), new Cell(NAME, "later", 8, 0, 0));
    TimedWrites.of(engine)
        .write(
            List.of(
                made(
                    "01",
                    stamped(5, 7),
                    new Cell(NAME, "ann", 5, 0, 0),
                    new Cell(NOTE, "x", 5, 0, 0)),
                made("02", stamped(5, 7), new Cell(NAME, "under", 5, 0, 0))));
    TimedWrites.of(engine)
        .write(List.of(made("01", stamped(6, 8), new Cell(NAME, "bob", 6, 0, 0))));
    assertThat(List.of(row("01"), row("02"))).containsExactly("6{1=bob}", "8{1=later}");
    StoredRow found = get("01");
    assertThat(found.head()).isEqualTo(stamped(6, 8));
    assertThat(over(found, stamped(7, 1), "cyd")).isTrue();
    assertThat(over(found, stamped(8, 1), "again")).isFalse();
    assertThat(put("01", ABSENT, 9, NAME, "none")).isFalse();
    refused(
        () -> TimedWrite.put(new WriteBatch(now)),
        "expected a single write that inserts or replaces a row");
  }

  private static TimedWrite made(String id, RowHead head, Cell... cells) {
    return TimedWrite.put(
        new WriteBatch(head.version()).put(ROWS, key(id), ABSENT, head, List.of(cells)));
  }

  @Test
  void timedWritesInAnyOrderGiveWhatTheModelGives() {
    assumeFalse(writesManyRows());
    engine.createTable(COUNTS);
    SplittableRandom random = new SplittableRandom(Seeds.base());
    TreeMap<String, Long> puts = new TreeMap<>();
    TreeMap<String, Long> deletes = new TreeMap<>();
    for (int step = 0; step < 60; step++) {
      List<TimedWrite> writes = new ArrayList<>();
      for (int left = random.nextInt(4); left >= 0; left--) {
        String word = "w" + random.nextInt(4);
        long timestamp = 1 + random.nextLong(30);
        boolean put = random.nextInt(3) > 0;
        // Puts of one timestamp say the same.
        writes.add(put ? timedPut(word, timestamp, (int) timestamp) : timedDelete(word, timestamp));
        (put ? puts : deletes).merge(word, timestamp, Math::max);
      }
      TimedWrites.of(engine).write(writes);
      for (int word = 0; word < 4; word++) {
        long put = puts.getOrDefault("w" + word, 0L);
        boolean there = put > deletes.getOrDefault("w" + word, 0L);
        assertThat(count("w" + word))
            .as("%s; %s", writes, Seeds.reproduction(Seeds.base()))
            .isEqualTo(there ? put + "{1=" + put + "}" : null);
      }
    }
  }

  @Test
  void timedWritesOfWhatIsMissingAreRefused() {
    assumeFalse(writesManyRows());
    refused(() -> TimedWrites.of(engine).write(List.of(timedPut("a", 5, 1))), "counts");
    refused(() -> timedPut("a", 0, 1), "version 0");
  }
}
