package keywright.cql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    Map<String, StoredChange> sums = assignments.sums();
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
                : Change.compute(
                    columns.qualifiedTable(), key, row -> withSums(set, assignments, row));
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

  /** The new value of a column, of its stored one: null for none. */
  private interface StoredChange {
    /**
     * @param row the stored row; null when there is none
     */
    @Nullable Object of(@Nullable Row row);
  }

  /**
   * What follows SET: values, and changes of stored values.
   *
   * @param inserts whether a row that does not exist is inserted, which removals alone do not do
   */
  private record Assignments(
      Map<String, @Nullable Object> set, Map<String, StoredChange> sums, boolean inserts) {}

  private Assignments assignments(CqlParser.UpdateContext context) {
    List<String> names = new ArrayList<>();
    Map<String, @Nullable Object> set = new LinkedHashMap<>();
    Map<String, StoredChange> sums = new LinkedHashMap<>();
    Map<String, List<CollectionChange>> entries = new LinkedHashMap<>();
    boolean inserts = false;
    for (CqlParser.AssignmentContext assignment : context.assignment()) {
      String name = columns.name(assignment.columnName());
      // Several entries of one map are set one after the other.
      if (assignment.entryKey() == null || !entries.containsKey(name)) {
        requireNew(names, name, assignment.getStart());
      }
      if (assignment.entryKey() != null) {
        List<CollectionChange> changes = entries.computeIfAbsent(name, n -> new ArrayList<>());
        if (assignment.sum() != null || !isSet(name, assignment.value())) {
          requireNoSum(assignment);
          continue;
        }
        CollectionChange put = put(name, assignment);
        inserts |= put.kind() == CollectionChange.Kind.PUT;
        changes.add(put);
        sums.put(name, row -> all(changes, stored(row, name)));
      } else if (assignment.sum() != null) {
        String other = columns.name(assignment.sum().columnName());
        StoredChange sum = sum(name, assignment.sum());
        if (sum != null) {
          sums.put(name, sum);
          inserts |=
              !CollectionChange.isOf(columns.type(other)) || assignment.sum().MINUS() == null;
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
    return new Assignments(set, sums, inserts || !set.isEmpty());
  }

  private static Change.Computed withSums(
      Map<String, @Nullable Object> set, Assignments assignments, @Nullable Row row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(set);
    assignments.sums().forEach((column, sum) -> values.put(column, sum.of(row)));
    return row == null && !assignments.inserts()
        ? new Change.Computed.Delete()
        : new Change.Computed.Set(values);
  }

  private @Nullable Object stored(@Nullable Row row, String column) {
    return StoredValue.operand(row, columns.table(), column, columns.type(column));
  }

  private static @Nullable Object all(List<CollectionChange> changes, @Nullable Object stored) {
    Object value = stored;
    for (CollectionChange change : changes) {
      value = change.of(value);
    }
    return value;
  }

  private void requireNoSum(CqlParser.AssignmentContext assignment) {
    if (assignment.sum() != null) {
      throw source.unreadable(
          assignment.sum().getStart(),
          "found a sum for the value of a key, expected a value; read the value, and write the new value with IF");
    }
  }

  /** {@code m[key] = value}. */
  private CollectionChange put(String column, CqlParser.AssignmentContext assignment) {
    Type map = columns.type(column);
    Object key = key(column, assignment.entryKey());
    return CollectionChange.put(
        map,
        key,
        columns.convert(
            column, Objects.requireNonNull(map.elementType()), assignment.value(), values));
  }

  /** The key in {@code m[key]}. */
  private Object key(String column, CqlParser.EntryKeyContext context) {
    Type type = columns.type(column);
    if (type.keyType() == null) {
      throw source.refused(
          context.getStart(),
          "cannot change an entry of %s: found type %s, expected a map; write the whole value"
              .formatted(column, type),
          null);
    }
    Object key = columns.convert(column, type.keyType(), context.value(), values);
    if (key == null) {
      throw source.unreadable(context.value().getStart(), "found null, expected a key of the map");
    }
    return key;
  }

  /** A sum; null when what is added is left unset. */
  private @Nullable StoredChange sum(String target, CqlParser.SumContext context) {
    String column = columns.name(context.columnName());
    Type type = columns.type(column);
    if (CollectionChange.isOf(type)) {
      return collectionSum(target, column, context);
    }
    Sum sum = numberSum(column, type, context);
    return sum == null ? null : sum::of;
  }

  private @Nullable StoredChange collectionSum(
      String target, String column, CqlParser.SumContext context) {
    Type type = columns.type(column);
    if (!columns.type(target).equals(type)) {
      throw source.refused(
          context.getStart(),
          "cannot set %s: found a value of type %s, expected type %s"
              .formatted(target, type, columns.type(target)),
          null);
    }
    if (values.isUnset(context.value())) {
      return null;
    }
    boolean removes = context.MINUS() != null;
    Type operand = removes && type.keyType() != null ? CollectionChange.keysOf(type) : type;
    Object value = columns.convert(column, operand, context.value(), values);
    if (value == null) {
      throw source.unreadable(
          context.value().getStart(), "found null, expected a value of type " + operand);
    }
    CollectionChange change =
        new CollectionChange(
            type, removes ? CollectionChange.Kind.REMOVE : CollectionChange.Kind.ADD, value);
    return row -> change.of(stored(row, column));
  }

  private @Nullable Sum numberSum(String column, Type type, CqlParser.SumContext context) {
    if (!Sum.isNumeric(type)) {
      throw source.refused(
          context.getStart(),
          "cannot add to %s: found type %s, expected a type of numbers, a list, a set or a map; read the value, and write the new value with IF %s = value"
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
    return new Sum(columns.table(), column, type, isDifference ? operand.negate() : operand);
  }

  Write delete(CqlParser.DeleteContext context) {
    requireWithoutFiltering(context.FILTERING(), "a DELETE");
    List<Condition> key = conditions(context.conditions());
    if (context.deletion().isEmpty()) {
      return write(Change.delete(columns.qualifiedTable(), key), context.onlyIf());
    }
    List<String> names = new ArrayList<>();
    Map<String, List<CollectionChange>> removals = new LinkedHashMap<>();
    for (CqlParser.DeletionContext deletion : context.deletion()) {
      String name = columns.name(deletion.columnName());
      List<CollectionChange> ofColumn = removals.get(name);
      if (ofColumn == null || ofColumn.isEmpty() || deletion.entryKey() == null) {
        requireNew(names, name, deletion.getStart());
        ofColumn = new ArrayList<>();
        removals.put(name, ofColumn);
      }
      if (deletion.entryKey() != null) {
        Object entry = key(name, deletion.entryKey());
        ofColumn.add(CollectionChange.put(columns.type(name), entry, null));
      }
    }
    boolean areWhole = removals.values().stream().allMatch(List::isEmpty);
    Change change =
        areWhole
            ? Change.deleteValues(columns.qualifiedTable(), key, names)
            : Change.compute(
                columns.qualifiedTable(),
                key,
                row -> row == null ? new Change.Computed.Delete() : without(removals, row));
    return write(change, context.onlyIf());
  }

  /** The row without columns, or without entries of them. */
  private Change.Computed without(Map<String, List<CollectionChange>> removals, Row row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    removals.forEach(
        (column, entries) ->
            values.put(column, entries.isEmpty() ? null : all(entries, stored(row, column))));
    return new Change.Computed.Set(values);
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
