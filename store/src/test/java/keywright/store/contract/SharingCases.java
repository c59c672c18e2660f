package keywright.store.contract;

import static keywright.store.WriteBatch.ABSENT;
import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import keywright.store.Cell;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Test;

/** Snapshots, threads, closing and opening again. */
abstract class SharingCases extends ScanCases {
  static final int THREADS = 4;

  @Test
  void aSnapshotShowsItsMoment() {
    assumeTrue(makesSnapshots());
    put("01", ANY, 1, NAME, "old", NOTE, "old");
    put("02", ANY, 1, NAME, "gone later");
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor before = snapshot.walk(ROWS, ScanOptions.of(Set.of("b")))) {
      put("01", ANY, 2, NAME, "new", NOTE, "new");
      put("00", ANY, 2);
      put("03", ANY, 2);
      engine.write(new WriteBatch(now).delete(ROWS, key("02"), ANY));
      assertThat(show(snapshot.get(ROWS, key("01"), Set.of("b")))).isEqualTo("1{1=old, 3=old}");
      assertThat(snapshot.get(ROWS, List.of(key("00"), key("02")), Set.of()))
          .extracting(EngineFixture::show)
          .containsExactly(null, "1{1=gone later}");
      List<String> expected = List.of("1{1=old, 3=old}", "1{1=gone later}");
      assertThat(all(before))
          .extracting(EngineFixture::show)
          .containsExactlyInAnyOrderElementsOf(expected);
      try (RowCursor after = snapshot.walk(ROWS, ScanOptions.of(Set.of("b")))) {
        assertThat(all(after))
            .extracting(EngineFixture::show)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
    assertThat(row("01")).isEqualTo("2{1=new, 3=new}");
    assertThat(row("02")).isNull();
  }

  @Test
  void aSnapshotStillReadsATableThatWasDroppedSince() {
    assumeTrue(makesSnapshots());
    put("01", ANY, 1, NAME, "ann");
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor = snapshot.walk(ROWS, ScanOptions.of(Set.of()))) {
      engine.dropTable(ROWS.name());
      assertThat(show(snapshot.get(ROWS, key("01"), Set.of()))).isEqualTo("1{1=ann}");
      assertThat(show(cursor.next())).isEqualTo("1{1=ann}");
      engine.createTable(ROWS);
      assertThat(show(snapshot.get(ROWS, key("01"), Set.of()))).isEqualTo("1{1=ann}");
    }
    assertThat(row("01")).isNull();
  }

  @Test
  void noUpdateIsLost() throws Exception {
    int increments = rounds(200);
    put("01", ANY, 1, TOTAL, 0);
    inThreads(
        thread -> {
          for (int done = 0; done < increments; ) {
            StoredRow row = get("01");
            int total = (Integer) row.value(TOTAL);
            done += put("01", row.version(), row.version() + 1, TOTAL, total + 1) ? 1 : 0;
          }
          return null;
        });
    assertThat(row("01"))
        .isEqualTo((1 + THREADS * increments) + "{2=" + THREADS * increments + "}");
  }

  @Test
  void mergesOfDifferentCellsDoNotUndoOneAnother() throws Exception {
    int rows = rounds(300);
    CyclicBarrier together = new CyclicBarrier(THREADS);
    inThreads(
        thread -> {
          for (int row = 0; row < rows; row++) {
            together.await();
            String hex = String.format("%04x", row);
            if (thread % 2 == 0) {
              merge(hex, NAME, "ann");
            } else {
              merge(hex, TOTAL, 7);
            }
          }
          return null;
        });
    for (int row = 0; row < rows; row++) {
      assertThat(row(String.format("%04x", row))).endsWith("{1=ann, 2=7}");
    }
  }

  /** Puts a cell into whatever row there is. */
  private void merge(String hex, int id, Object value) {
    boolean written = writesManyRows() && put(hex, ANY, 1, id, value);
    while (!written) {
      StoredRow row = get(hex);
      long version = row == null ? ABSENT : row.version();
      written = put(hex, version, version + 1, id, value);
    }
  }

