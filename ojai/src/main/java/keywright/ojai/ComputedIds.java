package keywright.ojai;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.KeySchema.Following;
import keywright.ojai.ValueOrder.Group;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.DocumentTable;
import keywright.table.model.OrderBy;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import org.ojai.store.exceptions.StoreException;

/**
 * Ids that follow from the documents: {@code 000123_2017-01-01_0001}. They are the row keys of the
 * schema {@link DocumentTable#ids}, as text.
 */
final class ComputedIds implements StoreIds {
  /** Values whose texts are the lowest ones of a type. */
  private static final List<Object> LOWEST =
      List.of("0000-01-01T00:00:00Z", "0000-01-01", "00:00:00", 0);

  private final String store;
  private final KeySchema schema;
  private final List<String> keyColumns;
  private final Map<String, DocumentPath> paths = new HashMap<>();
  private final String delimiter;

  /** For each part a schema that has it alone. */
  private final List<KeySchema> parts = new ArrayList<>();

  ComputedIds(TableDefinition definition, KeySchema schema) {
    this.store = definition.name();
    this.schema = schema;
    this.keyColumns = definition.keyColumns();
    this.delimiter = String.valueOf(schema.format().delimiter());
    for (ColumnDefinition column : definition.columns()) {
      DocumentPath from = column.from();
      if (from != null) {
        paths.put(column.name(), from);
      }
    }
    for (KeyPart part : schema.parts()) {
      parts.add(KeySchema.of(schema.columns(), List.of(part), KeyFormat.text("")));
    }
  }

  @Override
  public Group group() {
    return Group.STRING;
  }

  @Override
  public List<String> keyColumns() {
    return keyColumns;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Object @Nullable [] keyValues(Object id) {
    try {
      byte[] rowKey = bytes((String) id);
      @Nullable Object[] values = schema.columnValues(schema.decode(rowKey));
      // An id with a lone surrogate has the bytes of another one.
      return text(rowKey).equals(id) ? keyValues(values) : null;
    } catch (KeyException e) {
      return null;
    }
  }

  private Object[] keyValues(@Nullable Object[] row) {
    Object[] values = new Object[keyColumns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = requireNonNull(row[place(keyColumns.get(i))]);
    }
    return values;
  }

  private int place(String column) {
    List<Column> columns = schema.columns();
    int place = 0;
    while (!columns.get(place).name().equals(column)) {
      place++;
    }
    return place;
  }

  @Override
  public Object id(Row row) {
    @Nullable Object[] values = new @Nullable Object[schema.columns().size()];
    keyColumns.forEach(column -> values[place(column)] = row.get(column));
    return text(schema.rowKey(values));
  }

  /**
   * The id of a document.
   *
   * @throws StoreException if it lacks a field of the key, or has one of another type
   */
  @Override
  public Object computed(Map<String, @Nullable Object> document) {
    @Nullable Object[] values = new @Nullable Object[schema.columns().size()];
    for (String column : keyColumns) {
      DocumentPath path = requireNonNull(paths.get(column));
      Column declared = schema.columns().get(place(column));
      Object found = StoredDocuments.value(path.in(document));
      String problem =
          found == null ? "found no value, expected a value of type " + declared.type() : null;
      if (found != null) {
        try {
          values[place(column)] = declared.type().convert(found);
        } catch (KeyException e) {
          problem = e.getMessage();
        }
      }
      if (problem != null) {
        throw new StoreException(
            "cannot use the document: at %s %s, since the _id of store %s is computed from it"
                .formatted(path.path(), problem, store));
      }
    }
    try {
      return text(schema.rowKey(values));
    } catch (KeyException e) {
      throw new StoreException(
          "cannot use the document: its _id cannot be computed: " + e.getMessage(), e);
    }
  }

  /** None: they follow from the document. */
  @Override
  public Map<String, @Nullable Object> columns(Object id) {
    return Map.of();
  }

  @Override
  public List<Part> parts(ValueRanges ranges) {
    List<Part> queries = new ArrayList<>();
    for (ValueRanges.Range range : ranges.and(ValueRanges.group(Group.STRING)).ranges()) {
      if (range.isValue()) {
        Object[] values = keyValues(requireNonNull(range.value()));
        if (values != null) {
          queries.add(new Part(equal(values), null));
        }
      } else {
        addRange(queries, range);
      }
    }
    return queries;
  }

  private void addRange(List<Part> queries, ValueRanges.Range range) {
    ValueRanges ids = ValueRanges.between(range.low(), range.high());
    for (List<Condition> bounds : new IdRanges(DocumentTable.ID, Group.STRING).conditions(ids)) {
      String low = "";
      String high = null;
      boolean includesHigh = false;
      for (Condition bound : bounds) {
        Condition.Compare compare = (Condition.Compare) bound;
        if (compare.operator() == Operator.GE || compare.operator() == Operator.GT) {
          low = (String) compare.value();
        } else {
          high = (String) compare.value();
          includesHigh = compare.operator() == Operator.LE;
        }
      }
      queries.add(
          new Part(
              bounds.isEmpty() ? List.of() : between(low, high, includesHigh),
              bounds.isEmpty() ? null : range));
    }
  }

  private List<Condition> equal(Object[] values) {
    List<Condition> conditions = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      conditions.add(new Condition.Compare(keyColumns.get(i), Operator.EQ, values[i]));
    }
    return conditions;
  }

