package keywright.table.catalog;

import java.util.Collection;
import keywright.table.catalog.Registrations.Registration;

/**
 * Decides which time limits have passed: those of leases, of registrations and of unanswered
 * writes. All times are values of {@link System#nanoTime}. Safe for many threads.
 */
public interface LeaseTime {

  /**
   * Whether the lease of a catalog read has ended: another process may have changed the catalog
   * since.
   *
   * @param readAt when the catalog was read
   * @param delayNanos how long after its start a write may still take effect
   */
  boolean isLeaseOver(long readAt, long delayNanos);

  /**
   * Whether the catalog was read so long ago that no other process waits for this process any more.
   */
  boolean isForgotten(long readAt, long delayNanos);

  /** Whether a write that was not answered at {@code unansweredAt} can no longer take effect. */
  boolean isPastDelay(long unansweredAt, long delayNanos);

  /**
   * Whether the time limit {@code moment} has passed, until which a process waits for
   * registrations.
   *
   * @param left the registrations that still exist
   */
  boolean isPast(Collection<Registration> left, long moment);

  void pause(long nanos);

  /** Starts a thread that runs {@code watcher}. The thread does not keep the process alive. */
  void start(Runnable watcher);
}
