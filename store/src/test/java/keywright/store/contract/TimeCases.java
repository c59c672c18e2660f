package keywright.store.contract;

import static keywright.store.WriteBatch.ABSENT;
import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.store.Cell;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Test;

/** Write times, expiry and versions. The family b, of the note, keeps three versions. */
abstract class TimeCases extends SharingCases {

  private static RowHead at(long version) {
    return RowHead.of(version);
  }

  /** A cell whose writer gave a time. */
  private static Cell stamped(int id, Object value, long version, long micros) {
    return new Cell(id, value, version, micros, 0);
  }

  private static Cell expiring(int id, Object value, long version, long millis) {
    return new Cell(id, value, version, 0, millis);
  }

  /** The row as a reader sees it whose clock stands at 0, when nothing has expired yet. */
  private String physically(String hex) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      return show(snapshot.get(ROWS, key(hex), Set.of("a", "b", "c")));
    }
  }

  @Test
  void anOlderTimestampLosesCellByCell() {
    put("01", ANY, at(10), stamped(NAME, "ann", 10, 5), stamped(TOTAL, 1, 10, 5));
    put("01", 10, at(11), stamped(NAME, "bob", 11, 4), stamped(TOTAL, 2, 11, 6));
    assertThat(row("01")).isEqualTo("11{1=ann, 2=2}");
    assertThat(get("01").cell(NAME)).isEqualTo(new Cell(NAME, "ann", 10, 5, 0));
    assertThat(get("01").cell(TOTAL)).isEqualTo(new Cell(TOTAL, 2, 11, 6, 0));
    put("01", 11, 12, NAME, "cyd");
    put("01", 12, at(13), stamped(NAME, "dan", 13, 11));
    assertThat(row("01")).as("a write without a time has its version").isEqualTo("13{1=cyd, 2=2}");
  }

  @Test
  void ofEqualTimestampsTheLaterWriteCounts() {
    put("01", ANY, at(10), stamped(NAME, "ann", 10, 5), stamped(NOTE, "x", 10, 5));
    put("01", ANY, at(11), stamped(NAME, "bob", 11, 5), stamped(NOTE, "y", 11, 5));
    assertThat(history("01")).isEqualTo("11{1=[bob@5], 3=[y@5]}");
    put("01", ANY, at(12), stamped(NAME, "cyd", 12, 7), stamped(NAME, "dan", 12, 7));
    assertThat(row("01")).isEqualTo("12{1=dan, 3=y}");
  }

  @Test
  void aDeletionIsRememberedWhenItGaveATime() {
    put("01", ANY, at(10), stamped(NAME, "ann", 10, 5), stamped(TOTAL, 1, 10, 5));
    put("01", ANY, at(11), stamped(NAME, null, 11, 7), stamped(PHOTO, null, 11, 7));
    put("01", ANY, 12, TOTAL, null);
    assertThat(row("01")).isEqualTo("12{}");
    assertThat(history("01")).isEqualTo("12{1=[null@7], 4=[null@7]}");
    put(
        "01",
        ANY,
        at(13),
        stamped(NAME, "bob", 13, 6),
        stamped(PHOTO, new byte[1], 13, 6),
        stamped(TOTAL, 2, 13, 6));
    assertThat(row("01")).isEqualTo("13{2=2}");
    put("01", ANY, at(14), stamped(NAME, "cyd", 14, 8));
    assertThat(history("01")).isEqualTo("14{1=[cyd@8], 2=[2@6], 4=[null@7]}");
  }

  @Test
  void anExpiredValueIsNotSeen() {
    put("01", ANY, at(1), expiring(NAME, "ann", 1, 1_001), expiring(NOTE, "x", 1, 1_002));
    put("02", ANY, 1, TOTAL, 2);
    assertThat(row("01")).isEqualTo("1{1=ann, 3=x}");
    assertThat(get("01").cell(NAME)).isEqualTo(new Cell(NAME, "ann", 1, 0, 1_001));
    try (Snapshot before = engine.snapshot(now)) {
      now = 1_001;
      assertThat(row("01")).isEqualTo("1{3=x}");
      now = 1_002;
      assertThat(row("01")).isEqualTo("1{}");
      assertThat(get("01").cell(NAME)).isNull();
      assertThat(scanned(false)).containsExactly("1{}", "1{2=2}");
      assertThat(scanned(true)).containsExactly("1{2=2}", "1{}");
      assertThat(before.nowMillis()).isEqualTo(1_000);
      assertThat(show(before.get(ROWS, key("01"), Set.of("b")))).isEqualTo("1{1=ann, 3=x}");
    }
  }

  @Test
  void theMomentOfAViewIsNotBeforeWhatIsInIt() {
    assumeTrue(makesSnapshots());
    put("01", ANY, new RowHead(1, 1_001, 0));
    try (Snapshot view =
        engine.snapshot(
            () -> {
              now = 1_001;
              put("01", ABSENT, 2, TOTAL, 2);
              return now;
            })) {
      assertThat(view.nowMillis()).isEqualTo(1_001);
      assertThat(view.get(ROWS, key("01"), Set.of())).isNull();
    }
    assertThat(row("01")).isEqualTo("2{2=2}");
  }

  private List<String> scanned(boolean reverse) {
    ScanOptions options = new ScanOptions(Set.of("b", "c"), reverse);
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor = scan(engine, snapshot, ROWS, ByteRange.all(), options)) {
      return all(cursor).stream().map(EngineFixture::show).toList();
    }
  }

  @Test
  void anExpiredValueIsGoneOnceItsFamilyIsWrittenAgain() {
    put(
        "01",
        ANY,
        at(1),
        expiring(NAME, "ann", 1, 1_001),
        stamped(TOTAL, 1, 1, 1),
        expiring(NOTE, "x", 1, 1_001));
    now = 1_001;
    assertThat(physically("01")).isEqualTo("1{1=ann, 2=1, 3=x}");
    put("01", 1, 2, TOTAL, 2);
    assertThat(physically("01")).isEqualTo("2{2=2, 3=x}");
    put("01", 2, 3, NOTE, "y");
    assertThat(history("01")).isEqualTo("3{2=[2@2], 3=[y@3, null@1]}");
    now = 0;
    assertThat(history("01")).isEqualTo("3{2=[2@2], 3=[y@3, null@1]}");
  }

  @Test
  void anExpiredValueIsInNobodysWay() {
    put("01", ANY, at(10), expiring(NAME, "ann", 10, 1_001), new Cell(TOTAL, 1, 10, 8, 1_001));
    now = 1_001;
    put("01", ANY, at(11), stamped(NAME, "bob", 11, 5), stamped(TOTAL, 2, 11, 5));
    assertThat(history("01")).as("but its time is").isEqualTo("11{1=[bob@5], 2=[null@8]}");
  }

  @Test
  void anExpiredRowIsAbsentToReads() {
    put("01", ANY, new RowHead(1, 1_001, 0), expiring(NAME, "ann", 1, 1_001));
    put("02", ANY, new RowHead(1, 0, 0));
    put("03", ANY, new RowHead(1, 1_001, 0), stamped(NOTE, "for ever, as a value", 1, 1));
    assertThat(scanned(false)).containsExactly("1{1=ann}", "1{}", "1{3=for ever, as a value}");
    now = 1_001;
    assertThat(row("01")).isNull();
    assertThat(history("03")).isNull();
    assertThat(scanned(false)).containsExactly("1{}");
    assertThat(scanned(true)).containsExactly("1{}");
    try (Snapshot snapshot = engine.snapshot(now)) {
      assertThat(snapshot.get(ROWS, List.of(key("03"), key("02")), Set.of("b")))
          .extracting(EngineFixture::show)
          .containsExactly(null, "1{}");
    }
  }

  @Test
  void anExpiredRowIsAbsentToWrites() {
    assumeTrue(writesManyRows());
    RowHead head = new RowHead(1, 1_001, 0);
    put("01", ANY, head, stamped(NAME, "ann", 1, 1), stamped(NOTE, "x", 1, 1));
    put("02", ANY, head, stamped(NOTE, "x", 1, 1));
    put("03", ANY, head);
    now = 1_001;
    assertThat(put("01", 1, 2, NAME, "bob")).isFalse();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), 1))).isFalse();
    assertThat(put("01", ABSENT, 2, TOTAL, 5)).isTrue();
    assertThat(put("02", ANY, 2)).isTrue();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("03"), ABSENT))).isTrue();
    assertThat(history("01")).as("nothing comes back").isEqualTo("2{2=[5@2]}");
    assertThat(history("02")).isEqualTo("2{}");
    assertThat(get("01").head()).isEqualTo(RowHead.of(2));
    assertThat(physically("03")).isNull();
    assertThat(physically("02")).isEqualTo("2{}");
  }

  @Test
  void aPutThatSaysNothingOfTheHeadKeepsIt() {
    put("01", ANY, new RowHead(7, 2_000, 3), stamped(NAME, "ann", 7, 3));
    assertThat(get("01").head()).isEqualTo(new RowHead(7, 2_000, 3));
    put("01", 7, 9, NOTE, "x");
    assertThat(get("01").head()).isEqualTo(new RowHead(9, 2_000, 3));
    put("01", 9, new RowHead(10, 0, 3));
    assertThat(get("01").head()).isEqualTo(new RowHead(10, 0, 3));
    put("02", ANY, 4);
    assertThat(get("02").head()).isEqualTo(RowHead.of(4));
  }

  @Test
  void aFamilyKeepsItsVersions() {
    put("01", ANY, 1, NAME, "a", NOTE, "one");
    put("01", ANY, 2, NAME, "b", NOTE, "two");
    put("01", ANY, 3, NAME, null, NOTE, null);
    assertThat(row("01")).isEqualTo("3{}");
    assertThat(history("01")).isEqualTo("3{3=[null@3, two@2, one@1]}");
    put("01", ANY, 4, NOTE, "four");
    assertThat(row("01")).isEqualTo("4{3=four}");
    assertThat(history("01")).isEqualTo("4{3=[four@4, null@3, two@2]}");
    try (Snapshot snapshot = engine.snapshot(now)) {
      StoredRow row = snapshot.get(ROWS, key("01"), new RowOptions(Set.of("b"), true));
      assertThat(row.history(NOTE))
          .containsExactly(
              new Cell(NOTE, "four", 4, 0, 0),
              new Cell(NOTE, null, 3, 0, 0),
              new Cell(NOTE, "two", 2, 0, 0));
      assertThat(row.cell(NOTE)).isEqualTo(new Cell(NOTE, "four", 4, 0, 0));
      RowOptions firstFamily = new RowOptions(Set.of(), true);
      assertThat(showHistory(snapshot.get(ROWS, key("01"), firstFamily))).isEqualTo("4{}");
    }
  }

  @Test
  void anOlderTimestampTakesItsPlaceInTheHistory() {
    put("01", ANY, at(10), stamped(NOTE, "five", 10, 5), stamped(NOTE, "three", 10, 3));
    put("01", ANY, at(11), stamped(NOTE, "four", 11, 4));
    assertThat(history("01")).isEqualTo("11{3=[five@5, four@4, three@3]}");
    put("01", ANY, at(12), stamped(NOTE, "two", 12, 2));
    assertThat(history("01")).as("too old").isEqualTo("12{3=[five@5, four@4, three@3]}");
    put("01", ANY, at(13), stamped(NOTE, null, 13, 6), stamped(NOTE, "three again", 13, 3));
    assertThat(history("01")).isEqualTo("13{3=[null@6, five@5, four@4]}");
  }

  @Test
  void anExpiredVersionDoesNotBringBackTheOneBefore() {
    put("01", ANY, 1, NOTE, "old");
    put("01", ANY, at(2), expiring(NOTE, "new", 2, 1_001));
    assertThat(history("01")).isEqualTo("2{3=[new@2, old@1]}");
    now = 1_001;
    assertThat(row("01")).isEqualTo("2{}");
    assertThat(history("01")).isEqualTo("2{3=[null@2, old@1]}");
    put("01", ANY, 3, NOTE, "newest");
    assertThat(history("01")).isEqualTo("3{3=[newest@3, null@2, old@1]}");
  }

  @Test
  void cellsOfARowThatIsCopiedKeepTheirVersions() {
    Cell name = new Cell(NAME, "ann", 7, 0, 0);
    Cell newest = new Cell(NOTE, "new", 9, 0, 0);
    Cell older = new Cell(NOTE, "old", 4, 0, 0);
    put("01", ABSENT, at(10), name, older, newest);
    assertThat(history("01")).isEqualTo("10{1=[ann@7], 3=[new@9, old@4]}");
    assertThat(get("01").cell(NAME)).isEqualTo(name);
    put("01", 10, 11, NOTE, "next");
    assertThat(history("01")).isEqualTo("11{1=[ann@7], 3=[next@11, new@9, old@4]}");
    refused(() -> put("01", ANY, at(12), new Cell(NAME, "x", 0, 0, 0)), "version 0");
  }

  @Test
  void aScanGivesHistoryToo() {
    put("01", ANY, 1, NOTE, "a");
    put("01", ANY, 2, NOTE, "b");
    put("02", ANY, 3, NOTE, "c");
    RowOptions history = RowOptions.of(Set.of("b")).withHistory();
    for (boolean reverse : new boolean[] {false, true}) {
      try (Snapshot snapshot = engine.snapshot(now);
          RowCursor cursor =
              scan(engine, snapshot, ROWS, ByteRange.all(), new ScanOptions(history, reverse))) {
        assertThat(all(cursor).stream().map(EngineFixture::showHistory))
            .containsExactlyInAnyOrder("2{3=[b@2, a@1]}", "3{3=[c@3]}");
      }
    }
  }

  @Test
  void timesOutOfRangeAreRefused() {
    refused(() -> put("01", ANY, new RowHead(1, -1, 0)), "rows", "the time -1");
    refused(() -> put("01", ANY, new RowHead(1, 0, -2)), "rows", "the time -2");
    refused(() -> put("01", ANY, at(1), stamped(NAME, "x", 1, -3)), "rows", "the time -3");
    refused(() -> put("01", ANY, at(1), expiring(NAME, "x", 1, -4)), "rows", "the time -4");
    refused(
        () -> put("01", ANY, at(1), stamped(NAME, "x", 2, 0)),
        "version 2, expected a version from 1 to 1");
    assertThat(row("01")).isNull();
  }
}
