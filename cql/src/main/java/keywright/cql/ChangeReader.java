package keywright.cql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Type;
import keywright.table.model.Change;
import keywright.table.model.Row;
import keywright.table.model.Using;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** INSERT, UPDATE and DELETE to changes of one table. */
final class ChangeReader {
  private final Parsed<?> parsed;
  private final Source source;
  private final Values values;
  private final TableColumns columns;

  ChangeReader(Parsed<?> parsed, Values values, TableColumns columns) {
    this.parsed = parsed;
    this.source = parsed.source();
    this.values = values;
    this.columns = columns;
  }

  /**
   * What one statement writes.
   *
   * @param shown the columns to show of the row that a condition found when it was not met
   */
  record Write(List<Change> changes, boolean isConditional, List<Column> shown) {}

  /** The rows of an INSERT, values by column name. */
  List<Map<String, @Nullable Object>> rows(CqlParser.InsertContext context) {
    if (context.json() != null) {
      return List.of(new JsonRows(columns).read(source, context, values));
    }
    List<String> names = new ArrayList<>();
    for (CqlParser.ColumnNameContext name : context.columnName()) {
      requireNew(names, columns.name(name), name.getStart());
    }
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (CqlParser.InsertRowContext row : context.insertRow()) {
      rows.add(row(names, row));
    }
    return rows;
  }

