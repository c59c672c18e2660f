package keywright.hbase.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Condition.IsNull;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeyRange;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A column in a cell. The value has the bytes of a key of this one part, in the column's format;
 * empty text and empty blobs, which a key cannot be, are no bytes. Immutable.
 *
 * <p>Conditions become filters by the ranges of that one-part key, which are exact in every format.
 */
final class CellColumn {
  private static final int SHOWN_BYTES = 64;

  /** More ranges than these are compared in the client. */
  private static final int MOST_RANGES = 64;

  /** Of these, the first that fits is found sooner than by binary search. */
  private static final int FEW_CELLS = 16;

  private static final byte[] EMPTY = {};

  private final Column column;
  private final String place;
  private final byte[] family;
  private final byte[] qualifier;
  private final KeySchema form;

  /** The value that is written as no bytes; null for none. */
  private final @Nullable Object empty;

  /** Whether two cells of equal value have equal bytes, whichever program wrote them. */
  private final boolean isCanonical;

  private final boolean isPlainText;
  private final boolean isPlainBlob;

  /**
   * @param place {@code family:qualifier}, other bytes as {@code \xNN}
   * @throws KeyException for another place, or a type that the format cannot hold
   */
  CellColumn(Column column, String place, KeyFormat format) {
    int colon = place.indexOf(':');
    if (colon < 1) {
      throw KeyException.of(
          "cannot map %s: found the cell '%s', expected family:qualifier, such as d:%s"
              .formatted(column.name(), place, column.name()));
    }
    this.column = column;
    this.place = place;
    this.family = Bytes.toBytesBinary(place.substring(0, colon));
    this.qualifier = Bytes.toBytesBinary(place.substring(colon + 1));
    try {
      form =
          KeySchema.of(
              List.of(new Column("value", column.type(), false)),
              KeyPart.parseList("value"),
              format);
    } catch (KeyException e) {
      throw KeyException.of(
          "cannot map %s to %s: found type %s, expected one that the format %s can hold; declare the column as blob, or map it in the format kw1"
              .formatted(column.name(), place, column.type(), format.name()));
    }
    this.empty = emptyOf(column.type(), form);
    String type = column.type().toString();
    this.isPlainText = format.name().equals("hbase") && type.equals("text");
    this.isPlainBlob = format.name().equals("hbase") && type.equals("blob");
    this.isCanonical =
        format.name().equals("kw1")
            || !(type.equals("float") || type.equals("double") || type.startsWith("decimal"));
  }

  private static @Nullable Object emptyOf(Type type, KeySchema form) {
    Object value =
        switch (type.toString()) {
          case "text" -> "";
          case "blob" -> EMPTY;
          default -> null;
        };
    if (value == null) {
      return null;
    }
    try {
      return form.encode(form.key(value)).length == 0 ? value : null;
    } catch (KeyException e) {
      return value;
    }
  }

  String name() {
    return column.name();
  }

  Column column() {
    return column;
  }

  boolean isAt(CellColumn other) {
    return Arrays.equals(family, other.family) && Arrays.equals(qualifier, other.qualifier);
  }

  /** Adds a value to a put; null adds nothing. */
  void put(Put put, @Nullable Object value) {
    if (value != null) {
      put.addColumn(family, qualifier, encode(value));
    } else if (!column.nullable()) {
      throw KeyException.of(
          "cannot put %s: found null, expected a value; if rows may have no value, declare the column as '%s NULL'"
              .formatted(name(), column));
    }
  }

  private byte[] encode(Object value) {
    try {
      Object converted = column.type().convert(value);
      return empty != null && Type.same(empty, converted)
          ? EMPTY
          : form.encode(form.key(converted));
    } catch (KeyException e) {
      throw KeyException.of("cannot put " + name() + ": " + e.getMessage());
    }
  }

