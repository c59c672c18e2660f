package keywright.table.catalog;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.table.model.TableException;

/**
 * A clock that agrees with the clock of the server that keeps the catalog. A process whose clock is
 * ahead would take rows for expired that others still read. {@link #check} compares the two;
 * between checks time passes as {@link System#nanoTime} says, so that a step of the system's clock
 * counts only after the next check. Where the engine has no server, the system's clock is used as
 * it is. Safe for many threads.
 */
public final class CheckedClock implements InstantSource {
  /** What HBase allows between its own servers, {@code hbase.master.maxclockskew}. */
  static final Duration MAX_DIFFERENCE = Duration.ofSeconds(30);

  /** Neither the name of a table nor that of a registration. */
  private static final Key ROW = Catalog.LAYOUT.keySchema().key("clock.");

  private final Engine engine;
  private final InstantSource system;
  private volatile Checked checked;

  /**
   * The last check.
   *
   * @param at what the system's clock said
   * @param nanoTime when it said so; unused where the engine has no server
   */
  private record Checked(Instant at, long nanoTime, boolean hasServer) {}

  public CheckedClock(Engine engine, InstantSource system) {
    this.engine = engine;
    this.system = system;
    this.checked = new Checked(system.instant(), System.nanoTime(), false);
  }

  @Override
  public Instant instant() {
    Checked last = checked;
    return last.hasServer ? last.at.plusNanos(System.nanoTime() - last.nanoTime) : system.instant();
  }

  /**
   * Compares the system's clock with that of the server. How long the answer takes is allowed for.
   *
   * @throws TableException when they differ by more than {@link #MAX_DIFFERENCE}
   */
  public void check() {
    Instant before = system.instant();
    OptionalLong server = engine.serverMillis(Catalog.LAYOUT, ROW);
    long nanoTime = System.nanoTime();
    Instant after = system.instant();
    if (server.isPresent()) {
      Instant there = Instant.ofEpochMilli(server.getAsLong());
      require(before, Duration.between(there, before), "ahead of");
      require(after, Duration.between(after, there), "behind");
    }
    checked = new Checked(after, nanoTime, server.isPresent());
  }

  private static void require(Instant here, Duration difference, String direction) {
    if (difference.compareTo(MAX_DIFFERENCE) > 0) {
      throw new TableException(
          "cannot use the database: found the clock of this machine at %s, %,d s %s the clock of the server, expected at most %d s; set the clock, and start the process again"
              .formatted(
                  here.truncatedTo(ChronoUnit.SECONDS),
                  difference.plusMillis(500).toSeconds(),
                  direction,
                  MAX_DIFFERENCE.toSeconds()));
    }
  }
}
