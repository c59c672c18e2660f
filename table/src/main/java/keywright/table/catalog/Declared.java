package keywright.table.catalog;

import java.util.function.Function;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps uses and changes of the declarations of tables apart, in this process and with others: who
 * changes one finds it as the others have left it, and no write that began under the old one ends
 * after the new one is in use. Safe for many threads.
 */
final class Declared {
  /** Nobody's declarations change so often while one statement is made. */
  private static final int ATTEMPTS_MAX = 10;

  private static final String NOTHING_CHANGED = "nothing was changed";

  private final DefinitionLocks locks;
  private final CatalogLease lease;

  /**
   * Reads the catalog for the first time.
   *
   * @param lease with these locks
   */
  Declared(DefinitionLocks locks, CatalogLease lease) {
    this.locks = locks;
    this.lease = lease;
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
    return changing("", Cancellation.NONE, change);
  }

  /**
   * Makes a change of definitions, as {@link #changing(Supplier)} does.
   *
   * @param what the change, for the message, such as {@code create table t}
   * @param cancellation ends the call before the change begins
   */
  <R extends @Nullable Object> R changing(
      String what, Cancellation cancellation, Supplier<R> change) {
    if (!cancellation.lock(locks.definitions())) {
      throw cancellation.stopped(what, NOTHING_CHANGED);
    }
    try {
      lease.readNow();
      if (cancellation.isOver()) {
        throw cancellation.stopped(what, NOTHING_CHANGED);
      }
      return change.get();
    } finally {
      locks.definitions().unlock();
    }
  }

  /** Does something while nobody in this process uses a definition. */
  void alone(Runnable exchange) {
    locks.current().lockWrite();
    try {
      exchange.run();
    } finally {
      locks.current().unlockWrite();
    }
  }

  /**
   * Makes a statement, again when another process has changed its declarations meanwhile. The
   * catalog is read again for what is not found, for values that do not fit, and for a query that
   * no key serves: another process may have made the table or the index, or made it again.
   */
  <R extends @Nullable Object> R using(Supplier<R> statement) {
    return using("", name -> statement, Supplier::get);
  }

  /**
   * Makes a statement as {@link #using(Supplier)} does.
   *
   * @param find finds what has a name, again for each attempt
   * @param statement uses what was found
   */
  <T, R extends @Nullable Object> R using(
      String name, Function<String, T> find, Function<T, R> statement) {
    for (int attempt = 1; ; attempt++) {
      lease.renew();
      long seen = lease.changes();
      RuntimeException failure;
      locks.current().lockRead();
      try {
        return statement.apply(find.apply(name));
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
      } catch (TableException e) {
        if (e.code() != ErrorCode.NO_KEY) {
          throw e;
        }
        failure = e;
      } finally {
        locks.current().unlockRead();
      }
      if (attempt == ATTEMPTS_MAX || !lease.hasChanged(seen)) {
        throw failure;
      }
    }
  }
}
