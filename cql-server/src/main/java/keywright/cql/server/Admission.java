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
 */
final class Admission {
  /** For each connection that can be started, so many can be in the middle of it. */
  private static final int STARTING_MAX = 4;

  private final int startedMax;

  /** In the order in which they came. */
  private final Set<Connection> starting = new LinkedHashSet<>();

  private final Set<Connection> started = new LinkedHashSet<>();

  Admission(int startedMax) {
    this.startedMax = startedMax;
  }

  /**
   * Takes a new connection.
   *
   * @return the connection that must be closed, perhaps the new one; null if there is room
   */
  synchronized @Nullable Connection arrive(Connection connection) {
    Connection oldest = null;
    if (starting.size() >= (long) STARTING_MAX * startedMax) {
      oldest = removeFirst(Connection::awaitsClient);
      if (oldest == null) {
        return connection;
      }
    }
    starting.add(connection);
    return oldest;
  }

  private @Nullable Connection removeFirst(Predicate<Connection> condition) {
    for (Iterator<Connection> all = starting.iterator(); all.hasNext(); ) {
      Connection one = all.next();
      if (condition.test(one)) {
        all.remove();
        return one;
      }
    }
    return null;
  }

  /** Whether there is room for a connection that is ready to be started. */
  synchronized boolean start(Connection connection) {
    if (started.size() >= startedMax) {
      return false;
    }
    starting.remove(connection);
    started.add(connection);
    return true;
  }

  /** Takes a closed connection out. */
  synchronized void leave(Connection connection) {
    starting.remove(connection);
    started.remove(connection);
  }
}
