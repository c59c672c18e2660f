package keywright.table.catalog;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The locks that separate statements from changes of declarations within a process.
 *
 * @param definitions the lock of the only thread that changes declarations
 * @param current a read lock for threads that use a declaration; the write lock replaces a
 *     declaration
 */
public record DefinitionLocks(ReentrantLock definitions, ReentrantReadWriteLock current) {
  static DefinitionLocks create() {
    return new DefinitionLocks(new ReentrantLock(), new ReentrantReadWriteLock());
  }
}
