package keywright.ojai;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.store.Query;
import org.ojai.store.QueryCondition;
import org.ojai.store.SortOrder;

/**
 * The queries of the API as values: paths to select, conditions, an order, offset, limit and
 * options. After {@link #build} it cannot be changed, and threads may share it.
 */
final class OjaiQuery implements Query {
  /** A field of the order. */
  record Order(FieldPath path, SortOrder order) {}

  private static final String KEYWORDS =
      "one of $select, $where, $orderby, $offset, $limit, $options";
  private static final String OPTIONS = "$options";

  private final List<FieldPath> select = new ArrayList<>();
  private final List<Condition> where = new ArrayList<>();
  private final Map<String, Order> orderBy = new LinkedHashMap<>();
  private final Map<String, @Nullable Object> options = new LinkedHashMap<>();
  private long offset;
  private @Nullable Long limit;
  private @Nullable Long timeoutMillis;
  private @Nullable String writesContext;
  private boolean isBuilt;

  OjaiQuery() {}

  /**
   * A query from the JSON syntax of the API, not built.
   *
   * @throws org.ojai.exceptions.DecodingException if it is none; the message names line and column
   */
  static OjaiQuery parse(String json) {
    return JsonText.read("the query", json, OjaiQuery::read);
  }

  /** What any query of the API asks for. */
  static OjaiQuery of(Query query) {
    return query instanceof OjaiQuery ojaiQuery ? ojaiQuery : parse(query.asJsonString());
  }

  private static OjaiQuery read(JsonText json) {
    OjaiQuery query = new OjaiQuery();
    Set<String> seen = new LinkedHashSet<>();
    json.expect(JsonToken.START_OBJECT, "a query as an object");
    json.next();
    while (!json.is(JsonToken.END_OBJECT)) {
      json.expect(JsonToken.FIELD_NAME, "a keyword");
      String keyword = json.text();
      if (!seen.add(keyword)) {
        throw json.error(keyword + " comes a second time", "each keyword once");
      }
      JsonText.Spot unknown = json.spot();
      json.next();
      switch (keyword) {
        case SELECT -> query.readPaths(json, query.select);
        case WHERE -> query.where.add(ConditionJson.condition(json));
        case ORDERBY -> query.readOrders(json);
        case OFFSET -> query.offset = json.count("a whole number from 0 up");
        case LIMIT -> query.limit = json.count("a whole number from 0 up");
        case OPTIONS -> {
          json.expect(JsonToken.START_OBJECT, "an object with options");
          query.options.putAll(Plain.map(requireNonNull(json.value())));
        }
        default -> throw unknown.unexpected(KEYWORDS);
      }
    }
    json.next();
    return query;
  }

  private void readPaths(JsonText json, List<FieldPath> paths) {
    boolean isArray = json.is(JsonToken.START_ARRAY);
    if (isArray) {
      json.next();
    }
    while (!isArray || !json.is(JsonToken.END_ARRAY)) {
      json.expect(JsonToken.VALUE_STRING, "a field path");
      paths.add(ConditionJson.path(json));
      json.next();
      if (!isArray) {
        return;
      }
    }
    json.next();
  }

  private void readOrders(JsonText json) {
    boolean isArray = json.is(JsonToken.START_ARRAY);
    if (isArray) {
      json.next();
    }
    while (!isArray || !json.is(JsonToken.END_ARRAY)) {
      readOrder(json);
      if (!isArray) {
        return;
      }
    }
    json.next();
  }

  private void readOrder(JsonText json) {
    if (json.is(JsonToken.VALUE_STRING)) {
      addOrder(json.spot(), ConditionJson.path(json), SortOrder.ASC);
      json.next();
      return;
    }
    json.expect(JsonToken.START_OBJECT, "a field path, or an object with field paths");
    json.next();
    while (!json.is(JsonToken.END_OBJECT)) {
      JsonText.Spot spot = json.spot();
      json.expect(JsonToken.FIELD_NAME, "a field path");
      FieldPath path = ConditionJson.path(json);
      json.next();
      SortOrder order = order(json.is(JsonToken.VALUE_STRING) ? json.text() : "");
      if (order == null) {
        throw json.unexpected("asc or desc");
      }
      json.next();
      addOrder(spot, path, order);
    }
    json.next();
  }

