package keywright.table.catalog;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The locks that separate statements from changes of declarations within a process.
 *
 * @param definitions the lock that a thread has while it changes declarations; only one thread can
 *     have it
 * @param current a thread has the read lock while it uses a declaration, and the write lock while
 *     it replaces a declaration
 */
public record DefinitionLocks(ReentrantLock definitions, ReentrantReadWriteLock current) {
  static DefinitionLocks create() {
    return new DefinitionLocks(new ReentrantLock(), new ReentrantReadWriteLock());
  }
}
