package keywright.table;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import keywright.key.ByteRange;
import keywright.key.Condition;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.store.RowOptions;
import org.jspecify.annotations.Nullable;

/**
 * How a query will be answered: the key chosen, its ranges, what is filtered and what is sorted.
 *
 * <p>Made by {@link Table#plan} and {@link #of}, which never execute. Immutable.
 */
public final class Plan {

  /** Where the order of the rows comes from. */
  public enum Order {
    /** None was asked for: rows come range by range in key order. */
    UNORDERED("not asked for"),
    /** The key's own order. */
    KEY("key order"),
    /** The key's order, scanned in reverse. */
    KEY_REVERSED("key order, scanned in reverse"),
    /** Several ranges, each in order, merged. */
    MERGED("merged from the ranges in key order"),
    /** Several ranges, each scanned in reverse, merged. */
    MERGED_REVERSED("merged from the ranges in key order, scanned in reverse"),
    /** Sorted after the fetch: in memory, on disk what does not fit there. */
    SORTED("sorted");

    private final String text;

    Order(String text) {
      this.text = text;
    }

    /** As EXPLAIN prints it. */
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A key that was not chosen.
   *
   * @param key the index, or the table for its primary key
   */
  public record Rejected(String key, String reason) {}

  private final StoredTable stored;
  private final Query query;
  private final Query effective;
  private final KeyCandidate chosen;
  private final List<Rejected> rejected;
  private final boolean readsCells;
  private final Set<String> neededColumns = new LinkedHashSet<>();
  private final ByteRange within;
  private final Set<String> families;
  private final RowOptions rowOptions;
  private final Predicate<String> isUsed;

  /**
   * @param effective the query that is scanned for: the query itself, or the first row in order for
   *     a lone min or max
   * @param isUsed whether a table or an index of the database has a name
   */
  Plan(
      StoredTable stored,
      Query query,
      Query effective,
      KeyCandidate chosen,
      List<Rejected> rejected,
      Predicate<String> isUsed) {
    this(stored, query, effective, chosen, rejected, isUsed, ByteRange.all());
  }

  private Plan(
      StoredTable stored,
      Query query,
      Query effective,
      KeyCandidate chosen,
      List<Rejected> rejected,
      Predicate<String> isUsed,
      ByteRange within) {
    this.isUsed = isUsed;
    this.within = within;
    this.stored = stored;
    this.query = query;
    this.readsCells = query.readsCells();
    this.effective = effective;
    this.chosen = chosen;
    this.rejected = List.copyOf(rejected);
    collectNeededColumns();
    this.families = neededFamilies();
    this.rowOptions = new RowOptions(families, !query.history().isNone());
  }

  /**
   * How {@code query} would be answered if {@code table} were stored as it is declared, all its
   * indexes built, by an engine that changes a row and its entries in one step. No database is
   * needed, and whether the declaration fits together is not looked at.
   *
   * @throws TableException as {@link Table#plan}
   */
  public static Plan of(TableDefinition table, Query query) {
    return Planner.plan(StoredTable.declared(table), query);
  }

  private void collectNeededColumns() {
    if (query.items().isEmpty()) {
      stored.columns().forEach(column -> neededColumns.add(column.name()));
    }
    query.items().forEach(item -> neededColumns.addAll(Projection.inputs(stored, item)));
    residual().forEach(condition -> neededColumns.add(condition.column()));
    if (order() == Order.SORTED || order() == Order.MERGED || order() == Order.MERGED_REVERSED) {
      Set<String> constant = KeyOrder.constantColumns(effective.conditions());
      effective.orderBy().stream()
          .map(OrderBy::column)
          .filter(column -> !constant.contains(column))
          .forEach(neededColumns::add);
    }
  }

  public String table() {
    return stored.name();
  }

  /** The index that is read; empty when it is the table itself. */
  public Optional<String> index() {
    return Optional.ofNullable(chosen.index()).map(StoredIndex::name);
  }

  public AccessClass accessClass() {
    return chosen.accessClass();
  }

  /** The key that is read. */
  public KeySchema keySchema() {
    return chosen.schema();
  }

  public KeyRanges ranges() {
    return chosen.ranges();
  }

  /** The number of ranges that are scanned. */
  public long fanOut() {
    return ranges().count();
  }

  /** The conditions that filter what the ranges find. */
  public List<Condition> residual() {
    return ranges().residual();
  }

  public Order order() {
    boolean sortsForExtreme = !effective.equals(query) && chosen.order() == Order.SORTED;
    return sortsForExtreme ? Order.UNORDERED : chosen.order();
  }

  /** The families of the table that are read; empty when the index alone answers. */
  public Set<String> families() {
    return families;
  }

  private Set<String> neededFamilies() {
    Set<String> needed = new LinkedHashSet<>();
    if (!isCovering()) {
      for (String column : neededColumns) {
        if (!stored.primaryKey().recovers(column)) {
          needed.add(stored.family(column));
        }
      }
      StoredIndex index = chosen.index();
      if (index != null && !stored.entriesAreExact()) {
        // A row is held against the entry that led to it.
        needed.addAll(stored.families(index.inputs()));
      }
      if (needed.isEmpty()) {
        needed.add(stored.layout().families().get(0).name());
      }
    }
    return Collections.unmodifiableSet(needed);
  }

  /** Whether more of a stored value is needed than the value: its times, or those before it. */
  boolean readsCells() {
    return readsCells;
  }

  /** What is read of each row of the table. */
  RowOptions rowOptions() {
    return rowOptions;
  }

  /** Whether the index holds every column needed, so that rows of the table are not read. */
  public boolean isCovering() {
    StoredIndex index = chosen.index();
    return index != null
        && stored.entriesAreExact()
        && !readsCells
        && neededColumns.stream().allMatch(index::holds);
  }

  /** Every other key of the table, with the reason why it was not chosen. */
  public List<Rejected> rejected() {
    return rejected;
  }

  /** What EXPLAIN prints, one line each. */
  public List<String> explain() {
    return new PlanText(this, chosen).lines();
  }

  /** The same plan for those row keys of its ranges alone that are in {@code part}. */
  Plan within(ByteRange part) {
    return new Plan(stored, query, effective, chosen, rejected, isUsed, part);
  }

  /** The row keys that are read at most. */
  ByteRange within() {
    return within;
  }

  /** Which index would serve the query better. */
  IndexAdvice advice() {
    return new IndexAdvice(stored, query, isUsed);
  }

  StoredTable stored() {
    return stored;
  }

  Query query() {
    return query;
  }

  Query effective() {
    return effective;
  }

  /** Whether a lone min or max is answered by the first row in order. */
  boolean takesFirstOnly() {
    return !effective.equals(query) && chosen.order() != Order.SORTED;
  }

  /** Whether a sort reads all rows, of which a LIMIT or a page then gives a few. */
  boolean sortsUnasked() {
    return order() == Order.SORTED
        && accessClass() == AccessClass.FULL_SCAN
        && !query.allowFiltering();
  }

  /** The total order of the rows, worked out anew. */
  RowOrder rowOrder() {
    return new RowOrder(this);
  }

  @Nullable StoredIndex storedIndex() {
    return chosen.index();
  }

  /** The columns that answering takes. */
  Set<String> neededColumns() {
    return neededColumns;
  }

  /** Whether the ranges are scanned from their end to their start. */
  boolean isReverse() {
    return order() == Order.KEY_REVERSED || order() == Order.MERGED_REVERSED;
  }
}
