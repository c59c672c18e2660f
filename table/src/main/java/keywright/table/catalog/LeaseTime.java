package keywright.table.catalog;

import java.util.Collection;
import keywright.table.catalog.Registrations.Registration;

/**
 * What the passing of time says about leases, registrations and writes that were not answered.
 * Moments are of {@link System#nanoTime}. Safe for many threads.
 */
public interface LeaseTime {

  /**
   * Whether it is so long since the catalog was read that it may have changed unnoticed.
   *
   * @param delayNanos how long after it was begun a write may still happen
   */
  boolean isLeaseOver(long readAt, long delayNanos);

  /** Whether it is so long since the catalog was read that nobody waits for this process. */
  boolean isForgotten(long readAt, long delayNanos);

  /** Whether nothing can come any longer of a write that was not answered at a moment. */
  boolean isPastDelay(long unansweredAt, long delayNanos);

  /**
   * Whether a moment is past, until which registrations were waited for.
   *
   * @param left those that are still there
   */
  boolean isPast(Collection<Registration> left, long moment);

  void pause(long nanos);

  /** Starts a thread that looks by itself, and has an end when the process has. */
  void start(Runnable watcher);
}
