package keywright.table.catalog;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The locks that keep statements and changes of declarations apart within a process.
 *
 * @param definitions held by the one thread that changes declarations
 * @param current shared by those who use a declaration, taken alone to exchange one
 */
public record DefinitionLocks(ReentrantLock definitions, ReentrantReadWriteLock current) {
  static DefinitionLocks create() {
    return new DefinitionLocks(new ReentrantLock(), new ReentrantReadWriteLock());
  }
}
