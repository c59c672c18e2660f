package keywright.hbase.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a merged scanner asks of the scanners of a real table, and that it closes them. */
@Tag("large")
class MergedScannerTest {
  private static final int ROWS = 100;
  private static final HBaseKeys KEYS =
      HBaseKeys.of(KeySchema.parse("id bigint", "mod(id, 4), id"))
          .column("n int", "d:n")
          .column("score double NULL", "d:score");

  private static TestTables tables;
  private static Table table;

  /** The scanners that were opened, each with the rows that were asked of it. */
  private final List<Recorded> opened = new ArrayList<>();

  /** After so many rows of a scanner, it fails; -1 for never. */
  private int failsAfter = -1;

  /** So many scanners can be opened. */
  private int most = Integer.MAX_VALUE;

  @BeforeAll
  static void fill() throws Exception {
    tables = new TestTables();
    table = tables.table(tables.create(KEYS.splits(4)));
    List<Put> puts = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      Map<String, Object> row = new LinkedHashMap<>(Map.of("id", id, "n", (int) id));
      if (id >= 50) {
        row.put("score", (double) id);
      }
      puts.add(KEYS.put(row));
    }
    table.put(puts);
  }

  @AfterAll
  static void close() throws Exception {
    tables.close();
  }

  @BeforeEach
  void reset() {
    opened.clear();
  }

  /** A scanner of HBase's that counts. */
  private final class Recorded implements ResultScanner {
    private final ResultScanner scanner;
    private int rows;
    private boolean closed;

    Recorded(ResultScanner scanner) {
      this.scanner = scanner;
      opened.add(this);
    }

    @Override
    public Result next() throws IOException {
      if (rows == failsAfter) {
        throw new IOException("the server stopped");
      }
      rows++;
      return scanner.next();
    }

    @Override
    public void close() {
      closed = true;
      scanner.close();
    }

    @Override
    public boolean renewLease() {
      return scanner.renewLease();
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return scanner.getScanMetrics();
    }
  }

  /** The table, whose scanners are recorded. */
  private Table recorded() {
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(table, arguments);
                if (!method.getName().equals("getScanner")) {
                  return answer;
                }
                if (opened.size() == most) {
                  ((ResultScanner) answer).close();
                  throw new IOException("too many scanners");
                }
                return new Recorded((ResultScanner) answer);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static List<Long> ids(ResultScanner rows) {
    List<Long> ids = new ArrayList<>();
    for (Result row : rows) {
      ids.add((Long) KEYS.value(row, "id"));
    }
    return ids;
  }

  @Test
  void aLimitAsksEachBucketForItsOwnRowsAloneAndClosesAllOfThem() throws Exception {
    try (ResultScanner rows = KEYS.all().scan(recorded(), new Scan().setLimit(10))) {
      assertThat(opened).hasSize(4).allMatch(each -> each.rows == 0, "nothing is asked for yet");
      assertThat(ids(rows)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
      assertThat(opened).allMatch(each -> each.closed).allMatch(each -> each.rows <= 4);
      assertThat(rows.next()).isNull();
    }
  }

  @Test
  void theEndOfTheRowsClosesEveryScanner() throws Exception {
    ResultScanner rows = KEYS.where("n", keywright.key.Condition.Operator.GE, 97).scan(recorded());
    assertThat(ids(rows)).containsExactly(97L, 98L, 99L);
    assertThat(opened).hasSize(4).allMatch(each -> each.closed);
  }

  @Test
  void closingEarlyClosesEveryScanner() throws Exception {
    ResultScanner rows = KEYS.all().scan(recorded());
    assertThat(rows.next()).isNotNull();
    rows.close();
    assertThat(opened).hasSize(4).allMatch(each -> each.closed);
    assertThat(rows.next()).isNull();
  }

  @Test
  void theErrorOfABucketIsThrownAndClosesEveryScanner() throws Exception {
    failsAfter = 2;
    ResultScanner rows = KEYS.all().scan(recorded());
    List<Long> found = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              for (Result row = rows.next(); row != null; row = rows.next()) {
                found.add((Long) KEYS.value(row, "id"));
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessage("the server stopped");
    assertThat(found).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(opened).hasSize(4).allMatch(each -> each.closed);
  }

  @Test
  void aScannerThatCannotBeOpenedClosesThoseBeforeIt() {
    most = 2;
    assertThatThrownBy(() -> KEYS.all().scan(recorded()))
        .isInstanceOf(IOException.class)
        .hasMessage("too many scanners");
    assertThat(opened).hasSize(2).allMatch(each -> each.closed);
  }

  @Test
  void aCellThatCannotBeReadEndsTheScanWithItsRowKeyAndColumn() throws Exception {
    HBaseKeys wrong =
        HBaseKeys.of(KeySchema.parse("id bigint", "mod(id, 4), id"))
            .column("half float", "d:score");
    ResultScanner rows =
        wrong.where("half", keywright.key.Condition.Operator.GE, 0).scan(recorded());
    assertThatThrownBy(rows::next)
        .isInstanceOfSatisfying(
            UnreadableCellException.class,
            e -> {
              assertThat(e.column()).isEqualTo("half");
              assertThat(wrong.schema().decode(e.rowKey()).part(1)).isIn(50L, 51L, 52L, 53L);
            })
        .hasMessageStartingWith("cannot read half: found the bytes ")
        .hasMessageContaining(
            " in cell d:score, which are no value of type float; declare the column as blob to read the bytes (row key ");
    assertThat(opened).allMatch(each -> each.closed);
  }

  /** The limit counts the rows that the client leaves, not those that the servers send. */
  @Test
  void aLimitHoldsForTheRowsThatMeetTheConditionsOfTheClient() throws Exception {
    HBaseQuery query = KEYS.where("score", keywright.key.Condition.Operator.GT, 60);
    assertThat(query.residual()).hasSize(1);
    try (ResultScanner rows = query.scan(recorded(), new Scan().setLimit(3))) {
      assertThat(ids(rows)).containsExactly(61L, 62L, 63L);
    }
  }
}
