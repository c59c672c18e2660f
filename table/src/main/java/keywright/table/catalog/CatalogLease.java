package keywright.table.catalog;

import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import keywright.key.ErrorCode;
import keywright.store.Engine;
import keywright.store.NoTableException;
import keywright.table.catalog.ProcessRegister.Waiting;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredTable;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.Leftovers;
import keywright.table.model.TableException;

/**
 * How long a process uses what it has read of the catalog, on engines that several processes share:
 * half a request delay. A row is written only within the lease, or after checking the catalog and
 * the registration of the process again. So a process that waits for marked registrations, as
 * {@link ProcessRegister} does, waits for everything that was sent with an older catalog. On an
 * engine of one process there is no lease. A process that has the engine open read-only is not
 * registered, and nobody waits for it: it reads the catalog before each statement, and calls {@link
 * #requireRead} after each query. Safe for many threads.
 */
public final class CatalogLease implements Declarations {
  private static final System.Logger LOG = System.getLogger("keywright.table");

  /**
   * How many times within one request delay this process checks whether another process has asked
   * it to read the catalog.
   */
  private static final int LOOKS = 32;

  /** The time for which a closing process waits for writes of its own that are under way. */
  private static final int CLOSING_SECONDS = 1;

  private final long nanos;
  private final boolean registers;
  private final DefinitionLocks locks;
  private final Catalog catalog;
  private final ProcessRegister register;
  private final Runnable checking;
  private final Runnable reading;
  private final DatabaseEvents events;
  private final LeaseTime time;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** The number of consecutive failures of the thread that checks the registration. */
  private long failures;

  private volatile long readAt = System.nanoTime();
  private volatile boolean outdated;

  /**
   * @param register registers this process; unused if only this process can have the engine open
   * @param checking runs before this process registers; it may throw an exception, and the catalog
   *     is then not read
   * @param reading reads the catalog
   * @param events is told when the catalog is read again
   */
  public CatalogLease(
      Engine engine,
      DefinitionLocks locks,
      Catalog catalog,
      ProcessRegister register,
      Runnable checking,
      Runnable reading,
      DatabaseEvents events,
      LeaseTime time) {
    this.time = time;
    this.events = events;
    this.nanos = engine.isShared() ? TimeUnit.MILLISECONDS.toNanos(engine.requestDelayMillis()) : 0;
    this.registers = nanos > 0 && !engine.isReadOnly();
    this.locks = locks;
    this.catalog = catalog;
    this.register = register;
    this.checking = checking;
    this.reading = reading;
  }

  /** Whether other processes may change the catalog too. */
  public boolean isShared() {
    return nanos > 0;
  }

  private boolean isOver() {
    return isShared() && (outdated || isTimeUp());
  }

  private boolean isTimeUp() {
    return !registers || time.isLeaseOver(readAt, nanos);
  }

  /** Marks the catalog in memory as outdated. It is read again before the next statement. */
  void end() {
    outdated = true;
  }

  /**
   * Reads the catalog for the first time. If this process is registered, a thread then checks
   * regularly whether the catalog must be read again.
   */
  void begin() {
    read(true);
    if (registers) {
      time.start(this::watchUntilClosed);
    }
  }

