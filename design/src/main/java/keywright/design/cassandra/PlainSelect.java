package keywright.design.cassandra;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import keywright.cql.Marker;
import keywright.cql.QueryLoad;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.key.KeyRange;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.Grouping;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import org.jspecify.annotations.Nullable;

/**
 * The SELECTs of Cassandra that answer a query by the table that its plan reads. What the query
 * takes values for is named after its column: {@code :userid}, {@code :at_from}, {@code :at_to}.
 */
final class PlainSelect {
  private final QueryLoad load;
  private final Query query;
  private final Plan plan;
  private final PlainTable table;
  private final Set<Condition> used = new HashSet<>();
  private final List<String> restrictions = new ArrayList<>();
  private final List<String> comments = new ArrayList<>();

  /** The parts of the partition whose values are known. */
  private final List<Integer> known = new ArrayList<>();

  private int fixedParts;

  /** Whether the statements are run once for each value of something. */
  private boolean isRepeated;

  private PlainSelect(QueryLoad load, Query query, Plan plan, PlainTable table) {
    this.load = load;
    this.query = query;
    this.plan = plan;
    this.table = table;
  }

  /**
   * The statements, each in a line, after comments that say how their rows become the answer.
   *
   * @param query of {@code load}, with sample values
   * @throws keywright.table.model.TableException for what CQL does not have, with the reason
   */
  static String of(QueryLoad load, Query query, Plan plan, PlainTable table) {
    return new PlainSelect(load, query, plan, table).text();
  }

  private RuntimeException refused(String found, String expected) {
    return PlainTable.refused("query " + load.name(), found, expected);
  }

  private String text() {
    requireExpressible();
    boolean isWalk = plan.ranges().fixedParts() < table.partitionParts();
    if (!isWalk) {
      for (int part = 0; part < table.partitionParts(); part++) {
        restrictPartition(part);
      }
      restrictClustering();
    }
    boolean isFiltering = restrictOthers();
    List<String> selects = new ArrayList<>();
    List<List<Object>> partitions = isWalk ? List.of(List.of()) : partitions();
    if (isOrdered() && fixedParts < Math.min(plan.ranges().fixedParts(), lastOrdered())) {
      throw refused(
          "an ORDER BY that needs the rows of one partition to be merged",
          "an ORDER BY in the order of the key; sort the rows in the program");
    }
    if (partitions.size() > 1 && !isOrdered() && varying(partitions).size() == 1) {
      selects.add(select(List.of(in(partitions)), isFiltering));
    } else {
      partitions.forEach(values -> selects.add(select(equalities(values), isFiltering)));
    }
    if (partitions.size() > 1) {
      comments.add(
          isOrdered()
              ? "%,d partitions; merge their rows by %s".formatted(partitions.size(), orderText())
              : "%,d partitions".formatted(partitions.size()));
    }
    if (query.limit() != null && (selects.size() > 1 || isRepeated)) {
      comments.add(
          (isOrdered() ? "after the merge, take" : "take from all of them together")
              + " as many rows as the LIMIT");
    }
    StringBuilder text = new StringBuilder("-- ").append(load.name());
    comments.forEach(comment -> text.append("\n--   ").append(comment));
    selects.forEach(select -> text.append('\n').append(select).append(';'));
    return text.toString();
  }

  private boolean isOrdered() {
    return !query.orderBy().isEmpty() && plan.order() != Plan.Order.UNORDERED;
  }

