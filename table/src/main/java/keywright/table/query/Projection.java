package keywright.table.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.Type;
import keywright.store.Cell;
import keywright.store.FamilyLayout;
import keywright.store.StoredRow;
import keywright.table.layout.Lifetime;
import keywright.table.layout.StoredTable;
import keywright.table.model.FieldRead;
import keywright.table.model.History;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.SelectItem;
import org.jspecify.annotations.Nullable;

/**
 * Computes the rows of the result from the rows that a scan has found: the values of the selected
 * items, for each requested version. Immutable.
 */
public final class Projection {
  private static final Column WRITTEN_AT =
      new Column(History.WRITTEN_AT, Type.parse("timestamp(us)"), true);
  private static final Type BIGINT = Type.parse("bigint");
  private static final Type INT = Type.parse("int");

  private final StoredTable table;
  private final List<SelectItem> items;
  private final History history;
  private final List<Column> columns;
  private final List<String> labels;

  /** For each item the column that it reads; -1 for {@code count(*)} and for a computed part. */
  private final int[] places;

  /** For each item the computed part; null for other items. */
  private final @Nullable ComputedPart[] computed;

  /** Whether the result row is the row itself, unchanged. */
  private final boolean isWhole;

  /** The projection of a query whose names exist. */
  public Projection(StoredTable table, Query query) {
    this.table = table;
    this.items =
        query.items().isEmpty()
            ? table.columns().stream()
                .<SelectItem>map(c -> new SelectItem.Column(c.name()))
                .toList()
            : query.items();
    this.history = query.history();
    this.computed = items.stream().map(item -> computed(table, item)).toArray(ComputedPart[]::new);
    this.places = new int[items.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = computed[i] != null ? -1 : items.get(i).reads().map(table::place).orElse(-1);
    }
    List<Column> shown = new ArrayList<>(places.length);
    for (int i = 0; i < places.length; i++) {
      ComputedPart part = computed[i];
      shown.add(part != null ? part.column() : column(items.get(i), places[i]));
    }
    if (history.versions() > 0) {
      shown.add(WRITTEN_AT);
    }
    this.columns = List.copyOf(shown);
    this.labels = columns.stream().map(Column::name).toList();
    this.isWhole = query.items().isEmpty() && history.versions() == 0;
  }

  private static @Nullable ComputedPart computed(StoredTable table, SelectItem item) {
    return item instanceof SelectItem.Column column
        ? table.primaryKey().computedParts().get(column.name())
        : null;
  }

  /** What an item reads: the named column, the columns of a computed part, or fields. */
  static Set<FieldRead> reads(StoredTable table, SelectItem item) {
    if (item instanceof SelectItem.Computed expression) {
      return expression.expression().reads();
    }
    ComputedPart part = computed(table, item);
    return FieldRead.columns(part != null ? part.inputs() : item.reads().stream().toList());
  }

  /** The columns of which an item reads a value or a field. */
  static List<String> inputs(StoredTable table, SelectItem item) {
    return reads(table, item).stream().map(FieldRead::column).distinct().toList();
  }

  private Type typeOf(String column) {
    return table.column(column).type();
  }

  private Column column(SelectItem item, int place) {
    if (item instanceof SelectItem.Column) {
      return table.columns().get(place);
    }
    if (item instanceof SelectItem.Computed expression) {
      return new Column(item.label(), expression.expression().type(this::typeOf), true);
    }
    if (item.isTime()) {
      return new Column(item.label(), item instanceof SelectItem.WriteTime ? BIGINT : INT, true);
    }
    Type type = place < 0 ? BIGINT : Aggregates.resultType(item, table.columns().get(place).type());
    boolean hasValue =
        place < 0 || item instanceof SelectItem.CountOf || item instanceof SelectItem.Sum;
    return new Column(item.label(), type, !hasValue);
  }

  /** The columns of the result, in order. */
  public List<Column> columns() {
    return columns;
  }

  /** The names of the columns of the result, in order. */
  public List<String> labels() {
    return labels;
  }

  public List<SelectItem> items() {
    return items;
  }

  /**
   * The index, in {@link StoredTable#columns}, of the column that a selected item reads.
   *
   * @param item the index of the selected item, from 0
   */
  public int place(int item) {
    return places[item];
  }

