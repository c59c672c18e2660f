package keywright.table.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.StoredRow;
import keywright.table.layout.KeyColumns;
import keywright.table.layout.Lifetime;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one row during changes: the write times and expiry of its values, the expiry of the
 * row, and the cells to put. Used by one thread.
 *
 * <p>Each write asks for an expiry of the row. An INSERT without a timestamp sets the expiry of the
 * row, but never before that of a value in the row. Every other write can only set a later expiry.
 * Values of the primary key expire with their row.
 */
public final class RowCells {

  /**
   * A cell to put, without the version, which is chosen later.
   *
   * @param again whether an equal value is stored already and is written only for its new time
   */
  private record Pending(
      int place,
      @Nullable Object value,
      long timeMicros,
      long expiryMillis,
      boolean wins,
      boolean again) {

    /** A cell of a key column, or a cell that moves with its row. */
    Pending(int place, @Nullable Object value, long timeMicros, long expiryMillis, boolean wins) {
      this(place, value, timeMicros, expiryMillis, wins, false);
    }

    Pending expiringAt(long millis) {
      return new Pending(place, value, timeMicros, millis, wins, again);
    }

    boolean isPlain() {
      return timeMicros == 0 && expiryMillis == 0;
    }
  }

  /** The effect of one change. {@link #take} adopts it once nothing refuses the change. */
  static final class Step {
    private final List<Pending> cells;

    /** Whether a column may have several cells. */
    private boolean repeats;

    private long expiryMillis;
    private long createdMicros;
    private boolean changesLife;

    /** The row that is copied unchanged; null if cells are put. */
    private @Nullable StoredRow original;

    /** The change that makes a plain new row; null for other steps. */
    private @Nullable RowChange fresh;

    /** The values of the plain new row. */
    private @Nullable Object @Nullable [] values;

    /** A step that makes a plain new row. */
    Step(RowChange fresh, @Nullable Object[] values) {
      this.cells = List.of();
      this.fresh = fresh;
      this.values = values;
      this.createdMicros = Long.MAX_VALUE;
    }

    Step(int expected) {
      this.cells = new ArrayList<>(expected);
    }

    /** When the row expires after the change. */
    long expiryMillis() {
      return expiryMillis;
    }

    /** Whether the change has no effect. */
    boolean isNothing() {
      return cells.isEmpty() && !changesLife;
    }
  }

  private final StoredTable table;
  private final Instant now;

  /**
   * The change that made this row, if it is plain: no row existed before, no value has a write time
   * or an expiry of its own, and no later change followed. The cells of such a row are made only if
   * they are needed. Null for other rows.
   */
  private @Nullable RowChange fresh;

  /** The values of the plain row, one for each column of the table. */
  private @Nullable Object @Nullable [] freshValues;

  private @Nullable StoredRow stored;
  private List<Pending> pending = List.of();

  /**
   * Whether a column may have several cells, because the row was moved or changed several times.
   */
  private boolean isRepeated;

  /**
   * For each column, the cell after the changes so far; null if no change has set it. The array is
   * null until it is needed.
   */
  private @Nullable Pending @Nullable [] newest;

  private long expiryMillis;
  private long createdMicros;

  /** The row of which this row is a copy; null for none. */
  private @Nullable StoredRow original;

  /**
   * The cells of a stored row, if there is one.
   *
   * @param stored the stored row, with its history if a change gives a timestamp
   * @param now the time of the changes
   */
  RowCells(StoredTable table, @Nullable StoredRow stored, Instant now) {
    this.table = table;
    this.now = now;
    this.stored = stored;
    this.expiryMillis = stored == null ? 0 : stored.head().expiryMillis();
    this.createdMicros = stored == null ? Long.MAX_VALUE : stored.head().created();
  }

  public static long micros(Instant instant) {
    return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
  }

