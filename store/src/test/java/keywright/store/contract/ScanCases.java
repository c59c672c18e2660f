package keywright.store.contract;

import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import keywright.key.ByteRange;
import keywright.key.KeyBound;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TablePart;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.junit.jupiter.api.Test;

/** Ranges, forwards and in reverse. */
abstract class ScanCases extends RowCases {
  private static final String[] KEYS = {
    "", "00", "0000", "0001", "00ff", "01", "7f", "7fff", "80", "8000", "fe", "feff", "ff", "ff00",
    "ffff", "ffffff"
  };

  private String[] keys() {
    return hasEmptyPartitions() ? KEYS : Arrays.copyOfRange(KEYS, 1, KEYS.length);
  }

  @Test
  void aScanGivesTheRowsInUnsignedOrder() {
    List<String> shuffled = new ArrayList<>(List.of(keys()));
    Collections.reverse(shuffled);
    Collections.swap(shuffled, 2, 9);
    List<WriteBatch> batches =
        shuffled.stream()
            .map(hex -> new WriteBatch(now).put(ROWS, key(hex), ANY, 1, cells(NAME, hex)))
            .toList();
    assertThat(engine.writeEach(batches)).containsOnly(Written.DONE);
    assertThat(names(ByteRange.all(), false)).containsExactly(keys());
    List<String> backwards = new ArrayList<>(List.of(keys()));
    Collections.reverse(backwards);
    assertThat(names(ByteRange.all(), true)).isEqualTo(backwards);
  }

  @Test
  void everyRangeBetweenTwoKeysIsExact() {
    for (String hex : keys()) {
      put(hex, ANY, 1, NAME, hex);
    }
    for (int start = 0; start < keys().length; start++) {
      for (int stop = 0; stop < keys().length; stop++) {
        ByteRange range =
            ByteRange.between(
                ROWS.keySchema().encode(key(keys()[start])),
                ROWS.keySchema().encode(key(keys()[stop])));
        List<String> expected =
            new ArrayList<>(List.of(keys()).subList(start, Math.max(start, stop)));
        assertThat(names(range, false)).as("%s", range).isEqualTo(expected);
        Collections.reverse(expected);
        assertThat(names(range, true)).as("%s in reverse", range).isEqualTo(expected);
      }
    }
  }

  @Test
  void theStopIsNotInTheRange() {
    putWords("a", "ab", "abc", "b");
    assertThat(words("a", "b", false)).containsExactly("a", "ab", "abc");
    assertThat(words("a", "abc", true)).containsExactly("ab", "a");
    assertThat(words("ab", null, false)).containsExactly("ab", "abc", "b");
    assertThat(words("ab", null, true)).containsExactly("b", "abc", "ab");
  }

  @Test
  void boundsNeedNotBeKeys() {
    putWords("b", "d", "f");
    assertThat(words("a", "z", false)).containsExactly("b", "d", "f");
    assertThat(words("a", "z", true)).containsExactly("f", "d", "b");
    assertThat(words("c", "e", false)).containsExactly("d");
    assertThat(words("c", "e", true)).containsExactly("d");
    assertThat(words("d\u0000", "e", false)).isEmpty();
    assertThat(words("d", "d\u0000", true)).containsExactly("d");
  }

  @Test
  void anEmptyRangeGivesNothing() {
    putWords("b", "d");
    assertThat(words("b", "b", false)).isEmpty();
    assertThat(words("b", "b", true)).isEmpty();
    assertThat(words("d", "b", false)).isEmpty();
    assertThat(words("d", "b", true)).isEmpty();
    assertThat(words("e", null, false)).isEmpty();
    assertThat(words("e", null, true)).isEmpty();
    assertThat(words("", "a", false)).isEmpty();
    assertThat(words("", "a", true)).isEmpty();
  }

  @Test
  void aScanOfAnEmptyTableGivesNothing() {
    assertThat(words("", null, false)).isEmpty();
    assertThat(words("", null, true)).isEmpty();
  }

  @Test
  void aRangeOfKeysIsItsRangeOfBytes() {
    for (String hex : keys()) {
      put(hex, ANY, 1, NAME, hex);
    }
    try (Snapshot snapshot = engine.snapshot(now)) {
      KeyRange from =
          new KeyRange(
              List.of(), new KeyRange.Bound(new byte[] {(byte) 0xFF}, false), null, null, false);
      if (engine.isInKeyOrder(ROWS, 0)) {
        assertThat(names(snapshot.scan(ROWS, from, ScanOptions.of(Set.of()))))
            .containsExactly("ff00", "ffff", "ffffff");
      }
      assertThat(
              names(
                  snapshot.scan(
                      ROWS, KeyRange.only(key("00")), ScanOptions.of(Set.of()).reversed())))
          .containsExactly("00");
    }
  }

