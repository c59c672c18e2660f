package keywright.design.lint;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.cql.QueryLoad;
import keywright.design.rows.DesignedKey;
import keywright.design.simulate.AccessPath;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.table.DeclaredTable;
import keywright.table.model.AccessClass;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** KW7: queries and the keys that should serve them. */
final class QueryRules {
  private static final int MANY_RANGES = 64;
  private static final int MOST_RANGES = 1_024;

  private final LintedTable table;
  private final Map<QueryLoad, AccessPath> paths = new LinkedHashMap<>();

  private QueryRules(LintedTable table) {
    this.table = table;
    table.queries().forEach(query -> paths.put(query, table.path(query)));
  }

  static void check(LintedTable table) {
    QueryRules rules = new QueryRules(table);
    rules.paths.forEach(rules::findUnserved);
    rules.paths.forEach(rules::findFullScan);
    boolean fansOut = false;
    for (Map.Entry<QueryLoad, AccessPath> path : rules.paths.entrySet()) {
      fansOut |= rules.findFanOut(path.getKey(), path.getValue());
    }
    if (!fansOut) {
      table.keys().forEach(rules::findSalt);
    }
    Set<String> redundant = rules.findRedundant();
    Map<QueryLoad, AccessPath> left = rules.pathsWithout(redundant);
    rules.findColumnOrder(left);
    rules.findUnused(redundant, left);
  }

  /** The paths of the queries without redundant indexes. */
  private Map<QueryLoad, AccessPath> pathsWithout(Set<String> redundant) {
    TableDefinition left =
        table
            .table()
            .withIndexes(
                table.table().indexes().stream()
                    .filter(index -> !redundant.contains(index.name()))
                    .toList());
    Map<QueryLoad, AccessPath> without = new LinkedHashMap<>();
    paths.keySet().forEach(query -> without.put(query, table.path(query, left)));
    return without;
  }

  private void findUnserved(QueryLoad query, AccessPath path) {
    if (path.plan().isEmpty()) {
      table.find(
          Code.UNSERVED_QUERY,
          Severity.ERROR,
          query.place(),
          "query %s is refused: %s"
              .formatted(query.name(), path.refusal().replaceFirst("; CREATE INDEX .*", "")),
          serving(query));
    }
  }

  private void findFullScan(QueryLoad query, AccessPath path) {
    Plan plan = path.plan().orElse(null);
    if (plan == null || plan.accessClass() != AccessClass.FULL_SCAN) {
      return;
    }
    boolean isFiltered = !query.sampleQuery().conditions().isEmpty();
    if (isFiltered || plan.order() == Plan.Order.SORTED) {
      table.find(
          Code.FULL_SCAN,
          Severity.WARNING,
          query.place(),
          "query %s reads every row of %s and %s, %s times a second"
              .formatted(
                  query.name(),
                  table.table().name(),
                  isFiltered ? "filters" : "sorts",
                  rate(query.ratePerSecond())),
          serving(query));
    }
  }

  /** An index that bounds what a query reads, and that sample rows spread over its regions. */
  private @Nullable Fix serving(QueryLoad query) {
    Fix partition = regrouped(query);
    if (partition != null) {
      return partition;
    }
    return table
        .declared(table.table())
        .indexServing(query.sampleQuery(), table::isUsed)
        .flatMap(index -> Fixes.checked(withIndex(index)))
        .map(this::serving)
        .orElse(null);
  }

  /**
   * A partition of those parts alone that the query fixes, if all other queries are still served.
   * Parts that divide it by time stay: it would grow without end.
   */
  private @Nullable Fix regrouped(QueryLoad query) {
    DesignedKey key = table.primary();
    int grouped = key.partitionParts();
    if (!table.isInPartitions() || grouped == 1) {
      return null;
    }
    Set<String> fixed = new HashSet<>();
    for (Condition condition : query.sampleQuery().conditions()) {
      boolean isEqual =
          condition instanceof Condition.In
              || (condition instanceof Condition.Compare compare
                  && compare.operator() == Condition.Operator.EQ);
      if (isEqual) {
        fixed.add(condition.column());
      }
    }
    List<KeyPart> kept = new ArrayList<>();
    List<KeyPart> left = new ArrayList<>();
    for (int part = 0; part < key.parts().size(); part++) {
      KeyPart each = key.parts().get(part);
      Set<String> columns = each.expression().columns();
      boolean isFixed = !columns.isEmpty() && fixed.containsAll(columns);
      if (part < grouped && !isFixed && columns.stream().anyMatch(key::isTime)) {
        return null;
      }
      (part < grouped && isFixed ? kept : left).add(each);
    }
    List<KeyPart> parts = new ArrayList<>(kept);
    parts.addAll(left);
    Optional<TableDefinition> after =
        kept.isEmpty() ? Optional.empty() : Fixes.withParts(key, parts, kept.size());
    return after
        .filter(changed -> table.path(query, changed).plan().isPresent())
        .filter(changed -> table.served(changed) > table.served(table.table()))
        .map(
            changed ->
                table.fix(
                    Optional.of(changed),
                    "all rows with the same (%s) are in one partition, and stored rows must be loaded again"
                        .formatted(
                            kept.stream().map(KeyPart::name).collect(Collectors.joining(", ")))))
        .orElse(null);
  }