  /**
   * The effect of {@code change}.
   *
   * @param before the row before the change; null for none
   * @param after the row after the change. A value that loses against a stored value with a later
   *     write time is replaced by the stored value
   */
  Step step(RowChange change, @Nullable Object @Nullable [] before, @Nullable Object[] after) {
    requirePast(table, change.using(), now);
    if (before == null && isPlain(change)) {
      return new Step(change, after);
    }
    settle();
    Step step = new Step(after.length);
    StoredRow copied = change.original();
    if (copied != null) {
      step.original = copied;
      step.expiryMillis = copied.head().expiryMillis();
      step.createdMicros = copied.head().created();
      return step;
    }
    boolean namesAny = false;
    boolean winsAny = false;
    for (int i = 0; i < after.length; i++) {
      if (!change.names(i) || !table.hasCells(i)) {
        continue;
      }
      if (table.isKeyColumn(i)) {
        if (before == null && after[i] != null) {
          step.cells.add(new Pending(i, after[i], 0, 0, true));
        }
        continue;
      }
      Pending cell = pending(change, i, after[i]);
      namesAny = true;
      winsAny |= cell.wins;
      if (!cell.wins && before != null) {
        after[i] = before[i];
        table.copyDerived(i, before, after);
      }
      boolean leavesTrace = cell.wins ? changes(cell, before) : table.keepsVersions(i);
      if (leavesTrace) {
        step.cells.add(cell);
      }
    }
    boolean losesAll = namesAny && !winsAny;
    step.expiryMillis = losesAll ? expiryMillis : life(change, before, after, step);
    step.changesLife = before != null && step.expiryMillis != expiryMillis;
    long time = change.using().timestampMicros();
    step.createdMicros = time == 0 ? createdMicros : Math.min(createdMicros, time);
    return step;
  }

  /** Whether a change makes a plain row here, where no row exists. */
  private boolean isPlain(RowChange change) {
    return stored == null
        && fresh == null
        && pending.isEmpty()
        && change.original() == null
        && !change.using().hasTimestamp()
        && !change.expires()
        && !table.layout().keepsVersions();
  }

