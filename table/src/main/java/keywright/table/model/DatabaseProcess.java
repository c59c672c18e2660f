package keywright.table.model;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * A process that has a database open.
 *
 * @param host the name of the machine on which the process runs
 * @param pid the id of the process on that machine
 * @param since when the process opened the database, by the clock of the process, in whole seconds
 */
public record DatabaseProcess(String host, long pid, Instant since) {
  /** The host name of this machine, looked up once. */
  private static final class Host {
    static final String NAME = name();

    private static String name() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "an unknown host";
      }
    }
  }

  /**
   * The process in which this code runs. Its time of opening is the current time of {@code clock}.
   */
  public static DatabaseProcess current(InstantSource clock) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return new DatabaseProcess(Host.NAME, ProcessHandle.current().pid(), now);
  }

  /** The process as text, such as {@code "4711 on web1, since 2017-01-01T10:00:00Z"}. */
  @Override
  public String toString() {
    return "%d on %s, since %s".formatted(pid, host, since);
  }
}