  /**
   * The value in a row; null when it has no such cell.
   *
   * @throws UnreadableCellException for bytes that are no value of the type
   */
  @Nullable Object value(Result row) {
    Cell cell = latest(row);
    if (cell == null) {
      return null;
    }
    int length = cell.getValueLength();
    if (length == 0 && empty != null) {
      return empty;
    }
    if (isPlainText) {
      String text = new String(cell.getValueArray(), cell.getValueOffset(), length, UTF_8);
      // What is no UTF-8 becomes U+FFFD.
      if (text.indexOf('\uFFFD') < 0) {
        return text;
      }
    }
    byte[] bytes = CellUtil.cloneValue(cell);
    if (isPlainBlob) {
      return bytes;
    }
    try {
      return Objects.requireNonNull(form.decode(canonical(bytes)).part(0));
    } catch (KeyException e) {
      String problem =
          "found the bytes %s in cell %s, which are no value of type %s; declare the column as blob to read the bytes"
              .formatted(shown(bytes), place, column.type());
      throw new UnreadableCellException(row.getRow(), name(), problem, e);
    }
  }

  /** {@code Bytes.toBytes} keeps the sign of -0.0, and any bits of NaN; a value has neither. */
  private byte[] canonical(byte[] bytes) {
    String type = column.type().toString();
    if (type.equals("double") && bytes.length == Double.BYTES) {
      return Bytes.toBytes(Double.doubleToLongBits(Bytes.toDouble(bytes) + 0.0));
    }
    return type.equals("float") && bytes.length == Float.BYTES
        ? Bytes.toBytes(Float.floatToIntBits(Bytes.toFloat(bytes) + 0.0f))
        : bytes;
  }

