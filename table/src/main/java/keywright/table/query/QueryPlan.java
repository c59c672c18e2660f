package keywright.table.query;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeyRange;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.store.RowOptions;
import keywright.store.TablePart;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.AccessClass;
import keywright.table.model.FieldRead;
import keywright.table.model.OrderBy;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import org.jspecify.annotations.Nullable;

/** The plan of a query, with everything that is needed to execute it. Immutable. */
public final class QueryPlan implements Plan {
  private final StoredTable stored;
  private final Query query;
  private final Query effective;
  private final KeyCandidate chosen;
  private final List<Rejected> rejected;
  private final boolean readsCells;
  private final boolean isCovering;
  private final Set<String> neededColumns;
  private final Set<FieldRead> neededReads;
  private final TablePart within;
  private final Set<String> families;
  private final RowOptions rowOptions;
  private final Projection projection;
  private final Predicate<String> isUsed;

  /** The ranges; null before {@link #rangeList} is called. */
  private @Nullable List<KeyRange> rangeList;

  /**
   * Makes a plan.
   *
   * @param stored the table
   * @param query the query as the program has asked it
   * @param effective the query that is scanned: {@code query} itself; or, if the query returns a
   *     single min or max, a query for the first row in the order of the column; for groups, the
   *     query in the order of the groups
   * @param chosen the key that is read, with its ranges
   * @param rejected the other keys, with the reasons why they were not chosen
   * @param isUsed tells whether a name is already the name of a table or an index of the database
   */
  public QueryPlan(
      StoredTable stored,
      Query query,
      Query effective,
      KeyCandidate chosen,
      List<Rejected> rejected,
      Predicate<String> isUsed) {
    this(stored, query, effective, chosen, rejected, isUsed, TablePart.ALL);
  }

  private QueryPlan(
      StoredTable stored,
      Query query,
      Query effective,
      KeyCandidate chosen,
      List<Rejected> rejected,
      Predicate<String> isUsed,
      TablePart within) {
    this.isUsed = isUsed;
    this.within = within;
    this.stored = stored;
    this.query = query;
    this.readsCells = query.readsCells();
    this.effective = effective;
    this.chosen = chosen;
    this.rejected = List.copyOf(rejected);
    this.neededColumns = new LinkedHashSet<>();
    this.neededReads = new LinkedHashSet<>();
    collectNeededColumns();
    this.isCovering = hasNeededColumns(chosen.index());
    this.projection = new Projection(stored, query);
    this.families = neededFamilies();
    RowOptions values = new RowOptions(families, !query.history().isNone());
    this.rowOptions = readsCells ? values.withTimes() : values;
  }

  /** The same plan for a query with other values. */
  private QueryPlan(QueryPlan like, Query query, KeyCandidate chosen) {
    this.stored = like.stored;
    this.query = query;
    this.effective = query;
    this.chosen = chosen;
    this.rejected = like.rejected;
    this.readsCells = like.readsCells;
    this.isCovering = like.isCovering;
    this.neededColumns = like.neededColumns;
    this.neededReads = like.neededReads;
    this.within = like.within;
    this.families = like.families;
    this.rowOptions = like.rowOptions;
    this.projection = like.projection;
    this.isUsed = like.isUsed;
  }

  /**
   * The plan of a query of the same {@link QueryShape shape}, if the plans of its queries are
   * {@linkplain Planner#isReusable reusable}; null if its values may lead to another plan.
   */
  @Nullable QueryPlan withValuesOf(Query other) {
    KeyCandidate same = chosen.withValuesOf(other.conditions());
    return same == null ? null : new QueryPlan(this, other, same);
  }

  private void collectNeededColumns() {
    if (query.items().isEmpty()) {
      need(FieldRead.columns(stored.columnNames()));
    }
    query.items().forEach(item -> need(Projection.reads(stored, item)));
    residual().forEach(condition -> need(FieldRead.of(condition)));
    need(FieldRead.columns(query.grouping().columns()));
    query.rowConditions().forEach(each -> need(FieldRead.of(each)));
    if (order() == Order.SORTED || order() == Order.MERGED || order() == Order.MERGED_REVERSED) {
      Set<String> constant = KeyOrder.constantColumns(effective.conditions());
      effective.orderBy().stream()
          .map(OrderBy::column)
          .filter(column -> !constant.contains(column))
          .forEach(column -> need(FieldRead.columns(Set.of(column))));
    }
  }

  private void need(Set<FieldRead> reads) {
    for (FieldRead read : reads) {
      neededColumns.add(read.column());
      neededReads.add(read);
    }
  }

  @Override
  public String table() {
    return stored.name();
  }

  @Override
  public Optional<String> index() {
    return Optional.ofNullable(chosen.index()).map(StoredIndex::name);
  }

  /** Whether all rows are read in the engine's order, which differs from the key order. */
  boolean walks() {
    return chosen.walks();
  }

  @Override
  public AccessClass accessClass() {
    return chosen.accessClass();
  }

