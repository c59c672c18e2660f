package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.RowCursor;
import keywright.store.RowHead;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.catalog.Positions;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredTable;
import keywright.table.layout.ValueLimit;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Copies one table from a source database into a target database. It reads the rows of the source
 * in chunks, in the order in which the source stores them. For each chunk it reads the rows with
 * the same keys at the target, compares them, writes the missing rows, and saves its position. A
 * resumed copy continues at the saved position. The two engines may store rows in different orders.
 * Used by one thread.
 */
public final class TableCopy {
  private static final int CHUNK_ROWS = 1_000;
  private static final long CHUNK_LENGTH = 4 * 1024 * 1024;

  /**
   * By how many milliseconds the expiry times of equal values may differ, if the source or the
   * target is a plain table.
   */
  private static final long EXPIRY_MILLIS = 3_000;

  private final StoredTable source;
  private final CopySource rows;
  private final Tables target;
  private final RowWriter writer;
  private final Positions positions;
  private final Consumer<CopyProgress> told;
  private final String name;

  /** The full name of the table at the target. */
  private final String targetName;

  private final OptionalLong estimated;

  /** The number of rows that were written. */
  private long copied;

  /**
   * @param targetName the full name of the table at the target
   */
  public TableCopy(
      CopySource rows,
      String targetName,
      Tables target,
      RowWriter writer,
      Positions positions,
      Consumer<CopyProgress> told,
      OptionalLong estimated) {
    this.source = rows.table();
    this.rows = rows;
    this.target = target;
    this.writer = writer;
    this.positions = positions;
    this.told = told;
    this.name = source.name();
    this.targetName = targetName;
    this.estimated = estimated;
  }

  /**
   * Copies the rows of the source whose keys the target does not have.
   *
   * @return the number of rows that this run has copied
   * @throws TableException if the target has a row that differs from the source's row with the same
   *     key. If the copy starts from the beginning, also if the target has a row whose key the
   *     source does not have; this is checked before a row is written
   */
  public long copy() {
    return WorkLog.of("copy of " + name, () -> copied, this::copyRows);
  }

  private long copyRows() {
    Positions.Position from = position();
    Positions.Position at = from;
    tell(false, at.rowsDone(), from.rowsDone());
    if (from.rowsDone() == 0) {
      requireNoOthers(target.require(targetName));
    }
    Key after = from.lastKey(source.primaryKey());
    try (RowCursor cursor = rows.rows(after, skipped -> {})) {
      for (List<StoredRow> chunk = read(cursor); !chunk.isEmpty(); chunk = read(cursor)) {
        List<StoredRow> next = chunk;
        copied += target.using(targetName, table -> write(table, next));
        at = save(at.moved(chunk.get(chunk.size() - 1).rowKey(), chunk.size()));
        tell(false, at.rowsDone(), from.rowsDone());
      }
    }
    return copied;
  }

  /**
   * The position at which an earlier run was interrupted; the start if its last row no longer
   * exists.
   */
  private Positions.Position position() {
    Positions.Position found = positions.find(targetName);
    StoredTable table = target.require(targetName);
    Key last = found.lastKey(table.primaryKey());
    if (last != null) {
      try (Snapshot there = target.snapshot()) {
        if (there.get(table.layout(), last, Set.of()) != null) {
          return found;
        }
      }
    }
    return found.start();
  }

  /** Refuses a target with rows that the source does not have, before the first row is written. */
  private void requireNoOthers(StoredTable table) {
    try (Snapshot there = target.snapshot();
        RowCursor cursor = there.walk(table.layout(), ScanOptions.of(Set.of()))) {
      for (List<StoredRow> chunk = read(cursor); !chunk.isEmpty(); chunk = read(cursor)) {
        int other = rows.missing(keys(chunk)).nextSetBit(0);
        if (other >= 0) {
          throw occupied(table, chunk.get(other), "");
        }
      }
    }
  }

  private Positions.Position save(Positions.Position position) {
    WriteBatch batch = new WriteBatch(target.nowMillis());
    Positions.Position saved = positions.save(batch, targetName, position);
    if (!target.engine().write(batch)) {
      throw Positions.changed("the copy of " + name);
    }
    return saved;
  }

  private void tell(boolean comparing, long done, long resumed) {
    told.accept(new CopyProgress(name, comparing, done, resumed, estimated));
  }

  private static List<Key> keys(List<StoredRow> rows) {
    return rows.stream().map(StoredRow::key).toList();
  }