  private void addOrder(JsonText.Spot spot, FieldPath path, SortOrder order) {
    try {
      orderBy(path, order);
    } catch (IllegalArgumentException e) {
      throw spot.refused(e);
    }
  }

  private static @Nullable SortOrder order(String order) {
    return switch (order.toUpperCase(Locale.ROOT)) {
      case "ASC" -> SortOrder.ASC;
      case "DESC" -> SortOrder.DESC;
      default -> null;
    };
  }

  /** The paths to select; none selects whole documents. */
  List<FieldPath> selected() {
    return List.copyOf(select);
  }

  /** What documents must meet; null if there is no condition. */
  @Nullable Condition condition() {
    return where.isEmpty() ? null : where.size() == 1 ? where.get(0) : new Condition.And(where);
  }

  List<Order> orders() {
    return List.copyOf(orderBy.values());
  }

  long offset() {
    return offset;
  }

  /** The most documents; null without a limit. */
  @Nullable Long limit() {
    return limit;
  }

  @Nullable Long timeoutMillis() {
    return timeoutMillis;
  }

  @Nullable String writesContext() {
    return writesContext;
  }

  /** The selected part of a document. */
  Map<String, @Nullable Object> project(Map<String, @Nullable Object> document) {
    return select.isEmpty() ? document : new Projection(select).of(document);
  }

  /**
   * The order of documents as plain maps. A document without a field is before all that have it,
   * after them if the order of the field is DESC.
   */
  Comparator<Map<String, @Nullable Object>> comparator() {
    List<Order> orders = orders();
    return (left, right) -> {
      for (Order one : orders) {
        int order = compareAt(one.path, left, right);
        if (order != 0) {
          return one.order == SortOrder.ASC ? order : -order;
        }
      }
      return 0;
    };
  }

  private static int compareAt(
      FieldPath path, Map<String, @Nullable Object> left, Map<String, @Nullable Object> right) {
    List<@Nullable Object> one = valueAt(path, left);
    List<@Nullable Object> other = valueAt(path, right);
    return one.isEmpty() || other.isEmpty()
        ? Integer.compare(one.size(), other.size())
        : ValueOrder.INSTANCE.compare(one.get(0), other.get(0));
  }

  /** The value at a path in a list, which is empty if there is none. */
  private static List<@Nullable Object> valueAt(
      FieldPath path, Map<String, @Nullable Object> document) {
    List<@Nullable Object> value = new ArrayList<>(1);
    Paths.any(
        document,
        path,
        found -> {
          value.add(found);
          return true;
        });
    return value;
  }

  private void checkNotBuilt() {
    if (isBuilt) {
      throw new IllegalStateException(
          "cannot change the query: found a query that is built already; make a new query");
    }
  }

  @Override
  public OjaiQuery setOption(String optionName, Object value) {
    checkNotBuilt();
    options.put(optionName, Plain.of(value));
    return this;
  }

  @Override
  public @Nullable Object getOption(String optionName) {
    return options.get(optionName);
  }

  /** The names and values of all options. */
  Map<String, @Nullable Object> options() {
    return Collections.unmodifiableMap(options);
  }

  @Override
  public OjaiQuery setOptions(@Nullable Document options) {
    checkNotBuilt();
    if (options != null) {
      Plain.of(options).forEach(this.options::put);
    }
    return this;
  }

  @Override
  public OjaiQuery setTimeout(long timeoutInMilliseconds) {
    checkNotBuilt();
    timeoutMillis = checked("timeout", timeoutInMilliseconds);
    return this;
  }

  private static long checked(String what, long number) {
    if (number < 0) {
      throw new IllegalArgumentException(
          "cannot set the " + what + " of a query: it is " + number + ", expected 0 or more");
    }
    return number;
  }

  @Override
  public OjaiQuery waitForTrackedWrites(String writesContext) {
    checkNotBuilt();
    TrackedWrites.check(requireNonNull(writesContext));
    this.writesContext = writesContext;
    return this;
  }

  @Override
  public OjaiQuery select(String... fieldPaths) {
    checkNotBuilt();
    for (String path : fieldPaths) {
      select.add(Paths.parse(path));
    }
    return this;
  }

