package keywright.table.catalog;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A clock whose time never decreases. It reads another clock; if that clock goes back, this clock
 * repeats its last time. So a row that has expired does not appear again. Safe for many threads.
 */
public final class SteadyClock implements InstantSource {

  /** A time, with its milliseconds, which each read of a row asks for. */
  private record Moment(Instant instant, long millis) {
    static Moment of(Instant instant) {
      return new Moment(instant, instant.toEpochMilli());
    }

    static Moment later(Moment a, Moment b) {
      return a.instant.isAfter(b.instant) ? a : b;
    }
  }

  private final InstantSource source;

  /** Null before the first time. */
  private final AtomicReference<@Nullable Moment> latest = new AtomicReference<>();

  public SteadyClock(InstantSource source) {
    this.source = source;
  }

  @Override
  public Instant instant() {
    return latest(Moment.of(source.instant())).instant;
  }

  @Override
  public long millis() {
    long now = source.millis();
    Moment last = latest.get();
    return last != null && now == last.millis ? now : latest(Moment.of(source.instant())).millis;
  }

  private Moment latest(Moment now) {
    return latest.accumulateAndGet(now, (a, b) -> a == null ? b : Moment.later(a, b));
  }
}
