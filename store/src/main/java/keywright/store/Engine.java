package keywright.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * Stores rows under keys, in tables made of families. Safe for use by many threads.
 *
 * <p>An engine need not have every feature. These methods return the interface of an optional
 * feature, or an empty Optional if the engine does not have the feature: {@link #timedWrites},
 * {@link #plainWrites}, {@link #regions}, {@link #checkpoints}, {@link #attachedTables}, {@link
 * #rawRows}, {@link #sortedWrites}.
 *
 * <p>Reads go through a {@link Snapshot}, writes through a {@link WriteBatch}. After {@link
 * #close}, every call on the engine or on its snapshots and cursors throws a {@link
 * StoreException}.
 */
public interface Engine extends AutoCloseable {

  /** The capabilities of the engine. */
  Set<Capability> capabilities();

  /** The length of the longest row key that the engine can store, in bytes. */
  int maxKeyLength();

  /**
   * The length of the longest value of a cell that the layer above may write, in bytes as {@link
   * CellCodec} writes the value. The default is 10 MiB, as in HBase. Every change of a row reads,
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
   * How long after its start a write request may still take effect although its sender has given up
   * or died, in milliseconds. The default is 0, for an engine within its process. Each process
   * records its own delay in its registration, since the delay depends on the timeouts that the
   * process uses.
   */
  default long requestDelayMillis() {
    return 0;
  }

  /**
   * The horizon, in milliseconds: how long after its start a write of any process may still take
   * effect if nobody has read the row since. By default it is the request delay. It is longer for
   * an engine whose servers may by themselves complete an unanswered write much later.
   */
  default long horizonMillis() {
    return requestDelayMillis();
  }

  /**
   * Whether other processes may have the engine open too. By default it is true if a request may
   * take effect after its caller has given up.
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
   * The time, in milliseconds since 1970, on the clock of the server that has the row of {@code
   * key}; empty for an engine within the process. The call does not change the row.
   *
   * @throws StoreException when the server does not answer, or the user may not write to the table
   */
  default OptionalLong serverMillis(TableLayout layout, Key key) {
    return OptionalLong.empty();
  }

  /** The names of the tables, sorted. */
  Set<String> tables();

  /** Whether there is a table of this name. */
  default boolean hasTable(String name) {
    return tables().contains(name);
  }

  /**
   * An estimate of the number of rows of a table, without reading them; empty when the engine has
   * none.
   */
  default OptionalLong estimatedRows(String table) {
    return OptionalLong.empty();
  }

  /**
   * Creates an empty table.
   *
   * @throws StoreException when there is a table of its name
   */
  void createTable(TableLayout layout);

  /**
   * Parts of a table for several parallel readers. Every row of the table is in exactly one part.
   * Tables of engines with {@link Capability#ROW_KEYS} are divided by row keys instead.
   *
   * @param count about how many parts to return
   * @throws StoreException when there is no table of its name
   */
  default List<TablePart> parts(TableLayout layout, int count) {
    return List.of(TablePart.ALL);
  }

  /**
   * Whether a scan of a range returns rows in key order. An engine with partitions has this order
   * only inside a partition, so only if the range fixes the {@link TableLayout#partitionParts} of
   * the key. By default every range is in key order.
   *
   * @param fixedParts how many leading parts of the key have a single value in the range
   */
  default boolean isInKeyOrder(TableLayout layout, int fixedParts) {
    return true;
  }

  /**
   * Adds the families of {@code layout} that its table does not have. They are empty. The existing
   * families do not change. Snapshots taken before the call do not have the new families.
   *
   * @throws StoreException when there is no table of its name
   */
  void addFamilies(TableLayout layout);

  /**
   * The layout with the names that its columns have in the engine. By default this is {@code
   * layout} itself, because rows store columns under their ids. In an engine with named columns,
   * the columns and key parts that {@code before} has keep their names. A new column gets a name
   * that no column of the table has or has had.
   *
   * @param before the layout that the table has; null for a table to be created
   * @throws StoreException when there is no table of the name of {@code before}
   */
  default TableLayout named(@Nullable TableLayout before, TableLayout layout) {
    return layout;
  }

  /**
   * Makes a table have the families and columns of {@code after}. By default this method adds the
   * families that the table lacks, because rows store columns under their ids. An engine that has a
   * stored column for each declared column adds the new columns.
   *
   * @param before the layout that the table has had
   * @param after the layout that {@link #named} returned
   * @throws StoreException as {@link #addFamilies}; also if a new column has the name of a column
   *     that exists
   */
  default void alterTable(TableLayout before, TableLayout after) {
    addFamilies(after);
  }

  /**
   * Compresses the values of one family of {@code layout} as the layout says, from now on. Stored
   * values get this compression when the engine next rewrites them. An engine that compresses
   * nothing does nothing.
   *
   * @throws StoreException when there is no table of its name or no such family, or if the engine
   *     cannot change the compression of an existing family
   */
  default void compress(TableLayout layout, String family) {}

  /**
   * Removes a table with its rows. Snapshots taken before the call can still read the table.
   *
   * @throws StoreException when there is no table of this name
   */
  void dropTable(String name);

  /**
   * The current state of one of {@link #tables}.
   *
   * @throws StoreException when there is no table of this name
   */
  default EngineTable table(String name) {
    return new EngineTable(name, 0, true);
  }

  /**
   * Removes a table with its rows, as {@link #dropTable} does, if it is still the same table as
   * {@code table}.
   *
   * @return false if the table was dropped, or dropped and created again, since {@code table} was
   *     read
   */
  default boolean dropTable(EngineTable table) {
    if (!hasTable(table.name())) {
      return false;
    }
    dropTable(table.name());
    return true;
  }

  /**
   * A view of the rows as they are now. The caller closes it.
   *
   * @param clock gives the current time in milliseconds since 1970. The view does not contain rows
   *     and values that have expired at the time that the clock gives. The clock is read once,
   *     after the rows of the view are fixed, so no row of the view was written after the time that
   *     was read
   */
  Snapshot snapshot(LongSupplier clock);

  /**
   * A view of the rows as they are now, without rows and values that have expired at {@code
   * nowMillis}. The caller closes it.
   */
  default Snapshot snapshot(long nowMillis) {
    return snapshot(() -> nowMillis);
  }

  /**
   * The row with key {@code key} as it is now, or null. The result is the same as from a snapshot
   * taken now.
   *
   * @param nowMillis as for {@link #snapshot}
   * @throws StoreException as {@link Snapshot#get(TableLayout, Key, RowOptions)}
   */
  default @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options, long nowMillis) {
    try (Snapshot snapshot = snapshot(nowMillis)) {
      return snapshot.get(layout, key, options);
    }
  }

  /**
   * Executes the writes of {@code batch} in order, all or none of them.
   *
   * <p>An engine without {@link Capability#ATOMIC_BATCHES} takes batches of one row. An expired row
   * that is still stored counts as existing for the expected version of the batch, and as absent
   * for its writes. The new version of a row must be above its stored version. It should be above
   * every version that a row with this key ever had, because such engines may return the cells with
   * the highest version, even if they were removed.
   *
   * @return false when a row did not have the expected version, or when the condition of {@link
   *     WriteBatch#sendOnlyWhile} has become false; nothing is written then, now or later
   * @throws UnansweredException when there was no answer; the batch may be written now, later or
   *     never
   * @throws StoreException when the table of a write is missing, a row key is longer than {@link
   *     #maxKeyLength}, the engine cannot execute the batch atomically, the engine needs a higher
   *     version, or the engine is closed; nothing is written then
   */
  boolean write(WriteBatch batch);

  /**
   * Executes the batches separately and in any order. Each batch is atomic.
   *
   * @return the outcome of each batch
   * @throws UnansweredException if the call ends before the outcome of all batches is known; some
   *     may be written
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
   * The current position in the order of writes, for {@link #write(WriteBatch, long)}. Writes
   * before this position are visible to reads that start after this call.
   */
  default long mark() {
    return 0;
  }

  /**
   * As {@link #write(WriteBatch)}, for a caller that has read all rows of the batch with a
   * condition: the rows were as the batch expects them, {@link WriteBatch#ABSENT} or with the
   * expected version. If the engine knows that no such row was written since, it need not read the
   * rows again.
   *
   * @param mark a {@link #mark} of this engine that was taken before these rows were read
   */
  default boolean write(WriteBatch batch, long mark) {
    return write(batch);
  }

  /**
   * Access to writes with timestamps. Engines without {@link Capability#ATOMIC_BATCHES} have this
   * feature.
   */
  default Optional<TimedWrites> timedWrites() {
    return Optional.empty();
  }

  /** Access to plain writes, if the engine has tables that are written without conditions. */
  default Optional<PlainWrites> plainWrites() {
    return Optional.empty();
  }

  /** Access to the regions of tables, if the engine divides tables into regions. */
  default Optional<EngineRegions> regions() {
    return Optional.empty();
  }

  /** Access to copies of the whole engine, if the engine can make copies. */
  default Optional<Checkpoints> checkpoints() {
    return Optional.empty();
  }

  /**
   * Access to tables that other clients have created, if the engine can read and write such tables
   * in place.
   */
  default Optional<AttachedTables> attachedTables() {
    return Optional.empty();
  }

  /** Access to rows as they are stored, if the engine may contain rows that cannot be decoded. */
  default Optional<RawRows> rawRows() {
    return Optional.empty();
  }

  /** Access to writes of whole tables in key order, if the engine can take over sorted rows. */
  default Optional<SortedWrites> sortedWrites() {
    return Optional.empty();
  }

  /** Closes the engine and its open snapshots and cursors. A second call does nothing. */
  @Override
  void close();
}
