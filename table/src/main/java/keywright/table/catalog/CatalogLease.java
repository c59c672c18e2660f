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
 * The lease of this process: the time for which it may use what it has read from the catalog, on
 * engines that several processes share. The lease is half a request delay. Safe for many threads.
 *
 * <p>A row is written only within the lease, or after this process has checked the catalog and its
 * registration again. {@link ProcessRegister} waits for marked registrations, and so for all writes
 * that were sent with an older catalog.
 *
 * <p>On an engine that only one process can open there is no lease. A process that has the engine
 * open read-only is not registered, and no other process waits for it. It reads the catalog before
 * each statement, and calls {@link #requireRead} after each query.
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
   * Makes a lease; the catalog is not read yet.
   *
   * @param locks the locks between statements and changes of declarations in this process
   * @param register registers this process; unused if only this process can have the engine open
   * @param checking runs before this process registers; it may throw an exception, and the catalog
   *     is then not read
   * @param reading reads the catalog, and updates the declarations that this process uses
   * @param events is called when the lease is renewed or lost
   * @param time decides which time limits have passed
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
   * Reads the catalog again if another process has requested this. Also removes former
   * registrations of this process, as soon as no unanswered write that was sent under them can take
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
    if (locks.current().isReadByThisThread() || !isOver()) {
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
    locks.current().lockWrite();
    try {
      read(again);
      events.leaseRenewed();
      outdated = false;
    } finally {
      locks.current().unlockWrite();
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
    return !isShared() || catalog.isAsRead(table.entry().storedName(), register.current());
  }

  /**
   * Checks after the last row of a query that the table and its indexes have not changed since the
   * query began. Read-only processes need this check, because no other process waits for their
   * queries.
   *
   * @param table the declaration with which the query was executed
   * @throws TableException if the table or an index has changed, so that the query may have missed
   *     rows
   */
  public void requireRead(StoredTable table) {
    if (isShared() && !registers && !catalog.isAsRead(table.entry().storedName())) {
      end();
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot read table %s to the end: found its declaration changed by another process meanwhile; read again (this process has read_only=true, so other processes do not wait for its reads)"
              .formatted(table.name()));
    }
  }

  /**
   * The error for a read of a table whose storage no longer exists, because the table was dropped
   * or created again.
   *
   * @param table the declaration with which the table was read
   * @param failure the error of the engine
   */
  public RuntimeException gone(StoredTable table, NoTableException failure) {
    if (!isShared() || catalog.isAsRead(table.entry().storedName())) {
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
   * The registrations of the other processes, one for each process. A process may have two
   * registrations for a while: the old one stays until every write that began under it has ended.
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
   * @param goesOn called from time to time with the processes for which this call waits; if it
   *     returns false, the wait ends
   * @return true if nothing is left to wait for; false if {@code goesOn} ended the wait, or the
   *     thread was interrupted
   */
  public boolean awaitWriters(Predicate<Waiting> goesOn) {
    return await(false, goesOn);
  }

  /**
   * Waits until every process uses the current catalog, and then for the time that a query with an
   * older catalog may still take.
   *
   * @param goesOn as for {@link #awaitWriters}
   * @return true if nothing is left to wait for; false if {@code goesOn} ended the wait, or the
   *     thread was interrupted
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
    if (locks.current().tryLockWrite(CLOSING_SECONDS, TimeUnit.SECONDS)) {
      try {
        register.end();
      } finally {
        locks.current().unlockWrite();
      }
    }
  }
}