  private void requireExpressible() {
    if (!query.history().isNone()) {
      throw refused(
          "AS OF or VERSIONS",
          "a query of the current values, because Cassandra keeps no older versions; leave AS OF and VERSIONS out");
    }
    if (!query.rowConditions().isEmpty()) {
      throw refused(
          query.rowConditions().get(0).toString(),
          "conditions on single columns; compare several columns at once in the program");
    }
    if (!query.grouping().equals(Grouping.NONE)) {
      throw refused(
          "groups of rows",
          "a query of rows; leave DISTINCT, GROUP BY and PER PARTITION LIMIT out, and group the rows in the program");
    }
    for (SelectItem item : query.items()) {
      if (!(item instanceof SelectItem.Column)) {
        throw refused(
            item.label(),
            "only columns after SELECT; select the columns, and compute this value in the program");
      }
    }
    if (!query.orderBy().isEmpty() && plan.order() == Plan.Order.SORTED) {
      throw refused(
          "an ORDER BY that is the order of no key",
          "the order of a key; declare an index whose key has this order");
    }
    for (Condition condition : query.conditions()) {
      if (condition instanceof Condition.Contains || condition instanceof Condition.ContainsKey) {
        throw refused(
            "CONTAINS on " + condition.column(),
            "a condition with =, <, > or IN; declare a table with one row for each element");
      }
      boolean isUnknown =
          condition instanceof Condition.Like
              || condition instanceof Condition.IsNull
              || condition instanceof Condition.AtKey
              || condition instanceof Condition.Matching
              || condition instanceof Condition.AnyOf;
      if (isUnknown) {
        throw refused(
            condition.toString(),
            "a condition with =, <, > or IN, because Cassandra has no others; leave this "
                + "condition out, and filter the rows in the program");
      }
    }
    for (int part = 0; part < table.schema().parts().size(); part++) {
      Set<String> columns = table.schema().parts().get(part).expression().columns();
      boolean isAsked =
          query.conditions().stream().anyMatch(condition -> columns.contains(condition.column()));
      if (table.schema().partNullable(part) && !isAsked) {
        throw refused(
            "rows without %s, which table %s does not contain"
                .formatted(String.join(" and ", columns), table.name()),
            "a condition on "
                + String.join(" and ", columns)
                + ", or NOT NULL in the declaration of the column");
      }
    }
  }

