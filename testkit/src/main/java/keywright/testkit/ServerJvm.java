package keywright.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The JVM that the program of a {@link ForkedServer} runs in.
 *
 * @param heapMegabytes the maximum size of its heap
 * @param optimizes whether the compiler optimizes fully, which takes longer to start
 * @param libraries the part of its class path after the project's own classes; null for the class
 *     path of the build
 */
public record ServerJvm(int heapMegabytes, boolean optimizes, @Nullable String libraries) {
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          // Thousands of classes of libraries, again in each process.
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote");

  /** A JVM that starts quickly, because its compiler does not optimize fully. */
  public static ServerJvm small(int heapMegabytes) {
    return new ServerJvm(heapMegabytes, false, null);
  }

  /**
   * The arguments of its command line, without the main class.
   *
   * @param type a class of the server's module, where the build writes the class path of the
   *     libraries to the resource {@code class-path}
   * @param folder first on the class path
   */
  public List<String> arguments(Class<?> type, Path folder) throws IOException {
    List<String> arguments = new ArrayList<>(FLAGS);
    if (!optimizes) {
      arguments.add("-XX:TieredStopAtLevel=1");
    }
    arguments.add("-Xmx" + heapMegabytes + "m");
    arguments.add("-cp");
    arguments.add(
        String.join(
            File.pathSeparator,
            folder.toString(),
            home(type),
            home(ForkedMain.class),
            libraries == null ? librariesOfTheBuild(type) : libraries));
    return arguments;
  }

  private static String librariesOfTheBuild(Class<?> type) throws IOException {
    try (InputStream file = type.getResourceAsStream("class-path")) {
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
