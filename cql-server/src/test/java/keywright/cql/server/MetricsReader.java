package keywright.cql.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Reads the metrics and the health of a server, for tests. Used by one thread. */
final class MetricsReader {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final InetSocketAddress address;

  MetricsReader(CqlServer server) {
    this.address = server.metricsAddress().orElseThrow();
  }

  /** Options with any free ports, the second for metrics. */
  static ServerOptions options() {
    return Drivers.options()
        .withMetrics(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  HttpResponse<String> ask(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
            .timeout(Duration.ofMinutes(1))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** The status and the text of the health, such as {@code 200 ok}. */
  String health() throws IOException, InterruptedException {
    HttpResponse<String> answer = ask("GET", "/health");
    return answer.statusCode() + " " + answer.body().strip();
  }

  /** The value of each time series, by its name and labels. */
  Map<String, Double> values() throws IOException, InterruptedException {
    Map<String, Double> values = new TreeMap<>();
    for (String line : ask("GET", "/metrics").body().split("\n")) {
      if (!line.startsWith("#")) {
        int space = line.lastIndexOf(' ');
        values.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
      }
    }
    return values;
  }

  /** The numbers of statements that are not 0, except those that a driver runs by itself. */
  Map<String, Long> statements() throws IOException, InterruptedException {
    Map<String, Long> counts = new TreeMap<>();
    values()
        .forEach(
            (series, value) -> {
              if (series.startsWith("keywright_statements_total{") && value > 0) {
                counts.put(
                    series.replaceAll(".*kind=\"(\\w+)\",outcome=\"(\\w+)\".*", "$1 $2"),
                    value.longValue());
              }
            });
    counts.keySet().removeIf(name -> name.startsWith("system "));
    return counts;
  }

  InetSocketAddress address() {
    return address;
  }
}
