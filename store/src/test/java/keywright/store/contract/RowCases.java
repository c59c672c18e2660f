package keywright.store.contract;

import static keywright.store.WriteBatch.ABSENT;
import static keywright.store.WriteBatch.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.store.Cell;
import keywright.store.ColumnLayout;
import keywright.store.FamilyLayout;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.Written;
import org.junit.jupiter.api.Test;

/** Single rows and batches: merging, families, versions. */
abstract class RowCases extends EngineFixture {

  @Test
  void aDeleteThatExpectsNothingAndAPutReplaceTheRow() {
    for (String hex : List.of("01", "02")) {
      if (hex.equals("01")) {
        put(hex, ANY, 1, NAME, "ann", TOTAL, 7, NOTE, "old");
      }
      engine.write(
          new WriteBatch(now)
              .delete(ROWS, key(hex), ANY)
              .put(ROWS, key(hex), ABSENT, 2, cells(NAME, "bob")));
      assertThat(row(hex)).isEqualTo("2{1=bob}");
    }
  }

  @Test
  void aRowIsReadAsItWasWritten() {
    put("01", ABSENT, 7, NAME, "ann", TOTAL, -3, NOTE, "", PHOTO, new byte[] {0, -1});
    assertThat(row("01")).isEqualTo("7{1=ann, 2=-3, 3=, 4=0x00ff}");
    assertThat(get("01").key()).isEqualTo(key("01"));
    assertThat(get("01").rowKey()).isEqualTo(ROWS.keySchema().encode(key("01")));
    assertThat(get("01").cell(NAME).version()).isEqualTo(7);
  }

  @Test
  void anAbsentRowIsNull() {
    assertThat(row("01")).isNull();
    put("01", ANY, 1);
    assertThat(row("0101")).isNull();
    assertThat(row("")).isNull();
  }

  @Test
  void aPutKeepsTheCellsThatItDoesNotName() {
    put("01", ANY, 1, NAME, "ann", TOTAL, 1, NOTE, "old");
    put("01", ANY, 2, TOTAL, 2, PHOTO, new byte[] {5});
    assertThat(row("01")).isEqualTo("2{1=ann, 2=2, 3=old, 4=0x05}");
    assertThat(get("01").cell(NAME).version()).isEqualTo(1);
    assertThat(get("01").cell(TOTAL).version()).isEqualTo(2);
    assertThat(get("01", "b").cell(NOTE).version()).isEqualTo(1);
  }

  @Test
  void aNullDeletesTheCellAlone() {
    put("01", ANY, 1, NAME, "ann", TOTAL, 1, NOTE, "old");
    put("01", ANY, 2, TOTAL, null, NOTE, null, PHOTO, null);
    assertThat(row("01")).isEqualTo("2{1=ann}");
  }

  @Test
  void aRowOfNothingExists() {
    put("01", ANY, 1);
    put("02", ANY, 1, NAME, null);
    put("03", ANY, 1, NOTE, "x");
    put("03", ANY, 2, NOTE, null);
    assertThat(Arrays.asList(row("01"), row("02"), row("03"))).containsExactly("1{}", "1{}", "2{}");
  }

  @Test
  void aRowWithoutCellsInTheFirstFamilyExists() {
    put("01", ANY, 4, NOTE, "x");
    assertThat(show(get("01"))).isEqualTo("4{}");
    assertThat(row("01")).isEqualTo("4{3=x}");
  }

  @Test
  void aReadGivesTheFirstFamilyAndThoseNamed() {
    put("01", ANY, 1, NAME, "ann", NOTE, "x", PHOTO, new byte[] {5});
    assertThat(show(get("01"))).isEqualTo("1{1=ann}");
    assertThat(show(get("01", "a"))).isEqualTo("1{1=ann}");
    assertThat(show(get("01", "c"))).isEqualTo("1{1=ann, 4=0x05}");
    assertThat(get("01").value(NOTE)).isNull();
  }

