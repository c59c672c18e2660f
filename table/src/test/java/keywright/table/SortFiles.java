package keywright.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files of sorts that this process has open, which have no name any more. */
final class SortFiles {
  private SortFiles() {}

  static long open() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.filter(SortFiles::isOfASort).count();
    }
  }

  private static boolean isOfASort(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains("keywright-sort-");
    } catch (NoSuchFileException e) {
      return false; // Closed meanwhile.
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