  /**
   * Whether the query asks for several versions of each row. Each version is then a row of the
   * result.
   */
  public boolean hasVersions() {
    return history.versions() > 0;
  }

  /**
   * Computes the result row of a row that was found, in a query for one version of each row.
   *
   * @param nowMillis the time of the read in milliseconds since 1970, from which times to live are
   *     counted
   */
  public Row row(FoundRow found, long nowMillis) {
    if (isWhole) {
      return table.shown(found.values());
    }
    return new Row(labels, values(found.values(), found.stored(), history.asOfMicros(), nowMillis));
  }

  /**
   * Computes the result rows of a row that was found, one for each version.
   *
   * @param nowMillis as for {@link #row}
   */
  public List<Row> versions(FoundRow found, long nowMillis) {
    StoredRow stored = found.stored();
    List<Long> times = stored == null ? List.of() : times(stored);
    if (stored == null || times.isEmpty()) {
      return List.of(row(found, nowMillis));
    }
    List<Row> rows = new ArrayList<>();
    for (long time : times) {
      @Nullable Object[] values = values(table.row(stored, time), stored, time, nowMillis);
      values[places.length] = instant(time);
      rows.add(new Row(labels, values));
    }
    return rows;
  }

  private @Nullable Object[] values(
      @Nullable Object[] row, @Nullable StoredRow stored, long micros, long nowMillis) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < places.length; i++) {
      values[i] = value(i, row, stored, micros, nowMillis);
    }
    return values;
  }

  /** The value of an item that is no aggregate and no time, in a row that was found. */
  @Nullable Object value(int index, FoundRow found) {
    return value(index, found.values(), null, 0, 0);
  }

  private @Nullable Object value(
      int index, @Nullable Object[] row, @Nullable StoredRow stored, long micros, long nowMillis) {
    ComputedPart part = computed[index];
    if (part != null) {
      return part.value(table.columnValues(row));
    }
    SelectItem item = items.get(index);
    if (item instanceof SelectItem.Computed expression) {
      return expression.expression().value(this::typeOf, column -> row[table.place(column)]);
    }
    return stored != null && item.isTime()
        ? time(item, places[index], stored, micros, nowMillis)
        : row[places[index]];
  }

  private @Nullable Object time(
      SelectItem item, int place, StoredRow stored, long micros, long nowMillis) {
    Long latest = null;
    long expiryMillis = 0;
    for (int each : table.timedPlaces(place)) {
      Cell cell = stored.cell(table.columnId(each), micros);
      if (cell != null) {
        latest = latest == null ? cell.timestamp() : Math.max(latest, cell.timestamp());
        expiryMillis =
            Lifetime.isBefore(cell.expiryMillis(), expiryMillis)
                ? cell.expiryMillis()
                : expiryMillis;
      }
    }
    if (item instanceof SelectItem.WriteTime) {
      return latest;
    }
    long left = expiryMillis - nowMillis;
    return expiryMillis == 0 ? null : (int) Math.min(Integer.MAX_VALUE, (left + 999) / 1_000);
  }

  /**
   * The times of the versions of a row, the newest first. These are the times at which a selected
   * column was written, as far back as the values of all these columns are known.
   */
  private List<Long> times(StoredRow row) {
    TreeSet<Long> times = new TreeSet<>(Comparator.reverseOrder());
    long reach = 0;
    for (int place : inputPlaces()) {
      if (table.hasTimes(place)) {
        int id = table.columnId(table.timedPlace(place));
        List<Cell> cells = row.history(id);
        FamilyLayout family = table.layout().families().get(table.layout().familyOf(id));
        if (cells.size() >= family.versions()) {
          // Versions before the last of them may be forgotten.
          reach = Math.max(reach, cells.get(cells.size() - 1).timestamp());
        }
        cells.forEach(cell -> times.add(cell.timestamp()));
      }
    }
    long known = reach;
    return times.stream()
        .filter(time -> time <= history.asOfMicros() && time >= known)
        .limit(history.versions())
        .toList();
  }

  private int[] inputPlaces() {
    return items.stream()
        .flatMap(item -> inputs(table, item).stream())
        .mapToInt(table::place)
        .distinct()
        .toArray();
  }

  /** Microseconds since 1970 as a value of {@code timestamp(us)}. */
  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
  }

  /** The time as it is printed. */
  static String text(long micros) {
    return WRITTEN_AT.type().format(instant(micros));
  }
}
