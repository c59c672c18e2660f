package keywright.cli.database;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Rendering;
import keywright.cli.console.TimeLimit;
import keywright.cli.console.Usage;
import keywright.cql.server.CqlServer;
import keywright.cql.server.ServerException;
import keywright.cql.server.ServerOptions;
import keywright.cql.server.TlsFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code keywright serve}: serves a database to drivers of Cassandra. */
@Command(
    name = "serve",
    description = {
      "Serve the database to drivers of Cassandra, in any language and in many processes. The server speaks the CQL native protocol, versions 4 and 5.",
      "It runs until Ctrl-C. It then takes no further requests, waits for the statements that run, and closes the database.",
      "With --metrics it also answers HTTP requests: /metrics for Prometheus, and /health for whatever watches the server.",
      "If the database has users ('keywright users'), every client must give the name and the password of one. Beyond loopback the server listens only with users and TLS."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright serve",
      "  keywright serve --db rocksdb:/var/lib/shop --listen 127.0.0.1:9142",
      "  keywright serve --listen 127.0.0.1:0 --port-file /run/keywright.port",
      "  keywright serve --metrics 127.0.0.1:9404",
      "  keywright serve --listen 0.0.0.0:9042 --tls-key key.pem --tls-certificate certificate.pem"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([^:]+)):(\\d{1,5})");
  private static final int PORT_MAX = 65_535;

  /** A setting of the HTTP server of the JDK, and the most connections of it. */
  private static final String HTTP_CONNECTIONS_SETTING = "jdk.httpserver.maxConnections";

  private static final int HTTP_CONNECTIONS_MAX = 256;

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:9042",
      description =
          "The address to listen at (default: $" + "{DEFAULT-VALUE}). Port 0 takes any free port.")
  private String listen = "";

  @Option(
      names = "--port-file",
      paramLabel = "FILE",
      description = "Write the number of the port to this file when clients can connect.")
  private @Nullable Path portFile;

  @Option(
      names = "--metrics",
      paramLabel = "HOST:PORT",
      description =
          "Also answer HTTP requests for /metrics and /health at this address, such as 127.0.0.1:9404. They need no user, so an address beyond loopback needs --insecure-network, too.")
  private @Nullable String metrics;

  @Option(
      names = "--max-frame",
      paramLabel = "MB",
      defaultValue = "16",
      description =
          "The largest request, in megabytes (default: $"
              + "{DEFAULT-VALUE}). A larger one is refused.")
  private int frameMegabytes;

  @Option(
      names = "--statement-timeout",
      paramLabel = "DURATION",
      description =
          "End each statement that takes longer, such as 500ms, 30s, 10m or 2h (default: no limit).")
  private @Nullable String statementTimeout;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key for TLS, as PEM in PKCS #8 and without a password.")
  private @Nullable Path tlsKey;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "The certificate of this key as PEM, and those that have signed it.")
  private @Nullable Path tlsCertificate;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description =
          "Let only clients in whose certificate was signed by one of these certificates.")
  private @Nullable Path tlsClientCa;

  @Option(
      names = "--insecure-network",
      description =
          "Listen beyond loopback also without users or TLS. Everybody in the network can then read and write the database, or read passwords.")
  private boolean isInsecureNetwork;

  public ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (frameMegabytes < 1 || frameMegabytes > 256) {
      throw Usage.wrong(
          spec,
          "cannot use --max-frame %d: expected a number of megabytes from 1 to 256"
              .formatted(frameMegabytes));
    }
    ServerOptions options =
        withTls(
            ServerOptions.DEFAULT
                .withAddress(address("--listen", listen, "127.0.0.1:9042"))
                .withFrameMax(frameMegabytes << 20));
    if (metrics != null) {
      options = options.withMetrics(address("--metrics", metrics, "127.0.0.1:9404"));
      limitHttpConnections();
    }
    if (statementTimeout != null) {
      options =
          options.withStatementTimeout(
              TimeLimit.parse(spec, "--statement-timeout", statementTimeout));
    }
    if (isInsecureNetwork) {
      options = options.withInsecureNetwork();
    }
    try (CqlServer server = start(databaseOption.databaseUrl(), options)) {
      // Ctrl-C and SIGTERM end the process after this.
      Thread stop = new Thread(() -> stop(server), "keywright-stop");
      Runtime.getRuntime().addShutdownHook(stop);
      try {
        ready(server);
        new CountDownLatch(1).await();
      } finally {
        removeHook(stop);
      }
    } catch (InterruptedException e) {
      // The program in which the command runs ends it.
    }
    return 0;
  }

  private void stop(CqlServer server) {
    int unanswered = server.unansweredCount();
    if (unanswered > 0) {
      console.say(
          "the server stops: it waits up to 10 s for %s, and then ends what still runs"
              .formatted(Rendering.counted(unanswered, "statement", "statements")));
    }
    server.close();
  }

  private static void removeHook(Thread hook) {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook has begun.
    }
  }

  /** A program that watches the server has a few. */
  private static void limitHttpConnections() {
    if (System.getProperty(HTTP_CONNECTIONS_SETTING) == null) {
      System.setProperty(HTTP_CONNECTIONS_SETTING, String.valueOf(HTTP_CONNECTIONS_MAX));
    }
  }

  private InetSocketAddress address(String option, String text, String example) {
    Matcher address = ADDRESS.matcher(text);
    if (!address.matches() || Integer.parseInt(address.group(3)) > PORT_MAX) {
      throw Usage.wrong(
          spec,
          "cannot use %s %s: expected HOST:PORT, such as %s".formatted(option, text, example));
    }
    String host = address.group(1) == null ? address.group(2) : address.group(1);
    return new InetSocketAddress(host, Integer.parseInt(address.group(3)));
  }

  private ServerOptions withTls(ServerOptions options) {
    if (tlsKey != null && tlsCertificate != null) {
      return options.withTls(
          new TlsFiles(tlsKey, tlsCertificate, Optional.ofNullable(tlsClientCa)));
    }
    if (tlsKey != null || tlsCertificate != null || tlsClientCa != null) {
      throw Usage.wrong(
          spec, "cannot use TLS: expected both --tls-key FILE and --tls-certificate FILE");
    }
    return options;
  }

  private static CqlServer start(String url, ServerOptions options) {
    try {
      return CqlServer.start(url, options);
    } catch (ServerException e) {
      throw new CliException(String.valueOf(e.getMessage()), e);
    }
  }

  private void ready(CqlServer server) {
    int port = server.address().getPort();
    if (portFile != null) {
      write(portFile, String.valueOf(port));
    }
    server
        .metricsAddress()
        .ifPresent(
            address ->
                console.say(
                    "metrics at http://%1$s/metrics, health at http://%1$s/health"
                        .formatted(shown(String.valueOf(metrics), address.getPort()))));
    console.say(
        "serving %s at %s; Ctrl-C stops".formatted(databaseOption.url(), shown(listen, port)));
  }

  /** Shows the host as it was given: the system may show another form of it. */
  private static String shown(String given, int port) {
    return given.substring(0, given.lastIndexOf(':')) + ":" + port;
  }

  /** The file has its name when it is complete. */
  private static void write(Path file, String text) {
    try {
      Path partial = file.resolveSibling(file.getFileName() + ".partial");
      Files.writeString(partial, text + "\n");
      Files.move(
          partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new CliException("cannot write the port to " + file + ": " + e.getMessage(), e);
    }
  }
}
