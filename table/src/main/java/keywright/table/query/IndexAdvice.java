package keywright.table.query;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyLimit;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.table.catalog.DefinitionChecks;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.TableConditions;
import keywright.table.model.Grouping;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.OrderBy;
import keywright.table.model.Query;
import keywright.table.model.TableException;

/**
 * Computes an index for a query that no key of its table serves. Error messages and lint fixes that
 * propose an index use this class. Immutable.
 *
 * <p>CREATE INDEX accepts an advised index, and the planner chooses it for the query. The index
 * spreads its writes over regions: a column that rises with new rows or has few values is never its
 * first key part. The key first has the columns with an equality (well spread columns first), then
 * the column with a range, then the columns of ORDER BY. If the first column would be a hot spot,
 * {@code bucket(8)} is put in front. On an engine with partitions {@code bucket(8)} is also put in
 * front if no condition fixes the first column; if a condition fixes it, bucket and column together
 * form the partition key. The key has at most 2 KB, and no table or index has the name of the
 * advised index.
 */
public final class IndexAdvice {
  private static final int BUCKETS = 8;
  private static final int LONGEST_NAME = 60;

  private final StoredTable table;
  private final Query query;
  private final Predicate<String> isUsed;

  /** The columns with an equality. Well spread columns come first. */
  private final List<String> fixed;

  IndexAdvice(StoredTable table, Query query, Predicate<String> isUsed) {
    this.table = table;
    this.query = query;
    this.isUsed = isUsed;
    this.fixed =
        query.conditions().stream()
            .filter(condition -> TableConditions.isEquality(condition) || isOnElement(condition))
            .map(Condition::column)
            .distinct()
            .filter(this::isIndexable)
            .sorted(Comparator.comparing(this::hasFewValues).thenComparing(this::isRising))
            .toList();
  }

  /**
   * Computes an index with which a query that reads the whole table would read only a range of
   * index entries.
   *
   * @param isUsed tells whether a name is already the name of a table or an index
   * @return the declaration of the index; empty if no such index is possible
   */
  public static Optional<IndexDefinition> serving(
      StoredTable table, Query query, Predicate<String> isUsed) {
    boolean isLimited = query.limit() != null;
    if (query.grouping().hasGroups()) {
      return inOrderOfGroups(table, query, isUsed)
          .inOrder(isLimited, key -> key.isBounded() || !query.hasConditions());
    }
    IndexAdvice advice = new IndexAdvice(table, query, isUsed);
    return advice.bounding(isLimited).or(() -> advice.inOrder(isLimited, key -> key.isBounded()));
  }

  /** The advice for a query with groups, which are read one after the other. */
  static IndexAdvice inOrderOfGroups(StoredTable table, Query query, Predicate<String> isUsed) {
    List<OrderBy> order = new ArrayList<>(query.orderBy());
    for (String column : query.grouping().columns()) {
      if (order.stream().noneMatch(asked -> asked.column().equals(column))) {
        order.add(new OrderBy(column, false));
      }
    }
    Query rows = query.grouped(Grouping.NONE).withItems();
    return new IndexAdvice(table, rows.orderedBy(order.toArray(OrderBy[]::new)), isUsed);
  }

