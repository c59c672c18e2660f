package keywright.design.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keywright.cql.Place;
import keywright.cql.QueryLoad;
import keywright.design.simulate.QueryReads;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Plan;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * KW604: wide columns that share a family with what hot queries read. Needs queries with their
 * rates, and sample rows for the sizes.
 *
 * <p>A row is read by whole families. So what a query reads of one row is the sum of the families
 * that its plan names, and each further family counts as {@value #LOOKUP_BYTES} bytes more.
 */
final class ReadFamilyRules {
  /** What the lookup of a row in one more family costs, in bytes read. */
  private static final long LOOKUP_BYTES = 1_024;

  /** Each family is flushed and compacted apart, so more are not proposed. */
  private static final int MOST_FAMILIES = 3;

  /** A family that holds values of fewer rows than a tenth is sparse, which KW602 warns of. */
  private static final int SPARSE = 10;

  private final LintedTable table;
  private final DataProfile data;

  private ReadFamilyRules(LintedTable table, DataProfile data) {
    this.table = table;
    this.data = data;
  }

  static void check(LintedTable table) {
    DataProfile data = table.data();
    boolean hasFew = table.table().families().size() < MOST_FAMILIES;
    if (data != null && data.rows() > 0 && hasFew && !table.queries().isEmpty()) {
      new ReadFamilyRules(table, data).findUnread();
    }
  }

  /** A table whose columns are grouped again, and the bytes a second that its queries then read. */
  private record Grouping(TableDefinition after, List<String> moved, double bytesPerSecond) {}

  private void findUnread() {
    TableDefinition before = table.table();
    double now = bytesPerSecond(before);
    double rowsPerSecond = table.queries().stream().mapToDouble(this::rowsPerSecond).sum();
    Grouping best = null;
    for (Set<String> unread : unreadColumns()) {
      Grouping grouping = apart(unread);
      if (grouping != null && (best == null || grouping.bytesPerSecond() < best.bytesPerSecond())) {
        best = grouping;
      }
    }
    if (best == null) {
      return;
    }
    double saved = now - best.bytesPerSecond();
    if (saved <= 0 || saved * 2 < now || saved < LOOKUP_BYTES * rowsPerSecond) {
      return;
    }
    Place place = table.places().columns().get(best.moved().get(0));
    table.find(
        Code.UNREAD_COLUMNS,
        Severity.INFO,
        place == null ? table.places().statement() : place,
        "the queries of %s read %s bytes a second, %s of them for columns that the queries do not need, in the same family as columns that they need (%s)"
            .formatted(
                before.name(), rounded(now), rounded(saved), String.join(", ", best.moved())),
        table.fix(Fixes.checked(best.after()), cost(best.after())));
  }

  /** For each query, the columns of a family that it reads and does not need. */
  private Set<Set<String>> unreadColumns() {
    Set<Set<String>> unread = new LinkedHashSet<>();
    for (QueryLoad query : table.queries()) {
      Map<String, Set<String>> byFamily = new TreeMap<>();
      for (ColumnDefinition column : table.table().columns()) {
        if (isStored(column) && !needs(query, column)) {
          byFamily.computeIfAbsent(column.family(), f -> new HashSet<>()).add(column.name());
        }
      }
      unread.addAll(byFamily.values());
    }
    return unread;
  }

  private boolean isStored(ColumnDefinition column) {
    return !column.isDerived()
        && !table.primary().schema().recovers(column.name())
        && data.column(column.name()) != null;
  }

  /** Whether a query would read a column that had a family of its own. */
  private boolean needs(QueryLoad query, ColumnDefinition column) {
    String family = freeName();
    return families(query, grouped(Set.of(column.name()), family)).contains(family);
  }

  private Set<String> families(QueryLoad query, TableDefinition declared) {
    return table.path(query, declared).plan().map(Plan::families).orElse(Set.of());
  }

  /** The table with these columns in a family of their own; null where that would be sparse. */
  private @Nullable Grouping apart(Set<String> columns) {
    long most = 0;
    for (String name : columns) {
      ColumnProfile values = data.column(name);
      most = Math.max(most, values == null ? 0 : values.values());
    }
    TableDefinition after = grouped(columns, freeName());
    return most * SPARSE <= data.rows()
        ? null
        : new Grouping(
            after,
            table.table().columns().stream()
                .map(ColumnDefinition::name)
                .filter(columns::contains)
                .toList(),
            bytesPerSecond(after));
  }

  /** The new family has the settings of the one that the columns are in. */
  private TableDefinition grouped(Set<String> columns, String family) {
    TableDefinition before = table.table();
    List<FamilyDefinition> families = new ArrayList<>(before.families());
    List<ColumnDefinition> moved = new ArrayList<>();
    for (ColumnDefinition column : before.columns()) {
      if (!columns.contains(column.name())) {
        moved.add(column);
        continue;
      }
      moved.add(column.inFamily(family));
      if (families.stream().noneMatch(other -> other.name().equals(family))) {
        FamilyDefinition old =
            families.stream()
                .filter(other -> other.name().equals(column.family()))
                .findFirst()
                .orElse(FamilyDefinition.of(family));
        families.add(
            new FamilyDefinition(family, old.compression(), old.ttlSeconds(), old.versions()));
      }
    }
    return before.withColumns(moved).withFamilies(families);
  }

  private String freeName() {
    Set<String> taken =
        table.table().families().stream().map(FamilyDefinition::name).collect(Collectors.toSet());
    String name = "wide";
    for (int i = 2; taken.contains(name); i++) {
      name = "wide" + i;
    }
    return name;
  }

  private double bytesPerSecond(TableDefinition declared) {
    Map<String, Double> sizes = new TreeMap<>();
    for (ColumnDefinition column : declared.columns()) {
      ColumnProfile values = data.column(column.name());
      if (values != null && isStored(column)) {
        double bytes = values.bytes() + (double) values.values() * DataProfile.CELL_BYTES;
        sizes.merge(column.family(), bytes / data.rows(), Double::sum);
      }
    }
    double sum = 0;
    for (QueryLoad query : table.queries()) {
      Set<String> read = families(query, declared);
      double row =
          read.stream().mapToDouble(family -> sizes.getOrDefault(family, 0.0)).sum()
              + LOOKUP_BYTES * Math.max(0, read.size() - 1);
      sum += rowsPerSecond(query) * row;
    }
    return sum;
  }

  /** One row for each run, where neither key nor LIMIT says how many. */
  private double rowsPerSecond(QueryLoad query) {
    Plan plan = table.path(query).plan().orElse(null);
    if (plan == null || plan.isCovering()) {
      return 0;
    }
    long rows = Math.max(plan.fanOut(), QueryReads.limit(query, plan));
    return query.ratePerSecond() * Math.max(1, rows);
  }

  private String cost(TableDefinition after) {
    String both =
        table.queries().stream()
            .filter(query -> families(query, after).size() > families(query, table.table()).size())
            .map(QueryLoad::name)
            .collect(Collectors.joining(", "));
    return "the stored rows must be loaded again; a write of both families writes two cells"
        + (both.isEmpty() ? "" : "; both families are then read by query " + both);
  }

  /** Three digits are as exact as a rate is. */
  private static String rounded(double bytes) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes))) - 2));
    return String.format(Locale.ROOT, "%,d", Math.round(Math.round(bytes / unit) * unit));
  }
}
