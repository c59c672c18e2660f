package keywright.table.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.ByteRange;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.FamilyLayout;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.RowCondition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Explains why one row is in the result of a plan, or is not. It checks the row against each
 * condition, each range of the key, the filter and the LIMIT. Used once, by one thread.
 */
public final class RowExplanation {
  private static final int RANGES_SHOWN = 16;

  private final QueryPlan plan;
  private final StoredTable table;
  private final Snapshot snapshot;
  private final ReadCounts counts;
  private final Key key;
  private final @Nullable Object[] keyColumns;
  private final List<String> lines = new ArrayList<>();

  /** The reasons why the row is not in the result. */
  private final List<String> broken = new ArrayList<>();

  /** The values of the stored row; null if the row does not exist. */
  private final @Nullable Object @Nullable [] row;

  /**
   * Prepares the explanation.
   *
   * @param plan the plan of the query
   * @param snapshot the view from which the row is read
   * @param keyColumns one value for each column of the table; only the values of the key columns
   *     are used
   * @param cancellation ends the reads early
   */
  public RowExplanation(
      QueryPlan plan, Snapshot snapshot, @Nullable Object[] keyColumns, Cancellation cancellation) {
    this.counts = new ReadCounts(cancellation);
    this.plan = plan;
    this.table = plan.stored();
    this.snapshot = snapshot;
    this.keyColumns = keyColumns;
    this.key = table.key(keyColumns);
    Set<String> families =
        table.layout().families().stream().map(FamilyLayout::name).collect(Collectors.toSet());
    RowOptions options = plan.rowOptions().withFamilies(families).stoppedBy(cancellation);
    StoredRow stored = snapshot.get(table.layout(), key, options);
    FoundRow found = stored == null ? null : FoundRow.row(plan, stored, stored);
    this.row = found == null ? null : found.values();
  }

  public List<String> lines() {
    if (plan.query().grouping().limitsPartitions()) {
      throw new TableException(
          "cannot explain a row of %s: found PER PARTITION LIMIT, expected a query of all rows; leave it out"
              .formatted(table.name()));
    }
    KeySchema primaryKey = table.primaryKey();
    lines.add(plan.explain().get(0));
    line(
        "row " + primaryKey.readable(key),
        (row == null ? "does not exist" : "exists")
            + (hasRowKeys() ? (row == null ? ", its row key would be " : ", its row key is ") : "")
            + rowKey(primaryKey, key));
    Set<String> known = new HashSet<>(primaryKey.keyColumns());
    for (Condition condition : plan.effective().conditions()) {
      if (row == null && !known.contains(condition.column())) {
        line(
            "condition " + condition,
            "unknown, because " + name(condition) + " is stored only in the row");
        continue;
      }
      boolean holds = holds(condition);
      line(
          "condition " + condition,
          (holds ? "holds, " : "does not hold, ") + name(condition) + " is " + value(condition));
      if (!holds) {
        broken.add(condition + " does not hold");
      }
    }
    for (RowCondition tuple : plan.query().rowConditions()) {
      if (row != null) {
        boolean holds = TupleRanges.test(table, tuple).test(row);
        line("condition " + tuple, holds ? "holds" : "does not hold");
        if (!holds) {
          broken.add(tuple + " does not hold");
        }
      }
    }
    String unmet = explainScan();
    if (row == null) {
      broken.add(0, "the row does not exist");
    } else if (unmet.isEmpty()) {
      explainFilter();
    } else if (broken.isEmpty()) {
      broken.add(unmet);
    }
    if (broken.isEmpty() && !plan.query().combinesRows()) {
      explainLimit();
    }
    line(
        "result",
        broken.isEmpty()
            ? plan.query().combinesRows() ? "the row is included" : "the row is in the result"
            : "the row is not in the result: " + String.join(", ", broken));
    return lines;
  }

  private void line(String label, String text) {
    lines.add(label + ": " + text);
  }

  private static String name(Condition condition) {
    return Names.quote(condition.column());
  }

  private @Nullable Object[] values() {
    return row == null ? keyColumns : row;
  }

  private Type type(Condition condition) {
    return table.column(condition.column()).type();
  }

  private @Nullable Object found(Condition condition) {
    return values()[table.place(condition.column())];
  }

  private boolean holds(Condition condition) {
    return condition.test(type(condition), found(condition));
  }

  private String value(Condition condition) {
    Object value = found(condition);
    return value == null ? "null" : type(condition).format(value);
  }

  /**
   * Explains where the row or its entry is relative to the ranges. Returns the reason why the scan
   * does not find it; empty if the scan does.
   */
  private String explainScan() {
    StoredIndex index = plan.storedIndex();
    if (index == null) {
      return explainRanges(key);
    }
    String label = "entry of index " + index.name();
    if (row == null) {
      line(label, "none, the row does not exist");
      return "the row does not exist";
    }
    Key entry;
    try {
      entry = entry(index, row);
    } catch (KeyException e) {
      line(label, "none, because the index cannot contain the row: " + e.getMessage());
      return "index " + index.name() + " cannot contain the row";
    }
    String state = entryState(index, row, entry);
    line(
        label,
        "%s, %s%s"
            .formatted(
                state.isEmpty() ? "exists" : state,
                index.schema().readable(entry),
                (hasRowKeys() ? " = " : "") + rowKey(index.schema(), entry)));
    String unmet = explainRanges(entry);
    return state.isEmpty()
        ? unmet
        : "the entry of the row in index %s %s; a scrub with repair restores the entry"
            .formatted(index.name(), state);
  }

