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

  /** So often in the longest delay a process looks whether it was asked for something. */
  private static final int LOOKS = 32;

  /** So long a process that closes lets others end what they are at. */
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

  /** How often the thread that looks has failed since it last succeeded. */
  private long failures;

  private volatile long readAt = System.nanoTime();
  private volatile boolean outdated;

  /**
   * @param register where this process is registered, unless it has the engine to itself
   * @param checking runs before this process is registered, and may refuse to read the catalog
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

  /** Whether others may change the catalog too. */
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
          "cannot renew the registration of this process: {0}; it is tried again every {1} ms; until it succeeds, processes that change tables wait for this one",
          failure.getMessage(),
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

  /** Reads the catalog again when its time is over, before a statement uses it. */
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
   * Reads the catalog again at once, for what was not found, or not as it was expected.
   *
   * @param seen {@link #changes} when that began
   * @return whether a definition has changed since
   */
  boolean hasChanged(long seen) {
    if (isShared() && catalog.changes() == seen) {
      end();
      renew();
    }
    return catalog.changes() != seen;
  }

  /** A number that rises when a definition was found changed, or is changed here. */
  long changes() {
    return catalog.changes();
  }

  /** Reads the catalog again before it is changed; the lock of definitions is held. */
  void readNow() {
    if (isShared()) {
      readAlone(false);
    }
  }

  /** Reads it while nothing is under way in this process. The lock of definitions is held. */
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
   * Reads the catalog and counts from before.
   *
   * @param again whether under another registration than before
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
   * Requires after the last row of a query, where nobody waits for those that read, that the table
   * and its indexes are still as they were.
   *
   * @throws TableException when rows may have been missed
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
   * The other processes that are registered, each once: one that was asked has a registration more
   * until all that it began under the former one has ended.
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
   * Waits until every process uses the current catalog and nothing is under way that was sent
   * before.
   *
   * @param goesOn told at times what is waited for; false ends the wait
   * @return false when it was ended, or the thread is interrupted
   */
  public boolean awaitWriters(Predicate<Waiting> goesOn) {
    return await(false, goesOn);
  }

  /**
   * Waits until every process reads by the catalog of now, and as long as their queries may take.
   *
   * @param goesOn as for {@link #awaitWriters}
   * @return false when it was ended, or the thread is interrupted
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
   * Takes the registrations of this process away, unless something is under way for long; then a
   * process that changes the catalog waits for it.
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
