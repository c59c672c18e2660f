package keywright.cql;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Makes UUIDs of version 1. Each is of a later time than the one before. Safe for many threads. */
final class TimeUuids {
  private static final long UNITS_BEFORE_1970 = 0x01B2_1DD2_1381_4000L;

  /**
   * Instead of the address of a network card, as RFC 9562 has it: random, with its first bit set.
   */
  private static final long NODE =
      0x8000_0000_0000_0000L
          | (new SecureRandom().nextLong() & 0x3FFF_FFFF_FFFF_FFFFL)
          | 0x0000_0100_0000_0000L;

  private static final AtomicLong LAST = new AtomicLong();

  private TimeUuids() {}

  /** A new UUID whose time is {@code now}, or a little later if others have this time. */
  static UUID at(Instant now) {
    long units = now.getEpochSecond() * 10_000_000L + now.getNano() / 100 + UNITS_BEFORE_1970;
    long time = LAST.updateAndGet(last -> Math.max(last + 1, units));
    long bits = time << 32 | (time >>> 16 & 0xFFFF_0000L) | 0x1000L | (time >>> 48 & 0x0FFFL);
    return new UUID(bits, NODE);
  }
}
