package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.ComputedPart;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.key.KeyPart;
import keywright.store.Capability;
import keywright.store.Snapshot;
import keywright.store.contract.PartitionedEngine;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.AccessClass;
import keywright.table.model.AlternativeConditions;
import keywright.table.model.Grouping;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import keywright.table.model.TableException;
import keywright.table.model.TupleCondition;
import keywright.table.query.KeyCandidate;
import keywright.table.query.PageToken;
import keywright.table.query.PlanCache;
import keywright.table.query.Planner;
import keywright.table.query.QueryPlan;
import org.jspecify.annotations.Nullable;

/**
 * One random table on every engine and its rows in plain Java. Each step draws what it does from a
 * seed of its own, so that steps can be left out of a history.
 */
final class QueryTrial {
  private static final Pattern CREATE_INDEX =
      Pattern.compile("CREATE INDEX (\\S+) ON (\\S+) \\((.*)\\)(,| would serve the query|$)");

  private static final Pattern CUT = Pattern.compile("(?m)^(start.*: after|stop.*: before) \\(");

  /** What an advised index makes superfluous; an index with INCLUDE is on some engines only. */
  /** Which duplicates are found first depends on the order of the engine. */
  private static final String TWO_ROWS = "rows \\(.*\\) of t have the same key \\(.*\\)";

  private static final String REPLACED = " in place of index \\S+( and \\S+)*";

  /** More rows than any table here ever has: pages of them would never end. */
  private static final int ENDLESS = 10_000;

  private final Map<String, Integer> counts;
  private Random random = new Random(0);
  private final boolean partitioned;
  private final boolean haveEmptyPartitions;
  private final RandomTable table;
  private final List<Database> databases = new ArrayList<>();
  private final Map<List<Object>, @Nullable Object[]> model = new LinkedHashMap<>();
  private final List<String> names;
  private final AnswerCheck answers;
  private final ExplanationCheck explanations;

  QueryTrial(long seed, TestEngines engines, Map<String, Integer> counts) {
    this.haveEmptyPartitions = engines.haveEmptyPartitions();
    this.partitioned = engines.all().get(0) instanceof PartitionedEngine;
    Random ofTable = new Random(seed);
    this.table = partitioned ? RandomTable.partitioned(ofTable, "t") : RandomTable.of(ofTable, "t");
    this.counts = counts;
    this.names = table.columns.stream().map(column -> column.name).toList();
    answers = new AnswerCheck(names, table.definition.primaryKeySchema());
    explanations =
        new ExplanationCheck(answers, names, table.definition.primaryKeySchema().keyColumns());
    InstantSource clock = InstantSource.fixed(Instant.parse("2024-01-01T00:00:00Z"));
    engines.all().forEach(engine -> databases.add(Database.over(engine, clock, 1)));
  }

