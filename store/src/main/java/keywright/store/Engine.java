package keywright.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * An engine stores rows under keys, in tables with column families. Safe for use by many threads.
 *
 * <p>Some features are optional. Each of the following methods returns the interface of an optional
 * feature, or an empty Optional if the engine does not have this feature: {@link #timedWrites},
 * {@link #plainWrites}, {@link #regions}, {@link #checkpoints}, {@link #attachedTables}, {@link
 * #rawRows}, {@link #sortedWrites}.
 *
 * <p>Rows are read from a {@link Snapshot} and written by a {@link WriteBatch}. After {@link
 * #close}, every call on the engine or on its snapshots and cursors throws a {@link
 * StoreException}.
 */
public interface Engine extends AutoCloseable {

  /** The capabilities that the engine has. */
  Set<Capability> capabilities();

  /** The length of the longest row key that the engine can store, in bytes. */
  int maxKeyLength();

  /**
   * The length of the longest value of a cell that a caller may write, in bytes as {@link
   * CellCodec} encodes the value. The default is 10 MiB, as in HBase. Every change of a row reads,
   * merges and copies its values as a whole.
   */
  default int maxValueLength() {
    return 10 * 1024 * 1024;
  }

  /**
   * The unit of versions and of the timestamps of {@link TimedWrite}s, in microseconds; by default
   * 1. All versions and timestamps are multiples of this unit. A write with another version is
   * refused.
   */
  default long versionStep() {
    return 1;
  }

  /**
   * The request delay, in milliseconds: how long after its start a write may still take effect
   * although its sender has given up or died. The default is 0, for an engine within this process.
   * Processes may have different delays, because the delay depends on the timeouts of the process.
   */
  default long requestDelayMillis() {
    return 0;
  }

  /**
   * The horizon, in milliseconds: how long after its start a write of any process may still take
   * effect if nobody has read the row since. By default it is the request delay. It is longer for
   * an engine whose servers may complete an unanswered write much later without its client.
   */
  default long horizonMillis() {
    return requestDelayMillis();
  }

  /**
   * Whether other processes may have the same stored data open too. The default is true if {@link
   * #requestDelayMillis} is above 0.
   */
  default boolean isShared() {
    return requestDelayMillis() > 0;
  }

  /**
   * Whether the engine was opened read-only. It then refuses every write and every change of
   * tables.
   */
  default boolean isReadOnly() {
    return false;
  }

  /**
   * Notes that this process serves the stored data at an address, for other processes that cannot
   * open the data because this process has it open: their error then names the address. An engine
   * that several processes can have open notes nothing. Closing the engine removes the note.
   *
   * @param address such as {@code 127.0.0.1:9042}, with {@code ?tls=true} after it if clients need
   *     TLS, and with {@code users} at the end if they need a user; empty to remove the note
   * @throws StoreException if the note cannot be written
   */
  default void noteServer(Optional<String> address) {}

  /**
   * The keyspace in which the engine has all tables. Empty if the engine has no keyspaces, as by
   * default; then a database can have its tables in any number of keyspaces.
   */
  default Optional<String> keyspace() {
    return Optional.empty();
  }

  /**
   * The current time on the clock of the server that has the row with key {@code key}. The call
   * does not change the row.
   *
   * @return the time in milliseconds since 1970; empty for an engine within this process
   * @throws StoreException if the server does not answer, or if the user has no right to write to
   *     the table
   */
  default OptionalLong serverMillis(TableLayout layout, Key key) {
    return OptionalLong.empty();
  }

  /** The names of the tables, sorted. */
  Set<String> tables();

  /** Whether the engine has a table with the name {@code name}. */
  default boolean hasTable(String name) {
    return tables().contains(name);
  }

  /**
   * An estimate of the number of rows of a table, without reading them; empty if the engine has no
   * estimate.
   */
  default OptionalLong estimatedRows(String table) {
    return OptionalLong.empty();
  }

  /**
   * Creates an empty table.
   *
   * @param layout the name, the families and the key of the table
   * @throws StoreException if a table of this name exists
   */
  void createTable(TableLayout layout);

  /**
   * Divides a table into parts that can be read in parallel. Every row of the table is in exactly
   * one part. This method is for engines without {@link Capability#ROW_KEYS}; other engines divide
   * a table by row keys.
   *
   * @param count about how many parts are wanted
   * @throws StoreException if the engine has no such table
   */
  default List<TablePart> parts(TableLayout layout, int count) {
    return List.of(TablePart.ALL);
  }

  /**
   * Why the engine cannot store a row with a key: what was found in the key, and what is expected.
   * Empty if it can. A read of such a key finds no row, and a write is refused. By default every
   * key that is not longer than {@link #maxKeyLength} can be stored.
   */
  default Optional<String> keyProblem(TableLayout layout, Key key) {
    return Optional.empty();
  }

  /**
   * Whether a scan of a range returns rows in key order. An engine with partitions has key order
   * only inside a partition, so only if the range fixes the first {@link
   * TableLayout#partitionParts} parts of the key. By default every range is in key order.
   *
   * @param fixedParts how many leading parts of the key have a single value in all rows of the
   *     range
   */
  default boolean isInKeyOrder(TableLayout layout, int fixedParts) {
    return true;
  }

  /**
   * Adds to a table the families of {@code layout} that the table does not have. The new families
   * are empty. The existing families do not change. Snapshots taken before the call do not have the
   * new families.
   *
   * @throws StoreException if the engine has no such table
   */
  void addFamilies(TableLayout layout);

  /**
   * Computes the names that the columns of a table have in the engine. By default the result is
   * {@code layout} itself, because rows store columns under their ids. In an engine with named
   * columns, the columns and key parts that {@code before} has keep their names. A new column gets
   * a name that no column of the table has or has had.
   *
   * @param layout the layout with the columns that the table will have
   * @param before the layout that the table has now; null if the table will be created
   * @return the layout with the names in the engine
   * @throws StoreException if the engine has no table with the name of {@code before}
   */
  default TableLayout named(@Nullable TableLayout before, TableLayout layout) {
    return layout;
  }

  /**
   * Changes a table so that it has the families and columns of {@code after}. By default this
   * method only adds the families that the table lacks, because rows store columns under their ids.
   * An engine that has a stored column for each declared column adds the new columns.
   *
   * @param before the layout that the table has now
   * @param after the layout that {@link #named} returned
   * @throws StoreException as {@link #addFamilies}, and if a new column has the name of an existing
   *     column
   */
  default void alterTable(TableLayout before, TableLayout after) {
    addFamilies(after);
  }

  /**
   * Sets the compression of one family of a table to the compression in {@code layout}. Values that
   * are written from now on get this compression. Stored values get it when the engine next
   * rewrites them. An engine without compression does nothing.
   *
   * @throws StoreException if the engine has no such table or family, or if it cannot change the
   *     compression of an existing family
   */
  default void compress(TableLayout layout, String family) {}

  /**
   * Removes a table with its rows. Snapshots taken before the call can still read the table.
   *
   * @throws StoreException if the engine has no such table
   */
  void dropTable(String name);

  /**
   * The current state of the table with the name {@code name}.
   *
   * @throws StoreException if the engine has no such table
   */
  default EngineTable table(String name) {
    return new EngineTable(name, 0, true);
  }

  /**
   * Removes a table with its rows, as {@link #dropTable(String)} does, if the table has not been
   * dropped since {@code table} was read.
   *
   * @param table the state of the table, from {@link #table}
   * @return true if this call removed the table; false if the table had already been dropped, or
   *     dropped and created again
   */
  default boolean dropTable(EngineTable table) {
    if (!hasTable(table.name())) {
      return false;
    }
    dropTable(table.name());
    return true;
  }

  /**
   * Opens a view of the current rows. The caller must close the view.
   *
   * @param clock returns the current time in milliseconds since 1970. The view does not contain
   *     rows and values that have expired at this time. The clock is read once, after the rows of
   *     the view are fixed. So no row of the view was written after this time
   */
  Snapshot snapshot(LongSupplier clock);

  /**
   * Opens a view of the current rows, without rows and values that have expired at {@code
   * nowMillis}, in milliseconds since 1970. The caller must close the view.
   */
  default Snapshot snapshot(long nowMillis) {
    return snapshot(() -> nowMillis);
  }

  /**
   * Reads the current row with key {@code key}. The result is the same as from a snapshot that is
   * taken now.
   *
   * @param nowMillis the current time in milliseconds since 1970; rows and values that have expired
   *     at this time are left out
   * @return the row; null if it does not exist
   * @throws StoreException as {@link Snapshot#get(TableLayout, Key, RowOptions)}. An engine may
   *     decode the values of the row when they are first asked for; a value that cannot be decoded
   *     is refused then
   */
  default @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options, long nowMillis) {
    try (Snapshot snapshot = snapshot(nowMillis)) {
      return snapshot.get(layout, key, options);
    }
  }

  /**
   * Reads the current row with key {@code key}, as {@link #get} does, and calls {@code use} with
   * it. An engine may decode the row from a buffer that it uses again for other rows. So the row,
   * and what {@link StoredRow#blob} returns, must not be used after the call. The other values of
   * the row are copies, and may be kept.
   *
   * @param clock gives the current time in milliseconds since 1970; rows and values that have
   *     expired at this time are left out. An engine calls it at most once, before or after it has
   *     read the row, and not at all if it knows that the row has no expiry
   * @return what {@code use} returns; null if the row does not exist
   */
  default <R extends @Nullable Object> @Nullable R read(
      TableLayout layout,
      Key key,
      RowOptions options,
      LongSupplier clock,
      Function<StoredRow, R> use) {
    StoredRow row = get(layout, key, options, clock.getAsLong());
    return row == null ? null : use.apply(row);
  }

  /**
   * Executes the writes of {@code batch} in order, all or none of them.
   *
   * <p>An engine without {@link Capability#ATOMIC_BATCHES} accepts only batches of one row. An
   * expired row that is still stored counts as existing when its version is compared with the
   * expected version, and as absent when the writes are executed. The new version of a row must be
   * above its stored version. It should be above every version that a row with this key ever had,
   * because an engine without {@code ATOMIC_BATCHES} may return the cells with the highest version,
   * even if they were removed.
   *
   * @return true if the batch was written; false if a row did not have the expected version, or if
   *     the condition of {@link WriteBatch#sendOnlyWhile} had become false. If false, nothing is
   *     written, now or later
   * @throws UnansweredException if the engine did not answer in time; the batch may be written now,
   *     later or never
   * @throws StoreException if the table of a write does not exist, a row key is longer than {@link
   *     #maxKeyLength}, the engine cannot execute the batch atomically, a new version is too low,
   *     or the engine is closed; in these cases nothing is written
   */
  boolean write(WriteBatch batch);

  /**
   * Executes the batches separately and in any order. Each batch is atomic.
   *
   * @return the outcome of each batch, in the order of {@code batches}
   * @throws UnansweredException if the call ends before the outcome of all batches is known; some
   *     batches may be written
   * @throws StoreException as {@link #write(WriteBatch)}; no batch is written then
   */
  default List<Written> writeEach(List<WriteBatch> batches) {
    List<Written> written = new ArrayList<>(batches.size());
    for (WriteBatch batch : batches) {
      try {
        written.add(write(batch) ? Written.DONE : Written.REFUSED);
      } catch (UnansweredException e) {
        written.add(Written.UNANSWERED);
      } catch (StoreException e) {
        if (written.stream().allMatch(Written.REFUSED::equals)) {
          throw e;
        }
        throw new UnansweredException(
            "cannot tell which of " + batches.size() + " rows were written: " + e.getMessage(), e);
      }
    }
    return written;
  }

  /**
   * The current position in the order in which the engine executes writes, for {@link
   * #write(WriteBatch, long)}. Writes before this position are visible to reads that start after
   * this call.
   */
  default long mark() {
    return 0;
  }

  /**
   * Executes a batch as {@link #write(WriteBatch)} does, for a caller that has already read every
   * row for which the batch expects a version or {@link WriteBatch#ABSENT}, and has found the rows
   * as expected. If the engine knows that none of these rows was written since {@code mark}, it
   * does not read them again.
   *
   * @param mark a result of {@link #mark()} of this engine from before these rows were read
   */
  default boolean write(WriteBatch batch, long mark) {
    return write(batch);
  }

  /**
   * Access to writes with timestamps. All engines without {@link Capability#ATOMIC_BATCHES} have
   * this feature. Empty if the engine does not have it.
   */
  default Optional<TimedWrites> timedWrites() {
    return Optional.empty();
  }

  /**
   * Access to writes without conditions, for plain tables; empty if the engine cannot have plain
   * tables.
   */
  default Optional<PlainWrites> plainWrites() {
    return Optional.empty();
  }

  /** Access to the regions of tables; empty if the engine does not divide tables into regions. */
  default Optional<EngineRegions> regions() {
    return Optional.empty();
  }

  /** Access to copies of the whole engine; empty if the engine cannot make copies. */
  default Optional<Checkpoints> checkpoints() {
    return Optional.empty();
  }

  /**
   * Access to tables that other clients have created; empty if the engine cannot read and write
   * such tables.
   */
  default Optional<AttachedTables> attachedTables() {
    return Optional.empty();
  }

  /** Access to rows in their stored form; empty if the rows of the engine can always be decoded. */
  default Optional<RawRows> rawRows() {
    return Optional.empty();
  }

  /**
   * Access to writes of whole tables in key order; empty if the engine cannot take over sorted
   * rows.
   */
  default Optional<SortedWrites> sortedWrites() {
    return Optional.empty();
  }

  /** Numbers that the engine knows about itself, for metrics; by default none. */
  default List<EngineFigure> figures() {
    return List.of();
  }

  /** Closes the engine and its open snapshots and cursors. A second call does nothing. */
  @Override
  void close();
}
