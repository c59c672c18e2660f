package keywright.table.maintenance;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.write.RowChange;

/**
 * Executes a bulk load, which fills an empty table. From {@link #begin} to {@link #finish}, the
 * catalog entry of the table says that the table is being filled. Meanwhile no process makes other
 * writes to the table, scrubs it or changes its declaration. {@code TRUNCATE} discards the load.
 *
 * <p>{@link UnreadLoad} writes rows without reading, on engines with single-row atomicity. {@link
 * SortedLoad} sorts the rows, on engines that take over sorted rows. Used by one thread, which must
 * close it.
 */
public abstract class BulkLoadRun {
  static final int ROWS_PER_BATCH = 1_000;

  /** The ceiling of a load that may not write yet. */
  static final long NOTHING_WRITTEN = 1;

  final Tables tables;
  final String table;
  final LoadSteps steps;
  final Cancellation cancellation;

  /** That of the table's entry while the table is this load's to fill. */
  long ceiling;

  long rows;
  long longKeys;
  boolean finished;

  BulkLoadRun(Tables tables, String table, LoadSteps steps, Cancellation cancellation) {
    this.cancellation = cancellation;
    this.tables = tables;
    this.table = table;
    this.steps = steps;
  }

  /**
   * Begins a load, or resumes an unfinished one. If other processes may share the engine, this call
   * waits until all of them have read that the table is being filled.
   *
   * @param memoryBytes about how many bytes of memory a sorted load may use
   * @param goesOn called from time to time with the longest time, in milliseconds, for which the
   *     call may still wait; if it returns false, the wait ends
   * @param cancellation ends the calls of the load early, this one too
   * @throws TableException if {@code goesOn} ended the wait; if the table has rows or is attached;
   *     or if it cannot be filled by a bulk load
   */
  public static BulkLoadRun begin(
      DatabaseParts parts,
      String table,
      long memoryBytes,
      LongPredicate goesOn,
      Cancellation cancellation) {
    StoredTable stored = parts.tables().require(table).requireOwn("fill");
    return takesSorted(parts.tables(), stored)
        ? SortedLoad.begin(parts, table, memoryBytes, cancellation)
        : UnreadLoad.begin(parts, table, goesOn, cancellation);
  }

  private static boolean takesSorted(Tables tables, StoredTable table) {
    return table.entriesAreExact() && tables.engine().sortedWrites().isPresent();
  }

  /** Whether a bulk load of the table would now be a sorted load, and would not be refused. */
  public static boolean canSort(DatabaseParts parts, StoredTable table) {
    Tables tables = parts.tables();
    if (!takesSorted(tables, table)
        || table.definition().isAttached()
        || table.entry().isBeingFilled()
        || SortedLoad.unfillable(table) != null) {
      return false;
    }
    return parts.components().loads(tables).isEmpty(table);
  }

  /**
   * Ends the load of another process, and waits until none of its writes can arrive.
   *
   * @return the ceiling that the table keeps until another load begins; 0 if no load fills the
   *     table
   */
  static long takeAway(Tables tables, String table, Cancellation cancellation) {
    long taken =
        tables.changing(
            "truncate " + table,
            cancellation,
            () -> {
              StoredTable stored = tables.require(table);
              long ceiling = stored.entry().ceiling();
              if (ceiling <= NOTHING_WRITTEN) {
                return ceiling;
              }
              tables.exchange(tables.stored(stored.entry().withCeiling(ceiling + 1)));
              return ceiling + 1;
            });
    if (taken > NOTHING_WRITTEN
        && !tables.lease().awaitWriters(waiting -> !cancellation.isOver())) {
      throw cancellation.stopped(
          "truncate " + table,
          "no row was removed, and the process that filled the table by a bulk load cannot write to it any longer",
          "run the same TRUNCATE again");
    }
    return taken;
  }

  /** The names of the tables with an unfinished bulk load. */
  public static List<String> unfinished(Tables tables) {
    return tables.byName().values().stream()
        .filter(table -> table.entry().isBeingFilled())
        .map(StoredTable::name)
        .toList();
  }

  /**
   * Checks that no other load has begun to fill the table since its load was {@link #takeAway taken
   * away}.
   */
  static StoredTable requireTaken(StoredTable stored, long ceiling) {
    if (stored.entry().ceiling() != ceiling) {
      throw stored.beingFilled("truncate");
    }
    return stored;
  }

  /** The refusal of a table that cannot be filled. */
  static TableException refused(StoredTable stored, String found) {
    return new TableException(
        "cannot bulk load %s: found %s; load it without --bulk".formatted(stored.name(), found));
  }

  /** The error of a load that its cancellation ends now. */
  StoppedException stopped(String state, String next) {
    return stopped(table, state, next, cancellation);
  }

  static StoppedException stopped(
      String table, String state, String next, Cancellation cancellation) {
    return cancellation.stopped("bulk load " + table, state, next);
  }

  /** Discards the load if another process has written a row before it knew of the load. */
  void requireStillEmpty() {
    try {
      tables.using(
          table,
          stored -> {
            steps.requireEmpty(stored);
            return true;
          });
    } catch (TableException e) {
      end();
      throw e;
    }
  }

  StoredTable requireMine(StoredTable stored) {
    if (stored.entry().ceiling() != ceiling) {
      throw notMine();
    }
    return stored;
  }

  StoreException notMine() {
    return new StoreException(
        "cannot resume the bulk load of %s: another process has resumed it, or has discarded it by TRUNCATE; if no other process is loading the table, repeat the load"
            .formatted(table));
  }

  /** Ends the load in the catalog. Every process can write to the table again. */
  void end() {
    tables.changing(
        () -> {
          StoredTable stored = requireMine(tables.require(table));
          tables.exchange(tables.stored(stored.entry().withCeiling(0)));
          return true;
        });
  }

  /**
   * Adds one complete row: columns that {@code change} does not name are null.
   *
   * @param refused receives the error if the row is refused, in this call or in a later one. The
   *     load can continue without the row
   * @throws StoreException as {@link #flush}
   */
  public abstract void add(RowChange change, Consumer<RuntimeException> refused);

  /**
   * Writes the rows that were added so far. In a sorted load nothing is written to the table before
   * {@link #finish}.
   *
   * @throws StoreException if some rows could not be written, if another load has resumed this
   *     load, or if {@code TRUNCATE} has discarded this load
   * @throws TableException if inserts of the same rows would have been refused, in a sorted load
   *     only
   */
  public abstract void flush();

  /**
   * Writes the rows that are not yet written, and ends the load. Afterwards every process can write
   * to the table again.
   *
   * @throws StoreException as {@link #flush}
   * @throws TableException as {@link #flush}
   */
  public abstract void finish();

  /**
   * Ends the work of this object on the load. A sorted load that is not finished is discarded; any
   * other load stays unfinished and can be resumed.
   */
  public abstract void close();

  /** How many rows were added to this load. */
  public final long rows() {
    return rows;
  }

  /** How many of the added rows have a row key or an index key of more than 2,048 bytes. */
  public final long longKeys() {
    return longKeys;
  }

  /**
   * How many rows of this load changed an earlier row of the load with the same key; 0 if this is
   * unknown.
   */
  public long overwritten() {
    return 0;
  }

  /**
   * How many rows of this load were equal to an earlier row of the load with the same key; 0 if
   * this is unknown.
   */
  public long unchanged() {
    return 0;
  }

  /** Whether this is a sorted load: all its rows become visible together when it is finished. */
  public abstract boolean isSorted();

  /** Whether {@link #finish} has ended the load. */
  public final boolean isFinished() {
    return finished;
  }
}