  @Test
  void rowsAreReadByTheirRowKeys() {
    put("01", ANY, 1, NOTE, "one");
    put("03", ANY, 1, NAME, "three");
    engine.createTable(COUNTS);
    KeySchema words = COUNTS.keySchema();
    RowHead expiring = new RowHead(2, now + 1, 0, 0, RowMark.LIVE);
    engine.write(new WriteBatch(now).put(COUNTS, words.key("a"), ANY, 1, cells(1, 7, 2, "kept")));
    engine.write(new WriteBatch(now).put(COUNTS, words.key("b"), ANY, expiring, List.of()));
    try (Snapshot snapshot = engine.snapshot(now);
        Snapshot later = engine.snapshot(now + 1)) {
      RowOptions notes = RowOptions.of(Set.of("b"));
      List<byte[]> rowKeys = Stream.of("03", "02", "01", "03").map(hex -> rowKey(hex)).toList();
      List<StoredRow> rows = snapshot.getByRowKeys(ROWS, rowKeys, notes);
      assertThat(rows.stream().map(EngineFixture::show))
          .containsExactly("1{1=three}", null, "1{3=one}", "1{1=three}");
      assertThat(rows.get(2).key()).isEqualTo(key("01"));
      assertThat(snapshot.getByRowKeys(ROWS, List.of(), notes)).isEmpty();
      List<byte[]> ofWords =
          Stream.of("b", "none", "a").map(word -> words.encode(words.key(word))).toList();
      RowOptions current = RowOptions.of(Set.of());
      assertThat(snapshot.getByRowKeys(COUNTS, ofWords, current).stream().map(EngineFixture::show))
          .containsExactly("2{}", null, "1{1=7, 2=kept}");
      assertThat(later.getByRowKeys(COUNTS, ofWords, current).stream().map(EngineFixture::show))
          .containsExactly(null, null, "1{1=7, 2=kept}");
      List<byte[]> none = List.of(new byte[] {1});
      assertThatThrownBy(() -> snapshot.getByRowKeys(COUNTS, none, current))
          .isInstanceOf(KeyException.class);
    }
  }

  /** Rows whose bytes fit a buffer, fill it, and are longer than one that is kept. */
  @Test
  void aRowIsReadInPlaceAsItIsReadOtherwise() {
    engine.createTable(FILES);
    Map<String, byte[]> photos = new TreeMap<>();
    for (int length : new int[] {5, 0, 300, 5_000, 60_000, 131_060, 131_080, 300_000, 1}) {
      byte[] photo = new byte[length];
      new Random(length).nextBytes(photo);
      String word = "w" + length;
      photos.put(word, photo);
      Map<Integer, Object> values = new TreeMap<>(Map.of(1, word, 2, photo));
      if (length % 2 == 0) {
        values.put(3, new byte[] {(byte) length});
      }
      engine.write(new WriteBatch(now).put(FILES, word(word), ANY, 1, values));
    }
    List<StoredRow> others = new ArrayList<>();
    List<Object> kept = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    photos.forEach(
        (word, photo) -> {
          others.add(file(word));
          String name =
              readFile(
                  word,
                  row -> {
                    assertThat(bytes(row.blob(2))).as(word).isEqualTo(photo);
                    assertThat(bytes(row.blob(3)))
                        .as(word)
                        .isEqualTo(photo.length % 2 == 0 ? new byte[] {(byte) photo.length} : null);
                    assertThat(row.blob(4)).as("a column that does not exist").isNull();
                    assertThat(row.version()).isEqualTo(1);
                    // A read within a read leaves the row of the other one as it is.
                    photos.forEach((other, bytes) -> kept.add(readFile(other, in -> in.value(2))));
                    expected.addAll(photos.values());
                    assertThat(bytes(row.blob(2))).as(word).isEqualTo(photo);
                    assertThat(show(row)).isEqualTo(show(file(word)));
                    return (String) row.value(1);
                  });
          assertThat(name).isEqualTo(word);
        });
    assertThat(kept).as("values are copies").containsExactlyElementsOf(expected);
    assertThat(others)
        .extracting(row -> bytes(row.blob(2)))
        .containsExactlyElementsOf(photos.values());
    assertThat(this.<Object>readFile("none", row -> row)).isNull();
    assertThatThrownBy(
            () ->
                readFile(
                    "w300",
                    row -> {
                      throw new IllegalStateException("in use");
                    }))
        .hasMessage("in use");
    assertThat(blob("w300", 2)).isEqualTo(photos.get("w300"));
  }

