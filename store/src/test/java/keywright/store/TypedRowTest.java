package keywright.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows in columns of their types, and back. */
final class TypedRowTest {
  private static final TableLayout LAYOUT =
      new TableLayout(
          "t",
          KeySchema.parse("id int", "id"),
          List.of(
              FamilyLayout.of("a", List.of(column(1, "n", "int"), column(2, "s", "text"))),
              new FamilyLayout("b", "none", 0, 3, List.of(column(3, "v", "blob"))),
              FamilyLayout.of("c", List.of())));

  private static final Key KEY = LAYOUT.keySchema().key(1);
  private static final byte[] ROW_KEY = LAYOUT.keySchema().encode(KEY);
  private static final boolean[] ALL = {true, true, true};

  private static ColumnLayout column(int id, String name, String type) {
    return new ColumnLayout(id, name, Type.parse(type));
  }

  private static RowMerge put(RowMerge row, RowHead head, Cell... cells) {
    assertThat(row.apply(new WriteBatch(0).put(LAYOUT, KEY, WriteBatch.ANY, head, List.of(cells))))
        .isTrue();
    return row;
  }

  private static TypedRow typed(RowMerge row) {
    return TypedRow.of(LAYOUT, ROW_KEY, row.values());
  }

  @Test
  void aRowOfOneVersionHasNothingButItsValues() {
    RowMerge row =
        put(
            RowMerge.ofAbsent(LAYOUT, ROW_KEY),
            RowHead.of(5).withStamp(new RowStamp(5, 9)),
            new Cell(1, 7, 5, 0, 0),
            new Cell(3, new byte[0], 5, 0, 0));
    TypedRow typed = typed(row);
    assertThat(typed.rest()).isNull();
    assertThat(typed.stamp()).isEqualTo(new RowStamp(5, 9));
    assertThat(typed.values()).containsOnlyKeys(1, 3).containsEntry(1, 7);
    assertThat(typed.families(LAYOUT, ROW_KEY, ALL)).isDeepEqualTo(row.values());
  }

  @Test
  void aRowMadeOfItsValuesIsTheOneMadeOfItsBytes() {
    RowMerge merge =
        put(
            RowMerge.ofAbsent(LAYOUT, ROW_KEY),
            RowHead.of(5).withStamp(new RowStamp(5, 9)),
            new Cell(1, 7, 5, 0, 0),
            new Cell(3, new byte[] {1}, 5, 0, 0));
    RowReader reader = new RowReader(LAYOUT, 0, RowOptions.of(LAYOUT.familyNames()));
    StoredRow ofBytes = reader.row(ROW_KEY, merge.values());
    @Nullable Object[] values = new @Nullable Object[LAYOUT.columnCount()];
    values[LAYOUT.columnIndex(1)] = 7;
    values[LAYOUT.columnIndex(3)] = new byte[] {1};
    for (StoredRow row :
        List.of(
            reader.row(KEY, null, new RowStamp(5, 9), values, ALL),
            reader.row(null, ROW_KEY, new RowStamp(5, 9), values, ALL))) {
      assertThat(row.head()).isEqualTo(ofBytes.head());
      assertThat(row.value(1)).isEqualTo(7);
      assertThat(row.value(2)).isNull();
      assertThat(row.key()).isEqualTo(KEY);
      assertThat(row.rowKey()).isEqualTo(ROW_KEY);
      assertThat(row.keyColumnValues()).isEqualTo(ofBytes.keyColumnValues());
      assertThat(row.cells()).usingRecursiveComparison().isEqualTo(ofBytes.cells());
      for (int family = 0; family < 4; family++) {
        assertThat(row.bytes(family)).isEqualTo(ofBytes.bytes(family));
      }
    }
    StoredRow ofSome =
        reader.row(KEY, null, new RowStamp(5, 9), values, new boolean[] {true, false, false});
    assertThat(ofSome.bytes(0)).isEqualTo(ofBytes.bytes(0));
    assertThat(ofSome.bytes(1)).isNull();
    assertThatThrownBy(() -> reader.row(null, null, new RowStamp(5, 9), values, ALL))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyRowComesBackAsItWas() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    int plain = 0;
    for (int history = 0; history < 300; history++) {
      RowMerge row = RowMerge.ofAbsent(LAYOUT, ROW_KEY);
      long version = 1;
      for (int write = 0; write < 6; write++) {
        version += 1 + random.nextInt(3);
        long expiry = random.nextInt(4) == 0 ? 100 + random.nextInt(100) : 0;
        long created = random.nextInt(4) == 0 ? version : 0;
        RowMark mark =
            switch (random.nextInt(8)) {
              case 0 -> RowMark.TOMBSTONE;
              case 1 -> RowMark.moved(3, new byte[] {1, 2});
              case 2 -> RowMark.pending(4, new byte[] {3}, new RowStamp(7, 8));
              default -> RowMark.LIVE;
            };
        RowHead head = new RowHead(version, expiry, created, random.nextInt(3), mark);
        put(row, head, cells(random, version));
        TypedRow typed = typed(row);
        assertThat(typed.families(LAYOUT, ROW_KEY, ALL))
            .as(Seeds.reproduction(Seeds.base()))
            .isDeepEqualTo(row.values());
        byte[][] some = typed.families(LAYOUT, ROW_KEY, new boolean[] {true, false, true});
        assertThat(some[0]).isEqualTo(row.value(0));
        assertThat(some[1]).isNull();
        plain += typed.rest() == null ? 1 : 0;
      }
    }
    assertThat(plain).as("rows with nothing else").isBetween(20, 1_500);
  }

