package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The words of docs/glossary.md are used, and not the private ones that once stood for them: in
 * every page, and in the comments, messages and names of what is not a test.
 */
final class WordsTest {
  /** A private word, which stands in this file alone, and what is written instead. */
  private record Banned(String pattern, String instead) {}

  private static final List<Banned> BANNED =
      List.of(
          new Banned("dead rows?\\b", "tombstone"),
          new Banned("\\bsilence\\b", "timeout, no response"),
          new Banned("\\bmend(s|ed|ing)?\\b", "fix"),
          new Banned("unless told otherwise", "by default"),
          new Banned("\\bwhoever\\b", "the process, the writer, the reader"),
          new Banned("\\banew\\b", "again"),
          new Banned("\\b(held|holds|hold) against\\b", "compared with"),
          new Banned("\\b(go|goes|going|went) on\\b", "continue, resume"),
          new Banned("\\b(is|are) there already\\b", "exists"),
          new Banned("\\bthe way back\\b", "decoding"),
          new Banned("\\brows change (alone|one at a time)\\b", "single-row atomicity"),
          new Banned("\\btakes? turns\\b", "lock striping, alternate"),
          new Banned("\\b(every|other|the|this|each|two|of) rooms?\\b", "module, package"),
          new Banned("\\bothers changed it\\b", "write conflict"));

  /** A page that quotes the words of others, and rooms of a hotel. */
  private static final List<String> EXCEPTIONS = List.of("docs/sources.md", "examples/stays.cql");

  private static List<Path> files() throws IOException {
    return Repository.sources().stream()
        .filter(file -> !EXCEPTIONS.contains(Repository.ROOT.relativize(file).toString()))
        .filter(WordsTest::isRead)
        .toList();
  }

  private static boolean isRead(Path file) {
    String name = Repository.ROOT.relativize(file).toString();
    return name.endsWith(".md") || name.contains("src/main/java/") || name.endsWith("pom.xml");
  }

  private static List<String> found(List<Path> files) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      String text = Files.readString(file);
      for (Banned banned : BANNED) {
        Matcher word =
            Pattern.compile(banned.pattern().replace(" ", "[\\s*]+"), Pattern.CASE_INSENSITIVE)
                .matcher(text);
        while (word.find()) {
          long line = text.substring(0, word.start()).lines().count();
          found.add(
              "%s:%d: %s, write %s"
                  .formatted(
                      Repository.ROOT.relativize(file), line, word.group(), banned.instead()));
        }
      }
    }
    return found;
  }

  @Test
  void noPageMessageOrCommentHasAPrivateWord() throws IOException {
    List<Path> files = files();
    assertThat(files).hasSizeGreaterThan(500);
    assertThat(found(files)).isEmpty();
  }

  @Test
  void aPrivateWordIsFoundAcrossTheEndOfALine(@TempDir Path folder) throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), "It Goes\n   * on.\n");
    assertThat(found(List.of(page)))
        .singleElement()
        .asString()
        .endsWith("page.md:1: Goes\n   * on, write continue, resume");
  }
}