  /** Makes the cells of a plain row, because something else happens to it. */
  private void settle() {
    RowChange change = fresh;
    @Nullable Object[] values = freshValues;
    if (change == null || values == null) {
      return;
    }
    fresh = null;
    freshValues = null;
    pending = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      if (change.names(i) && table.hasCells(i)) {
        boolean again = change.isPut() && !table.isKeyColumn(i);
        if (values[i] != null || again) {
          pending.add(new Pending(i, values[i], 0, 0, true, again));
        }
      }
    }
  }

  /**
   * The values of the row, if it is plain: a new row whose cells all have its version, and neither
   * a write time nor an expiry. Null for other rows.
   */
  @Nullable Object @Nullable [] plain() {
    return freshValues;
  }

  /**
   * The effect of a change that moves a row here; no row exists here before. The row keeps its
   * write times, its expiry and its older versions. Values that the change sets are written now and
   * expire no later than the row.
   *
   * @param from the cells of the row at its old key
   * @param after the row after the change
   */
  Step stepFrom(RowCells from, RowChange change, @Nullable Object[] after) {
    settle();
    from.settle();
    Step step = new Step(after.length);
    step.repeats = true;
    for (int i = 0; i < after.length; i++) {
      if (!table.hasCells(i)) {
        continue;
      }
      if (table.isKeyColumn(i)) {
        if (after[i] != null) {
          step.cells.add(new Pending(i, after[i], 0, 0, true));
        }
        continue;
      }
      from.addAll(i, !change.names(i), step);
      if (change.names(i)) {
        Pending cell = pending(change, i, after[i]);
        boolean outlives =
            cell.value != null && Lifetime.isBefore(from.expiryMillis, cell.expiryMillis);
        // Nothing over nothing leaves no trace, as where it is.
        if (cell.value != null || from.knows(i)) {
          step.cells.add(outlives ? cell.expiringAt(from.expiryMillis) : cell);
        }
      }
    }
    step.expiryMillis = from.expiryMillis;
    step.createdMicros = from.createdMicros;
    return step;
  }

  /** Whether the column has a stored cell or a changed one, including a deletion. */
  private boolean knows(int place) {
    return newest(place) != null
        || (stored != null && !stored.history(table.columnId(place)).isEmpty());
  }

  /** Adds the cells of a column; stored cells keep their write times. */
  private void addAll(int place, boolean wins, Step step) {
    List<Cell> history = stored == null ? List.of() : stored.history(table.columnId(place));
    Pending latest = newest(place);
    for (int i = history.size() - 1; i >= 0; i--) {
      Cell cell = history.get(i);
      boolean first = i == 0 && latest == null;
      step.cells.add(
          new Pending(place, cell.value(), cell.timestamp(), cell.expiryMillis(), wins && first));
    }
    for (Pending cell : pending) {
      if (cell.place == place) {
        boolean last = cell.equals(latest);
        if (last || cell.timeMicros != 0) {
          Pending moved =
              new Pending(place, cell.value, cell.timeMicros, cell.expiryMillis, wins && last);
          step.cells.add(moved);
        }
      }
    }
  }

  /** Refuses a write time in the future. */
  static void requirePast(StoredTable table, Using using, Instant now) {
    if (using.timestampMicros() > micros(now)) {
      throw new TableException(
          "cannot write to %s at timestamp %d: found a timestamp in the future, expected at most %d, the current time; later writes with the current time would have no effect"
              .formatted(table.name(), using.timestampMicros(), micros(now)));
    }
  }

  private Pending pending(RowChange change, int place, @Nullable Object value) {
    Using using = change.using();
    long seconds =
        using.ttlSeconds() == Using.TTL_OF_FAMILY ? table.ttlSeconds(place) : using.ttlSeconds();
    long expiry = value == null ? 0 : Lifetime.expiry(now.toEpochMilli(), seconds);
    boolean wins = !using.hasTimestamp() || using.timestampMicros() >= latestMicros(place);
    return new Pending(place, value, using.timestampMicros(), expiry, wins, change.isPut());
  }

  /** Whether writing a cell has an effect. It has none if an equal cell is stored. */
  private boolean changes(Pending cell, @Nullable Object @Nullable [] before) {
    Object old = before == null ? null : before[cell.place];
    return cell.again
        || !cell.isPlain()
        || expiryMillis(cell.place) != 0
        || !StoredTable.sameValue(old, cell.value);
  }

  private long life(
      RowChange change, @Nullable Object @Nullable [] before, @Nullable Object[] after, Step step) {
    long seconds =
        change.using().ttlSeconds() == Using.TTL_OF_FAMILY
            ? table.ttlSeconds()
            : change.using().ttlSeconds();
    long asked = Lifetime.expiry(now.toEpochMilli(), seconds);
    if (before == null) {
      return asked;
    }
    if (!change.isInsert() || change.using().hasTimestamp()) {
      return Lifetime.later(expiryMillis, asked);
    }
    long life = asked;
    for (int i = 0; i < after.length; i++) {
      if (after[i] != null && !table.isKeyColumn(i)) {
        life = Lifetime.later(life, expiryMillis(step, i));
      }
    }
    return life;
  }

  /** The latest write time of a column; that of a part of a document is one of all its parts. */
  private long latestMicros(int place) {
    long latest = 0;
    for (int each : table.timedPlaces(place)) {
      latest = Math.max(latest, timeMicros(each));
    }
    return latest;
  }

  /**
   * The latest write time of a column. A write with the current time is later than every given
   * time.
   */
  private long timeMicros(int place) {
    Pending cell = newest(place);
    if (cell != null) {
      return cell.timeMicros == 0 ? Long.MAX_VALUE : cell.timeMicros;
    }
    Cell before = stored == null ? null : stored.cell(table.columnId(place));
    return before == null ? 0 : before.timestamp();
  }

  /** When the value of a column expires, after the changes so far. */
  private long expiryMillis(int place) {
    Pending cell = newest(place);
    if (cell != null) {
      return cell.expiryMillis;
    }
    return storedExpiryMillis(table.columnId(place));
  }

  private long storedExpiryMillis(int id) {
    Cell cell = stored == null || !stored.hasExpiringValues() ? null : stored.cell(id);
    return cell == null ? 0 : cell.expiryMillis();
  }

  private long expiryMillis(Step step, int column) {
    int place = table.timedPlace(column);
    if (step.original != null) {
      Cell cell = step.original.cell(table.columnId(place));
      return cell == null ? 0 : cell.expiryMillis();
    }
    for (Pending cell : step.cells) {
      if (cell.place == place && cell.wins) {
        return cell.expiryMillis;
      }
    }
    return expiryMillis(place);
  }

  /** Checks that no indexed value of a stored row expires before the row. */
  public static void requireExact(
      StoredTable table, StoredIndex index, StoredRow row, @Nullable Object[] values) {
    RowCells cells = new RowCells(table, row, Instant.EPOCH);
    Step asItIs = new Step(0);
    asItIs.expiryMillis = row.head().expiryMillis();
    int place = cells.expiring(index, asItIs, values);
    if (place >= 0) {
      throw index.expiresIn(table, row, place);
    }
  }

  /** Checks that after a step no indexed value of this row expires before the row. */
  public void requireExact(StoredIndex index, Step step, @Nullable Object[] after) {
    int place = expiring(index, step, after);
    if (place >= 0) {
      throw index.expires(table, place);
    }
  }

  /** The column of the first indexed value that expires before the row; -1 for none. */
  private int expiring(StoredIndex index, Step step, @Nullable Object[] after) {
    for (int place : index.entryPlaces()) {
      boolean ownLife = after[place] != null && !table.isKeyColumn(place);
      if (ownLife && Lifetime.isBefore(expiryMillis(step, place), step.expiryMillis)) {
        return place;
      }
    }
    return -1;
  }

  /**
   * Refuses a step after which a NOT NULL column would have no value, or would lose it before the
   * row expires.
   */
  void requireValues(Step step, @Nullable Object[] after) {
    requireValues(table, after);
    for (int place : table.requiredPlaces()) {
      if (Lifetime.isBefore(expiryMillis(step, place), step.expiryMillis)) {
        throw new TableException(
            "cannot write row %s of %s: found a ttl with which column %s expires before its row, expected the column to live as long as the row, because %s; write the whole row with one ttl"
                .formatted(
                    KeyColumns.text(table, after),
                    table.name(),
                    Names.quote(table.column(place).name()),
                    table.requiredBecause(place)));
      }
    }
  }

  /** Refuses a row in which a NOT NULL column has no value. */
  static void requireValues(StoredTable table, @Nullable Object[] row) {
    for (int place : table.requiredPlaces()) {
      if (row[place] == null) {
        String name = Names.quote(table.column(place).name());
        throw new TableException(
            "cannot write row %s of %s: found no value for %s, expected one, since %s; give the column a value"
                .formatted(
                    KeyColumns.text(table, row), table.name(), name, table.requiredBecause(place)));
      }
    }
  }

  /** The cell of a column after the changes so far; null if no change has set it. */
  private @Nullable Pending newest(int place) {
    settle();
    if (pending.isEmpty()) {
      return null;
    }
    @Nullable Pending[] known = newest;
    if (known == null) {
      known = new @Nullable Pending[table.width()];
      note(pending, known);
      newest = known;
    }
    return known[place];
  }

  private static void note(List<Pending> cells, @Nullable Pending[] newest) {
    for (Pending cell : cells) {
      if (cell.wins) {
        newest[cell.place] = cell;
      }
    }
  }

  void take(Step step) {
    fresh = step.fresh;
    freshValues = step.values;
    isRepeated |= step.repeats || !pending.isEmpty();
    if (pending.isEmpty()) {
      pending = step.cells;
    } else if (!step.cells.isEmpty()) {
      pending.addAll(step.cells);
    }
    @Nullable Pending[] known = newest;
    if (known != null) {
      note(step.cells, known);
    }
    expiryMillis = step.expiryMillis;
    createdMicros = step.createdMicros;
    original = step.original;
  }

  /** Whether the row is a copy. A copy keeps the version that it has at its source. */
  boolean isCopy() {
    return original != null;
  }

  /** Deletes the row. Later changes make a new row. */
  void delete() {
    fresh = null;
    freshValues = null;
    stored = null;
    original = null;
    pending = List.of();
    isRepeated = false;
    newest = null;
    expiryMillis = 0;
    createdMicros = Long.MAX_VALUE;
  }

  /** The latest write time that a change gives; 0 for none. The version of the row is above it. */
  long latestMicros() {
    long latest = original == null ? 0 : original.version() - 1;
    for (Pending cell : pending) {
      latest = Math.max(latest, cell.timeMicros);
    }
    return latest;
  }

  /** When the row expires after the changes so far. */
  long expiryMillis() {
    return expiryMillis;
  }

  /** Whether the expiry of the row is unchanged. */
  boolean keepsLife() {
    return stored != null && stored.head().expiryMillis() == expiryMillis;
  }

  /** The head of the row at {@code version}. */
  RowHead head(long version) {
    boolean older = table.layout().keepsVersions() && createdMicros < version;
    return new RowHead(version, expiryMillis, older ? createdMicros : 0);
  }

  /**
   * The cells to put, with their version. Of the cells of a column without a given time, only the
   * last one is put.
   */
  List<Cell> cells(long version) {
    if (original != null) {
      return original.cells();
    }
    settle();
    List<Cell> cells = new ArrayList<>(pending.size());
    int[] counts = counts();
    for (Pending cell : pending) {
      boolean overtaken = isRepeated && cell.timeMicros == 0 && !cell.equals(newest(cell.place));
      // A null that overwrites a value which moved here is to be put, though nothing is stored.
      boolean alone = counts == null || counts[cell.place] == 1;
      if (!overtaken && !(alone && isStored(cell))) {
        int id = table.columnId(cell.place);
        cells.add(new Cell(id, cell.value, version, cell.timeMicros, cell.expiryMillis));
      }
    }
    return cells;
  }

  /** The number of cells of each column; null if no column has several. */
  private int @Nullable [] counts() {
    if (!isRepeated) {
      return null;
    }
    int[] counts = new int[table.width()];
    for (Pending cell : pending) {
      counts[cell.place]++;
    }
    return counts;
  }

  private boolean isStored(Pending cell) {
    int id = table.columnId(cell.place);
    return !cell.again
        && cell.isPlain()
        && storedExpiryMillis(id) == 0
        && StoredTable.sameValue(stored == null ? null : stored.value(id), cell.value);
  }
}
