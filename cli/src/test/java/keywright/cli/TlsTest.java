package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import keywright.cli.Keywright.Outcome;
import keywright.server.hbase.HBaseServer;
import keywright.table.Database;
import keywright.table.Table;
import keywright.testkit.Certificates;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands and Java on an HBase that speaks TLS alone, with certificates that are made here. */
@Tag("large")
final class TlsTest {
  @TempDir private static Path folder;

  private static HBaseServer server;
  private static Certificates.Pair own;
  private static Certificates.Pair other;

  @BeforeAll
  static void start() throws Exception {
    Certificates certificates = new Certificates(folder);
    own = certificates.make("server", "EC");
    other = certificates.make("other", "EC");
    Map<String, String> settings = new TreeMap<>();
    settings.put("hbase.server.netty.tls.enabled", "true");
    settings.put("hbase.server.netty.tls.supportplaintext", "false");
    settings.put("hbase.server.netty.tls.client.auth.mode", "NONE");
    settings.put("hbase.rpc.tls.keystore.location", own.store().toString());
    settings.put("hbase.rpc.tls.keystore.type", "pkcs12");
    settings.put("hbase.rpc.tls.keystore.password", Certificates.PASSWORD);
    settings.putAll(client(own.trusting()));
    server = HBaseServer.start(settings);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Map<String, String> client(Path trusted) {
    return Map.of(
        "hbase.client.netty.tls.enabled",
        "true",
        "hbase.rpc.tls.truststore.location",
        trusted.toString(),
        "hbase.rpc.tls.truststore.type",
        "pkcs12",
        "hbase.rpc.tls.truststore.password",
        Certificates.PASSWORD);
  }

  private static String site(String name, Map<String, String> settings) throws IOException {
    StringBuilder xml = new StringBuilder("<configuration>");
    settings.forEach(
        (key, value) ->
            xml.append(
                "<property><name>%s</name><value>%s</value></property>".formatted(key, value)));
    return Files.writeString(folder.resolve(name), xml.append("</configuration>")).toString();
  }

  private static String url() {
    return server.url("tls") + "?timeout_seconds=10";
  }

  @Test
  void theCommandAndJavaReadAndWriteByTls() throws Exception {
    String site = site("trusting.xml", client(own.trusting()));
    Keywright.out(
        "run", "-e", "CREATE TABLE t (id int PRIMARY KEY)", "--db", url(), "--config", site);
    try (Database database = Database.open(url() + "&config=" + site)) {
      Table table = database.table("t");
      table.insert(Map.of("id", 7));
      assertThat(table.get(7)).isPresent();
    }
  }

  @Test
  void aClientWithoutTlsIsToldSo() throws Exception {
    Outcome refused =
        Keywright.run("tables", "--db", url(), "--config", site("plain.xml", Map.of()));
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("keywright: cannot open hbase:")
        .contains("closes each connection", "hbase.client.netty.tls.enabled");
  }

  @Test
  void aServerThatIsNotTrustedIsNotUsed() throws Exception {
    Outcome refused =
        Keywright.run(
            "tables", "--db", url(), "--config", site("distrusting.xml", client(other.trusting())));
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).hasLineCount(1).startsWith("keywright: cannot ");
  }
}