  /**
   * A name for a new index that is not used yet, such as {@code payment_by_customer_id}. The name
   * is made of the name of the table and the names of the columns.
   *
   * @param isUsed tells whether a name is already the name of a table or an index
   */
  public static String freeName(
      String table, Collection<String> columns, Predicate<String> isUsed) {
    String plain =
        (Names.unqualified(table) + "_by_" + String.join("_", columns))
            .replaceAll("[^A-Za-z0-9_]", "_");
    String name = plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) : plain;
    String free = name;
    for (int number = 2; isUsed.test(free); number++) {
      free = name + "_" + number;
    }
    return free;
  }

  /** The index whose key bounds the rows that are read. */
  Optional<IndexDefinition> bounding(boolean isLimited) {
    List<String> columns = leading();
    if (columns.isEmpty() && query.hasConditions()) {
      return Optional.empty();
    }
    List<String> ordered = new ArrayList<>(columns);
    orderColumns().filter(column -> !columns.contains(column)).forEach(ordered::add);
    Predicate<KeyCandidate> bounds = key -> key.isBounded() || !query.hasConditions();
    Optional<IndexDefinition> index = advised(columns, ordered, isLimited, bounds);
    for (int length = columns.size(); length > 0 && index.isEmpty(); length--) {
      List<String> fewer = columns.subList(0, length);
      index = advised(fewer, fewer, isLimited, bounds);
    }
    return index;
  }

  /**
   * Computes an index with which the query is read in the order of its ORDER BY, without a sort.
   *
   * @param isLimited whether the query returns a limited number of rows, so it may read the index
   *     from its start without conditions
   * @return the declaration of the index; empty if no such index is possible
   */
  public Optional<IndexDefinition> inOrder(boolean isLimited) {
    return inOrder(isLimited, key -> true);
  }

  private Optional<IndexDefinition> inOrder(boolean isLimited, Predicate<KeyCandidate> isWanted) {
    List<String> columns = new ArrayList<>(fixed);
    orderColumns().filter(column -> !columns.contains(column)).forEach(columns::add);
    List<String> named = columns.subList(0, Math.min(columns.size(), fixed.size() + 1));
    return advised(named, columns, isLimited, key -> !key.needsSort() && isWanted.test(key));
  }

  /** The index that would serve the query if its build were finished. */
  Optional<String> unbuilt(boolean isLimited) {
    return Planner.choice(table.declaredAs(table.definition()), query, isLimited)
        .filter(key -> key.index() != null && !table.index(key.name()).isReadable())
        .map(KeyCandidate::name);
  }

  /**
   * The existing indexes that {@code index} replaces, because it serves every query that they
   * serve.
   */
  private List<String> replaced(IndexDefinition index) {
    List<KeyPart> parts = index.schema(table.primaryKey()).parts();
    return table.indexes().stream()
        .filter(StoredIndex::isReadable)
        .filter(
            old ->
                !old.definition().unique()
                    && old.definition().included().isEmpty()
                    && old.schema().format().equals(index.format())
                    && old.declaredParts() <= index.parts().size()
                    && index.hasElementsOf(old.definition())
                    && old.schema()
                        .parts()
                        .subList(0, old.declaredParts())
                        .equals(parts.subList(0, old.declaredParts())))
        .map(StoredIndex::name)
        .toList();
  }

  /**
   * The text of the {@code CREATE INDEX} statement for the index. If the new index replaces
   * existing ones, the words {@code in place of index} and their names follow the statement.
   */
  public String statement(IndexDefinition index) {
    List<String> replaced = replaced(index);
    return "CREATE INDEX %s ON %s (%s)%s"
        .formatted(
            Names.quote(index.name()),
            Names.quoteQualified(table.name()),
            text(index),
            replaced.isEmpty() ? "" : " in place of index " + String.join(" and ", replaced));
  }

  private static String text(IndexDefinition index) {
    int group = index.partitionParts() == 1 ? 0 : index.partitionParts();
    StringBuilder text = new StringBuilder(group > 0 ? "(" : "");
    for (int part = 0; part < index.parts().size(); part++) {
      text.append(part == 0 ? "" : ", ").append(index.parts().get(part));
      text.append(part + 1 == group ? ")" : "");
    }
    return text.toString();
  }

  private Optional<IndexDefinition> advised(
      List<String> named,
      List<String> columns,
      boolean isLimited,
      Predicate<KeyCandidate> isWanted) {
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    List<KeyPart> parts = new ArrayList<>();
    columns.forEach(column -> parts.add(part(column)));
    String first = columns.get(0);
    boolean isFixed = fixed.contains(first);
    boolean isInPartitions = table.traits().fixedPartsInOrder(table.layout()) > 0;
    int partition = 1;
    if (isRising(first) || hasFewValues(first) || (isInPartitions && !isFixed)) {
      parts.add(0, KeyPart.asc(KeyExpression.bucket(BUCKETS)));
      partition = isInPartitions && isFixed ? 2 : 1;
    }
    String name = freeName(table.name(), named.isEmpty() ? columns : named, this::isTaken);
    IndexDefinition index =
        new IndexDefinition(name, parts, KeyFormat.kw1()).withPartitionParts(partition);
    return isAccepted(index) && isChosen(index, isLimited, isWanted)
        ? Optional.of(index)
        : Optional.empty();
  }

  private boolean isTaken(String name) {
    return isUsed.test(Names.in(table.definition().keyspace(), name))
        || name.equals(Names.unqualified(table.name()))
        || table.definition().index(name).isPresent();
  }

  private boolean isAccepted(IndexDefinition index) {
    try {
      DefinitionChecks.checkIndex(table.definition(), table.primaryKey(), index);
      OptionalInt longest = index.schema(table.primaryKey()).longestKey();
      return longest.orElse(0) <= KeyLimit.ADVISED.bytes();
    } catch (KeyException | TableException e) {
      return false;
    }
  }

  /** Whether the planner would choose the index among all built indexes. */
  private boolean isChosen(
      IndexDefinition index, boolean isLimited, Predicate<KeyCandidate> isWanted) {
    List<IndexDefinition> indexes = new ArrayList<>();
    table.indexes().stream()
        .filter(StoredIndex::isReadable)
        .forEach(readable -> indexes.add(readable.definition()));
    indexes.add(index);
    StoredTable after = table.declaredAs(table.definition().withIndexes(indexes));
    return Planner.choice(after, query, isLimited)
        .filter(key -> key.name().equals(index.name()))
        .filter(isWanted)
        .isPresent();
  }

  private KeyPart part(String column) {
    boolean isDescending =
        query.orderBy().stream()
            .anyMatch(order -> order.column().equals(column) && order.descending());
    KeyExpression expression = expression(column);
    return isDescending && !fixed.contains(column)
        ? KeyPart.desc(expression)
        : KeyPart.asc(expression);
  }

  /**
   * The column; with a condition on an element or a key of it, {@code values(column)} or {@code
   * keys(column)}.
   */
  private KeyExpression expression(String column) {
    return query.conditions().stream()
        .filter(condition -> isOnElement(condition) && condition.column().equals(column))
        .findFirst()
        .map(
            condition ->
                condition instanceof Condition.Contains
                    ? KeyExpression.values(column)
                    : KeyExpression.keys(column))
        .orElseGet(() -> KeyExpression.column(column));
  }

  private static boolean isOnElement(Condition condition) {
    return condition instanceof Condition.Contains || condition instanceof Condition.ContainsKey;
  }

  private Stream<String> orderColumns() {
    return query.orderBy().stream().map(OrderBy::column).distinct().filter(this::isIndexable);
  }

  /** The columns that bound a key: columns with an equality, then one with a range. */
  private List<String> leading() {
    List<String> columns = new ArrayList<>(fixed);
    query.conditions().stream()
        .filter(
            condition ->
                !TableConditions.isEquality(condition)
                    && !isOnElement(condition)
                    && bounds(condition))
        .map(Condition::column)
        .filter(column -> !columns.contains(column) && isIndexable(column))
        .findFirst()
        .ifPresent(columns::add);
    return columns;
  }

  /** Whether CREATE INDEX accepts the column in a key. */
  private boolean isIndexable(String column) {
    IndexDefinition alone =
        new IndexDefinition(
            Names.unqualified(table.name()) + "_",
            List.of(KeyPart.asc(expression(column))),
            KeyFormat.kw1());
    return isAccepted(alone);
  }

  /**
   * Whether a condition bounds a key with this column as its only part. Such a key knows what a
   * LIKE or an IS NOT NULL can bound.
   */
  private boolean bounds(Condition condition) {
    KeyPart part = KeyPart.asc(KeyExpression.column(condition.column()));
    return KeySchema.of(table.columns(), List.of(part), KeyFormat.kw1())
        .ranges(List.of(condition))
        .isBounded();
  }

  private boolean hasFewValues(String column) {
    Type type = table.column(column).type();
    return type.valueClass() == Boolean.class || type.toString().startsWith("enum(");
  }

  /**
   * Whether new rows have ever larger values in a column. This is assumed of a time. It is also
   * assumed of an integer which the primary key spreads, or which ends the primary key to make rows
   * different, as a number from a sequence does.
   */
  private boolean isRising(String column) {
    Type type = table.column(column).type();
    boolean isTime =
        type.valueClass() == Instant.class
            || type.valueClass() == LocalDate.class
            || type.toString().equals("timeuuid");
    if (isTime) {
      return true;
    }
    boolean isInteger =
        Number.class.isAssignableFrom(type.valueClass()) && type.toString().contains("int");
    List<KeyPart> parts = table.definition().primaryKey();
    return isInteger
        && (reads(parts.get(parts.size() - 1), column)
            || parts.stream().anyMatch(part -> reads(part, column) && isSpread(part, column)));
  }

  private static boolean reads(KeyPart part, String column) {
    return part.expression().columns().contains(column);
  }

  private boolean isSpread(KeyPart part, String column) {
    return KeySchema.of(
                table.columns(),
                List.of(part.withBucketColumns(List.copyOf(table.primaryKey().keyColumns()))),
                KeyFormat.kw1())
            .follows(0, column)
        == KeySchema.Following.NO;
  }
}