  @Test
  void aRowMadeStraightFromAPutIsTheOneMadeOfItsBytes() {
    TableLayout layout =
        new TableLayout(
            "t",
            KeySchema.parse("id int", "id"),
            List.of(
                FamilyLayout.of("a", List.of(column(1, "n", "int"), column(2, "s", "text"))),
                FamilyLayout.of("b", List.of(column(3, "v", "blob")))));
    boolean[] all = {true, true};
    SplittableRandom random = new SplittableRandom(Seeds.base());
    RowReader reader = new RowReader(layout, 0, RowOptions.of(layout.familyNames()));
    int straight = 0;
    for (int trial = 0; trial < 3_000; trial++) {
      @Nullable Object[] values = new @Nullable Object[layout.columnCount()];
      values[layout.columnIndex(1)] = random.nextBoolean() ? random.nextInt(9) : null;
      values[layout.columnIndex(2)] = random.nextBoolean() ? "é" : null;
      values[layout.columnIndex(3)] = random.nextBoolean() ? new byte[] {2} : null;
      StoredRow found =
          random.nextInt(3) == 0
              ? null
              : reader.row(KEY, null, new RowStamp(4, random.nextInt(3)), values, all);
      RowHead head =
          new RowHead(
              5,
              random.nextInt(8) == 0 ? 100 : 0,
              random.nextInt(8) == 0 ? 3 : 0,
              random.nextInt(3),
              random.nextInt(8) == 0 ? RowMark.TOMBSTONE : RowMark.LIVE);
      List<Cell> cells = new ArrayList<>();
      for (Cell cell : cells(random, 5)) {
        boolean isPlain = random.nextInt(8) > 0;
        cells.add(isPlain ? new Cell(cell.columnId(), cell.value(), 5, 0, 0) : cell);
      }
      WriteBatch batch = new WriteBatch(0);
      WriteBatch unused =
          found == null
              ? batch.put(layout, KEY, WriteBatch.ABSENT, head, cells)
              : batch.put(layout, KEY, found, head, cells);
      TypedRow made = TypedRow.of((RowWrite.Put) batch.writes().get(0));
      RowMerge merge =
          found == null ? RowMerge.ofAbsent(layout, ROW_KEY) : RowMerge.of(layout, ROW_KEY, found);
      assertThat(merge).isNotNull();
      assertThat(merge.apply(batch)).isTrue();
      TypedRow merged = TypedRow.of(layout, ROW_KEY, merge.values());
      assertThat(made == null)
          .as(Seeds.reproduction(Seeds.base()))
          .isEqualTo(merged.rest() != null);
      if (made != null) {
        straight++;
        assertThat(made.stamp()).isEqualTo(merged.stamp());
        assertThat(made.rest()).isNull();
        assertThat(made.values())
            .usingRecursiveComparison()
            .as(Seeds.reproduction(Seeds.base()))
            .isEqualTo(merged.values());
      }
    }
    assertThat(straight).as("rows made straight").isBetween(300, 2_700);
  }