  /**
   * @param after the table with an index more, the last one
   */
  private @Nullable Fix serving(TableDefinition after) {
    String cost = "each write of a row also writes an index entry";
    if (!table.hasRows()) {
      return table.fix(Optional.of(after), cost);
    }
    List<DesignedKey> keys = DesignedKey.unplaced(after);
    DesignedKey added = keys.get(keys.size() - 1);
    LintedTable.Candidate bucketed = table.inBuckets(added, added.parts());
    return table.firstOf(
        added,
        List.of(
            new LintedTable.Candidate(added.parts(), cost),
            new LintedTable.Candidate(bucketed.parts(), cost + "; " + bucketed.cost())));
  }

  private TableDefinition withIndex(IndexDefinition index) {
    List<IndexDefinition> indexes = new ArrayList<>(table.table().indexes());
    indexes.add(index);
    return table.table().withIndexes(indexes);
  }

  private static String rate(double perSecond) {
    BigDecimal rounded = BigDecimal.valueOf(perSecond).round(new MathContext(4));
    return String.format(Locale.ROOT, "%,d", rounded.longValue())
        + rounded.remainder(BigDecimal.ONE).stripTrailingZeros().toPlainString().substring(1);
  }

  /** A query that fans out over the many values of a salt. */
  private boolean findFanOut(QueryLoad query, AccessPath path) {
    Plan plan = path.plan().orElse(null);
    if (plan == null || plan.fanOut() <= MANY_RANGES) {
      return false;
    }
    DesignedKey key =
        table.keys().stream()
            .filter(k -> plan.index().equals(Optional.ofNullable(k.index()).map(i -> i.name())))
            .findFirst()
            .orElse(table.primary());
    long values = key.schema().partValues(0);
    if (!key.isSalt(0) || (values > 0 && values <= MANY_RANGES)) {
      return false;
    }
    table.find(
        Code.FAN_OUT,
        Severity.WARNING,
        query.place(),
        "query %s cannot compute %s of %s and reads %,d ranges, %s a second"
            .formatted(
                query.name(),
                key.parts().get(0).name(),
                key.title(),
                plan.fanOut(),
                rate(query.ratePerSecond() * plan.fanOut())),
        table.bucketed(key, key.parts().subList(1, key.parts().size())));
    return true;
  }

  /** A salt of columns that stand further back, or of what is read in ranges. */
  private void findSalt(DesignedKey key) {
    Set<String> inputs = key.first().columns();
    long values = key.schema().partValues(0);
    boolean isMany = values < 0 || values > MANY_RANGES;
    if (!table.queries().isEmpty()
        || !key.isSalt(0)
        || !isMany
        || inputs.isEmpty()
        || key.parts().size() < 2) {
      return;
    }
    Set<String> next = key.parts().get(1).expression().columns();
    boolean isRange = (values < 0 || values > MOST_RANGES) && next.stream().anyMatch(key::isTime);
    if (next.isEmpty() || (next.containsAll(inputs) && !isRange)) {
      return;
    }
    String names = String.join(" and ", inputs);
    table.find(
        Code.FAN_OUT,
        Severity.WARNING,
        key.placeOf(0),
        next.containsAll(inputs)
            ? "a range of %s cannot compute %s, so %s serves only queries by single values"
                .formatted(names, key.parts().get(0).name(), key.title())
            : "a query that knows %s and not %s cannot compute %s, so %s does not serve it"
                .formatted(
                    String.join(" and ", next), names, key.parts().get(0).name(), key.title()),
        table.bucketed(key, key.parts().subList(1, key.parts().size())));
  }

  /** The index that most queries read could be the key of the table. */
  private void findColumnOrder(Map<QueryLoad, AccessPath> left) {
    Map<String, Double> rates = new LinkedHashMap<>();
    double all = 0;
    double byKey = 0;
    for (Map.Entry<QueryLoad, AccessPath> entry : left.entrySet()) {
      Plan plan = entry.getValue().plan().orElse(null);
      if (plan != null) {
        double rate = entry.getKey().ratePerSecond();
        all += rate;
        byKey += plan.index().isEmpty() ? rate : 0;
        if (plan.index().isPresent() && !plan.isCovering()) {
          rates.merge(plan.index().get(), rate, Double::sum);
        }
      }
    }
    for (DesignedKey key : table.keys()) {
      IndexDefinition index = key.index();
      double rate = index == null ? 0 : rates.getOrDefault(index.name(), 0.0);
      boolean hasOneEntry = index != null && index.listColumn() == null;
      if (index == null || !hasOneEntry || rate * 2 <= all || byKey * 4 > all || index.unique()) {
        continue;
      }
      TableDefinition after = Fixes.checked(asPrimary(key, index, byKey > 0)).orElse(null);
      if (after == null || !table.isWell(after)) {
        continue;
      }
      table.find(
          Code.COLUMN_ORDER,
          Severity.INFO,
          table.places().key(),
          "of the queries of %s, %s of %s a second read index %s and then the row; with a primary key that begins like the index, the second read is not needed"
              .formatted(table.table().name(), rate(rate), rate(all), index.name()),
          table.fix(
              Optional.of(after),
              "%s can change only by REKEY, and the stored rows must be loaded again"
                  .formatted(String.join(", ", columnsOf(index.parts())))));
    }
  }

