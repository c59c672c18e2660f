package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The options that the launcher gives to Java. */
final class LauncherTest {
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  /** The arguments of the command that the launcher starts. */
  private static List<String> arguments(String javaOptions) throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder(
            "sh",
            "-c",
            ". src/main/dist/bin/launch.sh; java=echo; launch /no/such/directory key encode");
    shell.environment().put("JAVA_OPTS", javaOptions);
    Process process = shell.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return Arrays.asList(printed.strip().split(" +"));
  }

  private static boolean offersHugePages() throws IOException {
    return Files.exists(HUGE_PAGES) && Files.readString(HUGE_PAGES).contains("[madvise]");
  }

  @Test
  void hugePagesAreUsedWhereLinuxOffersThem() throws Exception {
    assertThat(arguments("").contains("-XX:+UseTransparentHugePages")).isEqualTo(offersHugePages());
  }

  @Test
  void javaOptionsComeAfterThoseOfTheLauncher() throws Exception {
    String off = "-XX:-UseTransparentHugePages";
    List<String> arguments = arguments("-Xmx2g " + off);
    assertThat(arguments).contains("-XX:+UseSerialGC", "-Xmx2g").endsWith("key", "encode");
    assertThat(arguments.indexOf(off))
        .isGreaterThan(arguments.indexOf("-XX:+UseTransparentHugePages"))
        .isGreaterThan(arguments.indexOf("-XX:+UseSerialGC"));
  }

  @Test
  void aCollectorOfJavaOptionsReplacesThatOfTheLauncher() throws Exception {
    assertThat(arguments("-XX:+UseZGC")).contains("-XX:+UseZGC").doesNotContain("-XX:+UseSerialGC");
  }
}
