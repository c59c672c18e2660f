package keywright.table.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import keywright.store.StoreException;
import keywright.table.catalog.Registrations.Registration;
import keywright.table.model.DatabaseProcess;
import org.jspecify.annotations.Nullable;

/**
 * Registers this process in the process registry and waits for other registered processes, on
 * engines that several processes share. Safe for many threads; registrations change under the lock
 * of definitions.
 *
 * <p>A process registers before it reads the catalog. A process that has changed the catalog marks
 * the registrations of all other processes, and waits until each marked registration is deleted. A
 * process whose registration is marked or deleted registers again and reads the catalog. It deletes
 * its old registration after every write that began under it was answered. So when the wait is
 * over, no process uses the older catalog. A process that registers later reads the newer catalog.
 *
 * <p>The registration of a process that died, or that has unanswered writes, stays. After twice the
 * longest request delay that process can write nothing more: a process checks its registration
 * after half a request delay, and the engine executes a write at most one request delay after its
 * start. So the waiting process then deletes the registration. Processes may have different request
 * delays. Each process registers its own, and the longest one counts.
 */
public final class ProcessRegister {
  private static final long TELLING_NANOS = 200_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Registrations registrations;
  private final LongSupplier numbers;
  private final DatabaseProcess process;
  private final long delayNanos;
  private final LeaseTime time;

  /** The name of the current registration; null before the first. */
  private volatile @Nullable String current;

  /**
   * When a write of a row was last not answered, as a value of {@link System#nanoTime}; null if
   * every write was answered.
   */
  private volatile @Nullable Long unansweredAt;

  private volatile boolean ended;
  private final List<Former> former = new CopyOnWriteArrayList<>();

  /**
   * A former registration of this process; no write begins under it any more.
   *
   * @param unansweredAt when a write was last not answered; null if every write was answered
   */
  private record Former(String name, @Nullable Long unansweredAt) {}

  /**
   * The state of a wait.
   *
   * @param millis the longest time, in milliseconds, for which the wait may still last
   * @param processes the processes whose registrations must still be deleted
   */
  public record Waiting(long millis, List<DatabaseProcess> processes) {}

  /**
   * Makes a register; this process is not registered yet.
   *
   * @param registrations the stored registrations
   * @param process the description of this process
   * @param numbers draws the number of each registration; no two processes draw the same number
   * @param delayNanos the request delay: how long after its start a write of this process may still
   *     take effect
   * @param time decides which time limits have passed
   */
  public ProcessRegister(
      Registrations registrations,
      LongSupplier numbers,
      DatabaseProcess process,
      long delayNanos,
      LeaseTime time) {
    this.registrations = registrations;
    this.numbers = numbers;
    this.process = process;
    this.delayNanos = delayNanos;
    this.time = time;
  }

  /**
   * Registers this process. It must be called before the process reads the catalog, and while no
   * write of the process is being executed.
   */
  public void register() {
    if (ended) {
      throw new StoreException(
          "cannot use the database: found it closed, expected it open; open it again");
    }
    String name = registrations.add(process, numbers.getAsLong(), delayNanos / NANOS_PER_MILLI);
    if (current != null) {
      former.add(new Former(current(), unansweredAt));
      unansweredAt = null;
    }
    current = name;
  }

  /** The name of the current registration. */
  String current() {
    return Objects.requireNonNull(current);
  }

  /** Whether the current registration is among {@code there} and is not marked. */
  boolean isAmong(Map<String, Registration> there) {
    String name = current;
    return name != null && registrations.isUnasked(there, name);
  }

  /**
   * Whether the current registration exists and is not marked: no process has asked this one to
   * read the catalog.
   */
  boolean isRegistered() {
    return registrations.isUnasked(current());
  }

  /** Records that a write of a row was not answered. */
  void unanswered() {
    unansweredAt = System.nanoTime();
  }

  /**
   * Whether no ended write of this process can still take effect: each was answered, or its longest
   * delay has passed.
   */
  boolean isQuiet() {
    return isQuiet(unansweredAt);
  }

  /** Whether a write that was not answered at {@code unansweredAt} can no longer take effect. */
  private boolean isQuiet(@Nullable Long unansweredAt) {
    return unansweredAt == null || time.isPastDelay(unansweredAt, delayNanos);
  }

  /** Removes the former registrations under which no write can still take effect. */
  void takeAway() {
    for (Former one : List.copyOf(former)) {
      if (isQuiet(one.unansweredAt)) {
        registrations.remove(one.name);
        former.remove(one);
      }
    }
  }

  /**
   * Removes all registrations of this process, except those under which a write may still take
   * effect. No write is under way.
   */
  void end() {
    ended = true;
    takeAway();
    String name = current;
    if (name != null && isQuiet()) {
      registrations.remove(name);
    }
  }

  /**
   * Waits until no process uses the catalog as it was before this call.
   *
   * @param forQueries whether to wait at least as long as a query of another process may take
   * @param goesOn called from time to time with the state of the wait; if it returns false, the
   *     wait ends
   * @return false if the wait was ended, or the thread was interrupted
   */
  boolean await(boolean forQueries, Predicate<Waiting> goesOn) {
    Collection<Registration> asked = registrations.askOthers(current());
    if (asked.isEmpty()) {
      return true;
    }
    long began = System.nanoTime();
    long longest = longestDelayNanos(asked);
    long least = forQueries ? began + longest : began;
    long until = began + 2 * longest;
    for (List<Registration> left = List.copyOf(asked); ; left = stillThere(asked)) {
      if (time.isPast(left, left.isEmpty() ? least : until)) {
        left.forEach(one -> registrations.remove(one.name()));
        return true;
      }
      long nanos = (left.isEmpty() ? least : until) - System.nanoTime();
      List<DatabaseProcess> processes =
          (left.isEmpty() ? asked : left).stream().map(Registration::process).distinct().toList();
      if (Thread.currentThread().isInterrupted()
          || !goesOn.test(
              new Waiting(
                  Math.max(1, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI), processes))) {
        return false;
      }
      time.pause(Math.min(nanos, Math.min(TELLING_NANOS, delayNanos / 8)));
    }
  }

  /** The longest delay of a write, among this process and the processes that are waited for. */
  private long longestDelayNanos(Collection<Registration> asked) {
    long millis = asked.stream().mapToLong(Registration::delayMillis).max().orElse(0);
    return Math.max(delayNanos, millis * NANOS_PER_MILLI);
  }

  /** The other registrations that exist. */
  Map<String, Registration> others() {
    Map<String, Registration> others = registrations.read();
    others.remove(current());
    return others;
  }

  private List<Registration> stillThere(Collection<Registration> asked) {
    takeAway();
    Map<String, Registration> there = registrations.read();
    return asked.stream().filter(one -> there.containsKey(one.name())).toList();
  }
}
