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
 * A clock that is compared with the clock of the server that stores the catalog. This is necessary
 * because a process whose clock is ahead would treat rows as expired which other processes still
 * read. {@link #check} compares the two clocks. Between two checks the time advances with {@link
 * System#nanoTime}. So a change of the system's clock has no effect before the next check. If the
 * engine has no server, this clock has the time of the system's clock. Safe for many threads.
 */
public final class CheckedClock implements InstantSource {
  /**
   * The limit that HBase has for the clocks of its own servers, {@code hbase.master.maxclockskew}.
   */
  static final Duration MAX_DIFFERENCE = Duration.ofSeconds(30);

  /**
   * The key of the row that is written to learn the server's time. No table and no registration has
   * this name.
   */
  private static final Key ROW = Catalog.LAYOUT.keySchema().key("clock.");

  private final Engine engine;
  private final InstantSource system;
  private volatile Checked checked;

  /**
   * The result of the last check.
   *
   * @param at the time of the system's clock
   * @param nanoTime the value of {@link System#nanoTime} at this time; unused if the engine has no
   *     server
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

  @Override
  public long millis() {
    return checked.hasServer ? instant().toEpochMilli() : system.millis();
  }

  /**
   * Compares the system's clock with the clock of the server. The duration of the call to the
   * server is taken into account.
   *
   * @throws TableException if the clocks differ by more than {@link #MAX_DIFFERENCE}
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
          "cannot use the database: found the clock of this machine at %s, %,d s %s the clock of the server, expected a difference of at most %d s; set the clock of this machine, and start the process again"
              .formatted(
                  here.truncatedTo(ChronoUnit.SECONDS),
                  difference.plusMillis(500).toSeconds(),
                  direction,
                  MAX_DIFFERENCE.toSeconds()));
    }
  }
}
