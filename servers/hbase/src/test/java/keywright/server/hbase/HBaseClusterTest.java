package keywright.server.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("large")
class HBaseClusterTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Starts a cluster, says where it is and waits to be killed. */
  static final class Parent {
    public static void main(String[] arguments) throws Exception {
      try (HBaseCluster cluster = new HBaseCluster(1)) {
        System.out.println(cluster.folder());
        cluster.killRegionServer(0);
        cluster.startRegionServer(0);
        System.out.println(String.join(" ", cluster.pids().stream().map(String::valueOf).toList()));
        Thread.sleep(LIMIT.toMillis());
      }
    }
  }

  @Test
  void nothingIsLeftWhenTheTestsAreKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    File folder;
    List<ProcessHandle> servers;
    try (BufferedReader output = parent.inputReader()) {
      folder = new File(output.readLine());
      servers =
          Stream.of(output.readLine().split(" "))
              .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
              .toList();
      assertThat(servers).hasSize(3).allMatch(ProcessHandle::isAlive);
      assertThat(folder).exists();
      parent.destroyForcibly();
    }
    for (ProcessHandle server : servers) {
      server.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(folder).doesNotExist();
  }
}
