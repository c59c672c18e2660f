package keywright.table;

import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import keywright.store.Engine;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Lets those who use the declarations of tables and those who change them take turns, in this
 * process and with others: who changes one finds it as the others have left it, and no write that
 * began under the old one ends after the new one is in use. Safe for many threads.
 */
final class Declared {
  /** Nobody's declarations change so often while one statement is made. */
  private static final int ATTEMPTS_MAX = 10;

  /** Held by the one thread that changes definitions. */
  private final ReentrantLock definitions = new ReentrantLock();

  /** Shared by those who use a definition, taken alone to exchange one. */
  private final ReentrantReadWriteLock current = new ReentrantReadWriteLock();

  private final CatalogLease lease;

  /**
   * @param clock says when this process has opened the database
   * @param checking runs before the catalog is read, and may refuse that
   * @param reading reads the catalog
   */
  Declared(
      Engine engine,
      Components components,
      Catalog catalog,
      InstantSource clock,
      Runnable checking,
      Runnable reading) {
    ProcessRegister register = components.register(engine, clock);
    this.lease =
        components.lease(engine, definitions, current, catalog, register, checking, reading);
    try {
      lease.begin();
    } catch (RuntimeException e) {
      close(e);
      throw e;
    }
  }

  /** Takes this process's registration away, when the database cannot be opened. */
  void close(RuntimeException why) {
    try {
      lease.close();
    } catch (StoreException e) {
      why.addSuppressed(e);
    }
  }

  CatalogLease lease() {
    return lease;
  }

  /** Makes a change of definitions, one at a time, when the catalog has been read again. */
  <R extends @Nullable Object> R changing(Supplier<R> change) {
    definitions.lock();
    try {
      lease.readNow();
      return change.get();
    } finally {
      definitions.unlock();
    }
  }

  /** Does something while nobody in this process uses a definition. */
  void alone(Runnable exchange) {
    current.writeLock().lock();
    try {
      exchange.run();
    } finally {
      current.writeLock().unlock();
    }
  }

  /**
   * Makes a statement, anew when another process has changed its declarations meanwhile. The
   * catalog is read again for what is not found, and for values that do not fit: another process
   * may have made the table, or made it anew.
   */
  <R extends @Nullable Object> R using(Supplier<R> statement) {
    for (int attempt = 1; ; attempt++) {
      lease.renew();
      long seen = lease.changes();
      RuntimeException failure;
      current.readLock().lock();
      try {
        return statement.get();
      } catch (OutdatedException e) {
        lease.end();
        if (attempt == ATTEMPTS_MAX) {
          throw new TableException(String.valueOf(e.getMessage()), e);
        }
        continue;
      } catch (UnfitException e) {
        failure = e.refusal();
      } catch (UnknownNameException | NoTableException e) {
        failure = e;
      } finally {
        current.readLock().unlock();
      }
      if (attempt == ATTEMPTS_MAX || !lease.hasChanged(seen)) {
        throw failure;
      }
    }
  }
}
