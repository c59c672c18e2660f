package keywright.cql.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.ErrorCode;

/**
 * The address of a server, by its URL {@code cql:HOST:PORT/KEYSPACE}. Immutable.
 *
 * @param keyspace the keyspace in which a connection begins; empty for none
 */
record ServerAddress(String host, int port, String keyspace) {
  private static final int DEFAULT_PORT = 9042;
  private static final int PORT_MAX = 65_535;

  private static final Pattern URL =
      Pattern.compile(
          "cql:(?://)?(?:\\[([0-9a-f:.]+)]|([^:/?@\\[\\]]+))(?::(\\d{1,5}))?(?:/([^/?]*))?");

  /**
   * Parses a URL.
   *
   * @throws ClientException if it is not that of a server
   */
  static ServerAddress parse(String url) {
    Matcher parts = URL.matcher(lowerCaseAddress(url));
    int port =
        parts.matches() && parts.group(3) != null ? Integer.parseInt(parts.group(3)) : DEFAULT_PORT;
    if (!parts.matches() || port < 1 || port > PORT_MAX) {
      throw new ClientException(
          ErrorCode.INVALID,
          "cannot open %s: expected the address of a server, such as cql:127.0.0.1:9042 or cql:127.0.0.1:9042/shop"
              .formatted(url),
          null);
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    return new ServerAddress(host, port, parts.group(4) == null ? "" : parts.group(4));
  }

  /** A keyspace may have capitals. */
  private static String lowerCaseAddress(String url) {
    int from = url.startsWith("//", CqlClient.SCHEME.length()) ? CqlClient.SCHEME.length() + 2 : 0;
    int slash = url.indexOf('/', from);
    int end = slash < 0 ? url.length() : slash;
    return url.substring(0, end).toLowerCase(Locale.ROOT) + url.substring(end);
  }

  /** The URL without the keyspace, for messages. */
  @Override
  public String toString() {
    return CqlClient.SCHEME + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
