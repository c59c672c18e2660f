package keywright.table.query;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import keywright.key.ErrorCode;
import keywright.store.Cell;
import keywright.store.StoredRow;
import keywright.table.layout.Reason;
import keywright.table.layout.ValueLimit;
import keywright.table.model.Limits;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rows of a scan, sorts them, and returns the first of them in the order of the plan.
 * Only the wanted number of rows is kept. Rows are sorted in memory. Each time they need more
 * memory than {@link Limits} allows, they are written to disk as a sorted run. At the end the runs
 * are merged. Used by one thread.
 */
public final class SortedScan implements FoundRow.Source {

  /** The estimated bytes of a row besides its values: objects, row key, head. */
  private static final long BYTES_OF_A_ROW = 256;

  private static final long BYTES_OF_A_CELL = 64;

  private static final Comparator<Sortable> FIRST_TO_LAST =
      Comparator.comparing(sortable -> sortable.order, Arrays::compareUnsigned);

  private static final class Sortable {
    final FoundRow row;
    final byte[] order;

    /** The estimated bytes of the row, not too low. */
    final long bytes;

    Sortable(FoundRow row, byte[] order) {
      this.row = row;
      this.order = order;
      long sum = BYTES_OF_A_ROW + order.length + 16L * row.values().length;
      for (Object value : row.values()) {
        sum += value == null ? 0 : ValueLimit.atMost(value);
      }
      StoredRow stored = row.stored();
      for (Cell cell : stored == null ? List.<Cell>of() : stored.cells()) {
        sum += BYTES_OF_A_CELL + ValueLimit.atMost(cell.value());
      }
      this.bytes = sum;
    }
  }

  private final QueryPlan plan;
  private final FoundRow.Source source;
  private final ReadCounts counts;
  private final RowOrder order;
  private final byte @Nullable [] place;
  private final long wanted;
  private final DiskSort.Files files;

  /** The kept rows, the last one first. Once runs are on disk, only the rows of the next run. */
  private final PriorityQueue<Sortable> kept = new PriorityQueue<>(FIRST_TO_LAST.reversed());

  private long keptBytes;
  private long spilledRows;
  private @Nullable FoundRowCodec codec;
  private @Nullable DiskSort disk;

  /** The sorted rows if they are in memory; null before they are sorted. */
  private @Nullable Deque<FoundRow> sorted;

  private long given;

  /**
   * Makes a sort of the rows of {@code source}.
   *
   * @param place the position after which rows are kept; null to keep all rows
   * @param wanted the largest number of rows that the caller will read
   */
  public SortedScan(
      QueryPlan plan,
      FoundRow.Source source,
      ReadCounts counts,
      RowOrder.@Nullable Place place,
      long wanted) {
    this(plan, source, counts, place, wanted, RunFile::create);
  }

  public SortedScan(
      QueryPlan plan,
      FoundRow.Source source,
      ReadCounts counts,
      RowOrder.@Nullable Place place,
      long wanted,
      DiskSort.Files files) {
    this.plan = plan;
    this.source = source;
    this.counts = counts;
    this.order = plan.rowOrder();
    this.place = place == null ? null : order.sortOrder(place);
    this.wanted = wanted;
    this.files = files;
  }

  @Override
  public @Nullable FoundRow next() {
    try {
      if (sorted == null) {
        sorted = sort();
      }
      if (disk == null) {
        return sorted.poll();
      }
      byte[] row = given++ < wanted ? disk.next() : null;
      return row == null ? null : codec().decode(row);
    } catch (IOException e) {
      closeDisk();
      throw unwritable(e);
    } catch (RuntimeException e) {
      closeDisk();
      throw e;
    }
  }

  private Deque<FoundRow> sort() throws IOException {
    Limits limits = plan.query().limits();
    long unasked = plan.sortsUnasked() ? limits.unaskedRows() : Long.MAX_VALUE;
    for (FoundRow row = source.next(); row != null; row = source.next()) {
      if (unasked-- == 0) {
        throw readsAll();
      }
      byte[] bytes = order.sortOrder(row);
      if (place == null || Arrays.compareUnsigned(bytes, place) > 0) {
        keep(new Sortable(row, bytes));
      }
      if (keptBytes > limits.sortedBytes()) {
        spill(limits);
      }
    }
    if (disk != null) {
      spill(limits);
      return new ArrayDeque<>();
    }
    Deque<FoundRow> found = new ArrayDeque<>(kept.size());
    takeKept().forEach(sortable -> found.add(sortable.row));
    return found;
  }

  private void keep(Sortable found) {
    kept.add(found);
    keptBytes += found.bytes;
    if (kept.size() > wanted) {
      keptBytes -= kept.remove().bytes;
    }
  }

  /** Removes and returns the kept rows, in order. */
  private List<Sortable> takeKept() {
    List<Sortable> rows = new ArrayList<>(kept);
    rows.sort(FIRST_TO_LAST);
    kept.clear();
    keptBytes = 0;
    return rows;
  }

  /** Writes the kept rows to disk as a run. */
  private void spill(Limits limits) throws IOException {
    DiskSort open = disk;
    if (open == null) {
      open = new DiskSort(files, limits.sortedBytes(), this::check);
      disk = open;
    }
    for (Sortable sortable : takeKept()) {
      open.write(sortable.order, codec().encode(sortable.row));
      spilledRows++;
      if (open.length() > limits.sortedDiskBytes()) {
        throw tooLarge();
      }
    }
    open.endRun();
    counts.sortedRuns++;
    counts.sortedDiskBytes = open.length();
  }

  private void check() {
    counts.check(plan);
  }

  private FoundRowCodec codec() {
    FoundRowCodec made = codec;
    if (made == null) {
      made = new FoundRowCodec(plan);
      codec = made;
    }
    return made;
  }

  private TableException tooLarge() {
    return new TableException(
        ErrorCode.LIMIT_EXCEEDED,
        "cannot sort the rows of %s on disk: the first %,d of them take more than %,d bytes, the limit on disk; add a LIMIT or conditions, or select fewer columns%s"
            .formatted(
                plan.table(), spilledRows, plan.query().limits().sortedDiskBytes(), orIndex()));
  }

  private TableException unwritable(IOException e) {
    String found =
        e instanceof ClosedByInterruptException
            ? "an interrupt"
            : e instanceof NoSuchFileException
                ? "no such folder"
                : e instanceof AccessDeniedException ? "no right to write" : Reason.of(e);
    return new TableException(
        ErrorCode.LIMIT_EXCEEDED,
        "cannot sort the rows of %s on disk: found %s in %s after %,d bytes, expected space for all rows; free some space in this folder, name another folder by -Djava.io.tmpdir, or add a LIMIT%s"
            .formatted(plan.table(), found, RunFile.folder(), counts.sortedDiskBytes, orIndex()),
        e);
  }

  private TableException readsAll() {
    return new TableException(
        ErrorCode.LIMIT_EXCEEDED,
        "cannot read %s in this order: no key has this order and no condition bounds a key, so a sort would read every row, and the table has more than %,d rows; add ALLOW FILTERING to read every row%s"
            .formatted(plan.table(), plan.query().limits().unaskedRows(), orIndex()));
  }

  private String orIndex() {
    IndexAdvice advice = plan.advice();
    return advice.inOrder(true).map(found -> ", or " + advice.statement(found)).orElse("");
  }

  private void closeDisk() {
    if (disk != null) {
      try {
        disk.close();
      } catch (IOException e) {
        throw unwritable(e);
      }
    }
  }

  @Override
  public void close() {
    try {
      closeDisk();
    } finally {
      source.close();
    }
  }
}
