package keywright.design.lint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import keywright.cql.Place;
import keywright.design.rows.DesignedKey;
import keywright.key.KeyExpression;
import keywright.key.KeyLimit;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** KW4: long keys and wide rows. */
final class SizeRules {
  private static final int MOST_KEY_COLUMNS = 3;
  private static final int MOST_COLUMNS = 256;

  /** A region of 10 GB holds ten thousand of these. */
  private static final long WIDE_ROW_BYTES = 1 << 20;

  private final LintedTable table;

  private SizeRules(LintedTable table) {
    this.table = table;
  }

  static void check(LintedTable table) {
    SizeRules rules = new SizeRules(table);
    rules.findColumns();
    table.keys().forEach(rules::findLength);
    rules.findWideRows();
  }

  private void findColumns() {
    DesignedKey key = table.primary();
    List<String> columns = new ArrayList<>(key.schema().keyColumns());
    columns.removeAll(key.schema().randomColumns().keySet());
    if (columns.size() <= MOST_KEY_COLUMNS) {
      return;
    }
    Set<String> kept = new HashSet<>(columns.subList(0, MOST_KEY_COLUMNS));
    List<KeyPart> parts =
        key.parts().stream().filter(part -> kept.containsAll(part.expression().columns())).toList();
    table.find(
        Code.MANY_KEY_COLUMNS,
        Severity.INFO,
        key.placeOf(key.parts().size() - 1),
        "the primary key of %s has %d columns, which every cell and every index entry repeats; one to three are advised"
            .formatted(table.table().name(), columns.size()),
        mayDistinguish(key, parts)
            ? table.fix(
                key,
                parts,
                "%s alone must distinguish the rows, and the other columns are stored outside the key"
                    .formatted(String.join(", ", columns.subList(0, MOST_KEY_COLUMNS))))
            : null);
  }

  /** Whether no sample rows have the same key of these parts. */
  private boolean mayDistinguish(DesignedKey key, List<KeyPart> parts) {
    DataProfile data = table.data();
    TableDefinition after = table.withParts(key, parts).orElse(null);
    return data == null || after == null || !data.isShared(after.primaryKeySchema());
  }

  private void findLength(DesignedKey key) {
    TargetEngine engine = table.engine();
    KeyLimit limit = engine == null ? null : engine.limit(table.table().name());
    OptionalInt declared = key.schema().longestKey();
    KeyProfile rows = table.profile(key);
    long longest = declared.isPresent() ? declared.getAsInt() : 0;
    long seen = rows == null ? 0 : rows.longestKey();
    long most = Math.max(longest, seen);
    boolean isOver = limit != null && most > limit.bytes();
    if (!isOver && most <= KeyLimit.ADVISED.bytes()) {
      return;
    }
    String what =
        seen > longest
            ? "a sample row of %s has a row key of %,d bytes"
            : "row keys of %s can have %,d bytes";
    table.find(
        isOver ? Code.KEY_OVER_LIMIT : Code.LONG_KEY,
        isOver ? Severity.ERROR : Severity.WARNING,
        key.place(),
        what.formatted(key.title(), most)
            + (isOver && limit != null
                ? ", and %s takes %,d at most".formatted(limit.name(), limit.bytes())
                : "; at most %,d are advised, because cells and index entries repeat the row key"
                    .formatted(KeyLimit.ADVISED.bytes())),
        withDigest(key));
  }

  /** The longest column replaced by its digest, or bounded where it has none. */
  private @Nullable Fix withDigest(DesignedKey key) {
    int longest = -1;
    long most = 0;
    for (int i = 0; i < key.parts().size(); i++) {
      String column = DesignedKey.columnOf(key.parts().get(i).expression());
      if (column == null) {
        continue;
      }
      ColumnProfile values = table.profile(column);
      long bytes =
          Math.max(key.schema().longestPart(i).orElse(0), values == null ? 0 : values.longest());
      if (bytes > most) {
        most = bytes;
        longest = i;
      }
    }
    if (longest < 0) {
      return null;
    }
    String column = key.parts().get(longest).expression().columns().iterator().next();
    Type type = key.type(column);
    return type.toString().startsWith("binary(")
        ? table.fix(
            Fixes.checked(OrderRules.withType(table.table(), column, Type.parse("binary(255)"))),
            "longer values of %s are refused".formatted(column))
        : table.fix(
            key,
            longest,
            KeyExpression.md5(KeyExpression.column(column)),
            "%s can only be queried by its whole value: no range, no prefix, no order"
                .formatted(column));
  }