  @Test
  void oneOfManyInsertsWins() throws Exception {
    AtomicInteger wins = new AtomicInteger();
    int rows = rounds(100);
    inThreads(
        thread -> {
          for (int i = 0; i < rows; i++) {
            wins.addAndGet(put(String.format("%04x", i), ABSENT, 1, TOTAL, thread) ? 1 : 0);
          }
          return null;
        });
    assertThat(wins).hasValue(rows);
  }

  @Test
  void whatWasFoundAbsentIsLookedAtAgainWhenItWasWrittenSince() {
    putWords("there");
    long mark = engine.mark();
    try (Snapshot snapshot = engine.snapshot(now)) {
      assertThat(insertWord("there", mark, snapshot)).as("was there already").isFalse();
      putWords("since");
      assertThat(insertWord("since", mark, snapshot)).isFalse();
      assertThat(insertWord("never", mark, snapshot)).isTrue();
      assertThat(insertWord("never", mark, snapshot)).isFalse();
      engine.write(new WriteBatch(now).delete(WORDS, word("never"), ANY));
      assertThat(insertWord("never", mark, snapshot)).isTrue();
    }
  }

  /**
   * Not what a caller may say of a word that the snapshot has: the engine then decides by itself.
   */
  private boolean insertWord(String word, long mark, Snapshot read) {
    WriteBatch batch = new WriteBatch(now).put(WORDS, word(word), ABSENT, 2, Map.of());
    return read.get(WORDS, word(word), Set.of()) == null
        ? engine.write(batch, mark)
        : engine.write(batch);
  }

  @Test
  void oneOfManyInsertsOfWhatWasFoundAbsentWins() throws Exception {
    AtomicInteger wins = new AtomicInteger();
    int words = rounds(200);
    inThreads(
        thread -> {
          for (int i = 0; i < words; i++) {
            long mark = engine.mark();
            try (Snapshot snapshot = engine.snapshot(now)) {
              wins.addAndGet(insertWord("word " + i, mark, snapshot) ? 1 : 0);
            }
          }
          return null;
        });
    assertThat(wins).hasValue(words);
  }

  @Test
  void whatWasFoundIsReadAgainWhenItWasWrittenSince() {
    engine.createTable(COUNTS);
    engine.write(new WriteBatch(now).put(COUNTS, word("a"), ABSENT, 1, Map.of(1, 7, 2, "kept")));
    long mark = engine.mark();
    assertThat(count("a", 8, mark)).isTrue();
    assertThat(counted("a").value(2)).as("what is not written over").isEqualTo("kept");
    long later = engine.mark();
    StoredRow found = counted("a");
    assertThat(count("a", 9, later)).isTrue();
    WriteBatch late =
        new WriteBatch(now).put(COUNTS, word("a"), found, RowHead.of(99), List.of(total(10, 99)));
    assertThat(engine.write(late, later)).as("written since it was found").isFalse();
    assertThat(counted("a").value(1)).isEqualTo(9);
  }

  @Test
  void noIncrementOfWhatWasFoundIsLost() throws Exception {
    engine.createTable(COUNTS);
    engine.write(new WriteBatch(now).put(COUNTS, word("a"), ABSENT, 1, Map.of(1, 0)));
    AtomicInteger increments = new AtomicInteger();
    int rounds = rounds(500);
    inThreads(
        thread -> {
          for (int i = 0; i < rounds; i++) {
            long mark = engine.mark();
            Integer total = (Integer) Objects.requireNonNull(counted("a").value(1));
            increments.addAndGet(count("a", total + 1, mark) ? 1 : 0);
          }
          return null;
        });
    assertThat(counted("a").value(1)).isEqualTo(increments.get());
  }

  private WriteBatch putWhole(
      WriteBatch batch, String word, long expected, int total, long version) {
    List<Cell> cells = List.of(total(total, version));
    return batch.putWhole(
        COUNTS,
        word(word),
        expected,
        RowHead.of(version),
        EngineFixture.columnValues(COUNTS, cells));
  }

