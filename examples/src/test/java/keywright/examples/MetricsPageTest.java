package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cql.server.CqlServer;
import keywright.cql.server.ServerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page on servers lists the metrics that a server has, and nothing besides. */
class MetricsPageTest {
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
  private static final String COUNTED = "*";

  @TempDir Path folder;

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** One line of the table for each metric, by its name. */
  private static Map<String, String> lines(CqlServer server, Set<String> counted)
      throws IOException, InterruptedException {
    Map<String, String> help = new TreeMap<>();
    Map<String, String> types = new TreeMap<>();
    Map<String, Set<String>> labels = new TreeMap<>();
    for (String line : metrics(server).split("\n")) {
      String[] words = line.split(" ", 4);
      if (line.startsWith("# HELP ")) {
        help.put(words[2], words[3]);
      } else if (line.startsWith("# TYPE ")) {
        types.put(words[2], words[3]);
      } else {
        String series = line.substring(0, line.lastIndexOf(' ')).replaceAll("\\{.*", "");
        String name =
            types.containsKey(series) ? series : series.replaceAll("_(bucket|count|sum)$", "");
        assertThat(types).as(line).containsKey(name);
        Set<String> own = labels.computeIfAbsent(name, key -> new TreeSet<>());
        Matcher label = LABEL.matcher(line);
        while (label.find()) {
          own.add("`" + label.group(1) + "`");
        }
        own.remove("`le`");
      }
    }
    assertThat(help.keySet()).isEqualTo(types.keySet());
    Map<String, String> lines = new TreeMap<>();
    types.forEach(
        (name, type) ->
            lines.put(
                name,
                "| `%s`%s | %s | %s | %s |"
                    .formatted(
                        name,
                        counted.contains(name) ? COUNTED : "",
                        type,
                        String.join(", ", labels.getOrDefault(name, Set.of())),
                        help.get(name))));
    return lines;
  }

  private static String metrics(CqlServer server) throws IOException, InterruptedException {
    int port = server.metricsAddress().orElseThrow().getPort();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
            BodyHandlers.ofString())
        .body();
  }

  private CqlServer start(String name, String options) {
    return CqlServer.start(
        "rocksdb:" + folder.resolve(name) + options,
        ServerOptions.DEFAULT.withAddress(anyPort()).withMetrics(anyPort()));
  }

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void everyMetricIsListed() throws Exception {
    Set<String> counted = new TreeSet<>();
    Map<String, String> lines;
    try (CqlServer server = start("counts", "?statistics=true")) {
      // A pause is a metric when there was one.
      while (!metrics(server).contains("jvm_gc_pause_seconds_max")) {
        System.gc();
      }
      counted.addAll(lines(server, Set.of()).keySet());
      try (CqlServer plain = start("plain", "")) {
        counted.removeAll(lines(plain, Set.of()).keySet());
      }
      counted.removeIf(name -> !name.startsWith("keywright_"));
      lines = lines(server, counted);
    }
    assertThat(counted).isNotEmpty().allMatch(name -> name.startsWith("keywright_rocksdb_"));
    List<String> listed = new ArrayList<>();
    for (String line : Files.readAllLines(Repository.ROOT.resolve("docs/serve.md"))) {
      if (line.startsWith("| `keywright_")
          || line.startsWith("| `jvm_")
          || line.startsWith("| `process_")) {
        listed.add(line);
      }
    }
    List<String> expected = new ArrayList<>(lines.values());
    // Those of the server first.
    expected.sort(
        (a, b) -> Boolean.compare(!a.startsWith("| `keywright_"), !b.startsWith("| `keywright_")));
    assertThat(String.join("\n", listed))
        .as(String.join("\n", expected))
        .isEqualTo(String.join("\n", expected));
  }

  /** The alerts of the page are about metrics and outcomes that there are. */
  @Test
  void alertsUseMetricsThatExist() throws Exception {
    String page = Files.readString(Repository.ROOT.resolve("docs/serve.md"));
    String alerts = page.substring(page.indexOf("- alert:"), page.indexOf("The number of slow"));
    try (CqlServer server = start("alerts", "")) {
      String metrics = metrics(server);
      Matcher name = Pattern.compile("keywright_\\w+").matcher(alerts);
      int count = 0;
      while (name.find()) {
        assertThat(metrics).contains("# TYPE " + name.group() + " counter\n");
        count++;
      }
      assertThat(count).isEqualTo(5);
      Matcher outcomes = Pattern.compile("outcome=~?\"([a-z_|]+)\"").matcher(alerts);
      while (outcomes.find()) {
        for (String outcome : outcomes.group(1).split("\\|")) {
          assertThat(metrics).contains("outcome=\"" + outcome + "\"");
        }
      }
    }
  }
}
