package keywright.cql.server.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Answers HTTP requests: {@code /metrics} with all metrics as Prometheus reads them, and {@code
 * /health} with the status 200 if the server can execute statements, otherwise 503 and the reason.
 * Safe for many threads.
 */
public final class MetricsPort implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private static final int REQUESTS_MAX = 8;
  private static final int SECONDS_MAX = 10;
  private static final int WAITING_MAX = 64;

  private static final String METRICS = "/metrics";
  private static final String HEALTH = "/health";
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private record Answer(int status, String type, String text) {}

  private final ServerMetrics metrics;
  private final Health health;
  private final NewestFirst threads = new NewestFirst(REQUESTS_MAX);
  private final HttpServer http;

  /**
   * Begins to listen.
   *
   * @throws IOException if the address cannot be listened at
   */
  public MetricsPort(InetSocketAddress address, ServerMetrics metrics, Health health)
      throws IOException {
    this.metrics = metrics;
    this.health = health;
    this.http = HttpServer.create(address, WAITING_MAX);
    http.createContext("/", this::handle);
    http.setExecutor(threads);
    http.start();
  }

  /** The address that it listens at. */
  public InetSocketAddress address() {
    return http.getAddress();
  }

  /**
   * Ends the requests that take longer than ten seconds. Call it from time to time.
   *
   * @param now by {@link System#nanoTime}
   */
  public void closeLate(long now) {
    threads.interruptLate(now, TimeUnit.SECONDS.toNanos(SECONDS_MAX));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      send(exchange, answer(exchange));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a request for metrics failed", e);
      send(exchange, new Answer(500, PLAIN, "cannot answer the request: see the log\n"));
    } finally {
      exchange.close();
    }
  }

  private Answer answer(HttpExchange exchange) throws InterruptedException {
    String path = String.valueOf(exchange.getRequestURI().getPath());
    if (!path.equals(METRICS) && !path.equals(HEALTH)) {
      return new Answer(404, PLAIN, "found another path, expected /metrics or /health\n");
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return new Answer(405, PLAIN, "found another method, expected GET or HEAD\n");
    }
    if (path.equals(HEALTH)) {
      Optional<String> problem = health.problem();
      return problem.isEmpty()
          ? new Answer(200, PLAIN, "ok\n")
          : new Answer(503, PLAIN, problem.get() + "\n");
    }
    List<String> accepted = exchange.getRequestHeaders().getOrDefault("Accept", List.of());
    boolean isOpen = String.join(",", accepted).contains("application/openmetrics-text");
    String type = isOpen ? OPEN_METRICS : PROMETHEUS;
    return new Answer(200, type, metrics.text(type));
  }

  /** Each connection has one request: none waits for another. */
  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    exchange.getResponseHeaders().set("Connection", "close");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(answer.status(), -1);
    } else {
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Closes the port and its connections. */
  @Override
  public void close() {
    http.stop(0);
  }
}
