package keywright.table;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.session.throttling.RequestThrottler;
import com.datastax.oss.driver.api.core.session.throttling.Throttled;
import java.util.ArrayList;
import java.util.List;

/**
 * A throttler of the driver of Cassandra that keeps requests until there are so many, and sends
 * them together. It counts all requests. Safe for many threads.
 */
public final class GatheringThrottler implements RequestThrottler {
  private static final List<Throttled> KEPT = new ArrayList<>();
  private static int wanted;
  private static int count;

  /** Made by the driver. */
  public GatheringThrottler(DriverContext context) {}

  /** Keeps requests until there are {@code requests}; sends those after them at once. */
  static synchronized void gather(int requests) {
    wanted = requests;
    count = 0;
  }

  /** How many requests there were since. */
  static synchronized int count() {
    return count;
  }

  private static synchronized List<Throttled> gathered(Throttled request) {
    count++;
    KEPT.add(request);
    if (KEPT.size() < wanted) {
      return List.of();
    }
    List<Throttled> ready = List.copyOf(KEPT);
    KEPT.clear();
    wanted = 0;
    return ready;
  }

  @Override
  public void register(Throttled request) {
    gathered(request).forEach(each -> each.onThrottleReady(true));
  }

  @Override
  public void signalSuccess(Throttled request) {}

  @Override
  public void signalError(Throttled request, Throwable error) {}

  @Override
  public void signalTimeout(Throttled request) {}

  @Override
  public void close() {}
}