  @Override
  public OjaiQuery select(FieldPath... fieldPaths) {
    checkNotBuilt();
    select.addAll(List.of(fieldPaths));
    return this;
  }

  @Override
  public OjaiQuery where(String conditionJson) {
    checkNotBuilt();
    where.add(ConditionJson.read(conditionJson));
    return this;
  }

  @Override
  public OjaiQuery where(QueryCondition condition) {
    checkNotBuilt();
    where.add(OjaiCondition.of(condition));
    return this;
  }

  @Override
  public OjaiQuery orderBy(String... fieldPaths) {
    for (String path : fieldPaths) {
      orderBy(path, SortOrder.ASC);
    }
    return this;
  }

  @Override
  public OjaiQuery orderBy(FieldPath... fieldPaths) {
    for (FieldPath path : fieldPaths) {
      orderBy(path, SortOrder.ASC);
    }
    return this;
  }

  @Override
  public OjaiQuery orderBy(String field, String order) {
    SortOrder parsed = order(order);
    if (parsed == null) {
      throw new IllegalArgumentException(
          "cannot order by "
              + field
              + ": the order is "
              + JsonText.quoted(order)
              + ", expected asc or desc");
    }
    return orderBy(field, parsed);
  }

  @Override
  public OjaiQuery orderBy(String field, SortOrder order) {
    return orderBy(Paths.parse(field), order);
  }

  @Override
  public OjaiQuery orderBy(FieldPath field, SortOrder order) {
    checkNotBuilt();
    if (Paths.hasElements(field)) {
      throw new IllegalArgumentException(
          "cannot order by "
              + Paths.shown(field)
              + ": found a field path that may lead to several values, expected a field path without []");
    } else if (orderBy.containsKey(Paths.text(field))) {
      throw new IllegalArgumentException(
          "cannot order by "
              + Paths.shown(field)
              + ": found this field a second time, expected each field once; leave one of the two out");
    }
    orderBy.put(Paths.text(field), new Order(field, order));
    return this;
  }

  @Override
  public OjaiQuery offset(long offset) {
    checkNotBuilt();
    this.offset = checked("offset", offset);
    return this;
  }

  @Override
  public OjaiQuery limit(long limit) {
    checkNotBuilt();
    this.limit = checked("limit", limit);
    return this;
  }

  @Override
  public OjaiQuery build() {
    isBuilt = true;
    return this;
  }

  @Override
  public boolean isBuilt() {
    return isBuilt;
  }

  @Override
  public boolean isReadOnly() {
    return isBuilt;
  }

  @Override
  public boolean isEmpty() {
    return asJsonString().equals("{}");
  }

  @Override
  public OjaiQuery empty() {
    checkNotBuilt();
    select.clear();
    where.clear();
    orderBy.clear();
    options.clear();
    offset = 0;
    limit = null;
    timeoutMillis = null;
    writesContext = null;
    return this;
  }

  /**
   * The query in the JSON syntax; without the timeout and the context of writes, which it lacks.
   */
  @Override
  public String asJsonString() {
    StringBuilder json = new StringBuilder("{");
    if (!select.isEmpty()) {
      json.append("\"$select\":");
      JsonText.write(json, select.stream().map(Paths::shown).toList());
    }
    Condition condition = condition();
    if (condition != null) {
      condition.write(field(json, WHERE));
    }
    if (!orderBy.isEmpty()) {
      List<Object> orders = new ArrayList<>();
      for (Order order : orderBy.values()) {
        orders.add(Map.of(Paths.shown(order.path), order.order.name().toLowerCase(Locale.ROOT)));
      }
      JsonText.write(field(json, ORDERBY), orders);
    }
    if (offset > 0) {
      field(json, OFFSET).append(offset);
    }
    if (limit != null) {
      field(json, LIMIT).append(limit);
    }
    if (!options.isEmpty()) {
      JsonText.write(field(json, OPTIONS), options);
    }
    return json.append('}').toString();
  }

  private static StringBuilder field(StringBuilder json, String name) {
    if (json.length() > 1) {
      json.append(',');
    }
    return json.append('"').append(name).append("\":");
  }

  @Override
  public String toString() {
    return asJsonString();
  }
}