  /**
   * Calls {@link #look} regularly until the process closes. Without these calls, other processes
   * would wait for a process that runs no statements.
   */
  private void watchUntilClosed() {
    try {
      while (!closed.await(nanos / LOOKS, TimeUnit.NANOSECONDS)) {
        try {
          look();
          noteSuccess();
        } catch (RuntimeException e) {
          noteFailure(e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Logs only the first of several consecutive failures. Later failures need no log: each statement
   * reads the catalog itself, and is refused.
   */
  private void noteFailure(RuntimeException failure) {
    if (failures++ == 0) {
      LOG.log(
          Level.WARNING,
          "cannot renew the registration of this process: {0}; Keywright tries again "
              + "every {1} ms; until the renewal succeeds, processes that change tables wait "
              + "for this process",
          Reason.of(failure),
          TimeUnit.NANOSECONDS.toMillis(nanos / LOOKS));
    }
  }

  private void noteSuccess() {
    if (failures > 0) {
      LOG.log(
          Level.INFO, "the registration of this process was renewed after {0} failures", failures);
      failures = 0;
    }
  }

  /**
   * Reads the catalog again if another process has requested that, even within the lease. Removes
   * each former registration of this process when no unanswered write sent under it can still take
   * effect.
   */
  public void look() {
    if (!register.isRegistered()) {
      events.leaseLost();
      end();
      renew();
    }
    register.takeAway();
  }

  /** Reads the catalog again if the lease has ended, before a statement uses the declarations. */
  void renew() {
    if (locks.current().getReadHoldCount() > 0 || !isOver()) {
      return;
    }
    locks.definitions().lock();
    try {
      if (isOver()) {
        readNow();
      }
    } finally {
      locks.definitions().unlock();
    }
  }

  /**
   * Reads the catalog again at once, because a name was not found, or a value did not fit its
   * declaration.
   *
   * @param seen the value of {@link #changes} when the statement began
   * @return whether a definition has changed since then
   */
  boolean hasChanged(long seen) {
    if (isShared() && catalog.changes() == seen) {
      end();
      renew();
    }
    return catalog.changes() != seen;
  }

  /** A counter that rises when this process finds a changed definition, or changes one. */
  long changes() {
    return catalog.changes();
  }

  /**
   * Reads the catalog again before this process changes it. The caller holds the lock of
   * definitions.
   */
  void readNow() {
    if (isShared()) {
      readAlone(false);
    }
  }

  /**
   * Reads the catalog while this process executes no statement. The caller holds the lock of
   * definitions.
   */
  private void readAlone(boolean again) {
    locks.current().writeLock().lock();
    try {
      read(again);
      events.leaseRenewed();
      outdated = false;
    } finally {
      locks.current().writeLock().unlock();
    }
  }

  /**
   * Reads the catalog. The new lease starts at the time before the read.
   *
   * @param again whether this process has registered again since the last read
   */
  private void read(boolean again) {
    checking.run();
    boolean isUnregistered = again && registers;
    long now;
    do {
      if (isUnregistered) {
        register.register();
      }
      now = System.nanoTime();
      reading.run();
      isUnregistered = registers && !register.isAmong(catalog.registrations());
    } while (isUnregistered);
    readAt = now;
  }

  @Override
  public boolean hold(StoredTable table) {
    return !isOver() || areCurrent(table);
  }

  @Override
  public boolean heldUntilNow(StoredTable table) {
    return !isShared() || !time.isForgotten(readAt, nanos) || areCurrent(table);
  }

  @Override
  public boolean areCurrent(StoredTable table) {
    return !isShared() || catalog.isAsRead(table.name(), register.current());
  }

  /**
   * Checks after the last row of a query that the table and its indexes have not changed since the
   * query began. Needed in read-only processes, because no other process waits for their queries.
   *
   * @throws TableException if rows may have been missed
   */
  public void requireRead(StoredTable table) {
    if (isShared() && !registers && !catalog.isAsRead(table.name())) {
      end();
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot read table %s to the end: found its declaration changed by another process meanwhile; read again (this process has read_only=true, so other processes do not wait for its reads)"
              .formatted(table.name()));
    }
  }

  /**
   * The error for a read of a table whose storage no longer exists: it was dropped, or created
   * again.
   */
  public RuntimeException gone(StoredTable table, NoTableException failure) {
    if (!isShared() || catalog.isAsRead(table.name())) {
      return failure;
    }
    end();
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot read table %s to the end: another process dropped, truncated or altered it meanwhile; read again"
            .formatted(table.name()),
        failure);
  }

  @Override
  public void unanswered() {
    register.unanswered();
  }

  /**
   * The other registered processes, each once. A process may have two registrations for a while:
   * the old one stays until every write that began under it has ended.
   */
  public List<Leftovers.Registered> others() {
    Map<DatabaseProcess, Boolean> asked = new LinkedHashMap<>();
    if (registers) {
      register
          .others()
          .values()
          .forEach(one -> asked.merge(one.process(), one.asked(), Boolean::logicalAnd));
    }
    return asked.entrySet().stream()
        .map(one -> new Leftovers.Registered(one.getKey(), one.getValue()))
        .toList();
  }

  /**
   * Waits until every process uses the current catalog, and until every write that was sent with an
   * older catalog has ended.
   *
   * @param goesOn called from time to time with the processes that are waited for; if it returns
   *     false, the wait ends
   * @return false if the wait was ended, or the thread was interrupted
   */
  public boolean awaitWriters(Predicate<Waiting> goesOn) {
    return await(false, goesOn);
  }

  /**
   * Waits until every process uses the current catalog, and then as long as a query of these
   * processes may take.
   *
   * @param goesOn as for {@link #awaitWriters}
   * @return false if the wait was ended, or the thread was interrupted
   */
  public boolean awaitReaders(Predicate<Waiting> goesOn) {
    return await(true, goesOn);
  }

  private boolean await(boolean forQueries, Predicate<Waiting> goesOn) {
    if (!isShared()) {
      return true;
    }
    if (!register.isQuiet()) {
      // What this process has sent itself is waited for as if another had.
      locks.definitions().lock();
      try {
        readAlone(true);
      } finally {
        locks.definitions().unlock();
      }
    }
    return register.await(forQueries, goesOn);
  }

  /**
   * Removes the registrations of this process. If one of its writes may still take effect, the
   * registration stays, and a process that changes the catalog waits for it.
   */
  void close() {
    closed.countDown();
    end();
    try {
      if (registers && locks.definitions().tryLock(CLOSING_SECONDS, TimeUnit.SECONDS)) {
        try {
          endAlone();
        } finally {
          locks.definitions().unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void endAlone() throws InterruptedException {
    if (locks.current().writeLock().tryLock(CLOSING_SECONDS, TimeUnit.SECONDS)) {
      try {
        register.end();
      } finally {
        locks.current().writeLock().unlock();
      }
    }
  }
}