  @Test
  void eachRowHasTheCellsOfItsFamilies() {
    put("01", ANY, 1, NAME, "one");
    put("02", ANY, 2, NOTE, "two");
    put("03", ANY, 3, PHOTO, new byte[] {3});
    put("04", ANY, 4, NAME, "four", NOTE, "4", PHOTO, new byte[] {4});
    put("05", ANY, 5);
    put("06", ANY, 6, NOTE, "six");
    List<String> expected =
        List.of("1{1=one}", "2{3=two}", "3{}", "4{1=four, 3=4}", "5{}", "6{3=six}");
    assertThat(shown(false, "b")).isEqualTo(expected);
    List<String> backwards = new ArrayList<>(expected);
    Collections.reverse(backwards);
    assertThat(shown(true, "b")).isEqualTo(backwards);
    assertThat(shown(false)).containsExactly("1{1=one}", "2{}", "3{}", "4{1=four}", "5{}", "6{}");
    assertThat(shown(true, "c", "b", "a").get(2)).isEqualTo("4{1=four, 3=4, 4=0x04}");
  }

  @Test
  void tablesDoNotMix() {
    put("61", ANY, 1);
    putWords("a", "b");
    assertThat(shown(false)).containsExactly("1{}");
    assertThat(words("", null, false)).containsExactly("a", "b");
  }

  @Test
  void theEndStaysTheEnd() {
    putWords("a");
    for (ScanOptions options :
        List.of(ScanOptions.of(Set.of()), ScanOptions.of(Set.of()).reversed())) {
      try (Snapshot snapshot = engine.snapshot(now);
          RowCursor cursor = scan(engine, snapshot, WORDS, ByteRange.all(), options)) {
        assertThat(cursor.next()).isNotNull();
        assertThat(cursor.next()).isNull();
        assertThat(cursor.next()).isNull();
      }
    }
  }

  @Test
  void aSpanEndsAtItsPlaces() {
    for (String hex : keys()) {
      put(hex, ANY, 1, NAME, hex);
    }
    assumeTrue(engine.isInKeyOrder(ROWS, 0));
    for (int from = 0; from < keys().length; from++) {
      for (int to = from; to < keys().length; to++) {
        KeySpan span =
            new KeySpan(
                KeyRange.all(),
                KeyBound.after(key(keys()[from]).parts()),
                KeyBound.before(key(keys()[to]).parts()));
        List<String> expected =
            new ArrayList<>(List.of(keys()).subList(Math.min(from + 1, to), to));
        try (Snapshot snapshot = engine.snapshot(now)) {
          ScanOptions options = ScanOptions.of(Set.of());
          assertThat(names(snapshot.scan(ROWS, span, options))).isEqualTo(expected);
          Collections.reverse(expected);
          assertThat(names(snapshot.scan(ROWS, span, options.reversed()))).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aWalkResumesAfterAnyRow() {
    for (String hex : keys()) {
      put(hex, ANY, 1, NAME, hex);
    }
    try (Snapshot snapshot = engine.snapshot(now)) {
      ScanOptions options = ScanOptions.of(Set.of());
      List<String> order = names(snapshot.walk(ROWS, options));
      assertThat(order).containsExactlyInAnyOrder(keys());
      for (int at = 0; at < order.size(); at++) {
        List<String> rest = order.subList(at + 1, order.size());
        assertThat(names(snapshot.walk(ROWS, key(order.get(at)), options))).isEqualTo(rest);
      }
      // The row that a walk was cut off at may be gone.
      for (String gone : List.of("0002", "7e", "ffffffff")) {
        List<String> rest = names(snapshot.walk(ROWS, key(gone), options));
        assertThat(rest).isEqualTo(order.subList(order.size() - rest.size(), order.size()));
      }
    }
  }

  @Test
  void thePartsOfATableHaveEachOfItsRowsOnce() {
    for (String hex : keys()) {
      put(hex, ANY, 1, NAME, hex);
    }
    try (Snapshot snapshot = engine.snapshot(now)) {
      ScanOptions options = ScanOptions.of(Set.of());
      List<String> found = new ArrayList<>();
      for (TablePart part : engine.parts(ROWS, 4)) {
        found.addAll(names(snapshot.walk(ROWS, options.within(part))));
      }
      assertThat(found).isEqualTo(names(snapshot.walk(ROWS, options)));
    }
  }

  private List<String> names(ByteRange range, boolean reverse) {
    try (Snapshot snapshot = engine.snapshot(now)) {
      return names(scan(engine, snapshot, ROWS, range, new ScanOptions(Set.of("a"), reverse)));
    }
  }

  private static List<String> names(RowCursor cursor) {
    try (cursor) {
      return all(cursor).stream().map(row -> (String) row.value(NAME)).toList();
    }
  }

  private List<String> shown(boolean reverse, String... families) {
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor =
            scan(
                engine,
                snapshot,
                ROWS,
                ByteRange.all(),
                new ScanOptions(Set.of(families), reverse))) {
      return all(cursor).stream().map((StoredRow row) -> show(row)).toList();
    }
  }
}
