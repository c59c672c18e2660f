package keywright.table.write;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredTable;
import keywright.table.layout.TableConditions;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.Change;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/** Makes a change, by the table as it is, into changes of its rows. Used by one thread. */
final class ChangeResolver {
  private final Change change;
  private final Change.Kind kind;
  private final StoredTable stored;

  private ChangeResolver(Change change, StoredTable stored) {
    this.change = change;
    this.kind = change.kind();
    this.stored = stored;
  }

  /**
   * The change of each row concerned.
   *
   * @param stored the table as it is
   * @param draw gives the numbers of random(n)
   * @param beside whether other changes are made with this one
   * @throws TableException for what does not fit the table
   * @throws KeyException for values that no key can hold
   */
  static List<RowChange> resolve(
      Change change, StoredTable stored, IntUnaryOperator draw, boolean beside) {
    return new ChangeResolver(change, stored).resolve(draw, beside);
  }

  private List<RowChange> resolve(IntUnaryOperator draw, boolean beside) {
    if (kind == Change.Kind.INSERT) {
      return List.of(
          RowChange.insert(
              stored, RowChange.Kind.INSERT, change.values(), draw, test(), change.using()));
    }
    return ofKeys(beside);
  }

  /** The changes of the rows that the keys of the change name. */
  private List<RowChange> ofKeys(boolean beside) {
    @Nullable Object[] given = RowChange.given(stored, change.values());
    checkSet(given);
    stored.requireValuesFit(given);
    KeyedRows rows = KeyedRows.of(stored, kind, change.key());
    Change.Computation computation = change.computation();
    if ((change.expected() != Change.Expected.ANYTHING || computation != null)
        && (rows.keyColumns().size() != 1 || rows.isFannedOut())) {
      throw new TableException(
          "cannot %s %s%s: its WHERE names %s, expected exactly one row; %s"
              .formatted(
                  kind.verb(),
                  stored.name(),
                  computation == null ? " with a condition" : "",
                  rows.keyColumns().isEmpty()
                      ? "no row that can exist"
                      : rows.isFannedOut()
                          ? "rows by a part of their key"
                          : rows.keyColumns().size() + " rows",
                  rows.keyColumns().isEmpty()
                      ? "in WHERE, give each column of the primary key one value of its type"
                      : "write a batch with one statement for each row"));
    }
    RowTest test = test();
    List<RowChange> changes = new ArrayList<>();
    if (computation != null) {
      @Nullable Object[] keyColumns = rows.keyColumns().get(0);
      // Nulls make no row in a table that is written without conditions, so nothing is read.
      boolean isWritten =
          !change.values().isEmpty() && stored.discipline() == WriteDiscipline.PLAIN;
      return List.of(
          isWritten
              ? RowChange.of(
                  stored, RowChange.Kind.UPDATE, whole(given, keyColumns), test, change.using())
              : RowChange.computed(stored, keyColumns, computation, test, change.using()));
    }
    for (@Nullable Object[] keyColumns : rows.keyColumns()) {
      switch (kind) {
        case UPDATE -> {
          RowChange.Kind rowKind =
              rows.isFannedOut() ? RowChange.Kind.UPDATE_IF_PRESENT : RowChange.Kind.UPDATE;
          changes.add(
              RowChange.of(stored, rowKind, whole(given, keyColumns), test, change.using()));
        }
        case REKEY -> {
          RowChange move = RowChange.move(stored, keyColumns, given, test);
          changes.add(beside && !rows.isFannedOut() ? move.ofARow() : move);
        }
        default -> {
          try {
            changes.add(
                RowChange.of(stored, RowChange.Kind.DELETE, keyColumns, test, change.using()));
          } catch (KeyException e) {
            // The key cannot hold these values, so no row has them.
            if (change.expected() != Change.Expected.ANYTHING) {
              throw e;
            }
          }
        }
      }
    }
    return changes;
  }

  /** An update sets no column of the key, a rekey at least one. */
  private void checkSet(@Nullable Object[] given) {
    int ofKey = -1;
    for (int i = given.length - 1; i >= 0; i--) {
      boolean names = given[i] != StoredTable.UNNAMED && stored.isKeyColumn(i);
      // An update may set a document again from which the same key is derived.
      ofKey = names && (kind == Change.Kind.REKEY || !stored.isDerived(i)) ? i : ofKey;
    }
    if (kind == Change.Kind.COMPUTE && ofKey >= 0) {
      throw new TableException(
          "cannot delete %s of %s: it is part of the primary key (%s), whose values cannot be deleted; leave it out, or delete the row"
              .formatted(
                  Names.quote(stored.columns().get(ofKey).name()),
                  stored.name(),
                  stored.primaryKeyText()));
    }
    if (kind == Change.Kind.UPDATE && ofKey >= 0) {
      throw new TableException(
          "cannot set %s of %s: it is part of the primary key (%s), and a row key cannot change; REKEY moves the row to a new key: %s"
              .formatted(
                  Names.quote(stored.columns().get(ofKey).name()),
                  stored.name(),
                  stored.primaryKeyText(),
                  asRekey(given)));
    }
    if (kind == Change.Kind.REKEY && ofKey < 0) {
      throw new TableException(
          "cannot rekey %s: found no new value for a column of the primary key (%s), expected at least one; set one, or leave REKEY out"
              .formatted(stored.name(), stored.primaryKeyText()));
    }
  }

  /** The update as a statement that moves the row. */
  private String asRekey(@Nullable Object[] given) {
    List<String> assignments = new ArrayList<>();
    for (String name : change.values().keySet()) {
      Object value = given[stored.place(name)];
      assignments.add(
          value == null
              ? Names.quote(name) + " = null"
              : new Condition.Compare(name, Condition.Operator.EQ, value).toString());
    }
    return "UPDATE %s SET %s WHERE %s REKEY"
        .formatted(
            Names.quote(stored.name()),
            String.join(", ", assignments),
            String.join(" AND ", change.key().stream().map(Condition::toString).toList()));
  }

  private @Nullable Object[] whole(@Nullable Object[] given, @Nullable Object[] keyColumns) {
    @Nullable Object[] whole = given.clone();
    for (int i = 0; i < whole.length; i++) {
      if (stored.isKeyColumn(i)) {
        if (given[i] != StoredTable.UNNAMED) {
          RowChange.requireDerived(stored, i, given[i], keyColumns[i]);
        }
        whole[i] = keyColumns[i];
      }
    }
    return whole;
  }

  private RowTest test() {
    return switch (change.expected()) {
      case ANYTHING -> RowTest.NONE;
      case NO_ROW -> RowTest.ABSENT;
      case A_ROW -> RowTest.PRESENT;
      case CONDITIONS -> {
        List<Condition> compared = new ArrayList<>(change.conditions());
        compared.addAll(change.unmet());
        TableConditions.check(stored, compared);
        for (Condition condition : compared) {
          if (stored.isKeyColumn(stored.place(condition.column()))) {
            throw new TableException(
                ErrorCode.UNSUPPORTED,
                "cannot %s %s: found %s after IF, expected conditions on columns outside the primary key; leave this condition out, since WHERE fixes the primary key"
                    .formatted(kind.verb(), stored.name(), condition));
          }
        }
        RowTest test = RowTest.meets(stored, change.conditions());
        for (Condition condition : change.unmet()) {
          RowTest meets = RowTest.meets(stored, List.of(condition));
          test = test.and(row -> !meets.test(row));
        }
        yield test;
      }
    };
  }
}
