package keywright.cassandra;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is: {@code //HOST[:PORT][,HOST[:PORT]…]/KEYSPACE}, an IPv6 address in brackets,
 * and after it, after {@code ?} and {@code &}, {@code dc=NAME}, {@code config=FILE}, {@code
 * timeout_seconds=N}, {@code alone=true} and {@code read_only=true}.
 *
 * @param hosts where nodes listen, at least one
 * @param keyspace that the tables are in
 * @param dataCentre the local one; null for that of the hosts
 * @param configuration of the driver; null for none
 * @param timeoutSeconds how long a request may take
 * @param alone whether no other process has the database open meanwhile, so that nobody is waited
 *     for
 * @param readOnly whether nothing is ever written
 */
record CassandraLocation(
    List<InetSocketAddress> hosts,
    String keyspace,
    @Nullable String dataCentre,
    @Nullable Path configuration,
    int timeoutSeconds,
    boolean alone,
    boolean readOnly) {
  static final int TIMEOUT_SECONDS = 15;

  private static final int PORT = 9042;
  private static final int PORT_MAX = 65_535;
  private static final Pattern PLACE = Pattern.compile("//([^/]+)/([A-Za-z0-9_]{1,48})");
  private static final Pattern HOST =
      Pattern.compile(
          "(?:([A-Za-z0-9._-]+)|\\[([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9._-]+)?)])(?::(\\d{1,5}))?");
  private static final Pattern OPTION =
      Pattern.compile("(dc|config|timeout_seconds|alone|read_only)=(.+)");
  private static final Pattern SECONDS = Pattern.compile("[1-9]\\d{0,4}");

  static CassandraLocation parse(String location) {
    int question = location.indexOf('?');
    Matcher place = PLACE.matcher(question < 0 ? location : location.substring(0, question));
    if (!place.matches()) {
      throw refused(
          location,
          "'" + location + "' after the scheme",
          "cassandra://HOST:PORT/KEYSPACE, the keyspace of letters, digits and _");
    }
    CassandraLocation parsed =
        new CassandraLocation(
            hosts(place.group(1), location),
            place.group(2),
            null,
            null,
            TIMEOUT_SECONDS,
            false,
            false);
    if (question >= 0) {
      for (String option : location.substring(question + 1).split("&", -1)) {
        parsed = parsed.with(option, location);
      }
    }
    return parsed;
  }

  private static List<InetSocketAddress> hosts(String text, String location) {
    List<InetSocketAddress> hosts = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      Matcher host = HOST.matcher(each);
      if (!host.matches()) {
        throw refused(location, "host '" + each + "'", "HOST, HOST:PORT or [IPV6]:PORT");
      }
      int port = host.group(3) == null ? PORT : Integer.parseInt(host.group(3));
      if (port == 0 || port > PORT_MAX) {
        throw refused(location, "port " + port, "1 to " + PORT_MAX);
      }
      String name = host.group(1) == null ? host.group(2) : host.group(1);
      hosts.add(InetSocketAddress.createUnresolved(name, port));
    }
    return List.copyOf(hosts);
  }

  private CassandraLocation with(String option, String location) {
    Matcher parts = OPTION.matcher(option);
    String name = parts.matches() ? parts.group(1) : "";
    String value = name.isEmpty() ? "" : parts.group(2);
    boolean isKnown =
        switch (name) {
          case "timeout_seconds" -> SECONDS.matcher(value).matches();
          case "alone", "read_only" -> value.equals("true");
          default -> !name.isEmpty();
        };
    if (!isKnown) {
      throw refused(
          location,
          "option '" + option + "'",
          "dc=NAME, config=FILE, timeout_seconds=N with N from 1 to 99999, alone=true or"
              + " read_only=true");
    }
    return new CassandraLocation(
        hosts,
        keyspace,
        name.equals("dc") ? value : dataCentre,
        name.equals("config") ? Path.of(value) : configuration,
        name.equals("timeout_seconds") ? Integer.parseInt(value) : timeoutSeconds,
        alone || name.equals("alone"),
        readOnly || name.equals("read_only"));
  }

  private static StoreException refused(String location, String found, String expected) {
    return new StoreException(
        ErrorCode.INVALID,
        "cannot open cassandra:" + location + ": found " + found + ", expected " + expected);
  }

  /** The URL without its options. */
  @Override
  public String toString() {
    return hosts.stream()
        .map(CassandraLocation::shown)
        .collect(Collectors.joining(",", "cassandra://", "/" + keyspace));
  }

  private static String shown(InetSocketAddress host) {
    String name = host.getHostString();
    return (name.contains(":") ? "[" + name + "]" : name) + ":" + host.getPort();
  }
}
