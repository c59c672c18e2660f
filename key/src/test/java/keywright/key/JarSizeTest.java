package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/**
 * The module stays small enough for a job on a cluster to take it along. Whoever raises the limit
 * says what the bytes are for: the last 83,000 are line numbers in stack traces, ranges of
 * formatted dates in any order of fields, values of discrete parts, text keys that no row can have,
 * texts of digits in {@code lpad}, elements of lists, sets, maps, durations, the answers to keys as
 * other systems spell them, ranges of other bounds without planning, and generated readers of one
 * part.
 */
final class JarSizeTest {
  private static final int BYTES_MAX = 361_500;

  @Test
  void theClassesFitIntoASmallJar() throws Exception {
    Path classes =
        Path.of(KeySchema.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (Stream<Path> walk = Files.walk(classes);
        ZipOutputStream zip = new ZipOutputStream(jar)) {
      List<Path> files = walk.filter(Files::isRegularFile).toList();
      assertThat(files).contains(classes.resolve("module-info.class"));
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
    assertThat(jar.size()).isBetween(10_000, BYTES_MAX);
  }
}
