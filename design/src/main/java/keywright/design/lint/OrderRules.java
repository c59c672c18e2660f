package keywright.design.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import keywright.design.rows.DesignedKey;
import keywright.key.Condition;
import keywright.key.KeyExpression;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** KW2: dates and numbers that do not sort in a key as they do in life. */
final class OrderRules {
  private final LintedTable table;

  private OrderRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    OrderRules rules = new OrderRules(table);
    for (DesignedKey key : table.keys()) {
      for (int part = 0; part < key.parts().size(); part++) {
        KeyExpression expression = key.parts().get(part).expression();
        if (DesignedKey.isCall(expression, "date_format")) {
          rules.findUnsortedPattern(key, part, (Call) expression);
        } else if (DesignedKey.isCall(expression, "reverse")
            && DesignedKey.functions(expression).contains("date_format")) {
          rules.findReversed(key, part, expression);
        }
        String column = DesignedKey.columnOf(expression);
        if (column != null) {
          rules.findUnsortedText(key, part, column);
          rules.findUnpadded(key, part, column);
        }
      }
    }
  }

  private void findUnsortedPattern(DesignedKey key, int part, Call format) {
    String column = format.columns().stream().findFirst().orElse("");
    KeyPart alone = KeyPart.asc(format);
    KeySchema schema = KeySchema.of(key.schema().columns(), List.of(alone), KeyFormat.kw1());
    if (column.isEmpty() || schema.follows(0, column) != KeySchema.Following.NO) {
      return;
    }
    KeyExpression sorted =
        key.schema().format().delimiter() != null
            ? KeyExpression.dateFormat(KeyExpression.column(column), pattern(key.type(column)))
            : KeyExpression.column(column);
    List<KeyPart> parts =
        withoutRepeated(key.parts(), part, key.parts().get(part).withExpression(sorted));
    table.find(
        Code.UNSORTED_DATE_TEXT,
        Severity.ERROR,
        key.placeOf(part),
        "in %s, %s: a longer range of times is no range of keys"
            .formatted(key.title(), unsorted(schema, column)),
        sorted(key, parts));
  }

  /** Why the times of more than one day, month or year are not in order, as a query is told. */
  private static String unsorted(KeySchema schema, String column) {
    return schema
        .ranges(List.of(new Condition.Compare(column, Condition.Operator.GE, "2017-01-01")))
        .stop();
  }

  /** The sorted form; where a time would come first, after buckets. */
  private @Nullable Fix sorted(DesignedKey key, List<KeyPart> parts) {
    String cost = "programs that read the old form of the key must read the new form";
    LintedTable.Candidate buckets = table.inBuckets(key, parts);
    Fix fix =
        table.firstOf(
            key,
            List.of(
                new LintedTable.Candidate(parts, cost),
                new LintedTable.Candidate(buckets.parts(), cost + "; " + buckets.cost())));
    return fix == null ? table.fix(key, parts, cost) : fix;
  }

  /** The digits of a time from its years to the last that its type holds. */
  private static String pattern(Type type) {
    if (type.toString().equals("date")) {
      return "yyyyMMdd";
    }
    long units = ColumnProfile.unitsPerSecond(type);
    return "yyyyMMddHHmmss" + "S".repeat(Long.toString(units).length() - 1);
  }

  private void findReversed(DesignedKey key, int part, KeyExpression expression) {
    String column = expression.columns().stream().findFirst().orElse("");
    boolean isDate = key.type(column).toString().equals("date");
    int digits = 9 + Long.toString(ColumnProfile.unitsPerSecond(key.type(column))).length();
    KeyExpression plain = KeyExpression.column(column);
    table.find(
        Code.REVERSED_DATE_TEXT,
        Severity.WARNING,
        key.placeOf(part),
        "%s in %s puts the last digits of the text first, and most rows share a few values of these digits"
            .formatted(expression, key.title()),
        isDate
            ? withBuckets(key, part, column)
            : table.fix(
                key,
                part,
                KeyExpression.reverse(KeyExpression.lpad(plain, digits)),
                "the time is reversed as a number instead of a text; a range of times is no range of keys either way"));
  }

  private @Nullable Fix withBuckets(DesignedKey key, int part, String column) {
    KeyPart time = KeyPart.asc(KeyExpression.column(column));
    return table.bucketed(key, withoutRepeated(key.parts(), part, time));
  }

  /** A key with another part in place of one; of parts with the same expression, only the first. */
  private static List<KeyPart> withoutRepeated(List<KeyPart> key, int part, KeyPart other) {
    List<KeyPart> parts = new ArrayList<>();
    Set<KeyExpression> expressions = new HashSet<>();
    for (int i = 0; i < key.size(); i++) {
      KeyPart each = i == part ? other : key.get(i);
      if (expressions.add(each.expression())) {
        parts.add(each);
      }
    }
    return parts;
  }

  private void findUnsortedText(DesignedKey key, int part, String column) {
    ColumnProfile values = table.profile(column);
    UnsortedDates dates = values == null ? null : values.unsortedDates();
    if (dates == null) {
      return;
    }
    Type type = dates.type();
    String pattern = dates.pattern();
    String example = type.toString().equals("date") ? "2017-01-31" : "2017-01-31T13:05:00Z";
    table.find(
        Code.UNSORTED_DATE_TEXT,
        Severity.ERROR,
        key.placeOf(part),
        "the sample values of %s, a text in %s, are dates whose texts do not sort by time"
            .formatted(column, key.title()),
        table.fix(
            Fixes.checked(withType(column, type)),
            "values must be given as %s, and other texts are refused%s"
                .formatted(
                    example,
                    pattern == null
                        ? ""
                        : "; load reads the sample values with --parse \"%s=%s\""
                            .formatted(column, pattern))));
  }

  private TableDefinition withType(String column, Type type) {
    return withType(table.table(), column, type);
  }

  /** The table with another type for a column. */
  static TableDefinition withType(TableDefinition table, String column, Type type) {
    return table.withColumns(
        table.columns().stream()
            .map(old -> old.name().equals(column) ? old.ofType(type) : old)
            .toList());
  }

  private void findUnpadded(DesignedKey key, int part, String column) {
    Type type = key.type(column);
    boolean isText = key.schema().format().delimiter() != null;
    if (!isText
        || !Number.class.isAssignableFrom(type.valueClass())
        || saltedBefore(key, part).contains(column)) {
      return;
    }
    ColumnProfile values = table.profile(column);
    boolean isPaddable = DesignedKey.isInteger(type) && (values == null || !values.isNegative());
    Fix padded =
        isPaddable
            ? table.fix(
                key,
                part,
                KeyExpression.lpad(KeyExpression.column(column), digits(type, values)),
                "keys are as long as the longest number; a number of more digits, or below 0, is refused")
            : null;
    table.find(
        Code.UNPADDED_NUMBER,
        Severity.ERROR,
        key.placeOf(part),
        "%s is a number of any length in the text key of %s, where 10 sorts before 9, so a range of numbers is no range of keys"
            .formatted(column, table.table().name()),
        padded != null ? padded : table.inKw1(key));
  }

  /** Columns of which a salt further in front leaves nothing to range over. */
  private static Set<String> saltedBefore(DesignedKey key, int part) {
    return part > 0 && key.isSalt(part - 1)
        ? key.parts().get(part - 1).expression().columns()
        : Set.of();
  }

  private static int digits(Type type, @Nullable ColumnProfile values) {
    int most =
        switch (type.toString().replace(" unsigned", "")) {
          case "tinyint" -> 3;
          case "smallint" -> 5;
          case "int" -> 10;
          default -> 19;
        };
    return values == null ? most : Math.min(most, values.digits() + 1);
  }
}
