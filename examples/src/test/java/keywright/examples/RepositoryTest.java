package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for every file of the repository. */
class RepositoryTest {

  /** Written in halves, so that this file holds none of them. */
  private static final List<String> UNWANTED =
      List.of(
          "TO" + "DO", "FIX" + "ME", "/wo" + "rk/", "/tm" + "p/w/", "/ro" + "ot/", "/ho" + "me/");

  private static final Set<String> SKIPPED = Set.of("target", ".git", ".idea", "keywright-data");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)]*))?\\)");

  /** The files that git tracks; without git, all that the build has not made. */
  private static List<Path> files() throws IOException, InterruptedException {
    Path root = Repository.ROOT;
    if (Files.exists(root.resolve(".git"))) {
      try {
        Process git =
            new ProcessBuilder("git", "ls-files", "-co", "--exclude-standard", "-z")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] names = git.getInputStream().readAllBytes();
        if (git.waitFor() == 0) {
          return Stream.of(new String(names, StandardCharsets.UTF_8).split("\0", -1))
              .filter(name -> !name.isEmpty())
              .map(root::resolve)
              .filter(Files::isRegularFile)
              .toList();
        }
      } catch (IOException e) {
        // No git on this machine: the walk below finds the files too.
      }
    }
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.filter(Files::isRegularFile).filter(RepositoryTest::isSource).toList();
    }
  }

  private static boolean isSource(Path file) {
    for (Path part : Repository.ROOT.relativize(file)) {
      if (SKIPPED.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  private static List<Path> javaFiles() throws IOException, InterruptedException {
    return files().stream().filter(file -> file.toString().endsWith(".java")).toList();
  }

  private static String name(Path file) {
    return Repository.ROOT.relativize(file).toString();
  }

  @Test
  void noFileHoldsReminders() throws Exception {
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      String text;
      try {
        text = Files.readString(file);
      } catch (MalformedInputException e) {
        continue; // No text.
      }
      for (String word : UNWANTED) {
        if (text.contains(word)) {
          found.add(name(file) + " holds " + word);
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** A package of tests is described where its classes are, next to them or in {@code main}. */
  @Test
  void everyPackageSaysWhatItIs() throws Exception {
    Set<String> packages = new TreeSet<>();
    Set<String> described = new TreeSet<>();
    for (Path file : javaFiles()) {
      if (file.endsWith("module-info.java")) {
        continue; // It is in no package.
      }
      String folder = name(file.getParent()).replaceAll(".*/java/", "");
      packages.add(folder);
      if (file.endsWith("package-info.java")) {
        described.add(folder);
      }
    }
    packages.removeAll(described);
    assertThat(packages).isEmpty();
  }

  /** Whether there is such a file, and in it such a heading. */
  private static boolean leadsSomewhere(Path page, String file, @Nullable String heading) {
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    if (heading == null || !Files.exists(target)) {
      return Files.exists(target);
    }
    try (Stream<String> lines = Files.lines(target)) {
      return lines
          .filter(line -> line.startsWith("#"))
          .map(RepositoryTest::anchor)
          .anyMatch(heading::equals);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a heading is linked by: lower case, words joined by hyphens, no other signs. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ *", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  @Test
  void everyLinkLeadsToAFileAndItsHeading() throws Exception {
    List<String> broken = new ArrayList<>();
    for (Path path : Page.all()) {
      Page page = Page.read(path);
      Set<Integer> fenced =
          page.blocks().stream()
              .flatMap(block -> Stream.iterate(block.start(), i -> i <= block.stop(), i -> i + 1))
              .collect(Collectors.toSet());
      for (int i = 0; i < page.lines().size(); i++) {
        if (fenced.contains(i)) {
          continue;
        }
        int line = i + 1;
        LINK.matcher(page.lines().get(i))
            .results()
            .filter(match -> !leadsSomewhere(path, match.group(1), match.group(2)))
            .forEach(match -> broken.add(name(path) + ":" + line + " leads to " + match.group()));
      }
    }
    assertThat(broken).isEmpty();
  }
}