  /**
   * The ids between two texts, as conditions on the columns of the key. They may be met by more
   * ids.
   */
  private List<Condition> between(String low, @Nullable String high, boolean includesHigh) {
    int shared = high == null ? 0 : shared(low, high, includesHigh);
    List<Condition> conditions = new ArrayList<>();
    int from = 0;
    int part = 0;
    while (part < parts.size() - 1 && !delimiter.isEmpty()) {
      int end = low.indexOf(delimiter, from);
      if (end < 0 || end + delimiter.length() > shared) {
        break;
      }
      for (Map.Entry<String, Object> column : values(part, low.substring(from, end)).entrySet()) {
        conditions.add(new Condition.Compare(column.getKey(), Operator.EQ, column.getValue()));
      }
      from = end + delimiter.length();
      part++;
    }
    addBound(conditions, part, Operator.GE, low.substring(from));
    if (high != null && high.startsWith(low.substring(0, from))) {
      addBound(conditions, part, Operator.LE, high.substring(from));
    }
    return conditions;
  }

  /** How many characters of {@code low} each text between the two starts with. */
  private static int shared(String low, String high, boolean includesHigh) {
    int shared = 0;
    int most = Math.min(low.length(), high.length());
    while (shared < most && low.charAt(shared) == high.charAt(shared)) {
      shared++;
    }
    // The texts from "7_" up to "7`" start with "7_".
    boolean isNext =
        !includesHigh
            && shared < low.length()
            && shared + 1 == high.length()
            && low.charAt(shared) + 1 == high.charAt(shared)
            && !Character.isSurrogate(high.charAt(shared));
    return isNext ? shared + 1 : shared;
  }

  /** The columns that the text of a part gives back; none if it is not the text of one. */
  private Map<String, Object> values(int part, String text) {
    KeySchema alone = parts.get(part);
    Map<String, Object> values = new HashMap<>();
    try {
      @Nullable Object[] row = alone.columnValues(alone.decode(bytes(text)));
      for (String column : alone.keyColumns()) {
        Object value = row[place(column)];
        if (value != null) {
          values.put(column, value);
        }
      }
    } catch (KeyException e) {
      return Map.of();
    }
    return values;
  }

  /** Adds a bound of the column of a part whose texts sort as the column does. */
  private void addBound(List<Condition> conditions, int part, Operator operator, String text) {
    List<String> columns = List.copyOf(parts.get(part).keyColumns());
    if (text.isEmpty()
        || columns.size() != 1
        || schema.follows(part, columns.get(0)) != Following.FORWARDS) {
      return;
    }
    String lowest = lowest(part, columns.get(0));
    String whole = text;
    if (lowest != null) {
      whole =
          text.length() < lowest.length()
              ? text + lowest.substring(text.length())
              : text.substring(0, lowest.length());
    }
    boolean isAbove = operator == Operator.LE && whole.length() > text.length();
    values(part, whole)
        .forEach(
            (column, value) ->
                conditions.add(
                    new Condition.Compare(column, isAbove ? Operator.LT : operator, value)));
  }

  /** The lowest text of a part whose texts have one length; null for a text of any length. */
  private @Nullable String lowest(int part, String column) {
    KeySchema alone = parts.get(part);
    Column declared = alone.columns().get(place(column));
    if (declared.type().valueClass() == String.class) {
      return null;
    }
    @Nullable Object[] row = new @Nullable Object[alone.columns().size()];
    for (Object value : LOWEST) {
      String text = text(alone, row, place(column), value);
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  /** The text of a part with this value of its column; null if the column has no such value. */
  private static @Nullable String text(
      KeySchema alone, @Nullable Object[] row, int place, Object value) {
    try {
      row[place] = alone.columns().get(place).type().convert(value);
      return text(alone.rowKey(row));
    } catch (KeyException e) {
      return null;
    }
  }

  @Override
  public List<OrderBy> order(boolean descending) {
    List<OrderBy> order = new ArrayList<>();
    for (int i = 0; i < schema.parts().size(); i++) {
      List<String> columns = List.copyOf(schema.parts().get(i).expression().columns());
      if (columns.size() != 1 || schema.follows(i, columns.get(0)) != Following.FORWARDS) {
        return List.of();
      }
      order.add(new OrderBy(columns.get(0), descending));
    }
    return order;
  }
}
