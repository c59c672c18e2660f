package keywright.hbase.keys;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import keywright.hbase.keys.Buckets.Group;
import keywright.key.ByteRange;
import keywright.key.Condition;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import keywright.key.KeyException;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.jspecify.annotations.Nullable;

/**
 * A query for the rows of an HBase table that meet all given conditions. It is executed as HBase
 * scans. {@link HBaseKeys#where} makes queries.
 *
 * <p>A bucket is a value of the leading key parts that spread rows, such as {@code bucket(8)} or
 * {@code mod(id, 10)}, if these parts together have at most 256 values. A query has one scan for
 * each bucket that can contain its rows. For a key without buckets it has a single scan. Conditions
 * on key columns become start and stop rows of the scans, with a {@link MultiRowRangeFilter} if a
 * bucket has several ranges. Conditions on cells become filters, if the bytes of the cells sort as
 * their values do. The client evaluates the {@link #residual other conditions}.
 *
 * <p>A comparison with null is never true: a row that lacks a cell meets no condition on the cell's
 * column, except {@code IS NULL}.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class HBaseQuery {
  private static final long MOST_RANGES = 1_024;

  /** The highest row key. In reverse scans, the filter treats an open end as the lowest row key. */
  private static final byte[] HIGHEST = new byte[Short.MAX_VALUE];

  static {
    Arrays.fill(HIGHEST, (byte) 0xFF);
  }

  /**
   * The number of rows that are requested in addition to the share of a bucket, because the shares
   * of buckets differ.
   */
  private static final int SPARE_ROWS = 16;

  private final HBaseKeys keys;
  private final List<Condition> conditions;

  /** The plan; made when it is first needed. Every thread makes the same plan. */
  private volatile @Nullable Plan plan;

  HBaseQuery(HBaseKeys keys, List<Condition> conditions) {
    this.keys = keys;
    this.conditions = List.copyOf(conditions);
  }

  /**
   * Makes a query for the rows of this query in which {@code column} also equals {@code value}.
   *
   * @throws KeyException for an unknown column, or a value that cannot be compared with its type
   */
  public HBaseQuery and(String column, Object value) {
    return and(column, Operator.EQ, value);
  }

  /**
   * Makes a query for the rows of this query in which the comparison of {@code column} with {@code
   * value} is also true.
   *
   * @throws KeyException for an unknown column, or a value that cannot be compared with its type
   */
  public HBaseQuery and(String column, Operator operator, Object value) {
    if (value == null) {
      throw KeyException.of(
          "cannot compare %s: found null, expected a value; use new Condition.IsNull(\"%s\", false)"
              .formatted(column, column));
    }
    return and(new Compare(column, operator, value));
  }

  /**
   * Makes a query for the rows of this query that also meet {@code condition}.
   *
   * @throws KeyException for an unknown column, or a literal that cannot be compared with its type
   */
  public HBaseQuery and(Condition condition) {
    condition.check(type(condition.column()));
    List<Condition> more = new ArrayList<>(conditions);
    more.add(condition);
    return new HBaseQuery(keys, more);
  }

  private Type type(String column) {
    CellColumn cell = keys.cells().get(column);
    if (cell != null) {
      return cell.column().type();
    }
    Integer place = keys.keyPlaces().get(column);
    if (place == null) {
      throw keys.unknown(column);
    }
    return keys.schema().columns().get(place).type();
  }

  /**
   * Reads the rows of the query, as {@link #scan(Table, Scan)} does with the settings {@code new
   * Scan()}.
   *
   * @throws IOException as {@link Table#getScanner(Scan)}
   */
  public ResultScanner scan(Table table) throws IOException {
    return scan(table, new Scan());
  }

  /**
   * Reads the rows of the query, sorted by the bytes of their row keys after the bytes of the
   * bucket. So the rows are in the order of the key parts after the bucket, each in its declared
   * direction and with its declared position of nulls, if the key format sorts these parts. Rows
   * that are equal in these parts are in the order of their buckets. {@code setReversed(true)} of
   * the settings reverses the order.
   *
   * <p>The returned scanner reads from the servers while the program reads its rows. The scanner is
   * used by one thread. After the last row, at the limit and after an error it closes itself;
   * otherwise the program must close it. If the scan of a bucket fails, or a row cannot be decoded,
   * {@code next()} throws the error, and no further rows are returned.
   *
   * @param settings the settings of the scans: families and columns, {@code setReversed}, {@code
   *     setLimit} for all buckets together, {@code setCaching}, versions, time range, and
   *     attributes. The object is not changed. Columns that the conditions test are also read. If
   *     the settings have a limit but no caching, the first request to each bucket asks for the
   *     bucket's share of the limit
   * @throws KeyException if the settings have a start or stop row, a batch, partial results, a
   *     maximum number of results for each family, or a filter together with conditions on cells;
   *     or if the column of a condition can be read neither from the row key nor from a cell
   * @throws IOException as {@link Table#getScanner(Scan)}
   */
  public ResultScanner scan(Table table, Scan settings) throws IOException {
    return open(table::getScanner, settings);
  }

  /**
   * Reads the rows of the query as {@link #scan(Table, Scan)} does, with HBase's asynchronous
   * client, which reads ahead in all buckets at the same time.
   *
   * @throws KeyException as {@link #scan(Table, Scan)}
   */
  public ResultScanner scan(AsyncTable<?> table, Scan settings) {
    try {
      return open(table::getScanner, settings);
    } catch (IOException e) {
      throw new IllegalStateException("an asynchronous scanner opens without a call", e);
    }
  }

  /** Opens a scanner of a table. */
  private interface Opener {
    ResultScanner open(Scan scan) throws IOException;
  }

  private ResultScanner open(Opener table, Scan settings) throws IOException {
    List<Scan> scans = scans(settings);
    Plan plan = plan();
    if (scans.size() == 1 && plan.tests.isEmpty()) {
      return table.open(scans.get(0));
    }
    boolean reversed = settings.isReversed();
    MergedScanner merged =
        new MergedScanner(
            reversed, settings.getLimit(), plan.tests.isEmpty() ? row -> true : this::matches);
    try {
      for (int i = 0; i < scans.size(); i++) {
        int place = reversed ? scans.size() - 1 - i : i;
        merged.add(table.open(scans.get(place)), plan.groups.get(place).prefixLength());
      }
    } catch (IOException | RuntimeException | Error e) {
      merged.closeAfter(e);
      throw e;
    }
    return merged;
  }

  /**
   * Makes the scans of this query, for a program that executes them itself. The rows of the query
   * are the rows of these scans for which {@link #matches} returns true.
   *
   * @param settings the settings of the scans, as for {@link #scan(Table, Scan)}. Each scan has the
   *     limit of the settings, unless the client must evaluate some conditions
   * @return one scan for each bucket, in the order of the buckets; empty if no row can meet the
   *     conditions
   * @throws KeyException as {@link #scan(Table, Scan)}
   */
  public List<Scan> scans(Scan settings) {
    Plan plan = plan();
    requireUsable(settings, plan);
    List<Scan> scans = new ArrayList<>();
    for (Group group : plan.groups) {
      try {
        scans.add(scan(group, settings, plan));
      } catch (IOException e) {
        throw new IllegalStateException("the settings of a scan can be copied", e);
      }
    }
    return scans;
  }

  private static void requireUsable(Scan settings, Plan plan) {
    String found = null;
    if (settings.getStartRow().length > 0 || settings.getStopRow().length > 0) {
      found = "a start or stop row";
    } else if (settings.getBatch() > 0 || settings.getAllowPartialResults()) {
      found = "a batch or partial results";
    } else if (settings.isNeedCursorResult()) {
      found = "cursor results";
    } else if (plan.isOfCells() && settings.getMaxResultsPerColumnFamily() >= 0) {
      found = "a maximum of results per family";
    } else if (plan.isOfCells() && settings.getFilter() != null) {
      found = "a filter beside conditions on cells";
    }
    if (found != null) {
      throw KeyException.of(
          "cannot scan: found %s in the given Scan, expected none; use conditions instead, or call scans() and change the Scans that it returns"
              .formatted(found));
    }
  }

  private static Scan scan(Group group, Scan settings, Plan plan) throws IOException {
    List<ByteRange> ranges = group.ranges();
    Scan scan = new Scan(settings);
    byte[] start = ranges.get(0).start();
    byte[] stop = ranges.get(ranges.size() - 1).stop();
    if (settings.isReversed()) {
      scan.withStartRow(stop == null ? new byte[0] : stop, stop == null).withStopRow(start, true);
      // HBase refuses reverse scans that load families on demand, as filters of cells would.
      scan.setLoadColumnFamiliesOnDemand(false);
    } else {
      scan.withStartRow(start).withStopRow(stop == null ? new byte[0] : stop, false);
    }
    plan.tested.forEach(cell -> cell.addTo(scan));
    List<Filter> filters = new ArrayList<>();
    if (ranges.size() > 1) {
      List<MultiRowRangeFilter.RowRange> rows = new ArrayList<>();
      for (ByteRange range : ranges) {
        byte[] end = range.stop();
        rows.add(
            end == null
                ? new MultiRowRangeFilter.RowRange(range.start(), true, HIGHEST, true)
                : new MultiRowRangeFilter.RowRange(range.start(), true, end, false));
      }
      filters.add(new MultiRowRangeFilter(rows));
    }
    filters.addAll(plan.filters);
    if (settings.getFilter() != null) {
      filters.add(settings.getFilter());
    }
    if (!filters.isEmpty()) {
      scan.setFilter(
          filters.size() == 1
              ? filters.get(0)
              : new FilterList(FilterList.Operator.MUST_PASS_ALL, filters));
    }
    int limit = settings.getLimit();
    if (limit > 0 && !plan.tests.isEmpty()) {
      scan.setLimit(-1);
    } else if (limit > 0 && settings.getCaching() < 1) {
      int buckets = plan.groups.size();
      scan.setCaching(buckets == 1 ? limit : Math.min(limit, limit / buckets + SPARE_ROWS));
    }
    return scan;
  }

  /**
   * Makes the scans of this query as texts for {@code MultiTableInputFormat}, with which MapReduce
   * and Spark read tables: the texts are the values of the setting {@code hbase.mapreduce.scans}.
   * If {@link #residual} is not empty, the job must test each row by {@link #matches}.
   *
   * @param table the name of the table, which each text contains
   * @param settings the settings of the scans, as for {@link #scans}
   * @throws KeyException as {@link #scans}
   * @throws IOException if a filter of the settings cannot be converted to text
   */
  public List<String> scanStrings(TableName table, Scan settings) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Scan scan : scans(settings)) {
      scan.setAttribute(Scan.SCAN_ATTRIBUTES_TABLE_NAME, table.getName());
      texts.add(Base64.getEncoder().encodeToString(ProtobufUtil.toScan(scan).toByteArray()));
    }
    return texts;
  }

  /**
   * The residual conditions: those that the servers do not evaluate completely, so the client must
   * evaluate them. These are conditions on key columns that cannot be expressed by start rows, stop
   * rows and row ranges, and conditions on cells whose bytes do not sort as their values do.
   */
  public List<Condition> residual() {
    return plan().residual;
  }

  /**
   * Whether a row meets the residual conditions.
   *
   * @param row a row that one of the {@link #scans} has returned
   * @throws KeyException if the row key does not fit the declared key
   * @throws UnreadableCellException if the bytes of a cell are not a value of its column
   */
  public boolean matches(Result row) {
    Plan plan = plan();
    @Nullable Object[] key = plan.readsKey ? keys.keyValues(row) : new @Nullable Object[0];
    for (Residual test : plan.tests) {
      CellColumn cell = test.cell;
      if (!test.predicate.test(cell == null ? key[test.place] : cell.value(row))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The conditions, the number of scans, and the conditions that the servers and the client
   * evaluate, as text.
   */
  @Override
  public String toString() {
    Plan plan = plan();
    return "%s: scans %d, filters %s, in the client %s"
        .formatted(
            conditions,
            plan.groups.size(),
            plan.filters.isEmpty() ? "none" : plan.filters,
            plan.residual);
  }

  /**
   * A condition that the client evaluates.
   *
   * @param place the index of the column in the schema
   * @param cell the cell that contains the value; null if the key contains it
   */
  private record Residual(
      int place, @Nullable CellColumn cell, Predicate<@Nullable Object> predicate) {}

  /** The scans for the conditions, and the conditions that are left for the client. */
  private static final class Plan {
    final List<Group> groups;
    final List<Filter> filters;
    final List<CellColumn> tested;
    final List<Condition> residual;
    final List<Residual> tests;
    final boolean readsKey;

    Plan(
        List<Group> groups,
        List<Filter> filters,
        List<CellColumn> tested,
        List<Condition> residual,
        List<Residual> tests) {
      this.groups = List.copyOf(groups);
      this.filters = List.copyOf(filters);
      this.tested = List.copyOf(tested);
      this.residual = List.copyOf(residual);
      this.tests = List.copyOf(tests);
      this.readsKey = tests.stream().anyMatch(test -> test.cell == null);
    }

    boolean isOfCells() {
      return !tested.isEmpty();
    }
  }

  private Plan plan() {
    Plan made = plan;
    if (made == null) {
      made = make();
      plan = made;
    }
    return made;
  }

  private Plan make() {
    KeySchema schema = keys.schema();
    List<Condition> ofKey = new ArrayList<>();
    Map<CellColumn, List<Condition>> ofCells = new LinkedHashMap<>();
    for (Condition condition : conditions) {
      if (keys.keyPlaces().containsKey(condition.column())) {
        ofKey.add(condition);
      } else {
        addTo(ofCells, condition);
      }
    }
    KeyRanges ranges = schema.ranges(ofKey).atMost(MOST_RANGES);
    List<Condition> residual = new ArrayList<>();
    for (Condition condition : ranges.residual()) {
      if (schema.recovers(condition.column())) {
        residual.add(condition);
      } else if (keys.cells().containsKey(condition.column())) {
        addTo(ofCells, condition);
      } else {
        throw KeyException.of(
            "cannot scan by %s: found no way to decode %s from the row key, expected a cell of the row to hold it; map it to a cell by column(...)"
                .formatted(condition, condition.column()));
      }
    }
    List<Filter> filters = new ArrayList<>();
    boolean never = ranges.isEmpty();
    for (Map.Entry<CellColumn, List<Condition>> cell : ofCells.entrySet()) {
      CellColumn.Test test = cell.getKey().test(cell.getValue());
      never |= test.never();
      if (test.filter() != null) {
        filters.add(test.filter());
      }
      residual.addAll(test.residual());
    }
    List<Residual> tests = new ArrayList<>();
    for (Condition condition : residual) {
      String column = condition.column();
      Integer place = keys.keyPlaces().get(column);
      boolean isOfKey = place != null && schema.recovers(column);
      tests.add(
          new Residual(
              place == null ? 0 : place,
              isOfKey ? null : keys.cells().get(column),
              condition.on(type(column))));
    }
    List<ByteRange> bytes =
        never ? List.of() : ranges.ranges().stream().map(schema::bytes).toList();
    return new Plan(
        keys.buckets().group(bytes), filters, List.copyOf(ofCells.keySet()), residual, tests);
  }

  private void addTo(Map<CellColumn, List<Condition>> ofCells, Condition condition) {
    CellColumn cell = keys.cells().get(condition.column());
    if (cell == null) {
      throw keys.unknown(condition.column());
    }
    ofCells.computeIfAbsent(cell, any -> new ArrayList<>()).add(condition);
  }
}
