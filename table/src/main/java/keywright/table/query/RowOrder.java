package keywright.table.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyBound;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeyPlace;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import keywright.key.KeySpan;
import keywright.key.Type;
import keywright.table.model.Names;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a plan returns its rows. No two rows are equal in this order: rows with equal
 * ORDER BY columns are in the order of the key that is read. So every row has a position in the
 * order, after which a later page can start. Used by one thread.
 *
 * <p>If the ORDER BY columns contain the primary key, no two rows are equal in these columns. Then
 * the values of these columns alone are the position, and the next page may be read with any key.
 * This is not so if the rows are in the order of a key from which one of these columns cannot be
 * decoded. Then the key of the row is the position.
 */
public final class RowOrder {

  /**
   * The position of a row in the order.
   *
   * @param values the values of the ORDER BY columns
   * @param key the key of the scanned row or index entry; null if the values alone are the position
   * @param rowsOfPartition how many rows of the partition of the row were returned, if their number
   *     is limited; otherwise 0
   */
  public record Place(List<@Nullable Object> values, @Nullable Key key, int rowsOfPartition) {}

  private static final Type COUNT = Type.parse("int");

  private final QueryPlan plan;
  private final List<OrderBy> columns;
  private final boolean byKey;

  /** Whether rows are returned as they are scanned, without a sort or a merge by columns. */
  private final boolean inKeyOrder;

  /** The columns of the order as a key; null until it is needed. A merge does not need it. */
  private @Nullable KeySchema sortKey;

  /** Of the columns of the order: the indexes in a row, the types, and which are descending. */
  private final int[] places;

  private final Type[] types;

  private final boolean[] descending;

  /** A place as a key: the values, then the parts of the key; null until it is needed. */
  private @Nullable KeySchema placeKey;