  /** Does the steps on every engine; the table is gone afterwards, whatever happens. */
  void run(List<QueryHistory.Step> steps) {
    try {
      for (Database database : databases) {
        List<IndexDefinition> indexes =
            table.definition.indexes().stream().map(index -> kept(database, index)).toList();
        database.createTable(table.definition.withIndexes(indexes), false);
      }
      for (QueryHistory.Step step : steps) {
        random = new Random(step.seed());
        switch (step.kind()) {
          case WRITE -> write();
          case CREATE_INDEX -> createIndex("t_" + Long.toString(step.seed(), 36).replace('-', '_'));
          case DROP_INDEX -> dropIndex();
          case QUERY -> query();
        }
      }
      databases.forEach(database -> assertThat(database.verify("t")).isEmpty());
    } finally {
      databases.forEach(database -> database.dropTable("t", true));
    }
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void dropIndex() {
    List<IndexDefinition> indexes = databases.get(0).find("t").orElseThrow().indexes();
    if (!indexes.isEmpty()) {
      String name = indexes.get(random.nextInt(indexes.size())).name();
      databases.forEach(database -> database.dropIndex(name, false));
    }
  }

  /** The index as the engine of a database can keep it. */
  private static IndexDefinition kept(Database database, IndexDefinition index) {
    return database.known().engine().capabilities().contains(Capability.ATOMIC_BATCHES)
        ? index
        : index.including();
  }

  private void createIndex(String name) {
    IndexDefinition index =
        RandomTable.covering(
            random, table.definition, RandomTable.index(random, table.columns, name));
    if (partitioned) {
      index = RandomTable.partitioned(random, index);
    }
    if (random.nextInt(5) == 0) {
      index = index.asUnique();
    }
    List<String> outcomes = new ArrayList<>();
    for (Database database : databases) {
      try {
        database.createIndex("t", kept(database, index), false);
        outcomes.add("built");
      } catch (KeyException | TableException e) {
        outcomes.add(String.valueOf(e.getMessage()).replaceFirst(TWO_ROWS, "two rows"));
        if (database.find("t").orElseThrow().index(name).isPresent()) {
          database.dropIndex(name, false);
        }
      }
    }
    assertThat(outcomes).allMatch(outcomes.get(0)::equals);
    if (index.unique()) {
      count("unique indexes " + (outcomes.get(0).equals("built") ? "built" : "refused"));
    }
  }

  private void write() {
    @Nullable Object[] row = new @Nullable Object[table.columns.size()];
    Map<String, @Nullable Object> named = new HashMap<>();
    List<String> keyColumns = table.definition.keyColumns();
    for (int c = 0; c < row.length; c++) {
      RandomColumn column = table.columns.get(c);
      boolean key = keyColumns.contains(column.name);
      boolean mayBeNull = !key || column.nullable;
      row[c] = mayBeNull && random.nextInt(5) == 0 ? null : storable(column.value(random));
      if (key || random.nextInt(4) > 0) {
        named.put(column.name, row[c]);
      }
    }
    List<Object> key = new ArrayList<>();
    List<Condition> fixes = new ArrayList<>();
    for (String column : keyColumns) {
      Object value = row[names.indexOf(column)];
      key.add(value == null ? "null" : RandomColumn.meaning(value));
      fixes.add(
          value == null
              ? new Condition.IsNull(column, false)
              : new Condition.Compare(column, Condition.Operator.EQ, value));
    }
    int kind = random.nextInt(10);
    if (kind == 0) {
      apply(database -> database.table("t").delete(fixes), () -> model.remove(key));
      return;
    }
    Map<String, @Nullable Object> set = new HashMap<>(named);
    set.keySet().removeAll(keyColumns);
    Runnable upsert = () -> upsert(key, row, named);
    if (kind == 1) {
      apply(database -> database.table("t").update(fixes, set), upsert);
    } else if (kind == 2) {
      apply(
          database -> {
            try (BatchWriter writer = database.table("t").batchWriter()) {
              writer.add(named);
            }
          },
          upsert);
    } else if (kind == 3) {
      apply(
          database -> database.table("t").insertIfAbsent(named),
          () -> {
            if (!model.containsKey(key)) {
              upsert.run();
            }
          });
    } else {
      apply(database -> database.table("t").insert(named), upsert);
    }
  }

  /** The value, or one in place of an empty one that an engine does not take as a whole key. */
  private Object storable(Object value) {
    boolean isEmpty = value.equals("") || (value instanceof byte[] bytes && bytes.length == 0);
    return !isEmpty || haveEmptyPartitions ? value : value instanceof byte[] ? new byte[] {1} : "e";
  }

  private void upsert(
      List<Object> key, @Nullable Object[] row, Map<String, @Nullable Object> named) {
    @Nullable Object[] stored = model.computeIfAbsent(key, k -> new @Nullable Object[row.length]);
    for (int c = 0; c < row.length; c++) {
      if (named.containsKey(names.get(c))) {
        stored[c] = row[c];
      }
    }
  }

  /** A write that one engine refuses all refuse, and the model does not make it. */
  private void apply(Consumer<Database> write, Runnable onModel) {
    List<String> outcomes = new ArrayList<>();
    for (Database database : databases) {
      try {
        write.accept(database);
        outcomes.add("written");
      } catch (KeyException | TableException e) {
        outcomes.add(String.valueOf(e.getMessage()));
      }
    }
    assertThat(outcomes).allMatch(outcomes.get(0)::equals);
    count(outcomes.get(0).equals("written") ? "writes" : "refused writes");
    if (outcomes.get(0).contains("has the same key")) {
      count("refused duplicates");
    }
    if (outcomes.get(0).equals("written")) {
      onModel.run();
    }
  }

  private void query() {
    List<BruteForce.Twin> twins = new ArrayList<>();
    List<RandomColumn> shuffled = new ArrayList<>(table.columns);
    Collections.shuffle(shuffled, random);
    for (RandomColumn column : shuffled.subList(0, Math.min(shuffled.size(), random.nextInt(4)))) {
      twins.addAll(BruteForce.conditions(random, column));
    }
    if (random.nextInt(3) == 0) {
      for (String column : table.definition.keyColumns()) {
        if (random.nextInt(3) > 0) {
          twins.addAll(BruteForce.conditions(random, table.columns.get(names.indexOf(column))));
        }
      }
    }
    Optional<RandomColumn> text = firstTextPart();
    if (text.isPresent()) {
      if (random.nextBoolean()) {
        twins.clear();
      }
      twins.add(BruteForce.like(random, text.get()));
    }
    Optional<RandomColumn> list = indexedList();
    if (list.isPresent()) {
      twins.add(BruteForce.contains(random, list.get()));
    }
    Query query = Query.all().where(twins.stream().map(BruteForce.Twin::condition).toList());
    List<List<BruteForce.Twin>> alternatives = random.nextInt(5) == 0 ? alternatives() : List.of();
    if (!alternatives.isEmpty()) {
      query = withAlternatives(query, alternatives);
    }
    if (random.nextInt(5) == 0) {
      query = withTuple(query);
    }
    Collections.shuffle(shuffled, random);
    List<OrderBy> order = new ArrayList<>();
    for (int i = 0; i < Math.min(shuffled.size(), Math.max(0, random.nextInt(5) - 1)); i++) {
      order.add(new OrderBy(shuffled.get(i).name, random.nextBoolean()));
    }
    if (random.nextInt(3) == 0) {
      order = orderOfAKey();
    }
    query = query.orderedBy(order.toArray(OrderBy[]::new));
    if (random.nextInt(2) == 0) {
      query = query.withLimit(1 + random.nextInt(20));
    }
    if (random.nextInt(3) > 0) {
      query = query.allowingFiltering();
    }
    if (random.nextInt(4) == 0) {
      query = withGroups(query);
    } else if (random.nextInt(12) == 0) {
      query = query.grouped(new Grouping(List.of(), 1 + random.nextInt(3)));
    } else if (random.nextInt(2) == 0) {
      query = withItems(query);
    }
    check(query, twins, alternatives);
  }

  /** Conditions joined by OR, of one column or of several; most of them on columns of keys. */
  private List<List<BruteForce.Twin>> alternatives() {
    List<String> columns = new ArrayList<>();
    orderOfAKey().forEach(order -> columns.add(order.column()));
    boolean isOfOne = random.nextBoolean();
    String one = pick(columns);
    List<List<BruteForce.Twin>> alternatives = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      List<BruteForce.Twin> alternative = new ArrayList<>();
      for (int j = 0; j < 1 + random.nextInt(2); j++) {
        String name = isOfOne || (j == 0 && random.nextInt(3) > 0) ? one : pick(columns);
        alternative.addAll(BruteForce.conditions(random, table.columns.get(names.indexOf(name))));
      }
      alternatives.add(alternative);
    }
    return alternatives;
  }