  private Column column(String name) {
    return table.schema().columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private List<Condition> conditions(String column) {
    return query.conditions().stream()
        .filter(condition -> condition.column().equals(column))
        .toList();
  }

  private @Nullable Condition equality(String column) {
    return conditions(column).stream()
        .filter(
            condition ->
                condition instanceof Condition.In
                    || (condition instanceof Condition.Compare compare
                        && compare.operator() == Condition.Operator.EQ))
        .findFirst()
        .orElse(null);
  }

  private static boolean isSingle(@Nullable Condition condition) {
    return condition instanceof Condition.Compare
        || (condition instanceof Condition.In in && in.values().size() == 1);
  }

  private long markers(String column, Marker.Use... uses) {
    return load.markers().stream()
        .filter(marker -> column.equals(marker.column()) && List.of(uses).contains(marker.use()))
        .count();
  }

  /** Whether a condition takes a value. */
  private boolean isBound(Condition condition) {
    String column = condition.column();
    if (condition instanceof Condition.In in) {
      long values = markers(column, Marker.Use.EQUAL);
      if (values > 0 && values != in.values().size()) {
        throw refused("literals and ? in one IN of " + column, "only literals or only ?");
      }
      return values > 0 || markers(column, Marker.Use.ONE_OF) > 0;
    }
    Condition.Operator operator = ((Condition.Compare) condition).operator();
    Marker.Use use = use(operator);
    long bound = markers(column, use);
    long same =
        conditions(column).stream()
            .filter(
                other ->
                    other instanceof Condition.Compare compare && use(compare.operator()) == use)
            .count();
    if (bound > 0 && same > 1) {
      throw refused(
          "several conditions of one kind on " + column + " with ?",
          "one of each kind; combine them");
    }
    return bound > 0;
  }

  private static Marker.Use use(Condition.Operator operator) {
    return switch (operator) {
      case EQ -> Marker.Use.EQUAL;
      case GT, GE -> Marker.Use.LOWER;
      case LT, LE -> Marker.Use.UPPER;
    };
  }

  private String literal(String column, Object value) {
    Type type = column(column).type();
    try {
      return PlainText.literal(type, type.convert(value));
    } catch (KeyException e) {
      throw refused(
          "%s as a value of column %s".formatted(value, column), "a value of type " + type);
    }
  }

  /** {@code userid = :userid}. */
  private String restriction(Condition condition) {
    String column = condition.column();
    if (condition instanceof Condition.In in) {
      String values =
          !isBound(condition)
              ? in.values().stream()
                  .map(value -> literal(column, value))
                  .collect(Collectors.joining(", ", "(", ")"))
              : markers(column, Marker.Use.ONE_OF) > 0
                  ? bind(column)
                  : IntStream.rangeClosed(1, in.values().size())
                      .mapToObj(i -> bind(column + "_" + i))
                      .collect(Collectors.joining(", ", "(", ")"));
      return PlainText.name(column) + " IN " + values;
    }
    Condition.Compare compare = (Condition.Compare) condition;
    String suffix =
        switch (use(compare.operator())) {
          case LOWER -> "_from";
          case UPPER -> "_to";
          default -> "";
        };
    return PlainText.name(column)
        + " "
        + compare.operator()
        + " "
        + (isBound(condition) ? bind(column + suffix) : literal(column, compare.value()));
  }

  private static String bind(String name) {
    return ":" + PlainText.name(name);
  }

  private void restrictPartition(int part) {
    KeyPart declared = table.schema().parts().get(part);
    Set<String> columns = declared.expression().columns();
    fixedParts++;
    boolean takesValue =
        columns.stream().flatMap(column -> conditions(column).stream()).anyMatch(this::isBound);
    String name = table.keyColumn(part);
    String column = PlainText.columnOf(declared.expression());
    Condition equal = column == null ? null : equality(column);
    if (!takesValue) {
      known.add(part);
      if (column != null) {
        used.addAll(conditions(column));
      }
      columns.forEach(each -> markDetermined(part, each));
      return;
    }
    if (column != null
        && equal != null
        && isSingle(equal)
        && markers(column, Marker.Use.ONE_OF) == 0) {
      restrictions.add(PlainText.name(name) + " = " + bind(column));
      used.add(equal);
      return;
    }
    restrictions.add(PlainText.name(name) + " = " + bind(name));
    boolean isOne =
        columns.stream()
            .allMatch(each -> isSingle(equality(each)) && markers(each, Marker.Use.ONE_OF) == 0);
    if (column == null) {
      comments.add("%s = %s".formatted(bind(name), declared.expression()));
    }
    if (!isOne) {
      isRepeated = true;
      comments.add(
          "once for each value of %s%s"
              .formatted(bind(name), isOrdered() ? "; merge the rows by " + orderText() : ""));
    }
    if (equal != null) {
      used.add(equal);
    }
    if (column != null && equal == null) {
      used.addAll(conditions(column));
    }
    columns.forEach(each -> markDetermined(part, each));
  }

  /** An equality of a column that the value of a part implies. */
  private void markDetermined(int part, String column) {
    Condition equal = equality(column);
    if (equal != null && isSingle(equal) && table.schema().partDetermines(part, column)) {
      used.add(equal);
    }
  }

  private void restrictClustering() {
    boolean isPrefix = true;
    for (int part = table.partitionParts();
        isPrefix && part < table.schema().parts().size();
        part++) {
      isPrefix = restrictClustering(part);
    }
  }

  /** Restricts a part behind those that are fixed; whether it is fixed too. */
  private boolean restrictClustering(int part) {
    KeyPart declared = table.schema().parts().get(part);
    String column = PlainText.columnOf(declared.expression());
    String name = table.keyColumn(part);
    if (column == null) {
      return restrictComputed(part, declared, name);
    }
    Condition equal = equality(column);
    if (equal != null) {
      if (isOrdered() && !isSingle(equal)) {
        throw refused(
            "IN on %s with ORDER BY".formatted(column),
            "= with one value; run one query for each value, and merge the rows in the program");
      }
      if (used.add(equal)) {
        restrictions.add(restriction(equal));
      }
      fixedParts++;
      return true;
    }
    for (Condition bound : conditions(column)) {
      requireSorted(bound);
      if (used.add(bound)) {
        restrictions.add(restriction(bound));
      }
    }
    return false;
  }

  private boolean restrictComputed(int part, KeyPart declared, String name) {
    Set<String> columns = declared.expression().columns();
    boolean isFixed =
        !columns.isEmpty() && columns.stream().allMatch(each -> isSingle(equality(each)));
    if (!isFixed) {
      return false;
    }
    boolean takesValue =
        columns.stream().anyMatch(each -> isBound(Objects.requireNonNull(equality(each))));
    if (takesValue) {
      restrictions.add(PlainText.name(name) + " = " + bind(name));
      comments.add("%s = %s".formatted(bind(name), declared.expression()));
    } else {
      Object value = plan.ranges().ranges().get(0).prefix().get(part);
      restrictions.add(
          PlainText.name(name)
              + " = "
              + PlainText.literal(table.schema().partType(part), Objects.requireNonNull(value)));
    }
    columns.forEach(each -> markDetermined(part, each));
    fixedParts++;
    return true;
  }

  private void requireSorted(Condition condition) {
    Type type = column(condition.column()).type();
    String name = type.toString();
    if (name.equals("uuid") || name.startsWith("enum(")) {
      throw refused(
          condition.toString(),
          "no range of %s, because Cassandra sorts this type in another order; use ="
              .formatted(name));
    }
  }

  /** What the key does not serve is filtered inside what it finds. */
  private boolean restrictOthers() {
    boolean isFiltering = false;
    for (Condition condition : query.conditions()) {
      if (used.contains(condition)) {
        continue;
      }
      if (condition instanceof Condition.In) {
        throw refused(
            condition.toString(),
            "= or a range, because Cassandra does not filter by IN; run one query for each value");
      }
      if (((Condition.Compare) condition).operator() != Condition.Operator.EQ) {
        requireSorted(condition);
      }
      restrictions.add(restriction(condition));
      used.add(condition);
      isFiltering = true;
    }
    if (isFiltering) {
      comments.add(
          plan.ranges().fixedParts() < table.partitionParts()
              ? "reads every partition"
              : "filters the rows of a partition");
    }
    return isFiltering;
  }

  /** The values of the known parts of the partition, once each. */
  private List<List<Object>> partitions() {
    Set<List<Object>> found = new LinkedHashSet<>();
    for (KeyRange range : plan.ranges().ranges()) {
      List<Object> values = new ArrayList<>();
      known.forEach(part -> values.add(Objects.requireNonNull(range.prefix().get(part))));
      found.add(values);
    }
    return List.copyOf(found);
  }

  /** The known parts that have more than one value. */
  private List<Integer> varying(List<List<Object>> partitions) {
    List<Integer> varying = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      int place = i;
      if (partitions.stream().map(values -> values.get(place)).distinct().count() > 1) {
        varying.add(known.get(i));
      }
    }
    return varying;
  }

