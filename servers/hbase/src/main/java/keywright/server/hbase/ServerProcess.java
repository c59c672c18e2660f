package keywright.server.hbase;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.testkit.ForkedMain;
import keywright.testkit.ForkedServer;
import org.jspecify.annotations.Nullable;

/** Starts JVMs on the class path of HBase's server, with the flags that it needs. */
final class ServerProcess {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          // Thousands of classes of libraries, again in each process.
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote",
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

  /**
   * How a JVM runs.
   *
   * @param heapMegabytes of its heap, at most
   * @param optimizes whether its code is compiled to the utmost, which takes longer
   * @param libraries its class path after what is the project's; null for that of the build
   */
  record Jvm(int heapMegabytes, boolean optimizes, @Nullable String libraries) {
    static Jvm small(int heapMegabytes) {
      return new Jvm(heapMegabytes, false, null);
    }

    private List<String> arguments(Path folder) throws IOException {
      List<String> arguments = new ArrayList<>(FLAGS);
      arguments.add("-Xmx" + heapMegabytes + "m");
      if (!optimizes) {
        arguments.add("-XX:TieredStopAtLevel=1");
      }
      arguments.add("-cp");
      arguments.add(
          String.join(
              File.pathSeparator,
              folder.toString(),
              home(ServerProcess.class),
              home(ForkedMain.class),
              libraries == null ? librariesOfTheBuild() : libraries));
      return arguments;
    }
  }

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
      Path folder, String main, Jvm jvm, Map<String, String> site, Map<String, String> properties) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("hbase-site.xml"), xml(site));
      // Where Hadoop's classes look how users are authenticated.
      Files.writeString(folder.resolve("core-site.xml"), xml(site));
      Files.writeString(folder.resolve("log4j.properties"), LOGGING);
      List<String> arguments = jvm.arguments(folder);
      properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
      arguments.add(main);
      return ForkedServer.start(folder, arguments, LIMIT);
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

  private static String librariesOfTheBuild() throws IOException {
    try (InputStream file = ServerProcess.class.getResourceAsStream("class-path")) {
      return new String(
              Objects.requireNonNull(file, "class-path, which the build writes").readAllBytes(),
              StandardCharsets.UTF_8)
          .strip();
    }
  }

  /** The folder or the jar that a class is from. */
  private static String home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
