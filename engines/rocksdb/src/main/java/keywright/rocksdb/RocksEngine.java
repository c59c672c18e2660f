package keywright.rocksdb;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyLimit;
import keywright.store.Capability;
import keywright.store.Checkpoints;
import keywright.store.Engine;
import keywright.store.EngineFigure;
import keywright.store.FamilyLayout;
import keywright.store.RawRow;
import keywright.store.RawRows;
import keywright.store.RowOptions;
import keywright.store.RowReader;
import keywright.store.Snapshot;
import keywright.store.SortedWrites;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.lock.StripedReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LogFile;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A database in a directory. */
final class RocksEngine implements Engine {
  private static final System.Logger LOG = System.getLogger("keywright.rocksdb");

  static final int MAX_KEY_LENGTH = KeyLimit.ROCKSDB.bytes();

  /** Logs above this are flushed when the engine is closed, rather than read again at each open. */
  private static final long LOG_BYTES_KEPT = 1 << 20;

  private static final int LOG_FILES_KEPT = 8;

  /** A process that writes replaces files every few seconds, and opening takes less than one. */
  private static final int READ_ONLY_SECONDS = 20;

  private final Gate gate = new Gate("database", StripedReadWriteLock.forManyThreads());
  private final RocksLocation location;
  private final RocksSettings settings;
  private final RocksDB db;
  private final RocksCatalog catalog;
  private final RocksWriter writer;
  private final ReadOptions read = new ReadOptions();
  private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();
  private final List<ColumnFamilyHandle> dropped = new ArrayList<>();
  private final TableFiles files;
  private volatile Map<String, RocksTable> tables;

  /**
   * Held while column families come or go, and while a checkpoint is made: the log that it copies
   * must not note a table whose column families it lacks. Taken before the gate, so that nobody
   * else waits for the checkpoint.
   */
  private final ReentrantLock families = new ReentrantLock();

  private RocksEngine(
      RocksLocation location, RocksSettings settings, RocksDB db, Map<String, RocksTable> tables) {
    this.location = location;
    this.settings = settings;
    this.db = db;
    this.tables = Map.copyOf(tables);
    this.catalog = new RocksCatalog(db);
    this.writer = new RocksWriter(db, settings.write());
    this.files = new TableFiles(location.path(), settings, db, gate, () -> this.tables);
  }

  static RocksEngine open(RocksLocation location) {
    return location.readOnly() ? openReadOnly(location) : open(location, options -> {});
  }