  private Map<String, @Nullable Object> row(
      List<String> names, CqlParser.InsertRowContext context) {
    if (context.value().size() != names.size()) {
      throw source.unreadable(
          context.getStart(),
          "found %s, expected %d, one for each column"
              .formatted(Counts.of(context.value().size(), "value"), names.size()));
    }
    Map<String, @Nullable Object> row = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      CqlParser.ValueContext value = context.value(i);
      String name = names.get(i);
      if (isSet(name, value)) {
        row.put(name, columns.convert(name, value, values));
      }
    }
    return row;
  }

  /**
   * Whether a value is written.
   *
   * @throws CqlException for a value of the primary key that is left unset
   */
  private boolean isSet(String column, CqlParser.ValueContext value) {
    if (!values.isUnset(value)) {
      return true;
    }
    if (columns.keyColumns().contains(column)) {
      throw source.refused(
          value.getStart(),
          "cannot set %s: found no value, expected one; only columns outside the primary key can be left unset"
              .formatted(column),
          null);
    }
    return false;
  }

  /** One change for each row. */
  Write insert(CqlParser.InsertContext context) {
    boolean ifAbsent = context.ifNotExists() != null;
    Using using = using(context.using());
    List<Change> changes = new ArrayList<>();
    for (Map<String, @Nullable Object> row : rows(context)) {
      Change insert = Change.insert(columns.qualifiedTable(), row).using(using);
      changes.add(ifAbsent ? insert.ifAbsent() : insert);
    }
    return new Write(changes, ifAbsent, columns.all());
  }

  Write update(CqlParser.UpdateContext context) {
    requireWithoutFiltering(context.FILTERING(), "an UPDATE");
    Assignments assignments = assignments(context);
    Map<String, @Nullable Object> set = assignments.set();
    Map<String, Sum> sums = assignments.sums();
    if (!sums.isEmpty() && context.REKEY() != null) {
      throw source.unreadable(
          context.REKEY().getSymbol(),
          "found REKEY and a sum in one UPDATE, expected only one of the two; write two statements");
    }
    List<Condition> key = conditions(context.conditions());
    Change change =
        context.REKEY() != null
            ? Change.rekey(columns.qualifiedTable(), key, set)
            : sums.isEmpty()
                ? Change.update(columns.qualifiedTable(), key, set)
                : Change.compute(columns.qualifiedTable(), key, row -> withSums(set, sums, row));
    return write(change.using(using(context.using())), context.onlyIf());
  }

  /** The values that an UPDATE of the rows of a range sets, the same ones in each row. */
  Map<String, @Nullable Object> valuesOfRange(CqlParser.UpdateContext context) {
    Assignments assignments = assignments(context);
    if (!assignments.sums().isEmpty()) {
      throw source.unreadable(
          context.assignment(0).getStart(),
          "found a sum in an UPDATE of several rows, expected values: run again after a failure, it would add twice; name one row by its whole key");
    }
    for (String column : assignments.set().keySet()) {
      if (columns.keyColumns().contains(column)) {
        throw source.refused(
            context.getStart(),
            "cannot set %s of %s: it is part of the primary key, and a row key cannot change; REKEY moves one row, named by its whole key"
                .formatted(column, columns.table()),
            null);
      }
    }
    return assignments.set();
  }

  private void requireWithoutFiltering(@Nullable TerminalNode filtering, String statement) {
    if (filtering != null) {
      throw source.unreadable(
          filtering.getSymbol(),
          "found ALLOW FILTERING, expected none for %s that names its rows by their keys"
              .formatted(statement));
    }
  }

  /** What follows SET: values, and sums with stored values. */
  private record Assignments(Map<String, @Nullable Object> set, Map<String, Sum> sums) {}

  private Assignments assignments(CqlParser.UpdateContext context) {
    List<String> names = new ArrayList<>();
    Map<String, @Nullable Object> set = new LinkedHashMap<>();
    Map<String, Sum> sums = new LinkedHashMap<>();
    for (CqlParser.AssignmentContext assignment : context.assignment()) {
      String name = columns.name(assignment.columnName());
      requireNew(names, name, assignment.getStart());
      if (assignment.sum() != null) {
        Sum sum = sum(assignment.sum());
        if (sum != null) {
          sums.put(name, sum);
        }
      } else if (isSet(name, assignment.value())) {
        set.put(name, columns.convert(name, assignment.value(), values));
      }
    }
    if (set.isEmpty() && sums.isEmpty()) {
      throw source.refused(
          context.assignment(0).getStart(),
          "cannot update %s: found no value that is set, expected at least one; do not execute the statement, or set a value"
              .formatted(columns.table()),
          null);
    }
    return new Assignments(set, sums);
  }

  private static Change.Computed withSums(
      Map<String, @Nullable Object> set, Map<String, Sum> sums, @Nullable Row row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(set);
    sums.forEach((column, sum) -> values.put(column, sum.of(row)));
    return new Change.Computed.Set(values);
  }

  /** A sum; null when its number is left unset. */
  private @Nullable Sum sum(CqlParser.SumContext context) {
    String column = columns.name(context.columnName());
    Type type = columns.type(column);
    if (!Sum.isNumeric(type)) {
      throw source.refused(
          context.getStart(),
          "cannot add to %s: found type %s, expected a type of numbers; read the value, and write the new value with IF %s = value"
              .formatted(column, type, column),
          null);
    }
    if (values.isUnset(context.value())) {
      return null;
    }
    BigDecimal operand = Sum.operand(values.of(context.value()));
    if (operand == null) {
      throw source.refused(
          context.value().getStart(),
          "cannot add to %s: found a value that is not a number, expected a number"
              .formatted(column),
          null);
    }
    boolean isDifference = context.MINUS() != null;
    return new Sum(columns.table(), column, isDifference ? operand.negate() : operand);
  }

  Write delete(CqlParser.DeleteContext context) {
    requireWithoutFiltering(context.FILTERING(), "a DELETE");
    List<Condition> key = conditions(context.conditions());
    if (context.columnName().isEmpty()) {
      return write(Change.delete(columns.qualifiedTable(), key), context.onlyIf());
    }
    List<String> names = new ArrayList<>();
    Map<String, @Nullable Object> nulls = new LinkedHashMap<>();
    for (CqlParser.ColumnNameContext column : context.columnName()) {
      String name = columns.name(column);
      requireNew(names, name, column.getStart());
      nulls.put(name, null);
    }
    Change change =
        Change.compute(
            columns.qualifiedTable(),
            key,
            row -> row == null ? new Change.Computed.Delete() : new Change.Computed.Set(nulls));
    return write(change, context.onlyIf());
  }

  private Write write(Change change, CqlParser.@Nullable OnlyIfContext context) {
    if (context == null) {
      return new Write(List.of(change), false, List.of());
    }
    if (context.EXISTS() != null) {
      return new Write(List.of(change.ifPresent()), true, List.of());
    }
    Conditions read = Conditions.afterIf(parsed, context.conditions(), values, columns);
    List<Condition> conditions = read.in(values);
    List<Condition> unmet = read.unmet(values);
    List<Column> shown = new ArrayList<>(columns.all());
    shown.removeIf(
        column ->
            Stream.concat(conditions.stream(), unmet.stream())
                .noneMatch(c -> c.column().equals(column.name())));
    return new Write(List.of(change.onlyIf(conditions, unmet)), true, shown);
  }

  /** What follows USING. */
  Using using(CqlParser.@Nullable UsingContext context) {
    return new UsingReader(source, values).using(context);
  }

  private List<Condition> conditions(CqlParser.ConditionsContext context) {
    return Conditions.of(parsed, context, values, columns);
  }

  private void requireNew(List<String> names, String name, Token place) {
    if (names.contains(name)) {
      throw source.unreadable(
          place, "found column \"" + name + "\" a second time, expected each once");
    }
    names.add(name);
  }
}
