package keywright.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellCodecTest {
  private static final TableLayout LAYOUT =
      new TableLayout(
          "orders",
          KeySchema.parse("id int", "id"),
          List.of(
              FamilyLayout.of(
                  "d",
                  List.of(
                      new ColumnLayout(1, "name", Type.parse("text")),
                      new ColumnLayout(2, "total", Type.parse("int")),
                      new ColumnLayout(300, "photo", Type.parse("blob")))),
              FamilyLayout.of(
                  "e",
                  List.of(
                      new ColumnLayout(70, "paid_at", Type.parse("timestamp")),
                      new ColumnLayout(71, "amount", Type.parse("decimal(12,2)"))))));
  private static final RowOptions VALUES = RowOptions.of(Set.of("e"));
  private static final RowOptions HISTORY = VALUES.withHistory();
  private static final long NOW = 1_000;
  private static final Key KEY = LAYOUT.keySchema().key(1);
  private static final byte[] ROW_KEY = LAYOUT.keySchema().encode(KEY);

  @Test
  void theExampleOfTheDocumentationHolds() {
    byte[] first = merge(0, null, 5, 1, "ann", 2, -1);
    assertThat(hex(first)).isEqualTo("01 05 02 03 616e6e 04 04 7fffffff".replace(" ", ""));
    byte[] second = merge(0, first, 9, 2, 7);
    assertThat(hex(second)).isEqualTo("01 09 03 01 07 03 616e6e 04 04 80000007".replace(" ", ""));
    StoredRow row = read(second, null);
    assertThat(row.version()).isEqualTo(9);
    assertThat(row.cells()).containsExactly(new Cell(1, "ann", 5, 0, 0), new Cell(2, 7, 9, 0, 0));
  }

  @Test
  void familiesButTheFirstTakeNoSpaceWithoutCells() {
    assertThat(hex(merge(0, null, 5))).isEqualTo("0105");
    assertThat(hex(merge(0, merge(0, null, 5, 1, "ann"), 6, 1, null))).isEqualTo("0106");
    assertThat(merge(1, null, 5)).isNull();
    assertThat(merge(1, merge(1, null, 5, 70, Instant.EPOCH), 6, 70, null)).isNull();
  }

  @Test
  void everyTypeIsReadBack() {
    byte[] photo = {0, -1, 1};
    byte[] first = merge(0, null, Long.MAX_VALUE, 1, "é\uFFFD\uD83D\uDD25\0", 300, photo);
    byte[] second =
        merge(
            1, null, 3, 70, Instant.parse("1969-12-31T23:59:59.999Z"), 71, new BigDecimal("-0.50"));
    StoredRow row = read(first, second);
    assertThat(row.version()).isEqualTo(Long.MAX_VALUE);
    assertThat(row.value(1)).isEqualTo("é\uFFFD\uD83D\uDD25\0");
    assertThat(row.value(300)).isEqualTo(photo);
    assertThat(row.value(70)).isEqualTo(Instant.parse("1969-12-31T23:59:59.999Z"));
    assertThat(row.value(71)).isEqualTo(new BigDecimal("-0.50"));
    assertThat(row.cell(71).version()).isEqualTo(3);
  }

  @Test
  void olderVersionsWriteTimesAndExpiryHaveTheirPlace() {
    CellWriter out = new CellWriter(RowHead.of(9));
    out.put(new Cell(1, "new", 9, 1_700_000_000_000_000L, 1_800_000_000_000L), bytes("new"));
    out.put(new Cell(1, "old", 4, 0, 1_800_000_000_000L), bytes("old"));
    out.put(new Cell(2, 5, 12, 0, 0), Type.parse("int").toBytes(5));
    byte[] value = out.toBytes();
    StoredRow row = read(value, null);
    assertThat(row.cells())
        .containsExactly(
            new Cell(1, "new", 9, 1_700_000_000_000_000L, 1_800_000_000_000L),
            new Cell(2, 5, 12, 0, 0));
    assertThat(hex(copied(value))).isEqualTo(hex(value));
    assertThat(hex(merge(0, value, 12, 1, "older"))).startsWith("010c03");
    assertThat(read(merge(0, value, 12, 1, "older"), null).value(1)).isEqualTo("new");
    long later = 1_700_000_000_000_001L;
    assertThat(read(merge(0, value, later, 1, "newest"), null).cells())
        .containsExactly(new Cell(1, "newest", later, 0, 0), new Cell(2, 5, 12, 0, 0));
  }

  @Test
  void theExampleOfVersionsAndOfARowThatExpiresHolds() {
    List<ColumnLayout> columns = LAYOUT.families().get(0).columns();
    TableLayout keeping =
        new TableLayout(
            "orders", LAYOUT.keySchema(), List.of(new FamilyLayout("d", "lz4", 0, 2, columns)));
    byte[] first = merge(0, null, 5, 1, "ann", 2, -1);
    RowWrite plain = put(batch -> batch.put(keeping, KEY, -1, 9, Map.of(2, 7)));
    byte[] second = CellCodec.merge((RowWrite.Put) plain, 0, ROW_KEY, first, NOW);
    String cells = "03 01 07 03 616e6e 04 04 80000007 05 01 07 04 7fffffff".replace(" ", "");
    assertThat(hex(second)).isEqualTo("0109" + cells);
    RowHead head = new RowHead(9, 200, 0);
    List<Cell> seven = List.of(new Cell(2, 7, 9, 0, 0));
    RowWrite expiring = put(batch -> batch.put(keeping, KEY, -1, head, seven));
    byte[] marker = CellCodec.merge((RowWrite.Put) expiring, 0, ROW_KEY, first, 100);
    assertThat(hex(marker)).isEqualTo("020901c801" + cells);
    assertThat(CellCodec.head(keeping, ROW_KEY, marker)).isEqualTo(head);
    assertThat(new RowReader(keeping, 199, VALUES).row(ROW_KEY, new byte[][] {marker})).isNotNull();
    assertThat(new RowReader(keeping, 200, VALUES).row(ROW_KEY, new byte[][] {marker})).isNull();
  }

  @Test
  void theExamplesOfMarksHold() {
    RowHead dead = new RowHead(9, 0, 0, 5, RowMark.TOMBSTONE);
    assertThat(hex(new CellWriter(dead).toBytes())).isEqualTo("02090c0501");
    RowHead moved = dead.withMark(RowMark.moved(7, LAYOUT.keySchema().encode(key(2))));
    assertThat(hex(new CellWriter(moved).toBytes())).isEqualTo("02090c0503070480000002");
    for (RowHead head : List.of(dead, moved)) {
      assertThat(CellCodec.head(LAYOUT, ROW_KEY, new CellWriter(head).toBytes())).isEqualTo(head);
    }
  }

  @Test
  void everyHeadIsReadBack() {
    RowMark pending = RowMark.pending(Long.MAX_VALUE, new byte[300], new RowStamp(1L << 50, 0));
    for (RowMark mark :
        List.of(RowMark.LIVE, RowMark.TOMBSTONE, pending, RowMark.moved(1, ROW_KEY))) {
      for (long number : new long[] {0, 1, 1L << 55, Long.MAX_VALUE}) {
        RowHead head = new RowHead(5, number, number, number, mark);
        byte[] marker = new CellWriter(head).toBytes();
        assertThat(CellCodec.head(LAYOUT, ROW_KEY, marker)).isEqualTo(head);
        assertThat(marker[0]).isEqualTo((byte) (number == 0 && mark.isLive() ? 1 : 2));
      }
    }
  }

  private static Key key(int id) {
    return LAYOUT.keySchema().key(id);
  }

  private static byte[] marked(RowMark mark) {
    CellWriter out = new CellWriter(new RowHead(9, 200, 3, 5, mark));
    out.put(new Cell(1, "ann", 9, 0, 0), bytes("ann"));
    return out.toBytes();
  }

  @ParameterizedTest
  @CsvSource({
    "'', byte 0, no format",
    "03 05, byte 0, format 3; another program or a newer release wrote the row",
    "02 05, byte 2, the end",
    "02 05 00, byte 2, flags 0",
    "02 05 10, byte 2, flags 16; another program or a newer release wrote the row",
    "02 05 04 00, byte 3, 0 after a flag",
    "02 05 08, byte 3, the end",
    "02 05 08 04, byte 3, mark 4; another program or a newer release wrote the row",
    "02 05 08 00, byte 3, mark 0",
    "02 05 08 03 00 00, byte 4, move 0",
    "02 05 08 03 07 02 01, byte 5, a length of 2",
    "02 05 08 02 07 01 01 05, byte 8, the end",
    "02 05 01 00, byte 3, 0 after a flag",
    "00 05, byte 0, format 0",
    "01, byte 1, the end",
    "01 85, byte 2, the end",
    "01 85 00, byte 1, unneeded bytes",
    "01 ff ff ff ff ff ff ff ff ff 02, byte 1, more than 64 bits",
    "01 05 00 00, byte 2, column id 0",
    "01 05 02, byte 3, the end",
    "01 05 02 04 616e6e, byte 3, a length of 4",
    "01 05 02 ff ff ff ff ff ff ff ff ff 01, byte 3, a length of -1",
    "01 05 03 00 00, byte 3, flags 0",
    "01 05 03 10 00, byte 3, flags 16; another program or a newer release wrote the row",
    "01 05 03 0c 05, byte 3, flags 12",
    "01 05 03 01 00 00, byte 4, 0 after a flag",
    "01 05 04 04 7fffffff 02 00, byte 8, column id 1 after 2",
    "01 05 02 00 02 00, byte 4, column id 1 after 1",
    "01 05 02 01 ff, byte 4, ff in name",
    "01 05 04 03 7fffff, byte 4, 7fffff in total",
  })
  void malformedBytesAreRefusedByOffset(String hex, String offset, String found) {
    byte[] value = HexFormat.of().parseHex(hex.replace(" ", ""));
    String[] parts = found.split(";");
    assertThatThrownBy(() -> read(value, null))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot read a row of orders: found ")
        .hasMessageContainingAll(parts)
        .hasMessageContainingAll("at " + offset + " of family d, expected ", "row key 80000001");
  }

  @Test
  void decodedRowsEncodeToTheSameBytes() {
    byte[][] examples = {
      merge(0, merge(0, null, 5, 1, "ann", 2, -1), 9, 2, 7),
      merge(0, merge(0, null, 1L << 40, 300, new byte[200]), 3, 1, ""),
      marked(RowMark.pending(9, ROW_KEY, new RowStamp(5, 6))),
      marked(RowMark.moved(9, ROW_KEY)),
    };
    SplittableRandom random = new SplittableRandom(Seeds.base());
    int read = 0;
    for (int trial = 0; trial < 50_000; trial++) {
      byte[] value = examples[trial % examples.length].clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        value[random.nextInt(value.length)] = (byte) random.nextInt(random.nextBoolean() ? 8 : 256);
      }
      read += survives(value) ? 1 : 0;
    }
    assertThat(read).isPositive();
  }

  @Test
  void anyBytesAreReadOrRefused() {
    Property.check(
        "hostile bytes are refused", 20_000, Gens.byteArrays(40), CellCodecTest::survives);
  }

  @Test
  void textThatIsNotTextIsNotWritten() {
    assertThatThrownBy(() -> merge(0, null, 1, 1, "a\uD800"))
        .isInstanceOf(StoreException.class)
        .hasMessage("cannot write name: found an unpaired surrogate, expected well-formed text");
  }

  /** Whether {@code value} can be read; it is then written back the same. */
  @Test
  void anEncodedValueStaysAsItIsWhenOthersAreEncoded() {
    List<byte[]> values = new ArrayList<>();
    List<byte[]> copies = new ArrayList<>();
    for (int length = 0; length < 10_000; length += 1 + length / 200) {
      byte[] photo = new byte[length];
      Arrays.fill(photo, (byte) length);
      byte[] value = merge(0, null, 1 + length, 300, photo);
      values.add(value);
      copies.add(value.clone());
    }
    for (int i = 0; i < values.size(); i++) {
      assertThat(values.get(i)).as("value %d", i).isEqualTo(copies.get(i));
    }
  }

  private static boolean survives(byte[] value) {
    try {
      // At a time when nothing has expired, so that all of it is read.
      new RowReader(LAYOUT, 0, HISTORY).row(ROW_KEY, new byte[][] {value, null});
    } catch (StoreException e) {
      return false;
    }
    assertThat(hex(copied(value))).isEqualTo(hex(value));
    return true;
  }

  private static byte[] copied(byte[] value) {
    CellReader in = new CellReader(LAYOUT, 0, ROW_KEY, value);
    CellWriter out = new CellWriter(in.head());
    while (in.next()) {
      out.copy(in, 0);
    }
    return out.toBytes();
  }

  private static byte[] merge(int family, byte[] value, long version, Object... idsAndValues) {
    Map<Integer, Object> cells = new TreeMap<>();
    for (int index = 0; index < idsAndValues.length; index += 2) {
      cells.put((Integer) idsAndValues[index], idsAndValues[index + 1]);
    }
    RowWrite write = put(batch -> batch.put(LAYOUT, KEY, WriteBatch.ANY, version, cells));
    return CellCodec.merge((RowWrite.Put) write, family, ROW_KEY, value, NOW);
  }

  private static RowWrite put(UnaryOperator<WriteBatch> put) {
    return put.apply(new WriteBatch(NOW)).writes().get(0);
  }

  private static StoredRow read(byte[]... values) {
    return new RowReader(LAYOUT, NOW, VALUES).row(ROW_KEY, values);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
