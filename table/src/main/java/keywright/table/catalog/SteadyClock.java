package keywright.table.catalog;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock whose time never decreases. It reads another clock; if that clock goes back, this clock
 * repeats its last time. So a row that has expired does not appear again. Safe for many threads.
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

  @Override
  public long millis() {
    long now = source.millis();
    Instant last = Objects.requireNonNull(latest.get());
    return !last.equals(Instant.MIN) && now == last.toEpochMilli() ? now : instant().toEpochMilli();
  }
}