  private String pick(List<String> columns) {
    return columns.isEmpty() || random.nextInt(6) == 0
        ? names.get(random.nextInt(names.size()))
        : columns.get(random.nextInt(columns.size()));
  }

  private Query withAlternatives(Query query, List<List<BruteForce.Twin>> alternatives) {
    List<List<Condition>> conditions =
        alternatives.stream()
            .map(each -> each.stream().map(BruteForce.Twin::condition).toList())
            .toList();
    List<String> columns =
        conditions.stream().flatMap(List::stream).map(Condition::column).distinct().toList();
    count(columns.size() == 1 ? "OR of one column" : "OR of several columns");
    return columns.size() == 1
        ? query.where(new Condition.AnyOf(columns.get(0), conditions))
        : query.where(new AlternativeConditions(conditions));
  }

  /** Now and then a text that a key begins with, so that LIKE bounds what is read. */
  private Optional<RandomColumn> firstTextPart() {
    if (random.nextBoolean()) {
      return Optional.empty();
    }
    List<List<KeyPart>> keys = keys();
    String first = keys.get(random.nextInt(keys.size())).get(0).expression().toString();
    return table.columns.stream()
        .filter(column -> column.name.equals(first) && column.isTextual())
        .findFirst();
  }

  /** Now and then a list whose elements an index has. */
  private Optional<RandomColumn> indexedList() {
    List<String> lists =
        databases.get(0).find("t").orElseThrow().indexes().stream()
            .map(IndexDefinition::listColumn)
            .filter(Objects::nonNull)
            .toList();
    return lists.isEmpty() || random.nextBoolean()
        ? Optional.empty()
        : Optional.of(table.columns.get(names.indexOf(lists.get(random.nextInt(lists.size())))));
  }

