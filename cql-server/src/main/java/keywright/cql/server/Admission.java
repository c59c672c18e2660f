package keywright.cql.server;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections. Those that have not been started yet, and have perhaps no right to be, take
 * no place from those that have: they are counted by themselves, and the oldest makes room for the
 * newest. Safe for many threads.
 *
 * @param <C> a connection
 */
final class Admission<C> {
  /** For each connection that can be started, so many can be in the middle of it. */
  private static final int STARTING_MAX = 4;

  private final int startedMax;
  private final Predicate<C> canBeClosed;

  /** In the order in which they came. */
  private final Set<C> starting = new LinkedHashSet<>();

  private final Set<C> started = new LinkedHashSet<>();

  /**
   * @param startedMax how many connections can be started
   * @param canBeClosed whether a connection that is not started can be closed to make room
   */
  Admission(int startedMax, Predicate<C> canBeClosed) {
    this.startedMax = startedMax;
    this.canBeClosed = canBeClosed;
  }

  /**
   * Takes a new connection.
   *
   * @return the connection that must be closed, perhaps the new one; null if there is room
   */
  synchronized @Nullable C arrive(C connection) {
    C oldest = null;
    if (starting.size() >= (long) STARTING_MAX * startedMax) {
      oldest = removeFirst(canBeClosed);
      if (oldest == null) {
        return connection;
      }
    }
    starting.add(connection);
    return oldest;
  }

  private @Nullable C removeFirst(Predicate<C> condition) {
    for (Iterator<C> all = starting.iterator(); all.hasNext(); ) {
      C one = all.next();
      if (condition.test(one)) {
        all.remove();
        return one;
      }
    }
    return null;
  }

  /**
   * Whether there is room for a connection that is ready to be started. There is none for one that
   * was closed meanwhile.
   */
  synchronized boolean start(C connection) {
    return started.size() < startedMax && starting.remove(connection) && started.add(connection);
  }

  /** How many connections are started. */
  synchronized int startedCount() {
    return started.size();
  }

  /** How many connections are not started yet. */
  synchronized int startingCount() {
    return starting.size();
  }

  /** Takes a closed connection out. */
  synchronized void leave(C connection) {
    starting.remove(connection);
    started.remove(connection);
  }
}