  /**
   * Opens a database only to read it as it is now. If the process that has it open replaces files
   * meanwhile, they are opened again.
   */
  private static RocksEngine openReadOnly(RocksLocation location) {
    if (!location.isDatabase()) {
      throw location.error("found no database, expected one to read; name its folder");
    }
    loadLibrary(location);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READ_ONLY_SECONDS);
    do {
      try {
        FilesState before = FilesState.of(location.path());
        Optional<RocksEngine> engine = openReadOnly(location, before);
        if (engine.isPresent()) {
          return engine.get();
        }
      } catch (NoSuchFileException e) {
        LOG.log(System.Logger.Level.DEBUG, "a file is gone while it is opened", e);
      } catch (IOException e) {
        throw location.error(
            "the files cannot be read (%s); check their permissions"
                .formatted(RocksLocation.reason(e)),
            e);
      }
    } while (System.nanoTime() < end);
    throw location.error(
        "found files that another process replaces while they are opened, for %d seconds; try again"
            .formatted(READ_ONLY_SECONDS));
  }

  /** Empty if files were replaced since {@code before}, so that what was read may not be whole. */
  private static Optional<RocksEngine> openReadOnly(RocksLocation location, FilesState before)
      throws IOException {
    RocksSettings settings = new RocksSettings(false, location.statistics());
    Map<String, ColumnFamilyHandle> handles = new HashMap<>();
    RocksDB db = null;
    try {
      db = RocksFiles.openReadOnly(location.path(), settings, handles);
      if (!FilesState.of(location.path()).hasLogsOf(before)) {
        close(settings, db, handles);
        return Optional.empty();
      }
      RocksCatalog catalog = new RocksCatalog(db);
      catalog.requireFormat(location);
      Map<String, ColumnFamilyHandle> others = new HashMap<>(handles);
      Map<String, RocksTable> tables = catalog.tables(location, others);
      others.remove(RocksFiles.DEFAULT);
      others.values().forEach(ColumnFamilyHandle::close);
      handles.keySet().removeAll(others.keySet());
      return Optional.of(new RocksEngine(location, settings, db, tables));
    } catch (RocksDBException | StoreException e) {
      close(settings, db, handles);
      if (FilesState.of(location.path()).equals(before)) {
        throw e instanceof RocksDBException refused
            ? location.refused(refused)
            : (StoreException) e;
      }
      return Optional.empty();
    } catch (IOException e) {
      close(settings, db, handles);
      throw e;
    }
  }

  /**
   * Opens a database.
   *
   * @param tuning changes the options that all databases have
   */
  static RocksEngine open(RocksLocation location, Consumer<DBOptions> tuning) {
    boolean exists = location.exists();
    loadLibrary(location);
    RocksLog log = exists ? RocksLog.check(location) : null;
    RocksSettings settings = new RocksSettings(location.sync(), location.statistics());
    tuning.accept(settings.database());
    Map<String, ColumnFamilyHandle> handles = new HashMap<>();
    RocksDB db = null;
    try {
      db = RocksFiles.open(location.path(), exists, settings, handles);
      RocksCatalog catalog = new RocksCatalog(db);
      catalog.checkFormat(location, handles.size());
      Map<String, ColumnFamilyHandle> others = new HashMap<>(handles);
      Map<String, RocksTable> tables = catalog.tables(location, others);
      others.remove(RocksFiles.DEFAULT);
      dropLeftovers(location, db, others);
      handles.keySet().removeAll(others.keySet());
      if (log != null) {
        log.opened(db, handles.values(), others.keySet());
      }
      TableFiles.removeLeft(location);
      noteServer(location, Optional.empty());
      RocksLog.note(location);
      return new RocksEngine(location, settings, db, tables);
    } catch (RocksDBException e) {
      close(settings, db, handles);
      throw location.refused(e);
    } catch (RuntimeException e) {
      close(settings, db, handles);
      throw e;
    }
  }

  /**
   * Drops column families that no table of the catalog has, as a CREATE or DROP that was cut off
   * leaves them.
   *
   * @throws StoreException for one that is not named as those of tables are; none is dropped then
   */
  private static void dropLeftovers(
      RocksLocation location, RocksDB db, Map<String, ColumnFamilyHandle> others)
      throws RocksDBException {
    for (String name : new TreeSet<>(others.keySet())) {
      if (!RocksTable.isFamily(name)) {
        throw location.error(
            "found the column family '"
                + name
                + "', which belongs to no table of Keywright; open the folder with the program that made this column family, or drop it with that program");
      }
    }
    for (Map.Entry<String, ColumnFamilyHandle> other : others.entrySet()) {
      LOG.log(
          System.Logger.Level.INFO,
          "Keywright drops column family {0} of the database {1}, because no table of "
              + "the catalog uses this column family",
          other.getKey(),
          location.path());
      db.dropColumnFamily(other.getValue());
      other.getValue().close();
    }
  }

  private static void loadLibrary(RocksLocation location) {
    try {
      RocksDB.loadLibrary();
    } catch (RuntimeException | UnsatisfiedLinkError e) {
      throw location.error(
          "RocksDB's native library cannot be loaded ("
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
              + "); it is unpacked to the folder java.io.tmpdir; name one with -Djava.io.tmpdir in which files can be written and executed",
          e);
    }
  }

  private static void close(
      RocksSettings settings, @Nullable RocksDB db, Map<String, ColumnFamilyHandle> handles) {
    handles.values().forEach(ColumnFamilyHandle::close);
    if (db != null) {
      db.close();
    }
    settings.close();
  }

  @Override
  public boolean isReadOnly() {
    return location.readOnly();
  }

  private void requireWritable(String what) {
    if (isReadOnly()) {
      throw StoreException.readOnly(what);
    }
  }

  @Override
  public void noteServer(Optional<String> address) {
    if (isReadOnly()) {
      return;
    }
    gate.enter();
    try {
      noteServer(location, address);
    } finally {
      gate.leave();
    }
  }

  private static void noteServer(RocksLocation location, Optional<String> address) {
    try {
      if (address.isPresent()) {
        ServerNote.write(location.path(), address.get());
      } else {
        ServerNote.remove(location.path());
      }
    } catch (IOException e) {
      throw location.error(
          "the file %s cannot be changed (%s); check the permissions and the free space of the folder"
              .formatted(ServerNote.NAME, RocksLocation.reason(e)),
          e);
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public int maxKeyLength() {
    return MAX_KEY_LENGTH;
  }

  @Override
  public int maxValueLength() {
    return location.maxValueLength();
  }

  @Override
  public Set<String> tables() {
    gate.enter();
    try {
      return new TreeSet<>(tables.keySet());
    } finally {
      gate.leave();
    }
  }

  /**
   * Counts a row again for each change that is not merged away yet. RocksDB's own estimate does not
   * count the rows of files that were written before the database was opened.
   */
  @Override
  public OptionalLong estimatedRows(String table) {
    gate.enter();
    try {
      ColumnFamilyHandle first = RocksTable.find(tables, table).handles().get(0);
      long rows = 0;
      for (String memory : List.of("active-mem-table", "imm-mem-tables")) {
        rows += db.getLongProperty(first, "rocksdb.num-entries-" + memory);
        rows -= 2 * db.getLongProperty(first, "rocksdb.num-deletes-" + memory);
      }
      Map<String, String> files = db.getMapProperty(first, "rocksdb.aggregated-table-properties");
      rows += Long.parseLong(files.getOrDefault("num_entries", "0"));
      rows -= 2 * Long.parseLong(files.getOrDefault("num_deletions", "0"));
      return OptionalLong.of(Math.max(0, rows));
    } catch (RocksDBException e) {
      return OptionalLong.empty();
    } finally {
      gate.leave();
    }
  }

  private void lockFamilies() {
    families.lock();
    try {
      gate.enterAlone();
    } catch (StoreException e) {
      families.unlock();
      throw e;
    }
  }

  private void unlockFamilies() {
    gate.leaveAlone();
    families.unlock();
  }

  @Override
  public Optional<Checkpoints> checkpoints() {
    return Optional.of(
        folder -> {
          // Another process may change the files meanwhile.
          requireWritable("back up rocksdb:" + location.path());
          checkpoint(folder);
        });
  }

  void checkpoint(Path folder) {
    families.lock();
    try {
      gate.enter();
      try {
        new RocksCheckpoint(folder).make(db);
      } finally {
        gate.leave();
      }
    } finally {
      families.unlock();
    }
  }

  @Override
  public void createTable(TableLayout layout) {
    requireWritable("create table " + layout.name());
    lockFamilies();
    try {
      if (tables.containsKey(layout.name())) {
        throw new StoreException(
            ErrorCode.ALREADY_EXISTS,
            "cannot create table "
                + layout.name()
                + ": found a table of that name, expected none; drop it first");
      }
      put(new RocksTable(layout.name(), List.of(), List.of()), layout.families());
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("create table " + layout.name(), e);
    } finally {
      unlockFamilies();
    }
  }

  @Override
  public void addFamilies(TableLayout layout) {
    requireWritable("change table " + layout.name());
    lockFamilies();
    try {
      RocksTable table = RocksTable.find(tables, layout.name());
      List<FamilyLayout> added = new ArrayList<>(layout.families());
      added.removeIf(family -> table.families().contains(family.name()));
      if (!added.isEmpty()) {
        put(table, added);
      }
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("add families to " + layout.name(), e);
    } finally {
      unlockFamilies();
    }
  }

  /** Refused: RocksDB for Java cannot set the compression of a column family that is open. */
  @Override
  public void compress(TableLayout layout, String family) {
    throw new StoreException(
        ErrorCode.UNSUPPORTED,
        "cannot compress family "
            + family
            + " of "
            + layout.name()
            + " in another way: RocksDB cannot change the compression of an existing family; create"
            + " another table with FAMILY "
            + family
            + " WITH that compression, and load the rows into it");
  }

  /** Makes column families and notes the table with them after those that it has. */
  private void put(RocksTable table, List<FamilyLayout> added) throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    List<String> families = new ArrayList<>(table.families());
    for (FamilyLayout family : added) {
      families.add(family.name());
      descriptors.add(
          new ColumnFamilyDescriptor(
              RocksTable.columnFamily(table.name(), family.name()),
              settings.family(RocksSettings.compression(family.compression()))));
    }
    List<ColumnFamilyHandle> made = db.createColumnFamilies(descriptors);
    try {
      catalog.put(table.name(), families);
    } catch (StoreException e) {
      drop(made);
      throw e;
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>(table.handles());
    handles.addAll(made);
    Map<String, RocksTable> changed = new HashMap<>(tables);
    changed.put(table.name(), new RocksTable(table.name(), families, handles));
    tables = Map.copyOf(changed);
  }

  @Override
  public void dropTable(String name) {
    requireWritable("drop table " + name);
    lockFamilies();
    try {
      RocksTable table = RocksTable.find(tables, name);
      catalog.remove(name);
      Map<String, RocksTable> changed = new HashMap<>(tables);
      changed.remove(name);
      tables = Map.copyOf(changed);
      // RocksDB notes on the disk at once that the column families are gone. After a power failure
      // the log must then have, too, that the table is gone, and what was written before that: a
      // catalog that names another table instead of it.
      db.syncWal();
      drop(table.handles());
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("drop table " + name, e);
    } finally {
      unlockFamilies();
    }
  }

  /** Drops column families; their handles stay open as long as a snapshot may read them. */
  private void drop(List<ColumnFamilyHandle> handles) throws RocksDBException {
    dropped.addAll(handles);
    db.dropColumnFamilies(handles);
    if (snapshots.isEmpty()) {
      dropped.forEach(ColumnFamilyHandle::close);
      dropped.clear();
    }
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    gate.enter();
    try {
      RocksSnapshot snapshot = new RocksSnapshot(db, tables, clock, snapshots::remove);
      snapshots.add(snapshot);
      return snapshot;
    } finally {
      gate.leave();
    }
  }

  /** A row with one family is a single value, so a read of it is consistent without a snapshot. */
  @Override
  public @Nullable StoredRow get(TableLayout layout, Key key, RowOptions options, long nowMillis) {
    if (layout.families().size() > 1) {
      return Engine.super.get(layout, key, options, nowMillis);
    }
    gate.enter();
    try {
      @Nullable ColumnFamilyHandle[] handles =
          RocksTable.find(tables, layout.name()).handles(layout, options.families());
      return RocksSnapshot.get(db, read, handles, layout, key, options, nowMillis, true);
    } finally {
      gate.leave();
    }
  }

  /** A row with one family is decoded from the buffer of the thread. */
  @Override
  public <R extends @Nullable Object> @Nullable R read(
      TableLayout layout,
      Key key,
      RowOptions options,
      LongSupplier clock,
      Function<StoredRow, R> use) {
    if (layout.families().size() > 1) {
      return Engine.super.read(layout, key, options, clock, use);
    }
    byte[] rowKey = layout.keySchema().encode(key);
    ReadBuffer buffer = ReadBuffer.take();
    try {
      int length = read(layout, rowKey, options, buffer);
      if (length == RocksDB.NOT_FOUND) {
        return null;
      }
      RowReader reader = new RowReader(layout, clock, options);
      StoredRow row = reader.row(key, rowKey, buffer.bytes(), length);
      return row == null ? null : use.apply(row);
    } finally {
      buffer.giveBack();
    }
  }

  private int read(TableLayout layout, byte[] rowKey, RowOptions options, ReadBuffer buffer) {
    gate.enter();
    try {
      @Nullable ColumnFamilyHandle[] handles =
          RocksTable.find(tables, layout.name()).handles(layout, options.families());
      return buffer.read(db, Objects.requireNonNull(handles[0]), read, rowKey);
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("read " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public boolean write(WriteBatch batch) {
    return write(batch, RocksWriter.NO_MARK);
  }

  @Override
  public long mark() {
    return writer.mark();
  }

  @Override
  public boolean write(WriteBatch batch, long mark) {
    requireWritable("write");
    gate.enter();
    try {
      return writer.write(tables, batch, mark);
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("write", e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public Optional<RawRows> rawRows() {
    return Optional.of(this::removeRaw);
  }

  @Override
  public Optional<SortedWrites> sortedWrites() {
    return isReadOnly() ? Optional.empty() : Optional.of(files);
  }

  private boolean removeRaw(TableLayout layout, byte[] rowKey, Predicate<RawRow> keep) {
    requireWritable("write");
    gate.enter();
    try {
      return writer.removeRaw(RocksTable.find(tables, layout.name()), rowKey, keep);
    } catch (RocksDBException e) {
      throw RocksCatalog.failed("remove a row of " + layout.name(), e);
    } finally {
      gate.leave();
    }
  }

  @Override
  public List<EngineFigure> figures() {
    return new RocksFigures(gate, db, settings, () -> tables.values()).all();
  }

  @Override
  public void close() {
    gate.close(this::release);
  }

  private void release() {
    List.copyOf(snapshots).forEach(RocksSnapshot::close);
    if (!isReadOnly()) {
      finishLog();
    }
    dropped.forEach(ColumnFamilyHandle::close);
    tables.values().forEach(table -> table.handles().forEach(ColumnFamilyHandle::close));
    db.close();
    files.close();
    read.close();
    settings.close();
  }

  private void finishLog() {
    try {
      flushLongLog();
      db.syncWal();
      RocksLog.note(location);
      noteServer(location, Optional.empty());
    } catch (RocksDBException | StoreException e) {
      // The log still has it all; how long it is the next opening does not know then.
    }
  }

  private void flushLongLog() throws RocksDBException {
    List<LogFile> logs = db.getSortedWalFiles();
    long bytes = logs.stream().mapToLong(LogFile::sizeFileBytes).sum();
    if (bytes <= LOG_BYTES_KEPT && logs.size() <= LOG_FILES_KEPT) {
      return;
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    handles.add(db.getDefaultColumnFamily());
    tables.values().forEach(table -> handles.addAll(table.handles()));
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, handles);
    }
  }
}
