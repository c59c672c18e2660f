package keywright.table.catalog;

import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Draws the nonces of this process: random numbers from 1 to 2^56 - 1 that distinguish its writes
 * from those of other processes. Each process draws with its own seed. Safe for many threads.
 */
public final class Nonces implements LongSupplier {
  private static final long BOUND = 1L << 56;

  private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());

  @Override
  public synchronized long getAsLong() {
    return random.nextLong(1, BOUND);
  }
}
