package keywright.cql.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.ErrorCode;

/**
 * The address of a server, by its URL {@code cql:HOST:PORT/KEYSPACE?tls=true&tls_ca=FILE}.
 * Immutable.
 *
 * @param keyspace the keyspace in which a connection begins; empty for none
 * @param tls whether the connection is encrypted, and the server must have a trusted certificate
 * @param isTlsDeclined whether the URL has {@code tls=false}. A password is then sent without TLS
 *     also beyond loopback
 * @param tlsCa a file of trusted certificates; empty for those that Java trusts
 */
record ServerAddress(
    String host, int port, String keyspace, boolean tls, boolean isTlsDeclined, String tlsCa) {
  private static final int DEFAULT_PORT = 9042;
  private static final int PORT_MAX = 65_535;

  private static final Pattern URL =
      Pattern.compile(
          "(?i:cql):(?://)?(?:\\[([0-9A-Fa-f:.]+)]|([^:/?@\\[\\]]+))(?::(\\d{1,5}))?(?:/([^/?]*))?(?:\\?(.*))?");

  /**
   * Parses a URL.
   *
   * @throws ClientException if it is not that of a server
   */
  static ServerAddress parse(String url) {
    Matcher parts = URL.matcher(url);
    int port =
        parts.matches() && parts.group(3) != null ? Integer.parseInt(parts.group(3)) : DEFAULT_PORT;
    if (!parts.matches() || port < 1 || port > PORT_MAX) {
      throw refused(
          url,
          "expected the address of a server, such as cql:127.0.0.1:9042 or cql:127.0.0.1:9042/shop");
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    String keyspace = parts.group(4) == null ? "" : parts.group(4);
    ServerAddress address = new ServerAddress(host, port, keyspace, false, false, "");
    String options = parts.group(5) == null ? "" : parts.group(5);
    for (String option : options.isEmpty() ? new String[0] : options.split("&", -1)) {
      address = address.with(option, url);
    }
    return address;
  }

  private ServerAddress with(String option, String url) {
    int equals = option.indexOf('=');
    String value = option.substring(equals + 1);
    switch (equals < 0 ? "" : option.substring(0, equals).toLowerCase(Locale.ROOT)) {
      case "tls" -> {
        if (value.equals("true") || value.equals("false")) {
          boolean isWanted = value.equals("true");
          return new ServerAddress(host, port, keyspace, isWanted, !isWanted, tlsCa);
        }
      }
      case "tls_ca" -> {
        if (!value.isEmpty()) {
          return new ServerAddress(host, port, keyspace, true, false, value);
        }
      }
      default -> {}
    }
    throw refused(
        url, "found the option \"%s\", expected tls=true or tls_ca=FILE".formatted(option));
  }

  private static ClientException refused(String url, String problem) {
    return new ClientException(
        ErrorCode.INVALID, "cannot open %s: %s".formatted(url, problem), null);
  }

  /** The URL without keyspace and options, for messages. */
  @Override
  public String toString() {
    return CqlClient.SCHEME + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
