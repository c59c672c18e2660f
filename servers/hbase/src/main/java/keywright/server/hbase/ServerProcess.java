package keywright.server.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.testkit.ForkedServer;
import keywright.testkit.ServerJvm;

/** Starts JVMs on the class path of HBase's server, with the flags that it needs. */
final class ServerProcess {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED");

  /** The codecs of HBase in Java alone; the servers know them by their class path only. */
  private static final Map<String, String> CODECS = Map.of("lz4", "Lz4Codec", "zstd", "ZstdCodec");

  private static final String LOGGING =
      """
      log4j.rootLogger=WARN, log
      log4j.appender.log=org.apache.log4j.ConsoleAppender
      log4j.appender.log.target=System.err
      log4j.appender.log.layout=org.apache.log4j.PatternLayout
      log4j.appender.log.layout.ConversionPattern=%d{HH:mm:ss,SSS} %-5p [%t] %c{1}: %m%n
      """;

  private ServerProcess() {}

  /** The names of all compressions that a server can have codecs for. */
  static Set<String> compressions() {
    return CODECS.keySet();
  }

  /** The settings that name the codecs of some compressions. */
  static Map<String, String> codecs(Set<String> compressions) {
    return compressions.stream()
        .collect(
            Collectors.toMap(
                "hbase.io.compress.%s.codec"::formatted,
                compression ->
                    "org.apache.hadoop.hbase.io.compress.aircompressor."
                        + CODECS.get(compression)));
  }

  /**
   * Starts a program.
   *
   * @param folder that it works in, made when it is missing
   * @param main its class
   * @param site settings of HBase
   * @param properties of the JVM, by name
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  static ForkedServer start(
      Path folder,
      String main,
      ServerJvm jvm,
      Map<String, String> site,
      Map<String, String> properties) {
    return ForkedServer.start(folder, prepare(folder, main, jvm, site, properties), LIMIT);
  }

  /** The server of a program that the test JVMs of a build share. */
  static ForkedServer shared(String main, ServerJvm jvm, Map<String, String> site) {
    return ForkedServer.shared(
        "hbase", folder -> prepare(folder, main, jvm, site, Map.of()), LIMIT);
  }

  /** Writes the files of a program; gives the arguments of its JVM. */
  private static List<String> prepare(
      Path folder,
      String main,
      ServerJvm jvm,
      Map<String, String> site,
      Map<String, String> properties) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("hbase-site.xml"), xml(site));
      // Where Hadoop's classes look how users are authenticated.
      Files.writeString(folder.resolve("core-site.xml"), xml(site));
      Files.writeString(folder.resolve("log4j.properties"), LOGGING);
      List<String> arguments = new ArrayList<>(FLAGS);
      arguments.addAll(jvm.arguments(ServerProcess.class, folder));
      properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
      arguments.add(ServerProcess.class.getPackageName() + "." + main);
      return arguments;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String xml(Map<String, String> site) {
    StringBuilder xml = new StringBuilder("<configuration>");
    site.forEach(
        (name, value) ->
            xml.append(
                "<property><name>%s</name><value>%s</value></property>".formatted(name, value)));
    return xml.append("</configuration>").toString();
  }
}
