package keywright.design.lint;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keywright.cql.Place;
import keywright.design.rows.DesignedKey;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** KW5: texts in keys whose sample values are numbers, dates or a few names. */
final class TypeRules {
  private static final int FEWEST_VALUES = 20;
  private static final int REPEATED = 20;
  private static final int SHORT = 4;
  private static final int MOST_LABELS = 16;
  private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");

  private final LintedTable table;

  private TypeRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    TypeRules rules = new TypeRules(table);
    Set<String> columns = new LinkedHashSet<>();
    for (DesignedKey key : table.keys()) {
      for (KeyPart part : key.parts()) {
        columns.addAll(part.expression().columns());
      }
    }
    columns.forEach(rules::find);
  }

  private void find(String column) {
    Type type = table.table().column(column).map(declared -> declared.type()).orElse(null);
    ColumnProfile values = table.profile(column);
    if (type == null
        || values == null
        || values.values() < FEWEST_VALUES
        || !DesignedKey.isFreeText(type)
        || type.toString().startsWith("digits(")
        || values.unsortedDates() != null) {
      return;
    }
    Type better = values.typeOfTexts();
    if (better != null) {
      find(
          Code.NUMBER_AS_TEXT,
          Severity.WARNING,
          column,
          "all sample values of %s, a text in a key, are values of %s".formatted(column, better),
          better,
          "other texts are refused, and LIKE and the functions for texts cannot be used with it");
      return;
    }
    Map<Object, Long> few = values.fewValues();
    List<String> labels = few.keySet().stream().map(Object::toString).sorted().toList();
    if (isClosedSet(labels, values) && values.longest() > SHORT) {
      StringBuilder members = new StringBuilder();
      for (int i = 0; i < labels.size(); i++) {
        members
            .append(i == 0 ? "" : ", ")
            .append("'%s' = %d".formatted(labels.get(i).replace("'", "''"), i + 1));
      }
      find(
          Code.NAME_FOR_CODE,
          Severity.INFO,
          column,
          "the sample values of %s, a text in a key, are only %d names that repeat (%s%s)"
              .formatted(
                  column,
                  labels.size(),
                  labels.stream().limit(3).collect(Collectors.joining(", ")),
                  labels.size() > 3 ? ", …" : ""),
          Type.parse("enum(" + members + ")"),
          "one byte in place of up to %d; a type cannot change later, so a row with any other name is refused until all rows are loaded into a new table"
              .formatted(values.longest()));
    }
  }

  /** Whether names look like all that there will ever be: no ids, few, and none new for long. */
  private static boolean isClosedSet(List<String> labels, ColumnProfile values) {
    return !labels.isEmpty()
        && labels.size() <= MOST_LABELS
        && values.values() >= (long) REPEATED * labels.size()
        && values.isSettled()
        && labels.stream().noneMatch(label -> DIGIT.matcher(label).find());
  }

  private void find(
      Code code, Severity severity, String column, String reason, Type better, String cost) {
    TableDefinition after = OrderRules.withType(table.table(), column, better);
    @Nullable Fix fix = table.fix(Fixes.checked(after), cost);
    Place place = table.places().columns().get(column);
    if (fix != null) {
      table.find(code, severity, place == null ? table.places().key() : place, reason, fix);
    }
  }
}