  private <R> R readFile(String word, Function<StoredRow, R> use) {
    return engine.read(FILES, word(word), RowOptions.of(Set.of("m")), () -> now, use);
  }

  private byte[] blob(String word, int column) {
    return readFile(word, row -> bytes(row.blob(column)));
  }

  private StoredRow file(String word) {
    return engine.get(FILES, word(word), RowOptions.of(Set.of("m")), now);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    return buffer == null
        ? null
        : Arrays.copyOfRange(
            buffer.array(),
            buffer.arrayOffset() + buffer.position(),
            buffer.arrayOffset() + buffer.limit());
  }

  /** Expired rows and values, deleted values and older values, in a row of one family. */
  @Test
  void aReadInPlaceLeavesOutWhatHasExpired() {
    engine.createTable(FILES);
    RowHead expiring = new RowHead(2, now + 1, 0, 0, RowMark.LIVE);
    byte[] photo = {1, 2, 3};
    engine.write(
        new WriteBatch(now)
            .put(FILES, word("row"), ANY, expiring, List.of(new Cell(2, photo, 2, 0, 0))));
    engine.write(
        new WriteBatch(now)
            .put(
                FILES,
                word("value"),
                ANY,
                RowHead.of(2),
                List.of(new Cell(2, photo, 2, 0, now + 1), new Cell(3, photo, 2, 0, 0))));
    assertThat(blob("row", 2)).isEqualTo(photo);
    assertThat(blob("value", 2)).isEqualTo(photo);
    now++;
    assertThat(blob("row", 2)).isNull();
    assertThat(blob("value", 2)).isNull();
    assertThat(blob("value", 3)).isEqualTo(photo);
  }

  private static byte[] rowKey(String hex) {
    return ROWS.keySchema().encode(key(hex));
  }

  @Test
  void manyRowsAreReadTogetherInTheOrderAsked() {
    put("01", ANY, 1, NOTE, "one");
    put("03", ANY, 1, NAME, "three");
    try (Snapshot snapshot = engine.snapshot(now)) {
      List<StoredRow> rows =
          snapshot.get(ROWS, List.of(key("03"), key("02"), key("01"), key("03")), Set.of("b"));
      assertThat(rows.stream().map(EngineFixture::show))
          .containsExactly("1{1=three}", null, "1{3=one}", "1{1=three}");
      assertThat(snapshot.get(ROWS, List.of(), Set.of("b"))).isEmpty();
    }
  }

