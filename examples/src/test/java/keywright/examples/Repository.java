package keywright.examples;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The folder that holds everything. */
final class Repository {
  static final Path ROOT = root();

  private static final Set<String> NOT_VISITED = Set.of("target", ".git", "keywright-data");

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

  /** All files that are sources: what was built, and comes and goes meanwhile, is not visited. */
  static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_VISITED.contains(String.valueOf(folder.getFileName()))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sources.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }
}