  RowOrder(QueryPlan plan) {
    this.plan = plan;
    this.inKeyOrder =
        switch (plan.order()) {
          case UNORDERED, KEY, KEY_REVERSED -> true;
          case MERGED, MERGED_REVERSED, SORTED -> false;
        };
    // The partition of a row is found in its key.
    List<OrderBy> telling = limitsPartitions() ? null : tellingApart();
    if (telling != null && inKeyOrder && !areInKey(telling)) {
      telling = null;
    }
    boolean isGrouped = plan.query().grouping().hasGroups();
    // A walk returns rows in the order of the engine, so only a key is a position in it.
    this.byKey = isGrouped ? plan.walks() || (inKeyOrder && !areInKey(varying())) : telling == null;
    boolean byColumns = isGrouped || !inKeyOrder;
    this.columns = telling != null ? telling : byColumns ? varying() : List.of();
    this.places = columns.stream().mapToInt(c -> plan.stored().place(c.column())).toArray();
    this.types =
        columns.stream().map(c -> plan.stored().column(c.column()).type()).toArray(Type[]::new);
    this.descending = new boolean[places.length];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = columns.get(i).descending();
    }
  }

  /** Whether the values of the columns can be decoded from the key that is read. */
  private boolean areInKey(List<OrderBy> orderBy) {
    return orderBy.stream().allMatch(order -> plan.keySchema().recovers(order.column()));
  }

  private boolean limitsPartitions() {
    return plan.query().grouping().limitsPartitions();
  }

  private KeySchema sortKey() {
    KeySchema made = sortKey;
    if (made == null) {
      made =
          KeySchema.of(
              plan.stored().columns().stream().map(RowOrder::nullable).toList(),
              columns.stream().map(RowOrder::part).toList(),
              KeyFormat.kw1());
      sortKey = made;
    }
    return made;
  }

  private static Column nullable(Column column) {
    return new Column(column.name(), column.type(), true);
  }

  private static KeyPart part(OrderBy order) {
    KeyExpression expression = KeyExpression.column(order.column());
    return order.descending() ? KeyPart.desc(expression) : KeyPart.asc(expression);
  }

  /**
   * The ORDER BY columns without repetitions and without columns that the conditions fix to one
   * value.
   */
  private List<OrderBy> varying() {
    Set<String> done = KeyOrder.constantColumns(plan.effective().conditions());
    List<OrderBy> varying = new ArrayList<>();
    for (OrderBy order : plan.effective().orderBy()) {
      if (done.add(order.column())) {
        varying.add(order);
      }
    }
    return varying;
  }

  /** The leading ORDER BY columns that contain the primary key; null if they do not. */
  private @Nullable List<OrderBy> tellingApart() {
    Set<String> known = KeyOrder.constantColumns(plan.effective().conditions());
    List<OrderBy> telling = new ArrayList<>();
    for (OrderBy order : varying()) {
      telling.add(order);
      known.add(order.column());
      if (known.containsAll(plan.stored().primaryKey().keyColumns())) {
        return telling;
      }
    }
    return null;
  }

  private KeySchema placeKey() {
    KeySchema made = placeKey;
    if (made == null) {
      made = newPlaceKey();
      placeKey = made;
    }
    return made;
  }

  private KeySchema newPlaceKey() {
    List<Column> held = new ArrayList<>();
    for (OrderBy order : columns) {
      held.add(new Column("c" + held.size(), plan.stored().column(order.column()).type(), true));
    }
    KeySchema key = plan.keySchema();
    for (int i = 0; byKey && i < key.parts().size(); i++) {
      held.add(new Column("c" + held.size(), key.partType(i), true));
    }
    if (limitsPartitions()) {
      held.add(new Column("c" + held.size(), COUNT, true));
    }
    List<KeyPart> parts =
        held.stream().map(c -> KeyPart.asc(KeyExpression.column(c.name()))).toList();
    return KeySchema.of(held, parts, KeyFormat.kw1());
  }

  /** The bytes by which {@code row} is sorted: the columns of the order. */
  byte[] sortKey(FoundRow row) {
    return columns.isEmpty()
        ? new byte[0]
        : sortKey().encode(sortKey().key(plan.stored().columnValues(row.values())));
  }

  /** Compares two rows as their {@link #sortKey}s compare, without computing these. */
  int compare(FoundRow a, FoundRow b) {
    int order = compareColumns(a, b);
    return order != 0 ? order : compareKeys(a.key(), b.key());
  }

  /** Whether two rows are in the same group. */
  boolean isSameGroup(FoundRow a, FoundRow b) {
    return compareColumns(a, b) == 0;
  }

  private int compareColumns(FoundRow a, FoundRow b) {
    for (int i = 0; i < places.length; i++) {
      Object x = a.values()[places[i]];
      Object y = b.values()[places[i]];
      // Without a value comes first, and last in a descending order.
      int order =
          x == null || y == null ? Boolean.compare(x != null, y != null) : types[i].compare(x, y);
      if (order != 0) {
        return descending[i] == order > 0 ? -1 : 1;
      }
    }
    return 0;
  }

  /** Compares two keys in the order of the scan, for rows with equal columns. */
  int compareKeys(Key a, Key b) {
    if (!byKey) {
      return 0;
    }
    KeySchema key = plan.keySchema();
    int order = Arrays.compareUnsigned(key.encode(a), key.encode(b));
    return plan.isReverse() ? -order : order;
  }

  /**
   * The bytes by which {@code row} is sorted among all rows: the columns of the order, then the
   * key. Only for a sort, which never reads a key in reverse.
   */
  byte[] sortOrder(FoundRow row) {
    return sortOrder(sortKey(row), byKey ? row.key() : null);
  }

  /** The bytes by which a place is sorted, as {@link #sortOrder(FoundRow)}. */
  byte[] sortOrder(Place place) {
    return sortOrder(sortKey(place), place.key());
  }

  private byte[] sortOrder(byte[] columnBytes, @Nullable Key key) {
    if (key == null) {
      return columnBytes;
    }
    byte[] keyBytes = plan.keySchema().encode(key);
    byte[] bytes = Arrays.copyOf(columnBytes, columnBytes.length + keyBytes.length);
    System.arraycopy(keyBytes, 0, bytes, columnBytes.length, keyBytes.length);
    return bytes;
  }

  private byte[] sortKey(Place place) {
    if (columns.isEmpty()) {
      return new byte[0];
    }
    @Nullable Object[] values = new @Nullable Object[plan.stored().columns().size()];
    for (int i = 0; i < columns.size(); i++) {
      values[places[i]] = place.values().get(i);
    }
    return sortKey().encode(sortKey().key(values));
  }

  /** Whether the scanned {@code row} comes after {@code place}. */
  boolean isBehind(FoundRow row, Place place) {
    Key key = place.key();
    if (inKeyOrder && key != null) {
      return compareKeys(row.key(), key) > 0;
    }
    int order = Arrays.compareUnsigned(sortKey(row), sortKey(place));
    if (order == 0 && key != null) {
      order = compareKeys(row.key(), key);
    }
    return order > 0;
  }

  /** The place behind the group of a row. */
  Place placeOfGroup(FoundRow row) {
    List<@Nullable Object> values = new ArrayList<>(places.length);
    for (int place : places) {
      values.add(row.values()[place]);
    }
    return new Place(values, null, 0);
  }

  /**
   * The place of a row of the result, as bytes.
   *
   * @param rowsOfPartition as {@link Place#rowsOfPartition}
   */
  byte[] place(FoundRow row, int rowsOfPartition) {
    // The row may have been read without the columns that its key contains.
    KeySchema schema = plan.keySchema();
    @Nullable Object[] keyValues = inKeyOrder ? schema.columnValues(row.key()) : row.values();
    List<@Nullable Object> place = new ArrayList<>();
    for (OrderBy order : columns) {
      boolean isInKey = inKeyOrder && schema.recovers(order.column());
      place.add((isInKey ? keyValues : row.values())[plan.stored().place(order.column())]);
    }
    if (byKey) {
      place.addAll(row.key().parts());
    }
    if (limitsPartitions()) {
      place.add(rowsOfPartition);
    }
    return placeKey().encode(placeKey().key(place.toArray()));
  }

  /**
   * Reads the bytes of {@link #place}.
   *
   * @throws keywright.key.KeyException for other bytes
   */
  Place read(byte[] bytes) {
    List<@Nullable Object> values = placeKey().decode(bytes).parts();
    if (!byKey) {
      return new Place(values, null, 0);
    }
    KeySchema key = plan.keySchema();
    int end = columns.size() + key.parts().size();
    KeyRange only = KeyRange.equalTo(values.subList(columns.size(), end));
    Key after = key.decode(key.bytes(only).start());
    Object rows = end < values.size() ? values.get(end) : null;
    return new Place(
        values.subList(0, columns.size()), after, rows instanceof Integer count ? count : 0);
  }

  /** The rest of the ranges after {@code place}, in the order in which they are read. */
  List<KeySpan> behind(List<KeyRange> ranges, Place place) {
    if (plan.order() == Plan.Order.SORTED) {
      return ranges.stream().map(KeySpan::of).toList();
    }
    return ranges.stream().map(range -> rest(range, place)).filter(Objects::nonNull).toList();
  }

  private @Nullable KeySpan rest(KeyRange range, Place place) {
    KeySchema schema = plan.keySchema();
    boolean reverse = plan.isReverse();
    boolean ties = false;
    Key key = place.key();
    if (key != null) {
      int order = schema.compare(range, key);
      if (order == 0) {
        KeyBound bound = new KeyBound(key.parts(), !reverse);
        return reverse ? new KeySpan(range, null, bound) : new KeySpan(range, bound, null);
      }
      ties = order > 0 != reverse;
      if (inKeyOrder) {
        return ties ? KeySpan.of(range) : null;
      }
    }
    List<KeyPlace.Step> steps = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      OrderBy order = columns.get(i);
      steps.add(new KeyPlace.Step(order.column(), order.descending(), place.values().get(i)));
    }
    return KeyPlace.of(schema, plan.keyConditions(), steps, reverse).behind(range, ties);
  }

  /**
   * A text of everything on which the order depends. Two orders with equal texts have the same
   * places.
   */
  String signature() {
    StringBuilder text = new StringBuilder();
    for (OrderBy order : columns) {
      text.append(order.column())
          .append(' ')
          .append(plan.stored().column(order.column()).type())
          .append(order.descending() ? " DESC, " : ", ");
    }
    if (byKey) {
      KeySchema key = plan.keySchema();
      text.append(plan.isReverse() ? "reverse " : "").append(key.format()).append(' ');
      for (int i = 0; i < key.parts().size(); i++) {
        text.append(key.parts().get(i)).append(' ').append(key.partType(i)).append(", ");
      }
    }
    return text.toString();
  }

  /** The columns and the key that form the position of a row, as text for EXPLAIN. */
  @Override
  public String toString() {
    String names =
        String.join(", ", columns.stream().map(order -> Names.quote(order.column())).toList());
    if (!byKey) {
      return names + ", whichever key is read";
    }
    return (names.isEmpty() ? "" : names + " and ")
        + "the key that is read"
        + (limitsPartitions() ? ", with the number of rows of its partition" : "");
  }
}