  @Test
  void aDeleteRemovesTheRowFromAllFamilies() {
    put("01", ANY, 1, NAME, "ann", NOTE, "x", PHOTO, new byte[] {5});
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), ANY))).isTrue();
    assertThat(row("01")).isNull();
    put("01", ABSENT, 2);
    assertThat(row("01")).isEqualTo("2{}");
  }

  @Test
  void deletingAnAbsentRowDoesNothing() {
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), ANY))).isTrue();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), ABSENT))).isTrue();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), 1))).isFalse();
    assertThat(row("01")).isNull();
  }

  @Test
  void aVersionThatIsNotAsExpectedWritesNothing() {
    assertThat(put("01", 1, 2, NAME, "x")).isFalse();
    assertThat(put("01", ABSENT, 5, NAME, "ann")).isTrue();
    assertThat(put("01", ABSENT, 6, NAME, "x")).isFalse();
    assertThat(put("01", 4, 6, NAME, "x")).isFalse();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), 4))).isFalse();
    assertThat(row("01")).isEqualTo("5{1=ann}");
    assertThat(put("01", 5, 6, NAME, "bob")).isTrue();
    assertThat(engine.write(new WriteBatch(now).delete(ROWS, key("01"), 6))).isTrue();
    assertThat(row("01")).isNull();
  }

  @Test
  void aVersionFallsWhereRowsAreWrittenTogetherAndIsRefusedElsewhere() {
    put("01", ANY, 5, NAME, "bob");
    if (writesManyRows()) {
      assertThat(put("01", ANY, 3, NAME, "eve")).isTrue();
      assertThat(row("01")).as("bob is newer than eve").isEqualTo("3{1=bob}");
    } else {
      refused(() -> put("01", ANY, 3, NAME, "eve"), "rows", "version", "above 5");
      refused(() -> put("01", 5, 5, NAME, "eve"), "rows", "version", "above 5");
      assertThat(row("01")).isEqualTo("5{1=bob}");
    }
  }

  @Test
  void aBatchIsWrittenWholeOrNotAtAll() {
    assumeTrue(writesManyRows());
    put("02", ANY, 9, NAME, "ann");
    WriteBatch batch =
        new WriteBatch(now)
            .put(ROWS, key("01"), ABSENT, 10, cells(NAME, "new", NOTE, "new"))
            .put(WORDS, word("new"), ANY, 10, cells())
            .put(ROWS, key("02"), 8, 10, cells(NAME, "changed"))
            .delete(ROWS, key("03"), ANY);
    assertThat(engine.write(batch)).isFalse();
    assertThat(Arrays.asList(row("01"), row("02"))).containsExactly(null, "9{1=ann}");
    assertThat(words("", null, false)).isEmpty();
    put("02", ANY, 8);
    assertThat(engine.write(batch)).isTrue();
    assertThat(List.of(row("01"), row("02"))).containsExactly("10{1=new, 3=new}", "10{1=changed}");
    assertThat(words("", null, false)).containsExactly("new");
  }

  @Test
  void writesOfOneRowInABatchFollowOneAnother() {
    put("01", ANY, 1, NAME, "ann", NOTE, "x", PHOTO, new byte[] {5});
    WriteBatch[] batches = {
      new WriteBatch(now)
          .put(ROWS, key("01"), 1, 2, cells(TOTAL, 1))
          .put(ROWS, key("01"), 2, 3, cells(TOTAL, 2, NOTE, "y")),
      new WriteBatch(now)
          .put(ROWS, key("02"), ABSENT, 1, cells(NAME, "short-lived", NOTE, "z"))
          .delete(ROWS, key("02"), 1),
      new WriteBatch(now)
          .put(ROWS, key("03"), ABSENT, 1, cells(NAME, "lost", NOTE, "lost"))
          .delete(ROWS, key("03"), ANY)
          .put(ROWS, key("03"), ABSENT, 2, cells(TOTAL, 3))
    };
    assertThat(engine.writeEach(List.of(batches))).containsOnly(Written.DONE);
    assertThat(row("01")).isEqualTo("3{1=ann, 2=2, 3=y, 4=0x05}");
    assertThat(row("02")).isNull();
    assertThat(row("03")).isEqualTo("2{2=3}");
    WriteBatch second =
        new WriteBatch(now)
            .delete(ROWS, key("01"), 3)
            .put(ROWS, key("01"), ABSENT, 4, cells(TOTAL, 7))
            .put(ROWS, key("01"), 3, 5, cells(TOTAL, 8));
    assertThat(engine.write(second)).isFalse();
    assertThat(row("01")).isEqualTo("3{1=ann, 2=2, 3=y, 4=0x05}");
  }

  @Test
  void anEmptyBatchIsWritten() {
    assertThat(engine.write(new WriteBatch(now))).isTrue();
  }

  @Test
  void cellsOfDroppedColumnsAreSkippedAndKept() {
    put("01", ANY, 1, NAME, "ann", TOTAL, 3, NOTE, "x");
    TableLayout narrow =
        new TableLayout(
            ROWS.name(),
            ROWS.keySchema(),
            List.of(
                FamilyLayout.of("a", List.of(column(TOTAL, "total", "int"))),
                FamilyLayout.of("b", List.of()),
                FamilyLayout.of("c", List.of())));
    try (Snapshot snapshot = engine.snapshot(now)) {
      assertThat(show(snapshot.get(narrow, key("01"), Set.of("b")))).isEqualTo("1{2=3}");
    }
    engine.write(new WriteBatch(now).put(narrow, key("01"), 1, 2, cells(TOTAL, 4)));
    assertThat(row("01")).isEqualTo("2{1=ann, 2=4, 3=x}");
  }

  @Test
  void valuesBelongToTheEngineOnceWritten() {
    byte[] photo = {1, 2};
    put("01", ANY, 1, PHOTO, photo);
    photo[0] = 9;
    ((byte[]) get("01", "c").value(PHOTO))[1] = 9;
    assertThat(row("01")).isEqualTo("1{4=0x0102}");
  }

  @Test
  void tablesComeAndGo() {
    TableLayout other = other();
    assertThat(engine.tables()).containsExactly("rows", "words");
    refused(() -> engine.createTable(ROWS), "rows");
    refused(() -> engine.dropTable("other"), "other");
    engine.createTable(other);
    assertThat(engine.hasTable("other")).isTrue();
    engine.write(
        new WriteBatch(now).put(other, other.keySchema().key(1), ANY, 1, cells(NAME, "x")));
    put("01", ANY, 1);
    engine.dropTable("other");
    assertThat(engine.hasTable("other")).isFalse();
    assertThat(engine.tables()).containsExactly("rows", "words");
    assertThat(row("01")).isEqualTo("1{}");
    engine.createTable(other);
    try (Snapshot snapshot = engine.snapshot(now)) {
      assertThat(snapshot.get(other, other.keySchema().key(1), Set.of())).isNull();
    }
  }

  @Test
  void familiesAreAddedToATableThatHasRows() {
    put("01", ANY, 1, NAME, "one", NOTE, "n");
    List<FamilyLayout> families = new ArrayList<>(ROWS.families());
    families.add(new FamilyLayout("z", "none", 0, 1, List.of(column(9, "size", "int"))));
    TableLayout wider = new TableLayout(ROWS.name(), ROWS.keySchema(), families);
    refused(() -> engine.write(new WriteBatch(0).delete(wider, key("01"), ANY)), "family", "z");
    try (Snapshot before = engine.snapshot(0)) {
      engine.addFamilies(wider);
      engine.addFamilies(wider);
      if (makesSnapshots()) {
        refused(() -> before.get(wider, key("01"), Set.of("z")), "family", "z");
      }
    }
    engine.write(new WriteBatch(0).put(wider, key("01"), 1, 2, cells(9, 7)));
    engine.write(new WriteBatch(0).put(ROWS, key("02"), ANY, 1, cells(NAME, "two")));
    if (persistent()) {
      reopen();
    }
    assertThat(row("01")).isEqualTo("2{1=one, 3=n}");
    assertThat(row("02")).isEqualTo("1{1=two}");
    try (Snapshot snapshot = engine.snapshot(0)) {
      StoredRow row = snapshot.get(wider, key("01"), Set.of("a", "z"));
      assertThat(row).isNotNull();
      assertThat(row.value(9)).isEqualTo(7);
      assertThat(row.value(NAME)).isEqualTo("one");
    }
    refused(() -> engine.addFamilies(other()), "other");
  }

  /** A table whose computed key part would be named as a column of it. */
  private static TableLayout letters(String columns, String key, ColumnLayout... stored) {
    return new TableLayout(
        "letters",
        KeySchema.parse(columns, key),
        List.of(
            FamilyLayout.of("m", List.of(stored)),
            FamilyLayout.of("n", List.of(column(9, "v", "text")))));
  }

  @Test
  void columnsAreRenamedDroppedAndAdded() {
    TableLayout first =
        letters(
            "host int, line text",
            "host, reverse(line)",
            column(1, "v", "int"),
            column(2, "reverse_line", "int"));
    TableLayout before = engine.named(null, first);
    engine.createTable(before);
    Key key = before.keySchema().key(1, "abc");
    engine.write(new WriteBatch(now).put(before, key, ABSENT, 1, cells(1, 5, 2, 6, 9, "x")));
    TableLayout wider =
        letters(
            "place int, note text",
            "place, reverse(note)",
            column(1, "v", "int"),
            column(3, "reverse_line", "text"),
            column(4, "reverse_note", "int"),
            column(5, "place", "int"));
    TableLayout after = engine.named(before, wider);
    engine.alterTable(before, after);
    if (persistent()) {
      reopen();
    }
    assertThat(all(after)).containsExactly("1{1=5, 9=x}");
    boolean written =
        engine.write(new WriteBatch(now).put(after, key, 1, 2, cells(3, "a", 4, 7, 5, 8)));
    assertThat(written).isTrue();
    assertThat(all(after)).containsExactly("2{1=5, 3=a, 4=7, 5=8, 9=x}");
    TableLayout last =
        engine.named(
            after, letters("place int, note text", "place, reverse(note)", column(6, "v", "blob")));
    engine.alterTable(after, last);
    assertThat(all(last)).containsExactly("2{9=x}");
    engine.write(new WriteBatch(now).put(last, key, 2, 3, cells(6, new byte[] {1})));
    assertThat(all(last)).containsExactly("3{6=0x01, 9=x}");
  }

  /** The rows of a host, with all families. */
  private List<String> all(TableLayout layout) {
    List<String> rows = new ArrayList<>();
    KeyRange host = KeyRange.equalTo(List.of(1));
    try (Snapshot snapshot = engine.snapshot(now);
        RowCursor cursor = snapshot.scan(layout, host, ScanOptions.of(layout.familyNames()))) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        rows.add(show(row));
      }
    }
    return rows;
  }

  private static TableLayout other() {
    return new TableLayout("other", KeySchema.parse("id int", "id"), ROWS.families());
  }

  @Test
  void whatIsMissingIsRefused() {
    TableLayout unknown = new TableLayout("unknown", ROWS.keySchema(), ROWS.families());
    TableLayout wider =
        new TableLayout(
            ROWS.name(),
            ROWS.keySchema(),
            List.of(FamilyLayout.of("z", List.of(column(9, "size", "int")))));
    String[] missing = {"family", "z", hasFamilies() ? "a, b, c" : "size"};
    try (Snapshot snapshot = engine.snapshot(now)) {
      refused(() -> snapshot.get(unknown, key("01"), Set.of()), "unknown", "rows, words");
      refused(() -> snapshot.get(ROWS, key("01"), Set.of("z")), "family", "z");
      refused(() -> snapshot.get(wider, key("01"), Set.of()), missing);
    }
    WriteBatch batch = new WriteBatch(now);
    if (writesManyRows()) {
      batch.put(ROWS, key("01"), ANY, 1, cells());
    }
    batch.put(unknown, key("01"), ANY, 1, cells());
    refused(() -> engine.write(batch), "unknown");
    refused(() -> engine.write(new WriteBatch(now).delete(wider, key("01"), ANY)), missing);
    assertThat(row("01")).isNull();
  }

  @Test
  void theLongestKeyIsStoredAndALongerOneRefused() {
    String longest = "x".repeat(engine.maxKeyLength());
    putWords(longest);
    refused(() -> putWords(longest + "x"), "words", engine.maxKeyLength() + 1 + " bytes");
    assertThat(words("", null, false)).containsExactly(longest);
  }

  @Test
  void aReadOfAKeyAboveTheLimitFindsNothing() {
    putWords("a", "y");
    // Cassandra itself refuses keys of 64 KB, and HBase those of 32 KB.
    for (int length : List.of(engine.maxKeyLength(), 32_766, 32_767, 65_536, 1 << 17)) {
      String tooLong = "x".repeat(length + 1);
      forgetPlaces();
      assertThat(words(tooLong, null, false)).as("from %d", length).containsExactly("y");
      forgetPlaces();
      assertThat(words("", tooLong, true)).as("to %d", length).containsExactly("a");
      forgetPlaces();
      assertThat(engine.get(WORDS, word(tooLong), RowOptions.of(Set.of()), now)).isNull();
      try (Snapshot snapshot = engine.snapshot(now)) {
        List<Key> keys = List.of(word("a"), word(tooLong), word("y"));
        assertThat(snapshot.get(WORDS, keys, RowOptions.of(Set.of())))
            .extracting(row -> row == null ? null : row.key().part(0))
            .containsExactly("a", null, "y");
      }
      assertThat(words("", tooLong, false)).containsExactly("a");
      assertThat(words(tooLong, null, true)).containsExactly("y");
    }
  }

  /** Afterwards HBase's client must look up where rows are. */
  private void forgetPlaces() {
    if (persistent()) {
      reopen();
    }
  }
}