  @Test
  void aWholeRowReplacesWhatIsThereOrRequiresThatNothingIs() {
    engine.createTable(COUNTS);
    engine.write(new WriteBatch(now).put(COUNTS, word("a"), ABSENT, 1, Map.of(1, 7, 2, "gone")));
    assertThat(engine.write(putWhole(new WriteBatch(now), "a", ABSENT, 8, 2))).isFalse();
    assertThat(engine.write(putWhole(new WriteBatch(now), "a", ANY, 9, 3))).isTrue();
    assertThat(counted("a").value(1)).isEqualTo(9);
    assertThat(counted("a").value(2)).isNull();
    assertThat(counted("a").version()).isEqualTo(3);
    long mark = engine.mark();
    assertThat(engine.get(COUNTS, word("b"), RowOptions.of(Set.of("m")), now)).isNull();
    assertThat(engine.write(putWhole(new WriteBatch(now), "b", ABSENT, 1, 4), mark)).isTrue();
    assertThat(engine.write(putWhole(new WriteBatch(now), "b", ABSENT, 2, 5), mark))
        .as("written since the mark")
        .isFalse();
    assertThat(counted("b").value(1)).isEqualTo(1);
  }

  @Test
  void aRowThatABatchHasWrittenIsNotAsItWasFound() {
    assumeTrue(writesManyRows());
    engine.createTable(COUNTS);
    long mark = engine.mark();
    WriteBatch twice = putWhole(new WriteBatch(now), "a", ABSENT, 1, 1);
    for (int other = 0; other < 40; other++) {
      putWhole(twice, "other " + other, ANY, other, 2);
    }
    putWhole(twice, "a", ABSENT, 2, 3);
    assertThat(engine.write(twice, mark)).as("inserted twice").isFalse();
    assertThat(engine.write(putWhole(new WriteBatch(now), "a", ANY, 1, 4))).isTrue();
    long later = engine.mark();
    StoredRow found = counted("a");
    WriteBatch deleted =
        new WriteBatch(now)
            .delete(COUNTS, word("a"), ANY)
            .put(COUNTS, word("a"), found, RowHead.of(5), List.of(total(2, 5)));
    assertThat(engine.write(deleted, later)).as("deleted before").isFalse();
    assertThat(engine.write(new WriteBatch(now).delete(COUNTS, word("a"), found), later)).isTrue();
    assertThat(engine.write(new WriteBatch(now).delete(COUNTS, word("a"), found), later))
        .as("deleted since it was found")
        .isFalse();
  }

  private StoredRow counted(String word) {
    return Objects.requireNonNull(engine.get(COUNTS, word(word), RowOptions.of(Set.of("m")), now));
  }

  private boolean count(String word, int total, long mark) {
    StoredRow found = counted(word);
    long version = found.version() + 1;
    return (int) Objects.requireNonNull(found.value(1)) == total - 1
        && engine.write(
            new WriteBatch(now)
                .put(
                    COUNTS, word(word), found, RowHead.of(version), List.of(total(total, version))),
            mark);
  }

  private static Cell total(int total, long version) {
    return new Cell(1, total, version, 0, 0);
  }

  @Test
  void readersSeeWholeBatches() throws Exception {
    assumeTrue(writesManyRows() && makesSnapshots());
    int last = 300;
    inThreads(
        thread -> {
          for (int seen = 0, i = 1; thread == 0 ? i <= last : seen < last; i++) {
            if (thread > 0) {
              seen = totalOfAllRows();
            } else {
              WriteBatch batch = new WriteBatch(now);
              for (int row = 0; row < 40; row++) {
                batch.put(ROWS, key(String.format("%04x", row)), ANY, i, cells(TOTAL, i));
              }
              engine.write(batch);
            }
          }
          return null;
        });
  }