  @Override
  public KeySchema keySchema() {
    return chosen.schema();
  }

  @Override
  public KeyRanges ranges() {
    return chosen.ranges();
  }

  /** The ranges in key order. They are computed once. */
  List<KeyRange> rangeList() {
    List<KeyRange> made = rangeList;
    if (made == null) {
      made = Collections.unmodifiableList(ranges().ranges());
      rangeList = made;
    }
    return made;
  }

  /**
   * The key of the only row that the plan reads; null if it may read several rows, or index
   * entries. Such a plan needs no snapshot, because a single row is read at one moment.
   */
  @Nullable Key onlyKey() {
    boolean readsKeys =
        chosen.index() == null
            && accessClass() == AccessClass.FULL_KEY
            && within.isAll()
            && stored.entriesAreExact();
    return readsKeys && rangeList().size() == 1 ? rangeList().get(0).key() : null;
  }

  @Override
  public long fanOut() {
    return ranges().count();
  }

  @Override
  public List<Condition> residual() {
    return chosen.residual();
  }

  @Override
  public Order order() {
    boolean sortsForExtreme = readsFirst() && chosen.order() == Order.SORTED;
    return sortsForExtreme ? Order.UNORDERED : chosen.order();
  }

  @Override
  public Set<String> families() {
    return families;
  }

  private Set<String> neededFamilies() {
    Set<String> needed = new LinkedHashSet<>();
    if (!isCovering()) {
      neededReads.forEach(read -> needed.addAll(stored.families(read)));
      StoredIndex index = chosen.index();
      if (index != null && !stored.entriesAreExact()) {
        // A row is compared with the entry that led to it.
        needed.addAll(stored.families(index.inputs()));
      }
      if (needed.isEmpty()) {
        needed.add(stored.layout().families().get(0).name());
      }
    }
    return Collections.unmodifiableSet(needed);
  }

  /** Whether the query needs write times, times to live or older versions of values. */
  boolean readsCells() {
    return readsCells;
  }

  /** The object that computes the rows of the result from the rows that the scan finds. */
  public Projection projection() {
    return projection;
  }

  /** The options with which the rows of the table are read. */
  public RowOptions rowOptions() {
    return rowOptions;
  }

  @Override
  public boolean isCovering() {
    return isCovering;
  }

  private boolean hasNeededColumns(@Nullable StoredIndex index) {
    return index != null
        && stored.entriesAreExact()
        && !readsCells
        && neededColumns.stream().allMatch(index::holds);
  }

  @Override
  public List<Rejected> rejected() {
    return rejected;
  }

  @Override
  public List<String> explain() {
    return new PlanText(this, chosen).lines();
  }

  /** The same plan, limited to those rows of its ranges that are in {@code part} of the table. */
  public QueryPlan within(TablePart part) {
    return new QueryPlan(stored, query, effective, chosen, rejected, isUsed, part);
  }

  /** The part of the table to which the plan is limited; the whole table by default. */
  public TablePart within() {
    return within;
  }

  /** The advice on an index that would serve the query better. */
  public IndexAdvice advice() {
    return new IndexAdvice(stored, query, isUsed);
  }

  public StoredTable stored() {
    return stored;
  }

  public Query query() {
    return query;
  }

  Query effective() {
    return effective;
  }

  /**
   * Whether the query returns a single min or max that is read from the first row in the order of
   * its column.
   */
  public boolean takesFirstOnly() {
    return readsFirst() && chosen.order() != Order.SORTED;
  }

  /** Whether the effective query is the query for the first row of a single min or max. */
  private boolean readsFirst() {
    return !query.grouping().hasGroups() && !effective.equals(query);
  }

  @Override
  public boolean seeksGroups() {
    boolean readsOne = query.grouping().hasGroups() && !query.isAggregate();
    return (readsOne || query.grouping().limitsPartitions())
        && !walks()
        && (chosen.index() == null || isCovering());
  }

  /** Whether the query sorts rows that no condition on a key bounds, without ALLOW FILTERING. */
  boolean sortsUnasked() {
    return order() == Order.SORTED
        && accessClass() == AccessClass.FULL_SCAN
        && !query.allowFiltering();
  }

  /** The conditions on several columns. */
  TupleRanges tuples() {
    return new TupleRanges(stored, chosen, query.rowConditions());
  }

  /** The total order of the rows, computed at each call. */
  RowOrder rowOrder() {
    return new RowOrder(this);
  }

  /** The conditions that are expressed as ranges of the chosen key. */
  List<Condition> keyConditions() {
    return chosen.conditions();
  }

  @Nullable StoredIndex storedIndex() {
    return chosen.index();
  }

  /**
   * The names of the columns that the query needs: for its result, its conditions and its order.
   */
  public Set<String> neededColumns() {
    return neededColumns;
  }

  /** Whether the ranges are scanned from their end to their start. */
  boolean isReverse() {
    return order() == Order.KEY_REVERSED || order() == Order.MERGED_REVERSED;
  }
}
