package keywright.table.catalog;

import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import keywright.table.catalog.Registrations.Registration;

/** Decides by the clock of this machine which time limits have passed. Safe for many threads. */
public final class SystemLeaseTime implements LeaseTime {
  @Override
  public boolean isLeaseOver(long readAt, long delayNanos) {
    return System.nanoTime() - readAt > delayNanos / 2;
  }

  @Override
  public boolean isForgotten(long readAt, long delayNanos) {
    return System.nanoTime() - readAt > 2 * delayNanos;
  }

  @Override
  public boolean isPastDelay(long unansweredAt, long delayNanos) {
    return System.nanoTime() - unansweredAt > delayNanos;
  }

  @Override
  public boolean isPast(Collection<Registration> left, long moment) {
    return System.nanoTime() - moment >= 0;
  }

  @Override
  public void pause(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }

  @Override
  public void start(Runnable watcher) {
    Thread thread = new Thread(watcher, "keywright-register");
    thread.setDaemon(true);
    thread.start();
  }
}
