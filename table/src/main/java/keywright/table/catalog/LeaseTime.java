package keywright.table.catalog;

import java.util.Collection;
import keywright.table.catalog.Registrations.Registration;

/**
 * Decides which time limits have passed: those of leases, of registrations and of unanswered
 * writes. All times are values of {@link System#nanoTime}. Safe for many threads.
 */
public interface LeaseTime {

  /**
   * Whether the lease has ended that began when the catalog was read. Another process may then have
   * changed the catalog.
   *
   * @param readAt when the catalog was read
   * @param delayNanos the request delay: how long after its start a write may still take effect
   */
  boolean isLeaseOver(long readAt, long delayNanos);

  /**
   * Whether the catalog was read so long ago that no other process waits for this process any
   * longer.
   *
   * @param readAt when the catalog was read
   * @param delayNanos the request delay: how long after its start a write may still take effect
   */
  boolean isForgotten(long readAt, long delayNanos);

  /**
   * Whether an unanswered write can no longer take effect.
   *
   * @param unansweredAt when the write was given up
   * @param delayNanos the request delay: how long after its start a write may still take effect
   */
  boolean isPastDelay(long unansweredAt, long delayNanos);

  /**
   * Whether the time limit of a wait for registrations has passed.
   *
   * @param left the registrations that still exist
   * @param moment the time limit
   */
  boolean isPast(Collection<Registration> left, long moment);

  void pause(long nanos);

  /** Starts a thread that runs {@code watcher}. The thread does not keep the process alive. */
  void start(Runnable watcher);
}
