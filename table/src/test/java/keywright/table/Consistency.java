package keywright.table;

import static keywright.table.Payments.eq;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.table.catalog.Catalog;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.VisibleRows;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.query.Planner;
import keywright.table.query.QueryPlan;
import keywright.table.write.singlerow.EntryRepair;
import keywright.table.write.singlerow.IndexEntry;

/**
 * What must hold of a table whose rows change one at a time, in whatever state an engine is: by
 * what its catalog says there, every row has its entries in the indexes that queries use, these
 * find the rows that exist, and scrub leaves both exact.
 */
final class Consistency {
  private final Engine engine;
  private final StoredTable table;
  private final List<StoredIndex> readable;
  private final RowWorld.Repairs repairs;

  /**
   * @param repairs makes what scrub repairs with
   */
  Consistency(Engine engine, StoredTable table, RowWorld.Repairs repairs) {
    this.engine = engine;
    this.table = table;
    this.repairs = repairs;
    this.readable = table.indexes().stream().filter(StoredIndex::isReadable).toList();
  }

  /** Finds what is wrong with the tables of an engine, each of so many rows at least. */
  static String wrong(Engine engine, int rowsMin) {
    for (CatalogEntry entry : new Catalog(engine).read().values()) {
      StoredTable table = new StoredTable(entry, engine);
      String wrong =
          new Consistency(engine, table, RowWorld::repair).wrong(rowsMin, Integer.MAX_VALUE);
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  /** Finds what is wrong with the table, and with how many rows it has; null for nothing. */
  String wrong(int rowsMin, int rowsMax) {
    Set<String> there = visible(engine);
    String wrong = wrong(there);
    if (wrong == null && there.size() < rowsMin) {
      return "found %s, expected at least %d".formatted(there, rowsMin);
    }
    return wrong == null && there.size() > rowsMax
        ? "found %s, expected at most %d".formatted(there, rowsMax)
        : wrong;
  }

  private String wrong(Set<String> there) {
    for (StoredIndex index : readable) {
      if (!engine.hasTable(index.layout().name())) {
        return index.name() + " is read and has no table";
      }
    }
    String missing = missing(engine);
    missing = missing == null ? unreserved() : missing;
    if (missing != null) {
      return missing;
    }
    for (StoredIndex index : readable) {
      String column = index.definition().parts().get(0).toString();
      Set<String> found = new TreeSet<>();
      for (Object value : Set.of("x", "y", "n")) {
        found.addAll(byIndex(table, engine, column, value));
      }
      Set<String> expected = new TreeSet<>(there);
      expected.removeIf(row -> row.contains(column + "=null"));
      if (!found.equals(expected)) {
        return "found " + found + " by " + index.name() + ", expected " + expected;
      }
    }
    // Who drops an index late may leave one without a table, until it is built.
    boolean whole =
        table.indexes().stream().allMatch(index -> engine.hasTable(index.layout().name()));
    return readable.isEmpty() || !whole ? null : wrongAfterScrub(there);
  }

  /** Finds a row whose key of a unique index is not reserved for it. */
  private String unreserved() {
    for (StoredIndex index : readable) {
      StoredClaims claims = index.claims();
      for (StoredRow row : claims == null ? List.<StoredRow>of() : rows(engine, table.layout())) {
        Key key = row.head().mark().isLive() ? claims.entry(table.row(row)) : null;
        StoredRow found =
            key == null ? null : engine.get(claims.layout(), key, RowOptions.of(Set.of("u")), 0);
        Key owner = found == null ? null : claims.owner(table, found);
        if (key != null && !row.key().equals(owner)) {
          return "%s has %s, which is reserved for %s".formatted(row.key(), key, owner);
        }
      }
    }
    return null;
  }

  private String wrongAfterScrub(Set<String> there) {
    Engine scrubbed = EngineStates.copy(engine);
    long[] nonce = {90_000};
    EntryRepair repair = repairs.of(scrubbed, RowWorld.clock(0), () -> ++nonce[0]);
    for (StoredRow row : rows(scrubbed, table.layout())) {
      repair.settle(table, row.key());
    }
    if (!visible(scrubbed).equals(there)) {
      return "found " + visible(scrubbed) + " after a scrub, expected " + there;
    }
    for (StoredRow row : rows(scrubbed, table.layout())) {
      if (row.head().mark().move() != 0) {
        return "row " + row.key() + " has a mark of a move after a scrub";
      }
    }
    Set<IndexEntry> needed = new LinkedHashSet<>();
    rows(scrubbed, table.layout()).forEach(r -> needed.addAll(IndexEntry.allOf(table, r)));
    for (StoredIndex index : readable) {
      for (StoredRow entry : rows(scrubbed, index.layout())) {
        boolean unused = repair.remove(table, index, entry.key());
      }
      for (StoredRow entry : rows(scrubbed, index.layout())) {
        if (!needed.contains(new IndexEntry(index, entry.key()))) {
          return "entry " + entry.key() + " has no row after a scrub";
        }
      }
    }
    String missing = missing(scrubbed);
    return missing == null ? null : missing + " after a scrub";
  }

  /** The lemma: a row that holds a key has its entry, seen. */
  private String missing(Engine state) {
    try (Snapshot view = state.snapshot(0)) {
      for (StoredRow row : rows(state, table.layout())) {
        for (IndexEntry entry : IndexEntry.allOf(table, row)) {
          if (entry.index().isReadable()
              && view.get(entry.index().layout(), entry.key(), Set.of("e")) == null) {
            return "row " + row.key() + " has no entry " + entry.key();
          }
        }
      }
    }
    return null;
  }

  /** All that is stored in a table, tombstones too. */
  static List<StoredRow> rows(Engine state, TableLayout layout) {
    List<StoredRow> rows = new ArrayList<>();
    ScanOptions options = new ScanOptions(RowOptions.of(layout.familyNames()), false);
    try (Snapshot view = state.snapshot(0);
        RowCursor cursor = view.walk(layout, options)) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** The rows that exist, as they are read by their keys. */
  private Set<String> visible(Engine state) {
    Set<String> found = new TreeSet<>();
    ScanOptions options = new ScanOptions(Set.of("m", "n"), false);
    try (Snapshot view = VisibleRows.of(state, state.snapshot(0));
        RowCursor cursor = view.walk(table.layout(), options)) {
      for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
        Object[] values = table.row(row);
        found.add("id=%s city=%s note=%s".formatted(values[0], values[1], values[2]));
      }
    }
    return found;
  }

  private static List<String> byIndex(
      StoredTable table, Engine engine, String column, Object value) {
    QueryPlan plan =
        Planner.plan(table, Query.select("id", "city", "note").where(eq(column, value)));
    List<String> found = new ArrayList<>();
    try (Rows rows = new Rows(plan, VisibleRows.of(engine, engine.snapshot(0)))) {
      for (Row row : rows) {
        found.add(text(row));
      }
    }
    return found;
  }

  static String text(Row row) {
    return "id=%s city=%s note=%s".formatted(row.get("id"), row.get("city"), row.get("note"));
  }

  /** The values of a row that was inserted. */
  static Map<String, Object> values(int id, String city) {
    return Payments.row("id", id, "city", city);
  }
}
