package keywright.design.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.design.rows.DesignedKey;
import keywright.key.KeyExpression;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.NumberLiteral;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** KW3: keys that two rows share, that change, or that rows do not or cannot have. */
final class IdentityRules {
  private static final int MOST_BUCKETS = 64;
  private static final String WRITERS =
      "writers must know %s, and each key is longer by this value";

  private final LintedTable table;

  private IdentityRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    IdentityRules rules = new IdentityRules(table);
    for (DesignedKey key : table.keys()) {
      rules.findCollisions(key);
      rules.findMisfits(key);
      rules.findUnseen(key);
    }
    rules.findOnlyTimes();
    rules.findMutable();
    rules.findRandom();
  }

  private void findCollisions(DesignedKey key) {
    KeyProfile rows = table.profile(key);
    boolean isUnique = key.isPrimary() || Objects.requireNonNull(key.index()).unique();
    if (rows == null || !isUnique) {
      return;
    }
    KeyProfile.Collisions collisions = rows.collisions();
    if (collisions.lost() == 0) {
      return;
    }
    String shown =
        collisions.shown().entrySet().stream()
            .map(one -> one.getKey() + " by " + one.getValue())
            .collect(Collectors.joining(", "));
    table.find(
        Code.COLLIDING_ROWS,
        Severity.ERROR,
        key.place(),
        "%s of %s %s shared by several sample rows (%s%s), so %,d of %,d rows would be %s"
            .formatted(
                collisions.keys() == 1 ? "1 key" : "%,d keys".formatted(collisions.keys()),
                key.title(),
                collisions.keys() == 1 ? "is" : "are",
                shown,
                collisions.keys() > collisions.shown().size() ? ", …" : "",
                collisions.lost(),
                rows.rows(),
                key.isPrimary() ? "overwritten" : "refused"),
        telling(key, rows.misfits()));
  }

  /**
   * A column that tells the rows apart, one that exists or a new one.
   *
   * @param misfits how many rows have no key
   */
  private @Nullable Fix telling(DesignedKey key, long misfits) {
    List<KeyPart> parts = new ArrayList<>(key.parts());
    DataProfile data = table.data();
    for (ColumnDefinition column : table.table().columns()) {
      ColumnProfile values = table.profile(column.name());
      if (data != null
          && values != null
          && values.values() >= data.rows() - misfits
          && values.distinctAtLeast() > ColumnProfile.MOST_VALUES
          && !(key.isPrimary() && isMeasureOrState(column.type()))
          && !key.schema().keyColumns().contains(column.name())) {
        List<KeyPart> more = new ArrayList<>(parts);
        more.add(KeyPart.asc(KeyExpression.column(column.name())));
        TableDefinition after = table.withParts(key, more).orElse(null);
        if (after != null
            && data.isUnique(
                key.isPrimary()
                    ? after.primaryKeySchema()
                    : after.indexSchema(Objects.requireNonNull(key.index()).name()),
                misfits)) {
          return table.fix(key, more, WRITERS.formatted(column.name()));
        }
      }
    }
    return key.isPrimary()
        ? withNewColumn(parts, "no existing column distinguishes these rows")
        : null;
  }

  private @Nullable Fix withNewColumn(List<KeyPart> parts, String because) {
    TableDefinition before = table.table();
    String name = "row_id";
    for (int i = 2; before.column(name).isPresent(); i++) {
      name = "row_id_" + i;
    }
    List<ColumnDefinition> columns = new ArrayList<>(before.columns());
    columns.add(ColumnDefinition.of(name, Type.parse("uuid")));
    List<KeyPart> more = new ArrayList<>(parts);
    more.add(KeyPart.asc(KeyExpression.column(name)));
    TableDefinition after = before.withColumns(columns).withPrimaryKey(more);
    return table.fix(
        Fixes.checked(after),
        "%s: writers must make a %s for each row, and a retry must use the same value again"
            .formatted(because, name));
  }

  /** Rows that say nothing of a key: it is judged by its declaration alone. */
  private void findUnseen(DesignedKey key) {
    DataProfile data = table.data();
    if (data == null || (data.rows() == 0 && !key.isPrimary())) {
      return;
    }
    List<String> unseen = data.unseen(key);
    String found =
        data.rows() == 0
            ? "there is no sample row of %s".formatted(table.table().name())
            : "no sample row has a value of %s, which %s reads"
                .formatted(String.join(" and ", unseen), key.title());
    if (data.rows() == 0 || !unseen.isEmpty()) {
      table.find(
          Code.UNSEEN_KEY,
          Severity.WARNING,
          key.place(),
          found + ", so the sample rows say nothing about this key",
          null);
    }
  }

  private void findOnlyTimes() {
    DesignedKey key = table.primary();
    Set<String> others = new LinkedHashSet<>(key.schema().keyColumns());
    boolean hasTime = others.removeIf(key::isTime);
    String last = DesignedKey.columnOf(key.parts().get(key.parts().size() - 1).expression());
    if (!hasTime || table.profile(key) != null) {
      return;
    }
    if (others.isEmpty()) {
      findOnlyTimes(key, Severity.WARNING, "two rows with the same time overwrite each other");
    } else if (last != null && key.isTime(last)) {
      findOnlyTimes(
          key,
          Severity.INFO,
          "two rows with the same %s and the same time overwrite each other".formatted(others));
    }
  }

  private void findOnlyTimes(DesignedKey key, Severity severity, String what) {
    ColumnDefinition telling =
        table.table().columns().stream()
            .filter(column -> !key.schema().keyColumns().contains(column.name()))
            .filter(column -> isUuid(column.type()))
            .findFirst()
            .orElse(null);
    List<KeyPart> parts = new ArrayList<>(key.parts());
    if (telling != null) {
      parts.add(KeyPart.asc(KeyExpression.column(telling.name())));
    }
    table.find(
        Code.ONLY_TIMES,
        severity,
        key.place(),
        "nothing after the time in the primary key of %s tells rows apart: %s"
            .formatted(table.table().name(), what.replaceAll("[\\[\\]]", "")),
        telling == null
            ? withNewColumn(parts, "no column identifies a row")
            : table.fix(key, parts, WRITERS.formatted(telling.name())));
  }

  private static boolean isUuid(Type type) {
    return type.toString().equals("uuid");
  }

  /** Measures and states change, and a row that changes its key is another row. */
  private void findMutable() {
    DesignedKey key = table.primary();
    for (int i = 0; i < key.parts().size(); i++) {
      String column = DesignedKey.columnOf(key.parts().get(i).expression());
      if (column == null || !isMeasureOrState(key.type(column))) {
        continue;
      }
      List<KeyPart> parts = new ArrayList<>(key.parts());
      parts.remove(i);
      table.find(
          Code.MUTABLE_KEY,
          Severity.WARNING,
          key.placeOf(i),
          "%s, a %s, is in the primary key of %s: values of this type usually change, but a row key cannot change; a write with a changed value adds a second row"
              .formatted(column, key.type(column), table.table().name()),
          without(key, column, parts));
    }
  }

  /** The key without a column; in buckets where what then comes first may be hot. */
  private @Nullable Fix without(DesignedKey key, String column, List<KeyPart> parts) {
    if (parts.isEmpty()) {
      return null;
    }
    DataProfile data = table.data();
    TableDefinition after = table.withParts(key, parts).orElse(null);
    if (data != null && after != null && data.isShared(after.primaryKeySchema())) {
      return withNewColumn(parts, "some sample rows differ in %s alone".formatted(column));
    }
    String cost =
        "rows that differ in %s alone become one row, and a query by this column needs an index"
            .formatted(column);
    LintedTable.Candidate buckets = table.inBuckets(key, parts);
    Fix fix =
        table.firstOf(
            key,
            List.of(
                new LintedTable.Candidate(parts, cost),
                new LintedTable.Candidate(buckets.parts(), cost + "; " + buckets.cost())));
    return fix == null ? table.fix(key, parts, cost) : fix;
  }

  private static boolean isMeasureOrState(Type type) {
    String name = type.toString();
    return name.equals("boolean")
        || name.equals("float")
        || name.equals("double")
        || type.elementType() != null
        || name.equals("variant");
  }

  private void findRandom() {
    DesignedKey key = table.primary();
    for (int i = 0; i < key.parts().size(); i++) {
      if (!(key.parts().get(i).expression() instanceof Call call)
          || !call.function().equals("random")
          || !(call.arguments().get(0) instanceof NumberLiteral n)) {
        continue;
      }
      List<KeyPart> parts = new ArrayList<>(key.parts());
      parts.remove(i);
      if (i == 0) {
        int buckets = Math.min(MOST_BUCKETS, n.value().intValue());
        parts.add(0, KeyPart.asc(KeyExpression.bucket(buckets)));
      }
      table.find(
          Code.RANDOM_KEY,
          Severity.WARNING,
          key.placeOf(i),
          "%s in the primary key of %s cannot be computed from a query: a read by the other columns reads %s ranges, and an INSERT that is retried adds a second row"
              .formatted(
                  key.parts().get(i).name(), table.table().name(), "%,d".formatted(n.value())),
          table.fix(
              key,
              parts,
              "rows that differ only in the random number become one row, so retries are safe"));
    }
  }

  private void findMisfits(DesignedKey key) {
    KeyProfile rows = table.profile(key);
    if (rows == null || rows.misfits() == 0) {
      return;
    }
    table.find(
        Code.ROWS_REFUSED,
        Severity.ERROR,
        key.place(),
        "%,d of %,d sample rows are refused, because %s cannot contain them; the first: %s"
            .formatted(
                rows.misfits(), rows.misfits() + rows.rows(), key.title(), rows.firstMisfit()),
        withWiderPadding(key));
  }

  private @Nullable Fix withWiderPadding(DesignedKey key) {
    List<KeyPart> parts = new ArrayList<>();
    Set<Integer> widths = new HashSet<>();
    for (KeyPart part : key.parts()) {
      parts.add(part.withExpression(wider(part.expression(), widths)));
    }
    return parts.equals(key.parts())
        ? null
        : table.fix(
            key,
            parts,
            "each key has %s digits in this part, and stored rows must be written again"
                .formatted(
                    widths.stream().map(Object::toString).collect(Collectors.joining(" and "))));
  }

  private KeyExpression wider(KeyExpression expression, Set<Integer> widths) {
    if (!(expression instanceof Call call)) {
      return expression;
    }
    if (call.function().equals("lpad")
        && call.arguments().get(1) instanceof NumberLiteral width
        && call.arguments().get(0) instanceof KeyExpression.ColumnName column) {
      ColumnProfile values = table.profile(column.name());
      if (values != null && values.digits() > width.value().intValue()) {
        widths.add(values.digits());
        return KeyExpression.lpad(column, values.digits());
      }
    }
    return new Call(
        call.function(),
        call.arguments().stream().map(argument -> wider(argument, widths)).toList());
  }
}
