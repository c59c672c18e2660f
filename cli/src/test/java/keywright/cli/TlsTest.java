package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import keywright.cli.Keywright.Outcome;
import keywright.server.hbase.HBaseServer;
import keywright.table.Database;
import keywright.table.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands and Java on an HBase that speaks TLS alone, with certificates that are made here. */
final class TlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private static Path folder;

  private static HBaseServer server;

  @BeforeAll
  static void start() throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        "hbase",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost,ip:127.0.0.1",
        "-keystore",
        file("server.p12"));
    keytool("-exportcert", "-alias", "hbase", "-keystore", file("server.p12"), "-file", file("c"));
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        "hbase",
        "-file",
        file("c"),
        "-keystore",
        file("trusted.p12"));
    keytool(
        "-genkeypair",
        "-alias",
        "other",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=other",
        "-keystore",
        file("other.p12"));
    Map<String, String> settings = new TreeMap<>();
    settings.put("hbase.server.netty.tls.enabled", "true");
    settings.put("hbase.server.netty.tls.supportplaintext", "false");
    settings.put("hbase.server.netty.tls.client.auth.mode", "NONE");
    settings.put("hbase.rpc.tls.keystore.location", file("server.p12"));
    settings.put("hbase.rpc.tls.keystore.type", "pkcs12");
    settings.put("hbase.rpc.tls.keystore.password", PASSWORD);
    settings.putAll(client("trusted.p12"));
    server = HBaseServer.start(settings);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
  }

  private static Map<String, String> client(String trusted) {
    return Map.of(
        "hbase.client.netty.tls.enabled",
        "true",
        "hbase.rpc.tls.truststore.location",
        file(trusted),
        "hbase.rpc.tls.truststore.type",
        "pkcs12",
        "hbase.rpc.tls.truststore.password",
        PASSWORD);
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
    String site = site("trusting.xml", client("trusted.p12"));
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
            "tables", "--db", url(), "--config", site("distrusting.xml", client("other.p12")));
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err()).hasLineCount(1).startsWith("keywright: cannot ");
  }
}