  private static String shown(byte[] bytes) {
    return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES))
        + (bytes.length > SHOWN_BYTES ? "…" : "");
  }

  /** The cell in a row: the first of its column, as HBase sorts them. */
  private @Nullable Cell latest(Result row) {
    Cell[] cells = row.rawCells();
    if (cells.length > FEW_CELLS) {
      return row.getColumnLatestCell(family, qualifier);
    }
    for (Cell cell : cells) {
      if (CellUtil.matchingColumn(cell, family, qualifier)) {
        return cell;
      }
    }
    return null;
  }

  /** The error of a row that has no value of this column. */
  UnreadableCellException missing(Result row) {
    String problem =
        "found no cell %s, expected one; if rows may lack the cell, declare the column as '%s NULL'"
            .formatted(place, column);
    return new UnreadableCellException(row.getRow(), name(), problem, null);
  }

  /** Makes a scan that reads some columns read this one too. */
  void addTo(Scan scan) {
    if (!scan.hasFamilies()) {
      return;
    }
    var read = scan.getFamilyMap();
    var qualifiers = read.get(family);
    // A family without qualifiers is read whole.
    if (!read.containsKey(family) || (qualifiers != null && !qualifiers.contains(qualifier))) {
      scan.addColumn(family, qualifier);
    }
  }

  /**
   * What conditions come to.
   *
   * @param filter that the servers evaluate; null for none
   * @param residual what it does not say
   * @param never whether no row can meet them
   */
  record Test(@Nullable Filter filter, List<Condition> residual, boolean never) {
    static final Test NEVER = new Test(null, List.of(), true);
  }

  /**
   * All of {@code conditions}, which are on this column.
   *
   * @throws KeyException for a literal that cannot be compared with the column's type
   */
  Test test(List<Condition> conditions) {
    boolean isNull = false;
    List<Condition> compared = new ArrayList<>();
    for (Condition condition : conditions) {
      if (!(condition instanceof IsNull test)) {
        compared.add(renamed(condition));
      } else if (!test.negated()) {
        isNull = true;
      }
    }
    if (isNull) {
      return conditions.stream().allMatch(each -> each instanceof IsNull test && !test.negated())
          ? new Test(missing(), List.of(), false)
          : Test.NEVER;
    }
    if (compared.isEmpty()) {
      return new Test(present(), List.of(), false);
    }
    KeyRanges ranges = form.ranges(compared);
    if (ranges.isEmpty()) {
      return Test.NEVER;
    }
    if (!isCanonical || ranges.count() > MOST_RANGES) {
      return new Test(present(), conditions, false);
    }
    boolean isFull = ranges.isFullKey();
    List<Filter> filters = new ArrayList<>();
    for (KeyRange range : ranges.ranges()) {
      if (isFull && empty != null && Type.same(empty, range.prefix().get(0))) {
        continue; // Added below.
      }
      if (isFull) {
        filters.add(filter(CompareOperator.EQUAL, form.encode(range.key())));
      } else {
        add(form.bytes(range), filters);
      }
    }
    if (empty != null && compared.stream().allMatch(each -> each.test(column.type(), empty))) {
      filters.add(filter(CompareOperator.EQUAL, EMPTY));
    }
    if (filters.isEmpty()) {
      return Test.NEVER;
    }
    List<Condition> residual =
        ranges.residual().stream().map(each -> conditionOf(each, compared, conditions)).toList();
    return new Test(any(filters), residual, false);
  }

  /** The one-part key has a column of its own name. */
  private static Condition renamed(Condition condition) {
    if (condition instanceof Condition.Compare compare) {
      return new Condition.Compare("value", compare.operator(), compare.value());
    }
    if (condition instanceof Condition.In in) {
      return new Condition.In("value", in.values());
    }
    if (condition instanceof Condition.Contains contains) {
      return new Condition.Contains("value", contains.element());
    }
    if (condition instanceof Condition.ContainsKey contains) {
      return new Condition.ContainsKey("value", contains.key());
    }
    if (condition instanceof Condition.AtKey at) {
      return new Condition.AtKey("value", at.key(), renamed(at.condition()));
    }
    if (condition instanceof Condition.AnyOf any) {
      return new Condition.AnyOf(
          "value",
          any.alternatives().stream()
              .map(alternative -> alternative.stream().map(CellColumn::renamed).toList())
              .toList());
    }
    if (condition instanceof Condition.Matching matching) {
      return new Condition.Matching("value", matching.text(), matching.test());
    }
    if (condition instanceof Condition.IsNull isNull) {
      return new Condition.IsNull("value", isNull.negated());
    }
    return new Condition.Like("value", ((Condition.Like) condition).pattern());
  }

  private static Condition conditionOf(
      Condition renamed, List<Condition> compared, List<Condition> conditions) {
    int index = compared.indexOf(renamed);
    int place = -1;
    for (Condition condition : conditions) {
      place += condition instanceof IsNull ? 0 : 1;
      if (place == index && !(condition instanceof IsNull)) {
        return condition;
      }
    }
    throw new IllegalStateException("no condition " + renamed);
  }

  /** The values whose bytes are in a range. */
  private void add(ByteRange range, List<Filter> filters) {
    byte[] start = range.start();
    byte[] stop = range.stop();
    FilterList both = new FilterList(FilterList.Operator.MUST_PASS_ALL);
    if (start.length > 0 || stop == null) {
      both.addFilter(filter(CompareOperator.GREATER_OR_EQUAL, start));
    }
    if (stop != null) {
      both.addFilter(filter(CompareOperator.LESS, stop));
    }
    filters.add(both.getFilters().size() == 1 ? both.getFilters().get(0) : both);
  }

  private static Filter any(List<Filter> filters) {
    return filters.size() == 1
        ? filters.get(0)
        : new FilterList(FilterList.Operator.MUST_PASS_ONE, filters);
  }

  private SingleColumnValueFilter filter(CompareOperator operator, byte[] bytes) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(family, qualifier, operator, bytes);
    filter.setFilterIfMissing(true);
    return filter;
  }

  private Filter present() {
    return filter(CompareOperator.GREATER_OR_EQUAL, EMPTY);
  }

  /** Nothing is below no bytes, and a row without the cell passes. */
  private Filter missing() {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(family, qualifier, CompareOperator.LESS, EMPTY);
    filter.setFilterIfMissing(false);
    return filter;
  }

  @Override
  public String toString() {
    return column + " in " + place;
  }
}