  private int totalOfAllRows() {
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor = snapshot.walk(ROWS, ScanOptions.of(Set.of()))) {
      List<Object> totals = all(cursor).stream().map(row -> row.value(TOTAL)).distinct().toList();
      assertThat(totals).hasSizeLessThan(2);
      return totals.isEmpty() ? 0 : (Integer) totals.get(0);
    }
  }

  /** Rows hold 1000 between them; batches that move some meet in every order. */
  @Test
  void readersSeeWholeBatchesOfManyWriters() throws Exception {
    assumeTrue(writesManyRows() && makesSnapshots());
    for (int row = 0; row < 4; row++) {
      put("0" + row, ANY, 1, TOTAL, 250);
    }
    inThreads(
        thread -> {
          for (int i = 0; i < 150; i++) {
            assertThat(sum()).isEqualTo(1000);
            String from = "0" + (i + thread) % 4;
            String to = "0" + (i * 3 + thread + 1) % 4;
            if (!from.equals(to)) {
              move(from, to, 1 + i % 7);
            }
          }
          return null;
        });
    assertThat(sum()).isEqualTo(1000);
  }

  private void move(String from, String to, int amount) {
    try (Snapshot snapshot = engine.snapshot(now)) {
      StoredRow a = snapshot.get(ROWS, key(from), Set.of());
      StoredRow b = snapshot.get(ROWS, key(to), Set.of());
      engine.write(
          new WriteBatch(now)
              .put(
                  ROWS,
                  key(from),
                  a.version(),
                  a.version() + 1,
                  cells(TOTAL, (Integer) a.value(TOTAL) - amount))
              .put(
                  ROWS,
                  key(to),
                  b.version(),
                  b.version() + 1,
                  cells(TOTAL, (Integer) b.value(TOTAL) + amount)));
    }
  }

  private int sum() {
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor = snapshot.walk(ROWS, ScanOptions.of(Set.of()))) {
      return all(cursor).stream().mapToInt(row -> (Integer) row.value(TOTAL)).sum();
    }
  }

  @Test
  void whatIsClosedIsRefused() {
    putWords("a", "b", "c");
    Snapshot snapshot = engine.snapshot(now);
    RowCursor closed = snapshot.walk(WORDS, ScanOptions.of(Set.of()));
    closed.close();
    closed.close();
    refused(closed::next, "closed");
    RowCursor orphan = snapshot.walk(WORDS, ScanOptions.of(Set.of()));
    snapshot.close();
    snapshot.close();
    refused(orphan::next, "closed");
    refused(() -> snapshot.get(WORDS, word("a"), Set.of()), "closed");
    orphan.close();
  }

  @Test
  void anEngineClosesUnderOpenCursors() {
    putWords("a", "b", "c");
    Snapshot snapshot = engine.snapshot(now);
    RowCursor cursor = snapshot.walk(WORDS, ScanOptions.of(Set.of()));
    assertThat(cursor.next()).isNotNull();
    engine.close();
    engine.close();
    refused(cursor::next, "closed");
    refused(() -> snapshot.get(WORDS, word("a"), Set.of()), "closed");
    refused(() -> snapshot.walk(WORDS, ScanOptions.of(Set.of())), "closed");
    refused(() -> engine.snapshot(now), "closed");
    refused(() -> engine.tables(), "closed");
    refused(() -> engine.dropTable("words"), "closed");
    refused(() -> putWords("d"), "closed");
    cursor.close();
    snapshot.close();
  }

  @Test
  void writtenRowsExistAfterOpeningAgain() {
    assumeTrue(persistent());
    put("01", ANY, 3, NAME, "ann", NOTE, "x", PHOTO, new byte[] {1});
    put("02", ANY, 1);
    putWords("a");
    reopen();
    assertThat(engine.tables()).containsExactly("rows", "words");
    assertThat(row("01")).isEqualTo("3{1=ann, 3=x, 4=0x01}");
    assertThat(row("02")).isEqualTo("1{}");
    assertThat(put("01", 3, 4, NAME, null)).isTrue();
    engine.dropTable("words");
    reopen();
    reopen();
    assertThat(engine.tables()).containsExactly("rows");
    assertThat(row("01")).isEqualTo("4{3=x, 4=0x01}");
    engine.createTable(WORDS);
    assertThat(words("", null, false)).isEmpty();
  }

  interface Work {
    Void run(int thread) throws Exception;
  }

  static void inThreads(Work work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Void>> calls = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        calls.add(() -> work.run(number));
      }
      for (Future<Void> done : executor.invokeAll(calls, 120, TimeUnit.SECONDS)) {
        done.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
