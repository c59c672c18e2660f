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
 * Registers this process and waits for other processes, on engines that several processes share.
 *
 * <p>A process registers before it reads the catalog. A process that has changed the catalog marks
 * all other registrations and waits until each marked one is gone. A process that finds its
 * registration marked or gone registers again and reads the catalog. It deletes its old
 * registration when everything that began under it has ended with an answer. So every process with
 * the older catalog either was marked or had already ended. A process that registers later reads
 * the newer catalog.
 *
 * <p>The registration of a process that died, or that has unanswered writes, stays. After twice the
 * longest request delay nothing can come from it any more: a process checks its registration after
 * half a delay, and a write is delayed by at most one. The waiting process then removes it.
 * Processes may have different delays, so each registers its own, and the longest counts.
 *
 * <p>Safe for many threads; registrations change under the lock of definitions.
 */
public final class ProcessRegister {
  private static final long TELLING_NANOS = 200_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Registrations registrations;
  private final LongSupplier numbers;
  private final DatabaseProcess process;
  private final long delayNanos;
  private final LeaseTime time;

  /** The name of the registration of now; null before the first. */
  private volatile @Nullable String current;

  /** When a write of a row was not answered last, by {@link System#nanoTime}; null for never. */
  private volatile @Nullable Long unansweredAt;

  private volatile boolean ended;
  private final List<Former> former = new CopyOnWriteArrayList<>();

  /**
   * A registration of before, under which nothing begins any longer.
   *
   * @param unansweredAt when a write was not answered last; null for never
   */
  private record Former(String name, @Nullable Long unansweredAt) {}

  /**
   * What is waited for.
   *
   * @param millis how long, at most
   */
  public record Waiting(long millis, List<DatabaseProcess> processes) {}

  /**
   * @param numbers of registrations, none given twice among all processes
   * @param delayNanos how long a write may be late
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

  /** Registers, before the catalog is read; nothing is under way in this process then. */
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

  /** The name of the registration of now. */
  String current() {
    return Objects.requireNonNull(current);
  }

  /** Whether the registration of now is among these, and was not asked. */
  boolean isAmong(Map<String, Registration> there) {
    String name = current;
    return name != null && registrations.isUnasked(there, name);
  }

  /** Whether the registration exists and this process was not asked to read the catalog. */
  boolean isRegistered() {
    return registrations.isUnasked(current());
  }

  /** A write of a row was not answered. */
  void unanswered() {
    unansweredAt = System.nanoTime();
  }

  /** Whether all writes that have ended were answered, or cannot happen any longer. */
  boolean isQuiet() {
    return isQuiet(unansweredAt);
  }

  /** Whether nothing can come any longer of what was not answered then. */
  private boolean isQuiet(@Nullable Long unansweredAt) {
    return unansweredAt == null || time.isPastDelay(unansweredAt, delayNanos);
  }

  /** Takes former registrations away of which nothing can come any longer. */
  void takeAway() {
    for (Former one : List.copyOf(former)) {
      if (isQuiet(one.unansweredAt)) {
        registrations.remove(one.name);
        former.remove(one);
      }
    }
  }

  /** Takes all registrations away, but those of which something may come. Nothing is under way. */
  void end() {
    ended = true;
    takeAway();
    String name = current;
    if (name != null && isQuiet()) {
      registrations.remove(name);
    }
  }

  /**
   * Waits until no process uses the catalog as it was when this began.
   *
   * @param forQueries whether to wait at least as long as a query of theirs may take
   * @param goesOn told at times what is waited for; false ends the wait
   * @return false when it was ended, or the thread is interrupted
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

  /** The longest delay of this process and of those that are waited for. */
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
