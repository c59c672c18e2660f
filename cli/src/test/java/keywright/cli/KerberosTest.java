package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.server.hbase.HBaseServer;
import keywright.store.StoreException;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;
import keywright.table.model.WriteResult;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands, each in a process of its own, on an HBase that lets nobody in without Kerberos. */
@Tag("large")
final class KerberosTest {
  private static final String REALM = "EXAMPLE.ORG";
  private static final Duration QUICK = Duration.ofSeconds(30);

  @TempDir private static Path folder;

  private static SimpleKdcServer kdc;
  private static HBaseServer server;

  @BeforeAll
  static void start() throws Exception {
    kdc = new SimpleKdcServer();
    kdc.setWorkDir(folder.toFile());
    kdc.setKdcHost("localhost");
    kdc.setKdcRealm(REALM);
    kdc.setAllowUdp(false);
    kdc.init();
    kdc.start();
    kdc.createAndExportPrincipals(folder.resolve("server.keytab").toFile(), "hbase/localhost");
    kdc.createAndExportPrincipals(folder.resolve("app.keytab").toFile(), "app");
    Map<String, String> settings = new TreeMap<>(client());
    for (String role : List.of("master", "regionserver")) {
      settings.put("hbase." + role + ".keytab.file", folder.resolve("server.keytab").toString());
    }
    server = HBaseServer.start(settings, Map.of("java.security.krb5.conf", krb5()));
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
    kdc.stop();
  }

  private static String krb5() {
    return folder.resolve("krb5.conf").toString();
  }

  private static Map<String, String> client() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("hbase.security.authentication", "kerberos");
    settings.put("hadoop.security.authentication", "kerberos");
    settings.put("hbase.master.kerberos.principal", "hbase/localhost@" + REALM);
    settings.put("hbase.regionserver.kerberos.principal", "hbase/localhost@" + REALM);
    return settings;
  }

  /** As administrators hand it out: how servers are called, and the keytab of the application. */
  private static Path site(String name, Map<String, String> more) throws IOException {
    Map<String, String> settings = new TreeMap<>(client());
    settings.remove("hadoop.security.authentication");
    settings.putAll(more);
    StringBuilder xml = new StringBuilder("<configuration>");
    settings.forEach(
        (key, value) ->
            xml.append(
                "<property><name>%s</name><value>%s</value></property>".formatted(key, value)));
    Path file = Files.createDirectories(folder.resolve(name)).resolve("hbase-site.xml");
    return Files.writeString(file, xml.append("</configuration>"));
  }

  private static Path siteWithKeytab(String principal, String keytab) throws IOException {
    return site(
        principal + "-" + keytab,
        Map.of(
            "hbase.client.keytab.principal",
            principal + "@" + REALM,
            "hbase.client.keytab.file",
            folder.resolve(keytab).toString()));
  }

  /** The end of a command. */
  private record Outcome(int status, String printed) {}

  private static Outcome run(Map<String, String> environment, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(KeywrightProcess.command(200, arguments));
    command.add(1, "-Djava.security.krb5.conf=" + krb5());
    command.add("--db");
    command.add(server.url("secure") + "?timeout_seconds=10");
    Path printed = Files.createTempFile(folder, "printed", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("KRB5CCNAME", folder.resolve("no-tickets").toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(QUICK.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), Files.readString(printed, StandardCharsets.UTF_8));
  }

  private static String refusal(Map<String, String> environment, String... options)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("tables"));
    arguments.addAll(List.of(options));
    Outcome outcome = run(environment, arguments.toArray(String[]::new));
    assertThat(outcome.status()).as(outcome.printed()).isEqualTo(1);
    assertThat(outcome.printed()).startsWith("keywright: cannot open hbase:").hasLineCount(1);
    return outcome.printed();
  }

  @Test
  void aKeytabOfTheConfigurationFileLogsIn() throws Exception {
    String site = siteWithKeytab("app", "app.keytab").toString();
    Outcome made =
        run(Map.of(), "run", "-e", "CREATE TABLE t (id int PRIMARY KEY, n int)", "--config", site);
    assertThat(made.status()).as(made.printed()).isZero();
    Outcome read =
        run(
            Map.of(),
            "run",
            "-e",
            "INSERT INTO t (id, n) VALUES (1, 7); SELECT n FROM t WHERE id = 1",
            "--config",
            site);
    assertThat(read.status()).as(read.printed()).isZero();
    assertThat(read.printed()).contains("7");
  }

  @Test
  void aKeytabOfTheFolderInTheEnvironmentLogsIn() throws Exception {
    Path site = siteWithKeytab("app", "app.keytab");
    Outcome opened =
        run(
            Map.of("HBASE_CONF_DIR", site.getParent().toString()),
            "run",
            "-e",
            "CREATE TABLE IF NOT EXISTS u (id int PRIMARY KEY)");
    assertThat(opened.status()).as(opened.printed()).isZero();
  }

  @Test
  void aJavaProgramLogsInByTheKeytabOfItsUrl() throws Exception {
    String property = "java.security.krb5.conf";
    String before = System.getProperty(property);
    System.setProperty(property, krb5());
    Path site = siteWithKeytab("app", "app.keytab");
    // What the process connects to without Kerberos first does not decide how it connects later.
    assertThatThrownBy(() -> Database.open(server.url("secure") + "?timeout_seconds=5").close())
        .isInstanceOf(StoreException.class);
    try (Database database =
        Database.open(server.url("secure") + "?timeout_seconds=60&config=" + site)) {
      TableDefinition definition =
          TableDefinition.of(
              "java",
              List.of(
                  ColumnDefinition.of("id", Type.parse("int")),
                  ColumnDefinition.of("n", Type.parse("int"))),
              KeyPart.parseList("id"));
      assertThat(database.createTable(definition, false)).isTrue();
      Table table = database.table("java");
      assertThat(table.insert(Map.of("id", 1, "n", 7))).isEqualTo(WriteResult.INSERTED);
      assertThat(table.get(1).orElseThrow().get("n")).isEqualTo(7);
    } finally {
      if (before == null) {
        System.clearProperty(property);
      } else {
        System.setProperty(property, before);
      }
    }
  }

  @Test
  void mistakesEndInOneLine() throws Exception {
    assertThat(refusal(Map.of(), "--config", site("none", Map.of()).toString()))
        .contains("no Kerberos ticket", "run kinit", "hbase.client.keytab.file");
    assertThat(refusal(Map.of(), "--config", siteWithKeytab("app", "missing.keytab").toString()))
        .contains("no keytab", "missing.keytab", "app@EXAMPLE.ORG");
    assertThat(refusal(Map.of(), "--config", siteWithKeytab("other", "app.keytab").toString()))
        .contains("rejects other@EXAMPLE.ORG with", "app.keytab");
    assertThat(
            refusal(
                Map.of(),
                "--config",
                site("half", Map.of("hbase.client.keytab.file", "/app.keytab")).toString()))
        .contains("hbase.client.keytab.file without hbase.client.keytab.principal");
    assertThat(refusal(Map.of()))
        .contains("closes each connection", "hbase.security.authentication=kerberos", "config=");
  }
}