  private List<List<KeyPart>> keys() {
    List<List<KeyPart>> keys = new ArrayList<>();
    keys.add(table.definition.primaryKey());
    databases.get(0).find("t").orElseThrow().indexes().forEach(i -> keys.add(i.parts()));
    return keys;
  }

  /** The plain columns of a key in its order, so that orders that a key serves are asked for. */
  private List<OrderBy> orderOfAKey() {
    List<List<KeyPart>> keys = keys();
    List<KeyPart> parts = keys.get(random.nextInt(keys.size()));
    boolean reversed = random.nextBoolean();
    List<OrderBy> order = new ArrayList<>();
    for (KeyPart part : parts) {
      part.expression()
          .columns()
          .forEach(column -> order.add(new OrderBy(column, part.descending() != reversed)));
    }
    int start = random.nextInt(order.size() + 1);
    return order.isEmpty() || random.nextBoolean()
        ? order
        : order.subList(Math.min(start, order.size() - 1), order.size());
  }

  /** A condition on neighbouring columns of a key, or on any columns. */
  private Query withTuple(Query query) {
    List<String> columns = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      columns.add(names.get(random.nextInt(names.size())));
      columns.add(names.get(random.nextInt(names.size())));
    } else {
      orderOfAKey().forEach(order -> columns.add(order.column()));
    }
    List<String> distinct = columns.stream().distinct().toList();
    int start = random.nextInt(distinct.size() + 1);
    List<String> some =
        distinct.subList(
            Math.min(start / 2, distinct.size() - 1),
            Math.min(distinct.size(), start / 2 + 1 + random.nextInt(3)));
    Condition.Operator operator =
        Condition.Operator.values()[random.nextInt(Condition.Operator.values().length)];
    boolean isIn = operator == Condition.Operator.EQ && random.nextBoolean();
    List<List<Object>> tuples = new ArrayList<>();
    for (int i = 0; i < (isIn ? 1 + random.nextInt(3) : 1); i++) {
      tuples.add(tuple(some));
    }
    count("tuples " + operator);
    return query.where(new TupleCondition(some, operator, tuples));
  }

  private List<Object> tuple(List<String> columns) {
    List<@Nullable Object[]> rows = new ArrayList<>(model.values());
    @Nullable Object[] row =
        rows.isEmpty() ? new @Nullable Object[names.size()] : rows.get(random.nextInt(rows.size()));
    List<Object> tuple = new ArrayList<>();
    for (String name : columns) {
      RandomColumn column = table.columns.get(names.indexOf(name));
      Object stored = row[names.indexOf(name)];
      Object value = stored == null || random.nextInt(4) == 0 ? column.value(random) : stored;
      tuple.add(column.type.convert(value));
    }
    return tuple;
  }

  /** Groups by the first columns of a key, or by any columns; as DISTINCT or with aggregates. */
  private Query withGroups(Query query) {
    List<String> columns = new ArrayList<>();
    List<OrderBy> ofKey = orderOfAKey();
    int size = 1 + random.nextInt(2);
    for (OrderBy order : ofKey.subList(0, Math.min(size, ofKey.size()))) {
      if (!columns.contains(order.column())) {
        columns.add(order.column());
      }
    }
    if (columns.isEmpty() || random.nextInt(4) == 0) {
      columns = List.of(names.get(random.nextInt(names.size())));
    }
    List<SelectItem> items = new ArrayList<>();
    columns.forEach(column -> items.add(new SelectItem.Column(column)));
    boolean isDistinct = random.nextBoolean();
    for (int i = 0; !isDistinct && i < 1 + random.nextInt(2); i++) {
      items.add(aggregate());
    }
    List<OrderBy> order = new ArrayList<>();
    for (String column : columns) {
      if (random.nextInt(3) == 0) {
        order.add(new OrderBy(column, random.nextBoolean()));
      }
    }
    return query
        .orderedBy(order.toArray(OrderBy[]::new))
        .withItems(items.toArray(SelectItem[]::new))
        .grouped(Grouping.by(columns.toArray(String[]::new)));
  }

  private Query withItems(Query query) {
    List<SelectItem> items = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      for (int i = 0; i < 1 + random.nextInt(3); i++) {
        items.add(aggregate());
      }
      return query.orderedBy().withItems(items.toArray(SelectItem[]::new));
    }
    for (String name : names) {
      boolean ordered = query.orderBy().stream().anyMatch(o -> o.column().equals(name));
      if (ordered ? random.nextInt(6) > 0 : random.nextInt(3) == 0) {
        items.add(new SelectItem.Column(name));
      }
    }
    for (ComputedPart part : table.definition.computedParts()) {
      if (random.nextBoolean()) {
        items.add(new SelectItem.Column(part.column().name()));
        count("computed parts selected");
      }
    }
    return items.isEmpty() ? query : query.withItems(items.toArray(SelectItem[]::new));
  }

  private SelectItem aggregate() {
    RandomColumn column = table.columns.get(random.nextInt(names.size()));
    boolean isNumeric = Number.class.isAssignableFrom(column.type.valueClass());
    int kind = random.nextInt(isNumeric ? 8 : 4);
    if (kind > 3) {
      count("sums and averages");
    }
    return switch (kind) {
      case 0 -> new SelectItem.Count();
      case 1 -> new SelectItem.CountOf(column.name);
      case 2 -> new SelectItem.Extreme(SelectItem.Function.MIN, column.name);
      case 3 -> new SelectItem.Extreme(SelectItem.Function.MAX, column.name);
      case 4, 5 -> new SelectItem.Sum(column.name);
      default -> new SelectItem.Average(column.name);
    };
  }

  private void check(
      Query query, List<BruteForce.Twin> twins, List<List<BruteForce.Twin>> alternatives) {
    count("queries");
    List<@Nullable Object[]> expected = new ArrayList<>();
    for (@Nullable Object[] row : model.values()) {
      boolean meetsTuples =
          query.rowConditions().stream()
              .filter(TupleCondition.class::isInstance)
              .allMatch(tuple -> BruteForce.meets(names, (TupleCondition) tuple, row));
      if (meets(row, twins)
          && meetsTuples
          && (alternatives.isEmpty() || alternatives.stream().anyMatch(any -> meets(row, any)))) {
        expected.add(row);
      }
    }
    List<String> refusals = new ArrayList<>();
    for (Database database : databases) {
      Plan plan;
      try {
        plan = database.table("t").plan(query);
      } catch (TableException e) {
        refusals.add(e.getMessage().replaceFirst(REPLACED, ""));
        continue;
      }
      answers.check(database, plan, expected);
      if (plan.order() == Plan.Order.SORTED) {
        checkOnDisk(database, query);
      }
      if (database == databases.get(0)) {
        assertThat(plan.explain()).isNotEmpty();
        count(plan.accessClass().toString());
        count("order " + plan.order());
        if (plan.explain().toString().contains(" values of ")) {
          count("fans out");
        }
        count(plan.isCovering() ? "covering" : "with rows");
        countGroups((QueryPlan) plan);
        if (!alternatives.isEmpty() && plan.accessClass() != AccessClass.FULL_SCAN) {
          count("OR by a key");
        }
        if (plan.explain().toString().contains(" ranges of ")) {
          count("OR as several ranges of a part");
        }
        countLikes(plan);
        countContains((QueryPlan) plan);
      }
    }
    checkOtherValues(databases.get(random.nextInt(databases.size())), query);
    checkOtherKeys(databases.get(random.nextInt(databases.size())), query, expected);
    checkPages(databases.get(random.nextInt(databases.size())), query, expected);
    if (refusals.isEmpty()
        && query.grouping().equals(Grouping.NONE)
        && !query.isAggregate()
        && random.nextInt(4) == 0) {
      checkExplanation(databases.get(random.nextInt(databases.size())), query, expected);
    }
    if (!refusals.isEmpty()) {
      count("refused");
      assertThat(refusals).hasSize(databases.size()).allMatch(refusals.get(0)::equals);
      boolean ungrouped =
          refusals.get(0).startsWith("cannot group t ")
              || refusals.get(0).startsWith("cannot read the first rows of each partition");
      count(ungrouped ? "groups refused" : "refused for conditions");
      assertThat(!ungrouped && (query.allowFiltering() || !query.hasConditions()))
          .as(refusals.get(0))
          .isFalse();
      if (random.nextInt(12) == 0) {
        followAdvice(query, refusals.get(0), expected);
      }
    }
  }

  private boolean meets(@Nullable Object[] row, List<BruteForce.Twin> twins) {
    return twins.stream()
        .allMatch(twin -> twin.meaning().test(row[names.indexOf(twin.condition().column())]));
  }

  /** With memory for a row or two a sort gives the same rows in the same order, ties too. */
  private void checkOnDisk(Database database, Query query) {
    Query small = query.withLimits(Limits.DEFAULT.withSorts(1_000, 1 << 20, 100_000));
    try (Rows inMemory = database.table("t").query(query);
        Rows onDisk = database.table("t").query(small)) {
      assertThat(onDisk.stream().map(AnswerCheck::shownRow).toList())
          .as(query.toString())
          .isEqualTo(inMemory.stream().map(AnswerCheck::shownRow).toList());
      if (database == databases.get(0)) {
        if (onDisk.sortedRuns() > 0) {
          count("sorted on disk");
        }
        if (onDisk.sortedRuns() > 2) {
          count("merged runs again");
        }
      }
    }
  }

  /** By the pattern, and whether it bounds what is read by the first part of the key. */
  private void countLikes(Plan plan) {
    String first = plan.keySchema().parts().get(0).expression().toString();
    for (Condition condition : ((QueryPlan) plan).query().conditions()) {
      if (condition instanceof Condition.Like like) {
        boolean bounds = like.column().equals(first) && plan.accessClass() != AccessClass.FULL_SCAN;
        count("LIKE " + BruteForce.kind(like) + (bounds ? " on a first part" : ""));
      }
    }
  }

  private void countGroups(QueryPlan plan) {
    Grouping grouping = plan.query().grouping();
    String text = String.join("\n", plan.explain());
    if (grouping.hasGroups()) {
      count("groups in " + plan.order());
      count(text.contains("is then sought") ? "groups by seeks" : "groups by reading on");
    }
    if (grouping.limitsPartitions()) {
      count("first rows of partitions");
    }
    if (CUT.matcher(text).find()) {
      count("tuples that bound ranges");
    }
  }

  /** Whether an index of elements answers, and whether a later condition filters the rows. */
  private void countContains(QueryPlan plan) {
    long contains =
        plan.query().conditions().stream()
            .filter(condition -> condition instanceof Condition.Contains)
            .count();
    boolean byElement =
        plan.index().map(name -> plan.stored().index(name).listColumn() != null).orElse(false);
    if (contains > 0) {
      count(byElement ? "CONTAINS by an index of elements" : "CONTAINS as a filter");
    }
  }

  /** Page by page, sizes at random; now and then an index is made or dropped in between. */
  private void checkPages(Database database, Query query, List<@Nullable Object[]> expected) {
    List<Row> found = new ArrayList<>();
    boolean changes = random.nextInt(25) == 0;
    Plan plan;
    try {
      plan = Planner.planPages(database.known().require("t"), query, name -> false);
      Page page = database.table("t").firstPage(query, size());
      found.addAll(page.rows());
      while (page.nextPage().isPresent()) {
        if (changes && random.nextInt(3) == 0) {
          change();
        }
        page = database.table("t").nextPage(query, size(), page.nextPage().get());
        found.addAll(page.rows());
        assertThat(found).hasSizeLessThan(ENDLESS);
      }
    } catch (TableException e) {
      boolean otherOrder = changes && e.getMessage().contains("in another order than before");
      boolean unserved =
          e.getMessage().startsWith("cannot read t ")
              || e.getMessage().startsWith("cannot group t ")
              || e.getMessage().startsWith("cannot read the first rows of each partition");
      assertThat(otherOrder || unserved).as(e.getMessage()).isTrue();
      count(otherOrder ? "pages in another order" : "pages refused");
      return;
    }
    count(changes ? "paged while indexes change" : "paged");
    if (query.grouping().limitsPartitions()) {
      count("first rows of partitions paged");
    }
    answers.check(found, database, plan, expected);
  }

  /**
   * Where a plan is kept for the shape of a query, other values have the plan that is made anew.
   */
  private void checkOtherValues(Database database, Query query) {
    StoredTable stored = database.known().require("t");
    PlanCache plans = new PlanCache(name -> false);
    Plan first;
    try {
      first = plans.plan(stored, query);
    } catch (TableException e) {
      return;
    }
    Query other = withOtherValues(query);
    Plan anew;
    try {
      anew = Planner.plan(stored, other);
    } catch (KeyException | TableException e) {
      assertThatThrownBy(() -> plans.plan(stored, other)).hasMessage(e.getMessage());
      count("refused for other values");
      return;
    }
    Plan kept = plans.plan(stored, other);
    boolean isKept = ((QueryPlan) kept).neededColumns() == ((QueryPlan) first).neededColumns();
    count(isKept ? "planned by the shape" : "planned anew for other values");
    if (isKept && hasOtherBounds(query, other)) {
      count("planned by the shape for other bounds");
    }
    assertThat(kept.explain()).as(query + " then " + other).isEqualTo(anew.explain());
    assertThat(shown(database, kept)).as(query + " then " + other).isEqualTo(shown(database, anew));
  }

  private static boolean hasOtherBounds(Query query, Query other) {
    return other.conditions().stream()
        .anyMatch(
            condition ->
                condition instanceof Condition.Compare compare
                    && compare.operator() != Condition.Operator.EQ
                    && !query.conditions().contains(condition));
  }

  private static List<String> shown(Database database, Plan plan) {
    try (Rows rows = database.table("t").execute(plan)) {
      return rows.stream().map(AnswerCheck::shownRow).toList();
    }
  }

  /** The same query with other values in its comparisons: any, stored ones, and misfits. */
  private Query withOtherValues(Query query) {
    List<Condition> conditions = new ArrayList<>();
    for (Condition condition : query.conditions()) {
      conditions.add(
          condition instanceof Condition.Compare compare && random.nextInt(4) > 0
              ? new Condition.Compare(
                  condition.column(),
                  compare.operator(),
                  otherValue(table.columns.get(names.indexOf(condition.column()))))
              : condition);
    }
    Query other =
        new Query(
            query.items(),
            conditions,
            query.rowConditions(),
            query.orderBy(),
            query.grouping(),
            query.limit(),
            query.history(),
            query.allowFiltering(),
            query.skipUnreadable(),
            query.limits());
    return query.limit() == null ? other : other.withLimit(1 + random.nextInt(20));
  }

  private Object otherValue(RandomColumn column) {
    int kind = random.nextInt(4);
    if (kind == 0 && !model.isEmpty()) {
      List<@Nullable Object[]> rows = new ArrayList<>(model.values());
      Object stored = rows.get(random.nextInt(rows.size()))[names.indexOf(column.name)];
      if (stored != null) {
        return stored;
      }
    }
    if (kind == 1) {
      for (BruteForce.Twin twin : BruteForce.conditions(random, column)) {
        if (twin.condition() instanceof Condition.Compare compare) {
          return compare.value();
        }
      }
    }
    return column.value(random);
  }

  private void checkExplanation(Database database, Query query, List<@Nullable Object[]> expected) {
    if (!model.isEmpty()) {
      List<@Nullable Object[]> rows = new ArrayList<>(model.values());
      @Nullable Object[] row = rows.get(random.nextInt(rows.size()));
      count(explanations.check(database, query, row, expected.contains(row)));
    }
  }

  private int size() {
    return random.nextInt(4) == 0 ? 1 + random.nextInt(60) : 1 + random.nextInt(9);
  }

  private void change() {
    if (random.nextBoolean()) {
      dropIndex();
    } else {
      createIndex("t_" + Long.toString(random.nextLong(), 36).replace('-', '_'));
    }
  }

  /** The index that a refusal names does serve the query. */
  private void followAdvice(Query query, String refusal, List<@Nullable Object[]> expected) {
    Matcher advice = CREATE_INDEX.matcher(refusal);
    if (!advice.find()) {
      count("no advice");
      return;
    }
    count("advice followed");
    for (Database database : databases) {
      database.createIndex("t", index(advice.group(1), advice.group(3)), false);
      try {
        answers.check(database, database.table("t").plan(query), expected);
      } catch (TableException e) {
        throw new AssertionError(query + " after " + refusal + database.find("t"), e);
      }
      database.dropIndex(advice.group(1), false);
    }
  }

  /** An index by its parts as CREATE INDEX has them: those of the partition in parentheses. */
  private static IndexDefinition index(String name, String parts) {
    if (!parts.startsWith("(")) {
      return IndexDefinition.of(name, parts);
    }
    int open = 0;
    int end = 0;
    do {
      open += parts.charAt(end) == '(' ? 1 : parts.charAt(end) == ')' ? -1 : 0;
      end++;
    } while (open > 0);
    String partition = parts.substring(1, end - 1);
    return IndexDefinition.of(name, partition + parts.substring(end))
        .withPartitionParts(KeyPart.parseList(partition).size());
  }

  private void checkOtherKeys(Database database, Query query, List<@Nullable Object[]> expected) {
    StoredTable stored = database.known().require("t");
    List<@Nullable StoredIndex> keys = new ArrayList<>(stored.indexes());
    keys.add(null);
    for (StoredIndex index : keys) {
      KeyCandidate candidate = new KeyCandidate(stored, index, query);
      if (candidate.isReadable()
          && candidate.groups(query)
          && candidate.ranges().count() <= query.limits().fanOut()) {
        count("keys tried");
        Query ordered = candidate.ordered(query);
        QueryPlan plan = new QueryPlan(stored, query, ordered, candidate, List.of(), name -> false);
        answers.check(database, plan, expected);
        if (random.nextInt(5) == 0) {
          answers.check(pages(database, plan), database, plan, expected);
        }
      }
    }
  }

  /** The rows by one key, page by page. */
  private List<Row> pages(Database database, QueryPlan plan) {
    List<Row> found = new ArrayList<>();
    Optional<String> text = Optional.empty();
    do {
      PageToken token = text.isEmpty() ? PageToken.start(plan) : PageToken.read(text.get(), plan);
      int size = size();
      Snapshot snapshot = database.known().snapshot();
      Rows rows =
          new Rows(plan, snapshot, token.place(), Page.wanted(token, size), Cancellation.NONE);
      long bytes = random.nextInt(4) == 0 ? 1 + random.nextInt(300) : Long.MAX_VALUE;
      Page page = Page.read(rows, token, size, bytes);
      boolean isFull = page.rows().size() == size || page.nextPage().isEmpty();
      assertThat(isFull || (bytes < Long.MAX_VALUE && !page.rows().isEmpty())).isTrue();
      found.addAll(page.rows());
      assertThat(found).hasSizeLessThan(ENDLESS);
      text = page.nextPage();
    } while (text.isPresent());
    count("keys paged");
    return found;
  }
}
