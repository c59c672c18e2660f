package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import keywright.key.ByteRange;
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
import keywright.table.model.CopyProgress;
import keywright.table.model.CopyReport;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * One table of a copy. Its rows come from a view of the source in the order of their row keys,
 * which are the same at the target, a chunk at a time: what the target has of the chunk's range is
 * read and held against it, the rest is written, and the position is saved behind it. So a position
 * only spares reading: what is there behind it is found again. Used by one thread.
 */
public final class TableCopy {
  private static final int CHUNK_ROWS = 1_000;
  private static final long CHUNK_LENGTH = 4 * 1024 * 1024;
  private static final int ROWS_BETWEEN_REPORTS = 512;
  private static final byte[] START = {};

  private final StoredTable source;
  private final Snapshot view;
  private final Tables target;
  private final RowWriter writer;
  private final Positions positions;
  private final Consumer<CopyProgress> told;
  private final String name;
  private final OptionalLong estimated;

  public TableCopy(
      StoredTable source,
      Snapshot view,
      Tables target,
      RowWriter writer,
      Positions positions,
      Consumer<CopyProgress> told,
      OptionalLong estimated) {
    this.source = source;
    this.view = view;
    this.target = target;
    this.writer = writer;
    this.positions = positions;
    this.told = told;
    this.name = source.name();
    this.estimated = estimated;
  }

  /** Copies the rows that are not at the target; returns how many. */
  public long copy() {
    Positions.Position from = position();
    Positions.Position at = from;
    long copied = 0;
    tell(false, at.rowsDone(), from.rowsDone());
    try (RowCursor rows = scan(source, view, ByteRange.between(behind(at.lastRowKey()), null))) {
      boolean isLast = false;
      while (!isLast) {
        List<StoredRow> chunk = read(rows);
        isLast = chunk.isEmpty();
        byte[] after = at.lastRowKey();
        byte[] last = isLast ? null : chunk.get(chunk.size() - 1).rowKey();
        copied += target.using(name, table -> write(table, chunk, after, last));
        if (last != null) {
          at = save(at.moved(last, chunk.size()));
          tell(false, at.rowsDone(), from.rowsDone());
        }
      }
    }
    return copied;
  }

  /** Where an earlier run was cut off; the start when its last row is not there any longer. */
  private Positions.Position position() {
    Positions.Position found = positions.find(name);
    StoredTable table = target.require(name);
    if (found.rowsDone() > 0) {
      byte[] last = found.lastRowKey();
      try (Snapshot there = target.snapshot();
          RowCursor row = scan(table, there, ByteRange.between(last, behind(last)))) {
        if (row.next() != null) {
          return found;
        }
      }
    }
    return found.start();
  }

  private Positions.Position save(Positions.Position position) {
    WriteBatch batch = new WriteBatch(target.nowMillis());
    Positions.Position saved = positions.save(batch, name, position);
    if (!target.engine().write(batch)) {
      throw Positions.changed("the copy of " + name);
    }
    return saved;
  }

  private void tell(boolean comparing, long done, long resumed) {
    told.accept(new CopyProgress(name, comparing, done, resumed, estimated));
  }

  private static RowCursor scan(StoredTable table, Snapshot view, ByteRange range) {
    return view.scan(table.layout(), range, new ScanOptions(table.rowOptions(true), false));
  }

  /** The lowest row key above {@code rowKey}; the lowest of all for none. */
  private static byte[] behind(byte[] rowKey) {
    return rowKey.length == 0 ? rowKey : Arrays.copyOf(rowKey, rowKey.length + 1);
  }

