package keywright.table.catalog;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that never goes back. If the clock that it reads goes back, this clock repeats its last
 * time. So an expired row cannot reappear after another row has taken its place. Safe for many
 * threads.
 */
public final class SteadyClock implements InstantSource {
  private final InstantSource source;
  private final AtomicReference<Instant> latest = new AtomicReference<>(Instant.MIN);

  public SteadyClock(InstantSource source) {
    this.source = source;
  }

  @Override
  public Instant instant() {
    Instant now = source.instant();
    return latest.accumulateAndGet(now, (a, b) -> a.isAfter(b) ? a : b);
  }
}
