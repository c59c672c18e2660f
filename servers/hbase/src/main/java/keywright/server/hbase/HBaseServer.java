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
import keywright.testkit.ForkedMain;
import keywright.testkit.ForkedServer;

/**
 * An HBase of two region servers, forked. It ends with the JVM that started it. Safe for many
 * threads.
 */
public final class HBaseServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static final List<String> FLAGS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
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

  /** The one that the tests of a JVM share. */
  private static final class Shared {
    static final HBaseServer SERVER = start(CODECS.keySet());
  }

  private final ForkedServer server;

  private HBaseServer(ForkedServer server) {
    this.server = server;
  }

  /** The server that all tests of this JVM use, started when first asked for. Not to be closed. */
  public static HBaseServer shared() {
    return Shared.SERVER;
  }

  /**
   * Starts a server of its own.
   *
   * @param compressions that it has codecs for, of {@code lz4} and {@code zstd}
   * @throws IllegalStateException when it does not start, with the end of its log
   */
  public static HBaseServer start(Set<String> compressions) {
    try {
      Path folder = Files.createTempDirectory("keywright-hbase");
      Files.writeString(folder.resolve("hbase-site.xml"), site(compressions));
      Files.writeString(folder.resolve("log4j.properties"), LOGGING);
      List<String> arguments = new ArrayList<>(FLAGS);
      arguments.add("-cp");
      arguments.add(classPath(folder));
      arguments.add(HBaseServer.class.getPackageName() + ".HBaseServerMain");
      return new HBaseServer(ForkedServer.start(folder, arguments, LIMIT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String site(Set<String> compressions) {
    StringBuilder site = new StringBuilder("<configuration>");
    for (String compression : compressions) {
      site.append("<property><name>hbase.io.compress.%s.codec</name>".formatted(compression))
          .append("<value>org.apache.hadoop.hbase.io.compress.aircompressor.")
          .append(CODECS.get(compression))
          .append("</value></property>");
    }
    return site.append("</configuration>").toString();
  }

  private static String classPath(Path folder) throws IOException {
    try (InputStream file = HBaseServer.class.getResourceAsStream("class-path")) {
      String libraries =
          new String(
              Objects.requireNonNull(file, "class-path, which the build writes").readAllBytes(),
              StandardCharsets.UTF_8);
      return String.join(
          File.pathSeparator,
          folder.toString(),
          home(HBaseServer.class),
          home(ForkedMain.class),
          libraries.strip());
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

  /** Where its ZooKeeper listens: {@code 127.0.0.1:PORT}. */
  public String quorum() {
    return server.ready();
  }

  /** The URL of a database in it. */
  public String url(String namespace) {
    return "hbase:" + quorum() + "/" + namespace;
  }

  /** The id of its process. */
  public long pid() {
    return server.pid();
  }

  /** Ends it, with all that it holds. */
  @Override
  public void close() {
    server.close();
  }
}
