package keywright.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which cells a write leaves, deletions and all, in a family of one version and of two. */
class CellMergeTest {
  private static final long NOW = 1_000;
  private static final int ID = 1;
  private static final int OTHER = 2;

  private static TableLayout layout(int versions) {
    return new TableLayout(
        "t",
        KeySchema.parse("id int", "id"),
        List.of(
            new FamilyLayout(
                "d",
                "lz4",
                0,
                versions,
                List.of(
                    new ColumnLayout(ID, "a", Type.parse("text")),
                    new ColumnLayout(OTHER, "b", Type.parse("text"))))));
  }

  /** The cells that are stored after writes one after another, newest first. */
  private static List<Cell> after(int versions, Cell... writes) {
    TableLayout layout = layout(versions);
    byte[] value = null;
    for (Cell write : writes) {
      value = merge(layout, value, write, NOW);
    }
    return List.copyOf(stored(layout, value));
  }

  private static byte @Nullable [] merge(
      TableLayout layout, byte @Nullable [] value, Cell write, long nowMillis) {
    Key key = layout.keySchema().key(1);
    WriteBatch batch = new WriteBatch(nowMillis);
    batch.put(layout, key, WriteBatch.ANY, RowHead.of(write.version()), List.of(write));
    RowWrite.Put put = (RowWrite.Put) batch.writes().get(0);
    return CellCodec.merge(put, 0, layout.keySchema().encode(key), value, nowMillis);
  }

  private static Collection<Cell> stored(TableLayout layout, byte @Nullable [] value) {
    byte[] rowKey = layout.keySchema().encode(layout.keySchema().key(1));
    StoredRow row =
        new RowReader(layout, 0, RowOptions.of(Set.of()).withHistory())
            .row(rowKey, new byte[][] {value});
    return row == null ? List.of() : row.history(ID);
  }

  private static Cell cell(@Nullable Object value, long version, long writeTimeMicros) {
    return new Cell(ID, value, version, writeTimeMicros, 0);
  }

  @Test
  void anUntimedDeletionRemovesWhatIsOlderAndLeavesNothing() {
    assertThat(after(1, cell("a", 5, 0), cell(null, 6, 0))).isEmpty();
    assertThat(after(1, cell("a", 5, 3), cell(null, 6, 0))).isEmpty();
    assertThat(after(1, cell(null, 5, 3), cell(null, 6, 0))).isEmpty();
  }

  @Test
  void anUntimedDeletionOfWhatHasAnEqualTimestampLeavesNothing() {
    assertThat(after(1, cell("a", 5, 6), cell(null, 6, 0))).isEmpty();
  }

  @Test
  void anUntimedDeletionLosesToWhatIsNewer() {
    assertThat(after(1, cell("a", 5, 900), cell(null, 6, 0))).containsExactly(cell("a", 5, 900));
  }

  @Test
  void aTimedDeletionIsKept() {
    assertThat(after(1, cell("a", 5, 10), cell(null, 6, 20))).containsExactly(cell(null, 6, 20));
    assertThat(after(1, cell(null, 6, 20), cell("a", 7, 10))).containsExactly(cell(null, 6, 20));
  }

  @Test
  void ofEqualTimestampsTheLaterWriteStaysAlone() {
    for (int versions : new int[] {1, 2}) {
      assertThat(after(versions, cell("a", 5, 10), cell("b", 6, 10)))
          .as("%s versions", versions)
          .containsExactly(cell("b", 6, 10));
      assertThat(after(versions, cell("a", 5, 10), cell(null, 6, 10)))
          .containsExactly(cell(null, 6, 10));
      assertThat(after(versions, cell(null, 5, 10), cell("b", 6, 10)))
          .containsExactly(cell("b", 6, 10));
    }
  }

  @Test
  void whereVersionsAreKeptAnUntimedDeletionIsOneOfThem() {
    assertThat(after(2, cell("a", 5, 0), cell(null, 6, 0)))
        .containsExactly(cell(null, 6, 0), cell("a", 5, 0));
    assertThat(after(2, cell("a", 5, 0), cell("b", 6, 0), cell(null, 7, 0)))
        .containsExactly(cell(null, 7, 0), cell("b", 6, 0));
  }

  @Test
  void aValueThatHasExpiredLeavesANoteOnlyIfItHasATime() {
    TableLayout layout = layout(1);
    Cell other = new Cell(OTHER, "b", 6, 0, 0);
    Cell untimed = new Cell(ID, "a", 5, 0, NOW);
    assertThat(stored(layout, merge(layout, merge(layout, null, untimed, 0), other, NOW - 1)))
        .containsExactly(untimed);
    assertThat(merge(layout, merge(layout, null, untimed, 0), other, NOW))
        .isEqualTo(merge(layout, null, other, NOW));
    Cell timed = new Cell(ID, "a", 5, 10, NOW);
    assertThat(stored(layout, merge(layout, merge(layout, null, timed, 0), other, NOW)))
        .containsExactly(cell(null, 5, 10));
  }

  @Test
  void aValueThatIsExpiredWhenItIsPutIsNone() {
    assertThat(after(1, new Cell(ID, "a", 5, 0, NOW))).isEmpty();
    assertThat(after(1, new Cell(ID, "a", 5, 0, NOW + 1)))
        .containsExactly(new Cell(ID, "a", 5, 0, NOW + 1));
  }
}
