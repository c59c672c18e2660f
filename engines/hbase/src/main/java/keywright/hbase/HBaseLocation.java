package keywright.hbase;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is and how it is reached: {@code HOST[:PORT][,HOST[:PORT]…][/NAMESPACE]} with
 * the hosts of ZooKeeper, or {@code /NAMESPACE} for those of the configuration; after it, after
 * {@code ?} and {@code &}, {@code config=FILE}, {@code timeout_seconds=N}, {@code
 * connect_timeout_seconds=N}, {@code alone=true} and {@code read_only=true}.
 *
 * @param quorum {@code host:port} of every member of the quorum; empty for that of the
 *     configuration
 * @param namespace that the tables are in
 * @param configuration a file like {@code hbase-site.xml}, which adds to that of the environment
 * @param timeoutSeconds how long an operation may take with all that HBase's client repeats of it;
 *     0 for what the configuration says, or else a minute
 * @param connectTimeoutSeconds how long may pass until the database is open
 * @param alone whether no other process has the database open meanwhile, so that nobody is waited
 *     for
 * @param readOnly whether nothing is ever written, so that the user needs no right but to read
 */
record HBaseLocation(
    List<String> quorum,
    String namespace,
    @Nullable Path configuration,
    int timeoutSeconds,
    int connectTimeoutSeconds,
    boolean alone,
    boolean readOnly) {
  static final int TIMEOUT_SECONDS = 60;
  static final int CONNECT_TIMEOUT_SECONDS = 15;

  private static final int ZOOKEEPER_PORT = 2181;
  private static final int PORT_MAX = 65_535;
  private static final String DEFAULT_NAMESPACE = "default";

  /** HBase's own, where nobody else's tables are. */
  private static final String SYSTEM_NAMESPACE = "hbase";

  private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
  private static final Pattern OPTION =
      Pattern.compile("(config|timeout_seconds|connect_timeout_seconds)=(.+)");
  private static final Pattern SECONDS = Pattern.compile("[1-9]\\d{0,5}");

  static HBaseLocation parse(String location) {
    int question = location.indexOf('?');
    String place = question < 0 ? location : location.substring(0, question);
    int slash = place.indexOf('/');
    String hosts = slash < 0 ? place : place.substring(0, slash);
    String namespace = slash < 0 ? DEFAULT_NAMESPACE : place.substring(slash + 1);
    if ((hosts.isEmpty() && slash < 0) || !namespace.matches("[A-Za-z0-9_]+")) {
      throw refused(
          location,
          hosts.isEmpty() && slash < 0 ? "no host" : "namespace '" + namespace + "'",
          "hbase:HOST:PORT/NAMESPACE, the namespace of letters, digits and _, or hbase:/NAMESPACE"
              + " for the quorum of hbase-site.xml");
    }
    if (namespace.equals(SYSTEM_NAMESPACE)) {
      throw refused(location, "HBase's own namespace", "another");
    }
    HBaseLocation parsed =
        new HBaseLocation(
            quorum(hosts, location), namespace, null, 0, CONNECT_TIMEOUT_SECONDS, false, false);
    if (question >= 0) {
      for (String option : location.substring(question + 1).split("&", -1)) {
        parsed = parsed.with(option, location);
      }
    }
    return parsed;
  }

  private static List<String> quorum(String hosts, String location) {
    List<String> quorum = new ArrayList<>();
    if (hosts.isEmpty()) {
      return quorum;
    }
    String[] each = hosts.split(",", -1);
    // As in ZooKeeper's own lists, a port at the end is that of all which name none.
    Matcher last = HOST.matcher(each[each.length - 1]);
    int port = last.matches() && last.group(2) != null ? Integer.parseInt(last.group(2)) : 0;
    for (String host : each) {
      Matcher parts = HOST.matcher(host);
      if (!parts.matches()) {
        throw refused(location, "host '" + host + "'", "HOST or HOST:PORT");
      }
      int own = parts.group(2) != null ? Integer.parseInt(parts.group(2)) : port;
      if (own > PORT_MAX) {
        throw refused(location, "port " + own, "at most " + PORT_MAX);
      }
      quorum.add(parts.group(1) + ":" + (own == 0 ? ZOOKEEPER_PORT : own));
    }
    return quorum;
  }

  private HBaseLocation with(String option, String location) {
    boolean isAlone = option.equals("alone=true");
    boolean isReading = option.equals("read_only=true");
    if (isAlone || isReading) {
      return with(configuration, timeoutSeconds, connectTimeoutSeconds)
          .with(alone || isAlone, readOnly || isReading);
    }
    Matcher parts = OPTION.matcher(option);
    if (parts.matches() && parts.group(1).equals("config")) {
      return with(Path.of(parts.group(2)), timeoutSeconds, connectTimeoutSeconds);
    }
    if (!parts.matches() || !SECONDS.matcher(parts.group(2)).matches()) {
      throw refused(
          location,
          "option '" + option + "'",
          "config=FILE, timeout_seconds=N or connect_timeout_seconds=N, N from 1 to 999999,"
              + " alone=true or read_only=true");
    }
    int seconds = Integer.parseInt(parts.group(2));
    return parts.group(1).equals("timeout_seconds")
        ? with(configuration, seconds, connectTimeoutSeconds)
        : with(configuration, timeoutSeconds, seconds);
  }

  private HBaseLocation with(@Nullable Path file, int seconds, int connectSeconds) {
    return new HBaseLocation(quorum, namespace, file, seconds, connectSeconds, alone, readOnly);
  }

  private HBaseLocation with(boolean isAlone, boolean isReading) {
    return new HBaseLocation(
        quorum,
        namespace,
        configuration,
        timeoutSeconds,
        connectTimeoutSeconds,
        isAlone,
        isReading);
  }

  private static StoreException refused(String location, String found, String expected) {
    return new StoreException(
        "cannot open hbase:" + location + ": found " + found + ", expected " + expected);
  }

  /** The location without its options. */
  @Override
  public String toString() {
    return "hbase:" + String.join(",", quorum) + "/" + namespace;
  }
}