  private static List<StoredRow> read(RowCursor rows) {
    List<StoredRow> chunk = new ArrayList<>();
    long length = 0;
    while (chunk.size() < CHUNK_ROWS && length < CHUNK_LENGTH) {
      StoredRow row = rows.next();
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

  /**
   * Writes the rows of a chunk that the target lacks.
   *
   * @param after the row key behind which the chunk's range begins
   * @param last the one that it ends with; null when it goes to the end of the table
   * @return how many
   */
  private long write(
      StoredTable table, List<StoredRow> chunk, byte[] after, byte @Nullable [] last) {
    List<RowChange> changes = new ArrayList<>(chunk.size());
    byte[] stop = last == null ? null : behind(last);
    try (Snapshot there = target.snapshot();
        RowCursor found = scan(table, there, ByteRange.between(behind(after), stop))) {
      Columns columns = new Columns(table);
      StoredRow next = found.next();
      for (StoredRow row : chunk) {
        StoredRow original = columns.original(row);
        if (next == null || compare(next, row) > 0) {
          changes.add(RowChange.copy(table, original));
          continue;
        }
        String difference = compare(next, row) < 0 ? "" : columns.difference(original, next, there);
        if (difference != null) {
          throw occupied(table, next, difference);
        }
        next = found.next();
      }
      if (next != null) {
        throw occupied(table, next, "");
      }
    }
    if (changes.isEmpty()) {
      return 0;
    }
    RowWriter.Result result = writer.write(table, changes).orThrow();
    int unmet = result.outcomes().indexOf(RowChange.Outcome.UNMET);
    if (unmet >= 0) {
      throw new TableException(
          "cannot copy row %s of %s: another was written there meanwhile; let nobody else write to the target, and copy again"
              .formatted(table.primaryKey().readable(changes.get(unmet).key()), name));
    }
    return changes.size();
  }

  private TableException occupied(StoredTable table, StoredRow row, String difference) {
    return new TableException(
        "cannot copy table %s: found row %s at the target, which %s; drop the table there, and copy again"
            .formatted(
                name,
                table.primaryKey().readable(row.key()),
                difference.isEmpty()
                    ? "the source does not have"
                    : "differs from the source's in " + difference));
  }

  private static int compare(StoredRow a, StoredRow b) {
    return Arrays.compareUnsigned(a.rowKey(), b.rowKey());
  }

  /**
   * Reads both sides from end to end and compares their rows.
   *
   * @param copied how many rows this run has written
   */
  public CopyReport compare(long copied) {
    StoredTable table = target.require(name);
    Columns columns = new Columns(table);
    long atSource = 0;
    long atTarget = 0;
    long differences = 0;
    String first = null;
    tell(true, 0, 0);
    try (Snapshot there = target.snapshot();
        RowCursor sources = scan(source, view, ByteRange.between(START, null));
        RowCursor targets = scan(table, there, ByteRange.between(START, null))) {
      StoredRow a = unexpired(sources, there);
      StoredRow b = unexpired(targets, there);
      while (a != null || b != null) {
        int order = a == null ? 1 : b == null ? -1 : compare(a, b);
        StoredRow row = order <= 0 && a != null ? a : b;
        String difference =
            order == 0 && a != null && b != null
                ? columns.difference(columns.original(a), b, there)
                : "";
        if (difference != null && differences++ == 0 && row != null) {
          first =
              "row %s %s"
                  .formatted(
                      table.primaryKey().readable(row.key()),
                      order == 0
                          ? "differs in " + difference
                          : order < 0 ? "is only at the source" : "is only at the target");
        }
        if (order <= 0) {
          atSource++;
          a = unexpired(sources, there);
        }
        if (order >= 0) {
          atTarget++;
          b = unexpired(targets, there);
        }
        if (Math.max(atSource, atTarget) % ROWS_BETWEEN_REPORTS == 0) {
          tell(true, Math.max(atSource, atTarget), 0);
        }
      }
    }
    return new CopyReport(
        name, copied, atSource, atTarget, differences, Optional.ofNullable(first));
  }

  /** The next row that has not expired by the moment of {@code there}. */
  private static @Nullable StoredRow unexpired(RowCursor rows, Snapshot there) {
    StoredRow row = rows.next();
    while (row != null && row.head().isExpired(there.nowMillis())) {
      row = rows.next();
    }
    return row;
  }

  /** The columns of the source as the target stores them. */
  private final class Columns {
    private final StoredTable table;
    private final Map<Integer, Integer> ids = new HashMap<>();

    Columns(StoredTable table) {
      this.table = table;
      for (int place = 0; place < source.columns().size(); place++) {
        String column = source.columns().get(place).name();
        ids.put(source.columnId(place), table.columnId(table.place(column)));
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

    /** The first column, or what else, in which two rows differ; null when they do not. */
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
      return a.head().expiryMillis() == b.head().expiryMillis() ? null : "its expiry";
    }

    private String differenceOf(@Nullable Cell a, @Nullable Cell b) {
      Cell first = a == null || (b != null && b.columnId() < a.columnId()) ? b : a;
      if (first == null) {
        return "nothing";
      }
      for (int place = 0; place < table.columns().size(); place++) {
        if (table.columnId(place) == first.columnId()) {
          boolean sameValue =
              a != null
                  && b != null
                  && a.columnId() == b.columnId()
                  && StoredTable.sameValue(a.value(), b.value());
          String column = Names.quote(table.columns().get(place).name());
          return sameValue ? "the times of " + column : column;
        }
      }
      return "a dropped column";
    }
  }

  /** The values of a row that have not expired, older ones too, by column and time. */
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

  private static boolean isSame(Cell a, Cell b) {
    return a.columnId() == b.columnId()
        && a.timestamp() == b.timestamp()
        && a.expiryMillis() == b.expiryMillis()
        && StoredTable.sameValue(a.value(), b.value());
  }
}