  /** An entry of the row that is in the ranges; if there is none, any of its entries. */
  private Key entry(StoredIndex index, @Nullable Object[] values) {
    Set<Key> keys = index.keys(values);
    KeySchema schema = index.schema();
    for (Key entry : keys) {
      byte[] rowKey = schema.encode(entry);
      if (plan.rangeList().stream().anyMatch(range -> schema.bytes(range).contains(rowKey))) {
        return entry;
      }
    }
    return keys.iterator().next();
  }

  /** The problem of the entry of the row; empty for none. */
  private String entryState(StoredIndex index, @Nullable Object[] values, Key entry) {
    Set<String> family = Set.of(index.layout().families().get(0).name());
    StoredRow found = snapshot.get(index.layout(), entry, family);
    if (found == null) {
      return "is missing";
    }
    Map<Integer, @Nullable Object> cells = index.cells(values, table.primaryKey().encode(key));
    for (Map.Entry<Integer, @Nullable Object> cell : cells.entrySet()) {
      if (!Type.same(found.value(cell.getKey()), cell.getValue())) {
        return cell.getKey() == StoredIndex.ROW_KEY_COLUMN
            ? "leads to another row"
            : "has other values than the row";
      }
    }
    return "";
  }

  /** The reason why no range contains the scanned key; empty if a range does. */
  private String explainRanges(Key scanned) {
    KeySchema schema = plan.keySchema();
    byte[] rowKey = schema.encode(scanned);
    List<KeyRange> ranges = plan.ranges().ranges();
    if (ranges.isEmpty()) {
      line("ranges", "none, no row can meet the conditions");
      return "no row can meet the conditions";
    }
    boolean inside = false;
    for (int i = 0; i < ranges.size(); i++) {
      KeyRange range = ranges.get(i);
      ByteRange bytes = schema.bytes(range);
      boolean contains = bytes.contains(rowKey);
      inside |= contains;
      if (contains || i < RANGES_SHOWN) {
        String number = ranges.size() == 1 ? "range" : "range " + (i + 1);
        line(number, place(schema, range, bytes, rowKey, contains));
      }
    }
    if (ranges.size() > RANGES_SHOWN) {
      line(
          "ranges",
          "%,d in all; the key is in %s of them".formatted(ranges.size(), inside ? "one" : "none"));
    }
    return inside ? "" : "no range contains the key";
  }

  private static String place(
      KeySchema schema, KeyRange range, ByteRange bytes, byte[] rowKey, boolean contains) {
    String start = bytes.start().length == 0 ? "from the first key" : schema.readableStart(range);
    String stop = bytes.stop() == null ? "through the last key" : schema.readableStop(range);
    if (contains) {
      return "inside, " + start + " " + stop;
    }
    boolean before = Arrays.compareUnsigned(rowKey, bytes.start()) < 0;
    return before
        ? "outside, the key is before the start: " + start
        : "outside, the key is after the stop: " + stop;
  }

  private void explainFilter() {
    List<String> drops = new ArrayList<>();
    for (Condition condition : plan.residual()) {
      if (!holds(condition)) {
        drops.add(condition + " does not hold");
      }
    }
    for (RowCondition tuple : plan.query().rowConditions()) {
      if (!TupleRanges.test(table, tuple).test(row)) {
        drops.add(tuple + " does not hold");
      }
    }
    line(
        "filter",
        plan.residual().isEmpty() && plan.query().rowConditions().isEmpty()
            ? "none"
            : drops.isEmpty() ? "keeps the row" : "drops the row, " + String.join(", ", drops));
  }

  private void explainLimit() {
    Integer limit = plan.query().limit();
    if (limit == null || row == null) {
      return;
    }
    StoredIndex index = plan.storedIndex();
    Key scanned = index == null ? key : entry(index, row);
    Projection projection = plan.projection();
    long before = 0;
    try (FoundRow.Source rows = PlanScan.open(plan, snapshot, counts, null, limit)) {
      FoundRow found = rows.next();
      while (found != null && before < limit && !found.key().equals(scanned)) {
        before +=
            projection.hasVersions() ? projection.versions(found, snapshot.nowMillis()).size() : 1;
        found = rows.next();
      }
    }
    if (before < limit) {
      line("limit", "the row is number %,d of at most %,d".formatted(before + 1, limit));
    } else {
      line("limit", "%,d rows come before the row in this order".formatted(limit));
      broken.add("LIMIT %d is full before this row".formatted(limit));
    }
  }

  private boolean hasRowKeys() {
    return table.traits().hasRowKeys();
  }

  /**
   * The row key in hex. If the parts of the key are not plain columns, the parts come before it.
   * Empty if the engine has no row keys.
   */
  private String rowKey(KeySchema schema, Key key) {
    if (!hasRowKeys()) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < schema.parts().size(); i++) {
      Object part = key.parts().get(i);
      parts.add(part == null ? "null" : schema.partType(i).format(part));
    }
    String values = "(" + String.join(", ", parts) + ")";
    String hex = HexFormat.of().formatHex(schema.encode(key));
    return values.equals(schema.readable(key)) ? hex : values + " = " + hex;
  }
}
