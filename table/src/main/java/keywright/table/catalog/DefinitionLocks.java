package keywright.table.catalog;

import java.util.concurrent.locks.ReentrantLock;
import keywright.store.lock.StripedReadWriteLock;

/**
 * The locks that separate statements from changes of declarations within a process.
 *
 * @param definitions the lock that a thread has while it changes declarations; only one thread can
 *     have it
 * @param current a thread has the read lock while it uses a declaration, and the write lock while
 *     it replaces a declaration
 */
public record DefinitionLocks(ReentrantLock definitions, StripedReadWriteLock current) {
  static DefinitionLocks create() {
    return new DefinitionLocks(new ReentrantLock(), StripedReadWriteLock.forManyThreads());
  }
}