  private static Cell[] cells(SplittableRandom random, long version) {
    List<Cell> cells = new ArrayList<>();
    for (int id = 1; id <= 3; id++) {
      if (random.nextBoolean()) {
        Object value = id == 1 ? (Object) random.nextInt(9) : id == 2 ? "é" : new byte[] {1};
        boolean deleted = random.nextInt(4) == 0;
        long time = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0;
        long expiry = !deleted && random.nextInt(4) == 0 ? 50 + random.nextInt(50) : 0;
        cells.add(new Cell(id, deleted ? null : value, version, time, expiry));
      }
    }
    return cells.toArray(Cell[]::new);
  }

  @Test
  void cellsOfColumnsThatTheLayoutLacksAreLeftOut() {
    RowMerge row =
        put(
            RowMerge.ofAbsent(LAYOUT, ROW_KEY),
            new RowHead(5, 0, 2),
            new Cell(1, 7, 5, 0, 0),
            new Cell(2, "s", 5, 0, 0));
    TableLayout narrower =
        new TableLayout(
            "t",
            LAYOUT.keySchema(),
            List.of(FamilyLayout.of("a", List.of(column(2, "s", "text")))));
    TypedRow typed = typed(row);
    TypedRow read = new TypedRow(typed.stamp(), typed.rest(), Map.of(2, "s"));
    byte[][] families = read.families(narrower, ROW_KEY, new boolean[] {true});
    StoredRow found =
        new RowReader(narrower, 0, RowOptions.of(narrower.familyNames())).row(ROW_KEY, families);
    assertThat(found.cells()).extracting(Cell::columnId).containsExactly(2);
  }

  @Test
  void partsThatDoNotBelongTogetherAreRefused() {
    RowMerge row =
        put(RowMerge.ofAbsent(LAYOUT, ROW_KEY), new RowHead(5, 0, 2), new Cell(1, 7, 5, 0, 0));
    TypedRow typed = typed(row);
    refused(new TypedRow(typed.stamp(), typed.rest(), Map.of()), "no value of n");
    refused(new TypedRow(new RowStamp(6, 0), typed.rest(), typed.values()), "version 6");
    refused(new TypedRow(typed.stamp(), new byte[0], typed.values()), "no marker");
    refused(new TypedRow(typed.stamp(), new byte[] {9, 1}, typed.values()), "a length of 9");
    refused(new TypedRow(typed.stamp(), new byte[] {-1, -1}, typed.values()), "a length of");
    SplittableRandom random = new SplittableRandom(Seeds.base());
    Map<Integer, Object> values = new HashMap<>(typed.values());
    for (int i = 0; i < 2_000; i++) {
      byte[] damaged = typed.rest().clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        byte[][] unused =
            new TypedRow(typed.stamp(), damaged, values).families(LAYOUT, ROW_KEY, ALL);
      } catch (UnreadableRowException e) {
        assertThat(e.getMessage()).startsWith("cannot read a row of t: found ");
      }
    }
  }

  private static void refused(TypedRow row, String found) {
    assertThatThrownBy(() -> row.families(LAYOUT, ROW_KEY, ALL))
        .isInstanceOf(UnreadableRowException.class)
        .hasMessageContaining(found);
  }
}
