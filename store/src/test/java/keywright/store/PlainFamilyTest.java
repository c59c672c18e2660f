package keywright.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A row is the same, however its bytes are read: from arrays of its own, a buffer, or lazily. */
class PlainFamilyTest {
  private static final KeySchema SCHEMA = KeySchema.parse("a text, id int, b int", "id");
  private static final TableLayout LAYOUT =
      new TableLayout(
              "orders",
              SCHEMA,
              List.of(
                  FamilyLayout.of(
                      "d",
                      List.of(
                          new ColumnLayout(1, "a", Type.parse("text")),
                          new ColumnLayout(2, "b", Type.parse("int")),
                          new ColumnLayout(3, "photo", Type.parse("blob")),
                          new ColumnLayout(70, "far", Type.parse("bigint"))))))
          .placed(Map.of(1, 0, 2, 2));
  private static final Key KEY = SCHEMA.key("", 7, 0);
  private static final byte[] ROW_KEY = SCHEMA.encode(KEY);
  private static final long NOW = 1_000;
  private static final RowOptions OPTIONS = RowOptions.of(LAYOUT.familyNames()).withHistory();

  /** What a reader sees of a row. */
  private static String seen(@Nullable StoredRow row) {
    if (row == null) {
      return "no row";
    }
    List<Object> all = new ArrayList<>(Arrays.asList(row.columnValues()));
    for (ColumnLayout column : LAYOUT.families().get(0).columns()) {
      all.add(
          String.valueOf(
              row.value(column.id()) instanceof byte[] ? "blob" : row.value(column.id())));
    }
    all.add(row.version());
    all.add(row.head());
    all.add(row.hasExpiringValues());
    all.add(row.latestTimestamp());
    all.add(row.bytes(0));
    row.cells().forEach(cell -> all.add(cell.withoutValue()));
    row.cells().forEach(cell -> all.add(cell.value()));
    return Arrays.deepToString(all.toArray());
  }

  private interface Read {
    @Nullable StoredRow row();
  }

  private static String result(Read read) {
    try {
      return seen(read.row());
    } catch (UnreadableRowException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Whether the bytes are a row. */
  private static boolean check(byte[] value) {
    RowReader reader = new RowReader(LAYOUT, NOW, OPTIONS);
    String expected = result(() -> reader.row(ROW_KEY, new byte[][] {value}));
    byte[] buffer = Arrays.copyOf(value, value.length + 3);
    buffer[value.length] = 2;
    byte[] around = new byte[value.length + 5];
    Arrays.fill(around, (byte) 2);
    System.arraycopy(value, 0, around, 3, value.length);
    assertThat(result(() -> reader.rowFrom(null, ROW_KEY, around, 3, 3 + value.length)))
        .isEqualTo(expected);
    assertThat(result(() -> reader.rowFrom(KEY, ROW_KEY, buffer, 0, value.length)))
        .isEqualTo(expected);
    assertThat(result(() -> reader.row(KEY, ROW_KEY, value))).isEqualTo(expected);
    assertThat(result(() -> reader.row(KEY, ROW_KEY, buffer, value.length))).isEqualTo(expected);
    if (expected.startsWith("[")) {
      StoredRow row = reader.row(KEY, ROW_KEY, new byte[][] {value});
      StoredRow inPlace = reader.row(KEY, ROW_KEY, buffer, value.length);
      ByteBuffer photo = inPlace == null ? null : inPlace.blob(3);
      assertThat(photo)
          .isEqualTo(
              row == null || row.value(3) == null ? null : ByteBuffer.wrap((byte[]) row.value(3)));
    }
    return expected.startsWith("[");
  }

  private static byte[] encoded(SplittableRandom random) {
    WriteBatch batch = new WriteBatch(NOW);
    long version =
        1 + (random.nextInt(3) == 0 ? random.nextLong(Long.MAX_VALUE) : random.nextInt(300));
    List<Cell> cells = new ArrayList<>();
    boolean isPlain = random.nextInt(3) > 0;
    for (ColumnLayout column : LAYOUT.families().get(0).columns()) {
      if (random.nextInt(column.id() == 70 ? 8 : 3) > (column.id() == 70 ? 6 : 0)) {
        Object value =
            switch (column.id()) {
              case 1 -> "text".repeat(random.nextInt(3));
              case 2 -> random.nextInt();
              case 3 -> new byte[random.nextInt(random.nextBoolean() ? 200 : 700)];
              default -> random.nextLong();
            };
        long writeTime = isPlain || random.nextBoolean() ? 0 : 1 + random.nextInt(500);
        long expiry = isPlain || random.nextBoolean() ? 0 : 500 + random.nextInt(1_000);
        cells.add(new Cell(column.id(), value, version, writeTime, expiry));
      }
    }
    long expiry = isPlain || random.nextBoolean() ? 0 : 500 + random.nextInt(1_000);
    long nonce = random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE) >>> random.nextInt(60);
    RowHead head = new RowHead(version, expiry, 0, nonce, RowMark.LIVE);
    batch.put(LAYOUT, KEY, WriteBatch.ANY, head, cells);
    byte[] value = CellCodec.merge((RowWrite.Put) batch.writes().get(0), 0, ROW_KEY, null, NOW);
    return value == null ? new byte[0] : value;
  }

  @Test
  void everyReadOfARowIsTheSame() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    int rows = 0;
    for (int trial = 0; trial < 400; trial++) {
      rows += check(encoded(random)) ? 1 : 0;
    }
    assertThat(rows).isGreaterThan(200);
  }

  @Test
  @Tag("large")
  void damagedRowsAreRefusedByEveryRead() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    int refused = 0;
    for (int trial = 0; trial < 200; trial++) {
      byte[] value = encoded(random);
      int at = random.nextInt(Math.min(24, value.length));
      for (int octet = 0; octet < 256; octet++) {
        byte[] damaged = value.clone();
        damaged[at] = (byte) octet;
        refused += check(damaged) ? 0 : 1;
      }
      refused += check(Arrays.copyOf(value, at)) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(1_000);
  }

  @Test
  void aNonceIsAtLeastOne() {
    assertThat(check(new byte[] {2, 1, 4, 5})).isTrue();
    assertThat(check(new byte[] {2, 1, 4, 0})).isFalse();
  }
}