  private String known(int part, Object value) {
    return PlainText.literal(table.schema().partType(part), value);
  }

  private List<String> equalities(List<Object> values) {
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      int part = known.get(i);
      equal.add(PlainText.name(table.keyColumn(part)) + " = " + known(part, values.get(i)));
    }
    return equal;
  }

  private String in(List<List<Object>> partitions) {
    int part = varying(partitions).get(0);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      int place = i;
      String name = PlainText.name(table.keyColumn(known.get(i)));
      all.add(
          known.get(i) == part
              ? name
                  + " IN "
                  + partitions.stream()
                      .map(values -> known(part, values.get(place)))
                      .distinct()
                      .collect(Collectors.joining(", ", "(", ")"))
              : name + " = " + known(known.get(i), partitions.get(0).get(place)));
    }
    return String.join(" AND ", all);
  }

  private String select(List<String> partition, boolean isFiltering) {
    List<String> columns =
        query.items().isEmpty()
            ? table.table().columns().stream().map(ColumnDefinition::name).toList()
            : query.items().stream().map(SelectItem::reads).flatMap(Optional::stream).toList();
    List<String> where = new ArrayList<>(partition);
    where.addAll(restrictions);
    boolean isLimitBound =
        load.markers().stream().anyMatch(marker -> marker.use() == Marker.Use.COUNT);
    return "SELECT "
        + PlainText.names(columns)
        + " FROM "
        + PlainText.qualified(table.name())
        + (where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where))
        + order()
        + (query.limit() == null ? "" : " LIMIT " + (isLimitBound ? ":rows" : query.limit()))
        + (isFiltering ? " ALLOW FILTERING" : "");
  }

  private String orderText() {
    return query.orderBy().stream()
        .map(order -> order.column() + (order.descending() ? " DESC" : ""))
        .collect(Collectors.joining(", "));
  }

  /** How many parts of the key there are up to the last that ORDER BY names. */
  private int lastOrdered() {
    int last = 0;
    for (OrderBy order : query.orderBy()) {
      for (int part = table.partitionParts(); part < table.schema().parts().size(); part++) {
        KeyPart declared = table.schema().parts().get(part);
        if (declared.expression().columns().contains(order.column())) {
          last = Math.max(last, part + 1);
          break;
        }
      }
    }
    return last;
  }

  private String order() {
    int last = isOrdered() ? lastOrdered() : 0;
    boolean isReverse =
        plan.order() == Plan.Order.KEY_REVERSED || plan.order() == Plan.Order.MERGED_REVERSED;
    List<String> columns = new ArrayList<>();
    for (int part = table.partitionParts(); part < last; part++) {
      String column = table.keyColumn(part);
      if (table.clusteringColumns().contains(column)) {
        boolean isFixed = part < fixedParts;
        String type = table.schema().partType(part).toString();
        if (!isFixed && (type.equals("uuid") || type.startsWith("enum("))) {
          throw refused(
              "ORDER BY " + column,
              "no ORDER BY of a column of type "
                  + type
                  + ", because Cassandra sorts this type in another order; sort the rows in the program");
        }
        columns.add(
            PlainText.name(column) + (table.isDescending(column) == isReverse ? " ASC" : " DESC"));
      }
    }
    return columns.isEmpty() ? "" : " ORDER BY " + String.join(", ", columns);
  }
}