  private static List<StoredRow> read(RowCursor cursor) {
    List<StoredRow> chunk = new ArrayList<>();
    long length = 0;
    while (chunk.size() < CHUNK_ROWS && length < CHUNK_LENGTH) {
      StoredRow row = cursor.next();
      if (row == null) {
        break;
      }
      chunk.add(row);
      for (Cell cell : row.cells()) {
        length += ValueLimit.atMost(cell.value());
      }
    }
    return chunk;
  }

  /** Writes the rows of a chunk that the target does not have. Returns their number. */
  private long write(StoredTable table, List<StoredRow> chunk) {
    List<RowChange> changes = new ArrayList<>(chunk.size());
    try (Snapshot there = target.snapshot()) {
      Columns columns = new Columns(table);
      List<@Nullable StoredRow> found =
          there.get(table.layout(), keys(chunk), table.rowOptions(true));
      for (int i = 0; i < chunk.size(); i++) {
        StoredRow original = columns.original(chunk.get(i));
        StoredRow row = found.get(i);
        if (row == null) {
          changes.add(RowChange.copy(table, original));
          continue;
        }
        String difference = columns.difference(original, row, there);
        if (difference != null) {
          throw occupied(table, row, difference);
        }
      }
    }
    if (changes.isEmpty()) {
      return 0;
    }
    RowWriter.Result result = writer.write(table, changes).orThrow();
    int unmet = result.outcomes().indexOf(RowChange.Outcome.UNMET);
    if (unmet >= 0) {
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot copy row %s of %s: found a row with the same key at the target, written by another program meanwhile; stop other writers of the target, and copy again"
              .formatted(table.primaryKey().readable(changes.get(unmet).key()), name));
    }
    return changes.size();
  }

  private TableException occupied(StoredTable table, StoredRow row, String difference) {
    return new TableException(
        "cannot copy table %s: found row %s at the target, which %s; drop the table at the target, and copy again"
            .formatted(
                name,
                table.primaryKey().readable(row.key()),
                difference.isEmpty()
                    ? "the source does not have"
                    : "differs from the row of the source in " + difference));
  }

  /**
   * Reads all rows of the source and of the target, and compares them.
   *
   * @param copied how many rows this run has written
   */
  public CopyReport compare(long copied) {
    return new Comparison(target.require(targetName)).run(copied);
  }

  /** The findings of a comparison. */
  private final class Comparison {
    private final StoredTable table;
    private final Columns columns;
    private long atSource;
    private long atTarget;
    private long common;
    private long unreadable;
    private long differences;
    private @Nullable String first;

    Comparison(StoredTable table) {
      this.table = table;
      this.columns = new Columns(table);
    }

    CopyReport run(long copied) {
      tell(true, 0, 0);
      try (Snapshot there = target.snapshot()) {
        lookUpRowsOfTheSource(there);
        countRowsOfTheTarget(there);
        if (atTarget > common) {
          lookUpRowsOfTheTarget(there);
        }
      }
      return new CopyReport(
          name, copied, atSource, atTarget, unreadable, differences, Optional.ofNullable(first));
    }

    private void lookUpRowsOfTheSource(Snapshot there) {
      try (RowCursor cursor = rows.rows(null, skipped -> unreadable++)) {
        for (List<StoredRow> chunk = read(cursor); !chunk.isEmpty(); chunk = read(cursor)) {
          List<@Nullable StoredRow> found =
              there.get(table.layout(), keys(chunk), table.rowOptions(true));
          for (int i = 0; i < chunk.size(); i++) {
            if (!chunk.get(i).head().isExpired(there.nowMillis())) {
              compare(chunk.get(i), found.get(i), there);
            }
          }
          tell(true, atSource, 0);
        }
      }
    }

    private void compare(StoredRow row, @Nullable StoredRow found, Snapshot there) {
      atSource++;
      if (found == null) {
        note(row, "is only at the source");
        return;
      }
      common++;
      String difference = columns.difference(columns.original(row), found, there);
      if (difference != null) {
        note(row, "differs in " + difference);
      }
    }

    private void countRowsOfTheTarget(Snapshot there) {
      try (RowCursor cursor = there.walk(table.layout(), ScanOptions.of(Set.of()))) {
        while (cursor.next() != null) {
          atTarget++;
        }
      }
    }

    private void lookUpRowsOfTheTarget(Snapshot there) {
      try (RowCursor cursor = there.walk(table.layout(), ScanOptions.of(Set.of()))) {
        for (List<StoredRow> chunk = read(cursor); !chunk.isEmpty(); chunk = read(cursor)) {
          BitSet missing = rows.missing(keys(chunk));
          for (int i = missing.nextSetBit(0); i >= 0; i = missing.nextSetBit(i + 1)) {
            note(chunk.get(i), "is only at the target");
          }
        }
      }
    }

    private void note(StoredRow row, String what) {
      if (differences++ == 0) {
        first = "row %s %s".formatted(table.primaryKey().readable(row.key()), what);
      }
    }
  }

  /** The columns of the source as the target stores them. */
  private final class Columns {
    private final StoredTable table;
    private final Map<Integer, Integer> ids = new HashMap<>();
    private final boolean eitherIsPlain;

    Columns(StoredTable table) {
      this.table = table;
      this.eitherIsPlain =
          table.discipline() == WriteDiscipline.PLAIN
              || source.discipline() == WriteDiscipline.PLAIN;
      // Both tables have the same columns, and the same fields of documents in families.
      for (int place = 0; place < source.width(); place++) {
        ids.put(source.columnId(place), table.columnId(place));
      }
    }

    /** A row of the source in the layout of the target. */
    StoredRow original(StoredRow row) {
      List<Cell> cells = new ArrayList<>(row.cells().size());
      for (Cell cell : row.cells()) {
        cells.add(
            new Cell(
                Objects.requireNonNull(ids.get(cell.columnId())),
                cell.value(),
                cell.version(),
                cell.writeTimeMicros(),
                cell.expiryMillis()));
      }
      RowHead head = row.head();
      long created = head.createdMicros();
      return StoredRow.of(
          table.layout(),
          row.rowKey(),
          new RowHead(head.version(), head.expiryMillis(), created),
          cells);
    }

    /**
     * The name of the first column in which two rows differ, or another description of their
     * difference; null if they are equal.
     */
    @Nullable String difference(StoredRow a, StoredRow b, Snapshot there) {
      List<Cell> cells = values(a, there);
      List<Cell> others = values(b, there);
      for (int i = 0; i < Math.max(cells.size(), others.size()); i++) {
        Cell cell = i < cells.size() ? cells.get(i) : null;
        Cell other = i < others.size() ? others.get(i) : null;
        if (cell == null || other == null || !isSame(cell, other)) {
          return differenceOf(cell, other);
        }
      }
      // A plain table does not say when a row without values expires.
      boolean sameLife = eitherIsPlain || a.head().expiryMillis() == b.head().expiryMillis();
      return sameLife ? null : "its expiry";
    }

    private boolean isSame(Cell a, Cell b) {
      return a.columnId() == b.columnId()
          && a.timestamp() == b.timestamp()
          && isSameExpiry(a.expiryMillis(), b.expiryMillis())
          && StoredTable.sameValue(a.value(), b.value());
    }

    /**
     * Whether two expiry times count as equal. Plain tables give the rest of a TTL in whole seconds
     * from the time of the read.
     */
    private boolean isSameExpiry(long a, long b) {
      return a == b || (eitherIsPlain && a != 0 && b != 0 && Math.abs(a - b) <= EXPIRY_MILLIS);
    }

    private String differenceOf(@Nullable Cell a, @Nullable Cell b) {
      Cell first = a == null || (b != null && b.columnId() < a.columnId()) ? b : a;
      if (first == null) {
        return "nothing";
      }
      for (int place = 0; place < table.width(); place++) {
        if (table.columnId(place) == first.columnId()) {
          boolean sameValue =
              a != null
                  && b != null
                  && a.columnId() == b.columnId()
                  && StoredTable.sameValue(a.value(), b.value());
          String column = Names.quote(table.column(place).name());
          return sameValue ? "the times of " + column : column;
        }
      }
      return "a dropped column";
    }
  }

  /** The values of a row that have not expired, including older values, by column and time. */
  private static List<Cell> values(StoredRow row, Snapshot there) {
    List<Cell> values = new ArrayList<>(row.cells().size());
    for (Cell cell : row.cells()) {
      long expiry = cell.expiryMillis();
      if (cell.value() != null && (expiry == 0 || expiry > there.nowMillis())) {
        values.add(cell);
      }
    }
    values.sort(
        Comparator.comparingInt(Cell::columnId)
            .thenComparing(Comparator.comparingLong(Cell::timestamp).reversed()));
    return values;
  }
}
