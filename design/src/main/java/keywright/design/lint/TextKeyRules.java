package keywright.design.lint;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.cql.Design;
import keywright.cql.Statements;
import keywright.design.rows.DesignedKey;
import keywright.key.Column;
import keywright.key.HeldDelimiter;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;

/** KW304 and KW308: values that a text key cannot hold. */
final class TextKeyRules {
  private final LintedTable table;

  private TextKeyRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    TextKeyRules rules = new TextKeyRules(table);
    for (DesignedKey key : table.keys()) {
      rules.findDelimiter(key);
      rules.findNullable(key);
    }
  }

  /** A statement that was refused for a key that no row can have; empty for all others. */
  static Optional<Finding> unwritable(Design.Refused refused, TableDefinition table) {
    if (Fixes.checked(table).isEmpty()) {
      return Optional.empty();
    }
    return DesignedKey.unplaced(table).stream()
        .filter(key -> !HeldDelimiter.parts(key.schema()).isEmpty())
        .findFirst()
        .map(key -> unwritable(refused, key));
  }

  private static Finding unwritable(Design.Refused refused, DesignedKey key) {
    String parts =
        HeldDelimiter.parts(key.schema()).stream()
            .map(part -> key.schema().parts().get(part).name())
            .collect(Collectors.joining(" and of "));
    Optional<String> other = HeldDelimiter.otherDelimiter(key.schema());
    KeyFormat format = other.map(KeyFormat::text).orElse(KeyFormat.kw1());
    TableDefinition after = withFormat(key, format);
    IndexDefinition index = key.index();
    String text =
        index == null
            ? Statements.createTable(after)
            : Statements.createIndex(after.name(), after.index(index.name()).orElseThrow());
    return new Finding(
        Code.DELIMITER_IN_VALUE,
        Severity.ERROR,
        refused.place(),
        "every value of %s holds the delimiter '%s' of %s, so no row can be written"
            .formatted(parts, key.schema().format().delimiter(), key.title()),
        new Fix(
            text,
            other.isPresent()
                ? "programs that read the keys must use the new delimiter"
                : LintedTable.KW1_COST,
            List.of(new Edit(refused.place(), text))));
  }

  private static TableDefinition withFormat(DesignedKey key, KeyFormat format) {
    IndexDefinition index = key.index();
    return index == null
        ? key.table().withFormat(format)
        : Fixes.withIndex(key.table(), index, index.withFormat(format));
  }

  private void findDelimiter(DesignedKey key) {
    String delimiter = key.schema().format().delimiter();
    if (delimiter == null || delimiter.isEmpty() || key.parts().size() < 2) {
      return;
    }
    for (int i = 0; i < key.parts().size(); i++) {
      KeyExpression expression = key.parts().get(i).expression();
      String column = expression.columns().stream().findFirst().orElse("");
      boolean isNumber =
          !column.isEmpty() && Number.class.isAssignableFrom(key.type(column).valueClass());
      boolean isFixed =
          key.isSalt(i)
              || DesignedKey.functions(expression).contains("date_format")
              || (isNumber && DesignedKey.columnOf(expression) == null);
      if (column.isEmpty() || isFixed || !canHold(key.type(column), delimiter)) {
        continue;
      }
      ColumnProfile values = table.profile(column);
      if (values == null || values.holding(delimiter) > 0) {
        table.find(
            Code.DELIMITER_IN_VALUE,
            values == null ? Severity.WARNING : Severity.ERROR,
            key.placeOf(i),
            values == null
                ? "%s may hold the delimiter '%s' of %s, and a row with such a value is refused"
                    .formatted(column, delimiter, key.title())
                : "%,d sample values of %s hold the delimiter '%s' of %s, and their rows are refused"
                    .formatted(values.holding(delimiter), column, delimiter, key.title()),
            table.inKw1(key));
      }
    }
  }

  private static boolean canHold(Type type, String delimiter) {
    boolean isNumber = Number.class.isAssignableFrom(type.valueClass());
    return isNumber
        ? delimiter.equals("-") && !type.toString().contains("unsigned")
        : DesignedKey.isFreeText(type) && !type.toString().startsWith("digits(");
  }

  /** A column that may be null, in a format that has no form for null. */
  private void findNullable(DesignedKey key) {
    if (key.schema().format().delimiter() == null) {
      return;
    }
    List<String> columns =
        key.schema().columns().stream()
            .filter(Column::nullable)
            .map(Column::name)
            .filter(key.schema().keyColumns()::contains)
            .toList();
    if (columns.isEmpty()) {
      return;
    }
    String names = String.join(", ", columns);
    table.find(
        Code.NULL_IN_TEXT_KEY,
        Severity.WARNING,
        key.place(),
        "%s may be null in %s, a text key, which cannot contain null: a row without a value of this column is refused when it is written"
            .formatted(names, key.title()),
        table.fix(
            Fixes.checked(
                table
                    .table()
                    .withColumns(
                        table.table().columns().stream()
                            .map(old -> columns.contains(old.name()) ? required(old) : old)
                            .toList())),
            "every row needs a value of %s from its first INSERT on".formatted(names)));
  }

  /** The column with a value in each row; one of the primary key has it unless declared NULL. */
  private ColumnDefinition required(ColumnDefinition column) {
    return table.primary().schema().keyColumns().contains(column.name())
        ? column.asRequired()
        : column.asNotNull();
  }
}
