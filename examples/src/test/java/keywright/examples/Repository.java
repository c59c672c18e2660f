package keywright.examples;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that holds everything. */
final class Repository {
  static final Path ROOT = root();

  private Repository() {}

  /** Tests run in the folder of their module. */
  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("ARCHITECTURE.md"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new AssertionError("no folder above " + Path.of("").toAbsolutePath() + " is the root");
    }
    return folder;
  }
}
