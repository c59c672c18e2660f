package keywright.design.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.cql.Statements;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DocumentPath;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;

/** KW6: families, and the names that are stored in them. */
final class FamilyRules {
  /** As many as a table may have. */
  static final int MOST_FAMILIES = 64;

  private static final int UNEVEN = 10;
  private static final int LONGEST_NAME = 8;

  private final LintedTable table;

  private FamilyRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    FamilyRules rules = new FamilyRules(table);
    rules.findUneven();
    rules.findLongNames();
  }

  /** A table that was refused for its families, which all but the first go into one of. */
  static Optional<Finding> tooMany(Design.Refused refused, TableDefinition table) {
    if (table.families().size() <= MOST_FAMILIES) {
      return Optional.empty();
    }
    String last = table.families().get(MOST_FAMILIES - 2).name();
    Set<String> kept = new HashSet<>();
    table.families().subList(0, MOST_FAMILIES - 1).forEach(family -> kept.add(family.name()));
    List<ColumnDefinition> columns =
        table.columns().stream()
            .map(
                column ->
                    kept.contains(column.family())
                            || column.family().equals(FamilyDefinition.DEFAULT_NAME)
                        ? column
                        : column.inFamily(last))
            .toList();
    TableDefinition after =
        table.withColumns(columns).withFamilies(table.families().subList(0, MOST_FAMILIES - 1));
    String text = Statements.createTable(after);
    return Optional.of(
        new Finding(
            Code.MANY_FAMILIES,
            Severity.ERROR,
            refused.place(),
            "%s has %d families, expected at most %d: each family costs time in reads and flushes"
                .formatted(table.name(), table.families().size(), MOST_FAMILIES),
            new Fix(
                text,
                "a read of one column also reads the other columns of its family",
                List.of(new Edit(refused.place(), text)))));
  }

  private void findUneven() {
    DataProfile data = table.data();
    if (data == null || data.familyRows().size() < 2) {
      return;
    }
    Map<String, Long> rows = data.familyRows();
    long most = rows.values().stream().mapToLong(Long::longValue).max().orElse(0);
    for (FamilyDefinition family : table.table().families()) {
      long some = rows.getOrDefault(family.name(), most);
      if (some * UNEVEN > most) {
        continue;
      }
      Set<String> bound = new HashSet<>(table.table().keyColumns());
      for (IndexDefinition index : table.table().indexes()) {
        bound.addAll(table.table().indexSchema(index.name()).keyColumns());
        bound.addAll(index.included());
      }
      for (ColumnDefinition column : table.table().columns()) {
        DocumentPath from = column.from();
        if (from != null) {
          bound.add(column.name());
          bound.add(from.column());
        }
      }
      List<ColumnDefinition> moved =
          table.table().columns().stream()
              .filter(column -> column.family().equals(family.name()))
              .filter(column -> !bound.contains(column.name()))
              .toList();
      Place place = table.places().families().get(family.name());
      table.find(
          Code.UNEVEN_FAMILIES,
          Severity.WARNING,
          place == null ? table.places().statement() : place,
          "family %s has values in %,d of %,d sample rows: the rows of the other families make the regions split, so a scan of this family reads all regions"
              .formatted(family.name(), some, data.rows()),
          moved.isEmpty() ? null : SizeRules.split(table, moved, "_" + family.name()));
    }
  }

  private void findLongNames() {
    if (!table.table().columnNames().equals("plain")) {
      return;
    }
    List<ColumnDefinition> columns = new ArrayList<>();
    Map<String, String> longNames = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    table
        .table()
        .columns()
        .forEach(column -> taken.add(column.family() + ":" + column.storedName()));
    for (ColumnDefinition column : table.table().columns()) {
      boolean isStored = !column.isDerived() && !table.primary().schema().recovers(column.name());
      if (!isStored || column.storedName().length() <= LONGEST_NAME) {
        columns.add(column);
        continue;
      }
      String shortName = initials(column.storedName());
      String unique = shortName;
      for (int i = 2; !taken.add(column.family() + ":" + unique); i++) {
        unique = shortName + i;
      }
      longNames.put(column.name(), unique);
      columns.add(
          new ColumnDefinition(
              column.name(),
              column.type(),
              column.nullable(),
              column.notNull(),
              column.family(),
              unique,
              column.from()));
    }
    if (longNames.isEmpty()) {
      return;
    }
    String first = longNames.keySet().iterator().next();
    Place place = table.places().columns().get(first);
    table.find(
        Code.LONG_STORED_NAMES,
        Severity.WARNING,
        place == null ? table.places().statement() : place,
        "with column_names 'plain' every value of %s is stored with the name of its column (%s)"
            .formatted(table.table().name(), String.join(", ", longNames.keySet())),
        table.fix(
            Fixes.checked(table.table().withColumns(columns)),
            "other programs must read the values under the new, short names"));
  }

  /** The first letters of the words of a name. */
  private static String initials(String name) {
    StringBuilder initials = new StringBuilder();
    boolean isStart = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isLetter = Character.isLetterOrDigit(c);
      if (isLetter && (isStart || Character.isUpperCase(c))) {
        initials.append(Character.toLowerCase(c));
      }
      isStart = !isLetter;
    }
    return initials.isEmpty() ? "c" : initials.toString();
  }
}