  private void findWideRows() {
    DataProfile data = table.data();
    boolean isWide = data != null && data.rowBytes() > WIDE_ROW_BYTES;
    if (!isWide && table.table().columns().size() <= MOST_COLUMNS) {
      return;
    }
    Place place = table.places().statement();
    table.find(
        Code.WIDE_ROWS,
        Severity.WARNING,
        place,
        isWide && data != null
            ? "sample rows of %s have %,d bytes on average, so a region of 10 GB holds about %,d of them, and a row is never split"
                .formatted(table.table().name(), data.rowBytes(), 10_000_000_000L / data.rowBytes())
            : "rows of %s have %d columns: a region holds few of such rows, and a row is never split"
                .formatted(table.table().name(), table.table().columns().size()),
        narrower(data));
  }

  /** The columns that take most moved to a table of the same key. */
  private @Nullable Fix narrower(@Nullable DataProfile data) {
    TableDefinition before = table.table();
    Set<String> bound = new HashSet<>(before.keyColumns());
    for (IndexDefinition index : before.indexes()) {
      bound.addAll(before.indexSchema(index.name()).keyColumns());
      bound.addAll(index.included());
    }
    List<ColumnDefinition> free =
        new ArrayList<>(
            before.columns().stream().filter(column -> !bound.contains(column.name())).toList());
    free.sort(
        Comparator.comparingLong(
            column -> {
              ColumnProfile values = data == null ? null : data.column(column.name());
              return values == null ? 0 : -values.bytes();
            }));
    List<ColumnDefinition> moved = new ArrayList<>();
    long left = data == null ? 0 : data.rowBytes();
    int columns = before.columns().size();
    for (ColumnDefinition column : free) {
      if (columns <= MOST_COLUMNS && left <= WIDE_ROW_BYTES) {
        break;
      }
      ColumnProfile values = data == null ? null : data.column(column.name());
      left -= data == null || values == null ? 0 : values.bytes() / Math.max(1, data.rows());
      columns--;
      moved.add(column);
    }
    return moved.isEmpty() ? null : split(table, moved, "_more");
  }

  /** Columns moved to a table of the same key, with the families that only they are in. */
  static @Nullable Fix split(LintedTable linted, List<ColumnDefinition> moved, String suffix) {
    TableDefinition before = linted.table();
    Set<String> inKey = new HashSet<>(before.keyColumns());
    List<ColumnDefinition> kept = new ArrayList<>(before.columns());
    kept.removeAll(moved);
    List<ColumnDefinition> other = new ArrayList<>();
    for (ColumnDefinition column : before.columns()) {
      if (inKey.contains(column.name()) || moved.contains(column)) {
        other.add(column);
      }
    }
    String name = before.name() + suffix;
    TableDefinition added =
        new TableDefinition(
            name,
            other,
            before.primaryKey(),
            before.partitionParts(),
            before.format(),
            familiesOf(before, other),
            List.of(),
            before.columnNames());
    TableDefinition after = before.withColumns(kept).withFamilies(familiesOf(before, kept));
    return linted.fix(
        after,
        List.of(added),
        "a read of columns of both tables takes two lookups, and the two rows are written in one batch");
  }

  private static List<FamilyDefinition> familiesOf(
      TableDefinition table, List<ColumnDefinition> columns) {
    return table.families().stream()
        .filter(
            family -> columns.stream().anyMatch(column -> column.family().equals(family.name())))
        .toList();
  }
}
