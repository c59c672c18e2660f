package keywright.store.contract;

import static keywright.store.WriteBatch.ABSENT;
import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.store.Cell;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.junit.jupiter.api.Test;

/** Nonces, marks, rows that have expired, and batches that are each for themselves. */
abstract class StampCases extends TimeCases {
  private static final RowOptions WHOLE = RowOptions.of(Set.of("a", "b", "c"));

  static RowHead stamped(long version, long nonce) {
    return RowHead.of(version).withStamp(new RowStamp(version, nonce));
  }

  @Test
  void aNonceTellsWritesOfOneVersionApart() {
    put("01", ANY, stamped(5, 8), new Cell(NAME, "bob", 5, 0, 0));
    StoredRow eight = get("01", "a", "b", "c");
    assertThat(eight.head()).isEqualTo(stamped(5, 8));
    assertThat(put("01", 5, 6, NAME, "without a nonce")).isFalse();
    // What a writer read whom another one of the same version has overtaken.
    StoredRow seven = StoredRow.of(ROWS, eight.rowKey(), stamped(5, 7), eight.cells());
    assertThat(over(seven, stamped(6, 1), "late")).isFalse();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), seven))).isFalse();
    assertThat(over(eight, stamped(6, 1), "cyd")).isTrue();
    assertThat(row("01")).isEqualTo("6{1=cyd}");
    StoredRow last = get("01");
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), last))).isTrue();
    assertThat(row("01")).isNull();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), last))).isFalse();
    assertThat(over(last, stamped(7, 1), "gone")).isFalse();
  }

  @Test
  void aRowIsRemovedByOneWhoHasReadItsHeadAlone() {
    put("01", ANY, stamped(5, 8), new Cell(NAME, "bob", 5, 0, 0), new Cell(NOTE, "x", 5, 0, 0));
    StoredRow head = engine.get(ROWS, key("01"), RowOptions.of(Set.of()), now);
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), head))).isTrue();
    assertThat(row("01")).isNull();
    put("01", ABSENT, stamped(6, 9), new Cell(NAME, "cyd", 6, 0, 0));
    assertThat(row("01")).isEqualTo("6{1=cyd}");
  }

  final boolean over(StoredRow found, RowHead head, String name) {
    List<Cell> cells = List.of(new Cell(NAME, name, head.version(), 0, 0));
    return engine.write(new WriteBatch(now).put(ROWS, key("01"), found, head, cells));
  }

  @Test
  void aRowThatWasFoundIsReplaced() {
    put("01", ANY, stamped(5, 7), new Cell(NAME, "ann", 5, 0, 0), new Cell(NOTE, "x", 5, 0, 0));
    StoredRow found = get("01");
    WriteBatch batch =
        new WriteBatch(now)
            .delete(ROWS, key("01"), found)
            .put(ROWS, key("01"), ABSENT, stamped(6, 8), List.of(new Cell(TOTAL, 1, 6, 0, 0)));
    assertThat(batch.isOfOneRow()).isTrue();
    assertThat(engine.write(batch)).isTrue();
    assertThat(engine.write(batch)).as("the row is another by now").isFalse();
    assertThat(history("01")).isEqualTo("6{2=[1@6]}");
    assertThat(get("01").head()).isEqualTo(stamped(6, 8));
  }

  @Test
  void marksAreKeptAndARowWithAnyMarkExists() {
    RowMark pending = RowMark.pending(3, new byte[] {1, -1}, new RowStamp(8, 9));
    RowMark moved = RowMark.moved(1L << 40, new byte[0]);
    List<RowMark> marks = List.of(RowMark.TOMBSTONE, pending, moved, RowMark.LIVE);
    for (int i = 0; i < marks.size(); i++) {
      RowHead head = new RowHead(10 + i, 2_000, 0, 1 + i, marks.get(i));
      put("01", ANY, head, new Cell(NOTE, "x", 10 + i, 0, 0));
      assertThat(get("01").head()).isEqualTo(head);
      assertThat(put("01", ABSENT, 99)).as("%s", head).isFalse();
    }
    put("01", ANY, new RowHead(20, 0, 0, 1, RowMark.TOMBSTONE));
    put("01", ANY, 21, NAME, "ann");
    assertThat(get("01").head())
        .as("nothing is said of it")
        .isEqualTo(new RowHead(21, 0, 0, 1, RowMark.TOMBSTONE));
    put("01", ANY, RowHead.of(22));
    assertThat(get("01").head()).isEqualTo(RowHead.of(22));
    if (persistent()) {
      put("01", ANY, new RowHead(23, 0, 0, 4, pending));
      reopen();
      assertThat(get("01").head()).isEqualTo(new RowHead(23, 0, 0, 4, pending));
    }
  }

  @Test
  void anExpiredRowIsReadAsItWasJustBefore() {
    put(
        "01",
        ANY,
        new RowHead(1, 1_005, 0),
        new Cell(NAME, "ann", 1, 0, 1_005),
        new Cell(TOTAL, 1, 1, 0, 1_004),
        new Cell(NOTE, "x", 1, 0, 0));
    put("02", ANY, RowHead.of(2), new Cell(NAME, "bob", 2, 0, 1_004));
    now = 1_010;
    RowOptions expired = WHOLE.withExpired();
    assertThat(row("01")).isNull();
    assertThat(show(engine.get(ROWS, key("01"), WHOLE, now))).isNull();
    assertThat(show(engine.get(ROWS, key("01"), expired, now))).isEqualTo("1{1=ann, 3=x}");
    assertThat(showHistory(engine.get(ROWS, key("01"), expired.withHistory(), now)))
        .isEqualTo("1{1=[ann@1], 3=[x@1]}");
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor =
            scan(engine, snapshot, ROWS, ByteRange.all(), new ScanOptions(expired, true))) {
      assertThat(all(cursor))
          .extracting(EngineFixture::show)
          .containsExactly("2{}", "1{1=ann, 3=x}");
      assertThat(snapshot.get(ROWS, List.of(key("01"), key("02")), expired))
          .extracting(EngineFixture::show)
          .containsExactly("1{1=ann, 3=x}", "2{}");
    }
  }

  @Test
  void manyBatchesAreWrittenSeparately() {
    put("01", ANY, 1, NAME, "ann");
    put("02", ANY, 1, NAME, "bob");
    WriteBatch first = new WriteBatch(now).put(ROWS, key("01"), 1, 2, cells(NAME, "a"));
    WriteBatch second = new WriteBatch(now).put(ROWS, key("02"), 9, 10, cells(NAME, "b"));
    WriteBatch third =
        new WriteBatch(now)
            .delete(ROWS, key("03"), ANY)
            .put(ROWS, key("03"), ABSENT, 3, cells(NAME, "c"));
    assertThat(engine.writeEach(List.of(first, second, third)))
        .containsExactly(Written.DONE, Written.REFUSED, Written.DONE);
    assertThat(row("01")).isEqualTo("2{1=a}");
    assertThat(row("02")).isEqualTo("1{1=bob}");
    assertThat(row("03")).isEqualTo("3{1=c}");
    assertThat(engine.writeEach(List.of())).isEmpty();
    TableLayout unknown = new TableLayout("unknown", ROWS.keySchema(), ROWS.families());
    refused(
        () ->
            engine.writeEach(
                List.of(new WriteBatch(now).put(unknown, key("01"), ANY, 1, Map.of()))),
        "unknown");
  }
}
