package keywright.hbase.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import keywright.key.Condition;
import keywright.key.Type;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scans of random conditions on a real HBase against a pass over all rows. */
@Tag("large")
class RandomScansTest {
  private static final int ROWS = 120;
  private static final int QUERIES = 40;

  @Test
  void scansGiveExactlyTheRowsThatMeetTheConditionsInKeyOrder() throws Exception {
    long seed = Seeds.base();
    try (TestTables tables = new TestTables()) {
      for (int trial = 0; trial < Trials.of(24, 4); trial++) {
        long own = seed + trial;
        try {
          check(tables, new SplittableRandom(own));
        } catch (Exception | AssertionError e) {
          throw new AssertionError(Seeds.reproduction(own), e);
        }
      }
    }
  }

  private static void check(TestTables tables, SplittableRandom random) throws Exception {
    RandomTables sample = new RandomTables(random, ROWS);
    boolean isSplit = sample.bucketParts > 0 && random.nextBoolean();
    TableName name = tables.create(isSplit ? sample.keys.splits(3) : new byte[0][]);
    try (Table table = tables.table(name)) {
      List<Put> puts = new ArrayList<>();
      for (Map<String, Object> row : sample.rows.values()) {
        // A cell that is not declared, since a row of HBase has one at least.
        puts.add(sample.keys.put(row).addColumn(new byte[] {'d'}, new byte[] {9}, new byte[0]));
      }
      table.put(puts);
      for (int i = 0; i < QUERIES; i++) {
        query(tables, table, sample, random);
      }
    }
  }

  private static void query(
      TestTables tables, Table table, RandomTables sample, SplittableRandom random)
      throws Exception {
    List<Condition> conditions = sample.conditions();
    HBaseQuery query = sample.keys.all();
    for (Condition condition : conditions) {
      query = query.and(condition);
    }
    Scan settings = new Scan().setReversed(random.nextInt(3) == 0);
    if (random.nextInt(3) == 0) {
      settings.setLimit(random.nextInt(1, 30));
    }
    if (random.nextInt(3) == 0) {
      settings.setCaching(random.nextInt(1, 20));
    }
    boolean isNarrow = random.nextInt(4) == 0;
    if (isNarrow) {
      settings.addColumn(new byte[] {'d'}, new byte[] {9});
    }
    List<byte[]> expected = sample.expected(conditions, settings.isReversed());
    if (settings.getLimit() > 0 && expected.size() > settings.getLimit()) {
      expected = expected.subList(0, settings.getLimit());
    }
    List<Result> found = new ArrayList<>();
    try (ResultScanner rows =
        random.nextBoolean()
            ? query.scan(table, settings)
            : query.scan(tables.async.getTable(table.getName()), settings)) {
      rows.forEach(found::add);
    }
    assertThat(hex(found.stream().map(Result::getRow).toList()))
        .as("%s\n%s\n%s", sample, query, settings)
        .isEqualTo(hex(expected));
    if (!isNarrow) {
      for (Result row : found) {
        requireValues(sample, row);
      }
    }
    requireScans(table, sample, conditions, query);
  }

  private static void requireValues(RandomTables sample, Result row) {
    Map<String, Object> expected = sample.rows.get(row.getRow());
    Map<String, Object> values = sample.keys.values(row);
    assertThat(values.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
    expected.forEach(
        (column, value) -> {
          if (sample.schema.recovers(column) || !sample.schema.keyColumns().contains(column)) {
            assertThat(Type.same(values.get(column), value)).as(column).isTrue();
            assertThat(Type.same(sample.keys.value(row, column), value)).as(column).isTrue();
          }
        });
  }

  /** What a job reads by the texts of the scans is the same rows, in any order. */
  private static void requireScans(
      Table table, RandomTables sample, List<Condition> conditions, HBaseQuery query)
      throws Exception {
    List<byte[]> found = new ArrayList<>();
    for (String text : query.scanStrings(table.getName(), new Scan())) {
      Scan scan =
          ProtobufUtil.toScan(
              ClientProtos.Scan.parseFrom(java.util.Base64.getDecoder().decode(text)));
      assertThat(scan.getAttribute(Scan.SCAN_ATTRIBUTES_TABLE_NAME))
          .isEqualTo(table.getName().getName());
      try (ResultScanner rows = table.getScanner(scan)) {
        for (Result row : rows) {
          if (query.matches(row)) {
            found.add(row.getRow());
          }
        }
      }
    }
    assertThat(hex(found))
        .containsExactlyInAnyOrderElementsOf(hex(sample.expected(conditions, false)));
  }

  private static List<String> hex(List<byte[]> rowKeys) {
    return rowKeys.stream().map(HexFormat.of()::formatHex).toList();
  }
}