  /**
   * The table with the key of an index as its primary key.
   *
   * @param keepsOld whether queries need the old key, as an index
   */
  private TableDefinition asPrimary(DesignedKey key, IndexDefinition index, boolean keepsOld) {
    TableDefinition before = table.table();
    List<IndexDefinition> indexes = new ArrayList<>(before.indexes());
    indexes.remove(index);
    if (keepsOld) {
      indexes.add(
          new IndexDefinition(
                  DeclaredTable.freeIndexName(
                      before.name(), columnsOf(before.primaryKey()), table::isUsed),
                  before.primaryKey(),
                  before.format())
              .withPartitionParts(before.partitionParts()));
    }
    return new TableDefinition(
        before.name(),
        before.columns(),
        key.schema().parts(),
        key.partitionParts(),
        before.format(),
        before.families(),
        indexes,
        before.columnNames());
  }

  private static Set<String> columnsOf(List<KeyPart> parts) {
    Set<String> columns = new LinkedHashSet<>();
    parts.forEach(part -> columns.addAll(part.expression().columns()));
    return columns;
  }

  private Set<String> findRedundant() {
    Set<String> redundant = new HashSet<>();
    List<DesignedKey> keys = table.keys();
    for (int i = 1; i < keys.size(); i++) {
      IndexDefinition index = keys.get(i).index();
      for (int j = 0; j < keys.size() && index != null; j++) {
        IndexDefinition other = keys.get(j).index();
        if (i == j
            || (other != null && redundant.contains(other.name()))
            || (table.isInPartitions()
                && keys.get(j).partitionParts() > keys.get(i).partitionParts())
            || !serves(keys.get(j), keys.get(i), index, i < j)) {
          continue;
        }
        redundant.add(index.name());
        List<IndexDefinition> others = new ArrayList<>(table.table().indexes());
        others.remove(index);
        table.find(
            Code.REDUNDANT_INDEX,
            Severity.WARNING,
            keys.get(i).place(),
            "%s begins with the parts of index %s, so it serves the same queries"
                .formatted(keys.get(j).title(), index.name()),
            table.fix(
                Optional.of(table.table().withIndexes(others)),
                "none for queries; each write of a row writes one index entry less"));
        break;
      }
    }
    return redundant;
  }

  /** Whether {@code key} serves whatever the index does; of two alike the first stays. */
  private static boolean serves(
      DesignedKey key, DesignedKey indexKey, IndexDefinition index, boolean isEarlier) {
    List<KeyPart> own = indexKey.schema().parts().subList(0, index.parts().size());
    List<KeyPart> parts = key.schema().parts();
    IndexDefinition other = key.index();
    // A key of the elements of a collection has the stored parts of a key of the collection.
    boolean isOfSameElements =
        other == null ? index.listColumn() == null : index.hasElementsOf(other);
    boolean isAlike = other != null && other.parts().size() == index.parts().size();
    boolean holds =
        other == null
            || index.included().stream()
                .allMatch(c -> other.included().contains(c) || key.schema().recovers(c));
    return !index.unique()
        && holds
        && own.size() <= parts.size()
        && own.equals(parts.subList(0, own.size()))
        && isOfSameElements
        && index.format().equals(key.schema().format())
        && !(isAlike && isEarlier && other != null && !other.unique());
  }

  private void findUnused(Set<String> redundant, Map<QueryLoad, AccessPath> left) {
    if (left.isEmpty()) {
      return;
    }
    Set<String> used = new HashSet<>(redundant);
    left.values().forEach(path -> path.plan().flatMap(Plan::index).ifPresent(used::add));
    for (DesignedKey key : table.keys()) {
      IndexDefinition index = key.index();
      if (index != null && !index.unique() && !used.contains(index.name())) {
        List<IndexDefinition> others = new ArrayList<>(table.table().indexes());
        others.remove(index);
        table.find(
            Code.UNUSED_INDEX,
            Severity.INFO,
            key.place(),
            "no query of the file reads index %s, but each write of a row must update it"
                .formatted(index.name()),
            table.fix(
                Optional.of(table.table().withIndexes(others)),
                "queries by %s that are not in the file are then refused"
                    .formatted(String.join(", ", columnsOf(index.parts())))));
      }
    }
  }
}
