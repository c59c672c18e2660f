package keywright.hbase.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The calls of a program, one after the other, and what they refuse. */
@Tag("large")
class HBaseKeysTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final HBaseKeys ORDERS =
      HBaseKeys.of(
              KeySchema.parse(
                  "customer bigint, placed_at timestamp, id bigint",
                  "bucket(8, customer), customer, placed_at DESC, id"))
          .column("amount decimal(10,2)", "d:amount")
          .column("state text NULL", "d:state");

  record Order(long customer, Instant placedAt, long id, BigDecimal amount, String state) {}

  private static final HBaseRecords<Order> RECORDS =
      ORDERS.records(Order.class, MethodHandles.lookup());

  private static Order order(long customer, int second, String state) {
    return new Order(customer, NOON.plusSeconds(second), second, new BigDecimal("9.50"), state);
  }

  @Test
  void recordsArePutReadScannedAndDeleted() throws Exception {
    try (TestTables tables = new TestTables();
        Table table = tables.table(tables.create(ORDERS.splits(8)))) {
      for (int second = 0; second < 5; second++) {
        table.put(RECORDS.put(order(42, second, second == 2 ? null : "paid")));
        table.put(RECORDS.put(order(43, second, "new")));
      }
      assertThat(RECORDS.record(table.get(RECORDS.get(order(42, 2, "any")))))
          .isEqualTo(order(42, 2, null));
      try (ResultScanner rows =
          ORDERS
              .where("customer", 42)
              .and("placed_at", Operator.GE, NOON.plusSeconds(1))
              .and(new IsNull("state", true))
              .scan(table)) {
        List<Order> found = new java.util.ArrayList<>();
        rows.forEach(row -> found.add(RECORDS.record(row)));
        assertThat(found)
            .containsExactly(order(42, 4, "paid"), order(42, 3, "paid"), order(42, 1, "paid"));
      }
      table.delete(RECORDS.delete(order(42, 2, null)));
      Map<String, Object> key = Map.of("customer", 42, "placed_at", NOON.plusSeconds(2), "id", 2);
      assertThat(table.get(ORDERS.get(key)).isEmpty()).isTrue();
      Map<String, Object> values = new LinkedHashMap<>(key);
      values.put("amount", 3);
      table.put(ORDERS.put(values));
      Result row = table.get(ORDERS.get(key));
      assertThat(ORDERS.values(row))
          .containsExactly(
              Map.entry("customer", 42L),
              Map.entry("placed_at", NOON.plusSeconds(2)),
              Map.entry("id", 2L),
              Map.entry("amount", new BigDecimal("3.00")),
              new java.util.AbstractMap.SimpleEntry<>("state", null));
      assertThat(RECORDS.record(row).state()).isNull();
      table.delete(ORDERS.delete(key));
      assertThat(table.exists(ORDERS.get(key))).isFalse();
    }
  }

  @Test
  void aCellHasTheBytesThatAProgramWritesByHand() {
    Put put = RECORDS.put(order(42, 1, "paid"));
    assertThat(put.getRow()).isEqualTo(RECORDS.rowKey(order(42, 1, null)));
    assertThat(put.has(Bytes.toBytes("d"), Bytes.toBytes("state"), Bytes.toBytes("paid"))).isTrue();
    assertThat(
            put.has(
                Bytes.toBytes("d"), Bytes.toBytes("amount"), Bytes.toBytes(new BigDecimal("9.50"))))
        .isTrue();
    assertThat(RECORDS.put(order(42, 1, null)).has(Bytes.toBytes("d"), Bytes.toBytes("state")))
        .isFalse();
  }

  @Test
  void conditionsBecomeOneScanForEachBucketThatTheyLeave() throws Exception {
    List<Scan> one = ORDERS.where("customer", 42).scans(new Scan());
    assertThat(one).hasSize(1);
    assertThat(ORDERS.all().scans(new Scan())).hasSize(8);
    Scan several =
        ORDERS
            .where(new In("customer", List.of(42, 42 + 8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)))
            .scans(new Scan())
            .get(0);
    assertThat(several.getFilter()).isInstanceOf(MultiRowRangeFilter.class);
    assertThat(ORDERS.where("customer", 42).and("customer", 43).scans(new Scan())).isEmpty();
    assertThat(ORDERS.where("state", "paid").and(new IsNull("state", false)).scans(new Scan()))
        .isEmpty();
  }

  @Test
  void aLimitIsSharedByTheBuckets() {
    assertThat(ORDERS.all().scans(new Scan().setLimit(800)))
        .allMatch(scan -> scan.getLimit() == 800 && scan.getCaching() == 116);
    assertThat(ORDERS.all().scans(new Scan().setLimit(800).setCaching(7)))
        .allMatch(scan -> scan.getCaching() == 7);
    assertThat(ORDERS.where("customer", 42).scans(new Scan().setLimit(800)))
        .allMatch(scan -> scan.getLimit() == 800 && scan.getCaching() == 800);
  }

  @Test
  void theServersEvaluateWhatTheBytesSayAndTheClientTheRest() {
    assertThat(ORDERS.where("state", Operator.GE, "n").residual()).isEmpty();
    assertThat(ORDERS.where(new Like("state", "n%")).residual()).isEmpty();
    assertThat(ORDERS.where(new Like("state", "%n")).residual())
        .containsExactly(new Like("state", "%n"));
    assertThat(ORDERS.where("amount", Operator.GE, 1).residual()).hasSize(1);
    assertThat(ORDERS.where("customer", 42).and("id", 7).residual()).hasToString("[id = 7]");
    HBaseKeys sorted =
        HBaseKeys.of(ORDERS.schema()).column("amount decimal(10,2)", "d:a", KeyFormat.kw1());
    assertThat(sorted.where("amount", Operator.GE, 1).residual()).isEmpty();
    assertThat(ORDERS.where("state", "new").and("amount", 1))
        .hasToString(
            "[state = 'new', amount = 1]: scans 8, filters ["
                + "SingleColumnValueFilter (d, state, EQUAL, new), "
                + "SingleColumnValueFilter (d, amount, GREATER_OR_EQUAL, )], in the client [amount = 1]");
  }

  @Test
  void splitKeysAreTheBuckets() {
    assertThat(Arrays.stream(ORDERS.splits(4)).map(HexFormat.of()::formatHex))
        .containsExactly("02", "04", "06");
    assertThat(ORDERS.splits(100)).hasNumberOfRows(7);
    assertThatThrownBy(() -> HBaseKeys.of(KeySchema.parse("id bigint", "id")).splits(4))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "cannot split (id) by the key alone: it is unknown how often each value of id occurs; put bucket(16) in front of the key, or choose the split keys yourself");
    assertThatThrownBy(() -> ORDERS.splits(1))
        .hasMessage("cannot split into 1 regions: expected 2 to 10,000");
  }

  /** A key that does not hold the column: its value is in a cell as well. */
  @Test
  void aColumnThatTheKeyDoesNotGiveBackCanBeInACell() throws Exception {
    KeySchema digests = KeySchema.parse("id text", "sha256(id)");
    HBaseKeys hashed = HBaseKeys.of(digests);
    assertThatThrownBy(() -> hashed.where("id", Operator.GE, "b").scans(new Scan()))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "cannot scan by id >= 'b': found no way to decode id from the row key, expected a cell of the row to hold it; map it to a cell by column(...)");
    HBaseKeys both = hashed.column("id text", "d:id");
    try (TestTables tables = new TestTables();
        Table table = tables.table(tables.create(new byte[0][]))) {
      for (String id : List.of("a", "b", "c")) {
        table.put(both.put(Map.of("id", id)));
      }
      assertThat(both.value(table.get(both.get(Map.of("id", "b"))), "id")).isEqualTo("b");
      try (ResultScanner rows = both.where("id", Operator.GE, "b").scan(table)) {
        assertThat(rows).extracting(row -> both.values(row).get("id")).containsOnly("b", "c");
      }
      try (ResultScanner rows = both.where("id", "c").scan(table)) {
        assertThat(rows).extracting(row -> both.value(row, "id")).containsExactly("c");
      }
    }
  }

  @Test
  void whatCannotBeDeclaredIsRefusedWithOneLine() {
    refused(
        () -> ORDERS.column("note text", "note"),
        "cannot map note: found the cell 'note', expected family:qualifier, such as d:note");
    refused(
        () -> ORDERS.column("state text", "d:s"),
        "cannot map state text to d:s: found a column of this name, declared as state text NULL in d:state, expected another name");
    refused(
        () -> ORDERS.column("id int", "d:id"),
        "cannot map id int to d:id: found a column of this name, declared as id bigint, expected another name");
    refused(
        () -> ORDERS.column("note text", "d:state"),
        "cannot map note to d:state: found column state in this cell already, expected another cell");
    refused(
        () -> ORDERS.column("note text, more text", "d:note"),
        "cannot map 'note text, more text': found 2 columns, expected one");
    refused(
        () -> ORDERS.column("tags list<text>", "d:tags"),
        "cannot map tags to d:tags: found type list<text>, expected one that the format hbase can hold; declare the column as blob, or map it in the format kw1");
    refused(
        () -> ORDERS.column("n int", "d:n", KeyFormat.of("phoenix")),
        "cannot map n: found the format phoenix, expected hbase, kw1 or text");
    record Wrong(long customer, long placedAt, long id) {}
    refused(
        () -> ORDERS.records(Wrong.class, MethodHandles.lookup()),
        "cannot use record Wrong: component placedAt is long, expected Instant for timestamp");
    record Hashed(String id) {}
    refused(
        () ->
            HBaseKeys.of(KeySchema.parse("id text", "sha256(id)"))
                .records(Hashed.class, MethodHandles.lookup()),
        "cannot use record Hashed: component id can be read neither from the row key nor from a cell; map its column to a cell with column(...)");
  }

  @Test
  void whatCannotBeReadOrWrittenIsRefusedWithOneLine() {
    Map<String, Object> key = Map.of("customer", 42, "placed_at", NOON, "id", 2);
    refused(
        () -> ORDERS.put(key),
        "cannot put amount: found null, expected a value; if rows may have no value, declare the column as 'amount decimal(10,2) NULL'");
    Map<String, Object> more = new LinkedHashMap<>(key);
    more.put("amount", "x");
    refused(
        () -> ORDERS.put(more),
        "cannot put amount: found 'x', expected a number from -99999999.99 to 99999999.99 with at most 2 decimals");
    more.put("colour", 1);
    refused(
        () -> ORDERS.put(more),
        "cannot use column colour: found no such column, expected one of customer, placed_at, id, amount, state");
    refused(
        () -> ORDERS.where("colour", 1),
        "cannot use column colour: found no such column, expected one of customer, placed_at, id, amount, state");
    refused(
        () -> ORDERS.where("state", null),
        "cannot compare state: found null, expected a value; use new Condition.IsNull(\"state\", false)");
    refused(
        () -> ORDERS.where("state", 1),
        "cannot compare state: found 1, expected text such as 'abc' (no unpaired surrogates)");
    refused(
        () -> ORDERS.values(Result.EMPTY_RESULT),
        "cannot read a row: found an empty Result, expected a row; check Result.isEmpty() first");
    String end =
        " in the given Scan, expected none; use conditions instead, or call scans() and change the Scans that it returns";
    refused(
        () -> ORDERS.all().scans(new Scan().withStartRow(new byte[] {1})),
        "cannot scan: found a start or stop row" + end);
    refused(
        () -> ORDERS.all().scans(new Scan().setBatch(1)),
        "cannot scan: found a batch or partial results" + end);
    refused(
        () -> ORDERS.all().scans(new Scan().setNeedCursorResult(true)),
        "cannot scan: found cursor results" + end);
    refused(
        () -> ORDERS.where("state", "a").scans(new Scan().setFilter(new FirstKeyOnlyFilter())),
        "cannot scan: found a filter beside conditions on cells" + end);
    refused(
        () -> ORDERS.where("state", "a").scans(new Scan().setMaxResultsPerColumnFamily(1)),
        "cannot scan: found a maximum of results per family" + end);
    assertThat(ORDERS.all().scans(new Scan().setFilter(new FirstKeyOnlyFilter())))
        .allMatch(scan -> scan.getFilter() instanceof FirstKeyOnlyFilter);
  }

  private static void refused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(KeyException.class).hasMessage(message);
  }

  /** {@code Bytes.toBytes} keeps the sign of zero, and any bits of NaN. */
  @Test
  void eachFormOfAZeroAndOfNotANumberIsRead() throws Exception {
    HBaseKeys sensors = HBaseKeys.of(KeySchema.parse("id bigint", "id")).column("v double", "d:v");
    Map<Double, List<Long>> bits =
        Map.of(0.0, List.of(0L, 1L << 63), Double.NaN, List.of(0xFFF8L << 48, 0x7FF8L << 48 | 1));
    bits.forEach(
        (value, forms) ->
            forms.forEach(
                form -> {
                  byte[] family = Bytes.toBytes("d");
                  Cell cell =
                      CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                          .setRow(sensors.rowKey(Map.of("id", 1L)))
                          .setFamily(family)
                          .setQualifier(Bytes.toBytes("v"))
                          .setTimestamp(1)
                          .setType(Cell.Type.Put)
                          .setValue(Bytes.toBytes(form))
                          .build();
                  assertThat(sensors.value(Result.create(List.of(cell)), "v")).isEqualTo(value);
                }));
  }
}
