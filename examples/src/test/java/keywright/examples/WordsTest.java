package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The words of docs/glossary.md are used, and not the private ones that once stood for them. Every
 * page is read, and all source files except tests: their comments and messages, and the identifiers
 * in files of public types.
 */
final class WordsTest {
  /** A private word, which stands in this file alone, and what is written instead. */
  private record Banned(String pattern, String instead) {}

  private static final List<Banned> BANNED =
      List.of(
          new Banned("\\bdead rows?\\b", "tombstone"),
          new Banned("\\bsilence\\b", "timeout, no response"),
          new Banned("\\bmend(s|ed|ing)?\\b", "fix"),
          new Banned("unless told otherwise", "by default"),
          new Banned("\\bwhoever\\b", "the process, the writer, the reader"),
          new Banned("\\banew\\b", "again"),
          new Banned("\\b(held|holds|hold) against\\b", "compared with"),
          new Banned("\\b(go|goes|going|went|gone) on\\b", "continue, resume"),
          new Banned("\\b(go|goes|going|went|gone) by\\b", "use, depend on"),
          new Banned("\\b(is|are|was|were|not) there\\b", "exists, does not exist"),
          new Banned("\\b(the|its) way back\\b", "decoding"),
          new Banned("\\bwithout a word\\b", "silently"),
          new Banned("\\brows change (alone|one at a time)\\b", "single-row atomicity"),
          new Banned(
              "\\bone row at a time\\b", "single-row atomicity, without multi-row transactions"),
          new Banned("\\btakes? turns\\b", "lock striping, alternate"),
          new Banned("\\b(in|by) turns\\b", "alternately"),
          new Banned("\\b(every|other|the|this|each|two|of) rooms?\\b", "module, package"),
          new Banned("\\b(every|other|the|this|each) (house|door)s?\\b", "module, dependency"),
          new Banned("\\b(its price|fix and price)\\b", "cost"),
          new Banned("\\blate (write|put|delete|request)s?\\b", "delayed write"),
          new Banned("\\b(tombstone|version) floors?\\b", "tombstone GC watermark"),
          new Banned("\\bothers changed\\b", "write conflict"),
          new Banned("\\b(stands?|stood) still\\b", "pause"),
          new Banned("\\bover and over\\b", "again and again, repeated"),
          new Banned("\\bin step\\b", "update, maintain"),
          new Banned("\\bas everybody (writes|does)\\b", "the usual way, and its name"),
          new Banned("\\b(loaded|filled) without reading\\b", "bulk load"),
          new Banned("\\bfor as long as that was tried\\b", "until the timeout"));

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

  private static final Pattern PACKAGE_ROW =
      Pattern.compile("\\| `(keywright[a-z.]+)` \\| (.+) \\|");

  /** The ends of the paths of public types, as ARCHITECTURE.md lists them. */
  private static Set<String> publicTypes() throws IOException {
    Set<String> types = new HashSet<>();
    for (String line : Files.readAllLines(Repository.ROOT.resolve("ARCHITECTURE.md"))) {
      Matcher row = PACKAGE_ROW.matcher(line);
      if (row.matches()) {
        for (String type : row.group(2).split(", ")) {
          types.add(row.group(1).replace('.', '/') + "/" + type + ".java");
        }
      }
    }
    return types;
  }

  /** The text of a file; in that of a public type, identifiers are divided into words. */
  private static String words(Path file, Set<String> publicTypes) throws IOException {
    String text = Files.readString(file);
    return publicTypes.stream().anyMatch(type -> file.endsWith(type))
        ? text.replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        : text;
  }

  private static Pattern pattern(String words) {
    return Pattern.compile(words.replace(" ", "[\\s*]+"), Pattern.CASE_INSENSITIVE);
  }

  /** Every banned word as one pattern, which looks at each word of a text once. */
  private static final Pattern ANY =
      pattern(
          BANNED.stream()
              .map(banned -> banned.pattern().replaceFirst("^\\\\b", ""))
              .collect(Collectors.joining("|", "\\b(?:", ")")));

  private static List<String> found(List<Path> files) throws IOException {
    Set<String> publicTypes = publicTypes();
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      String text = words(file, publicTypes);
      if (!ANY.matcher(text).find()) {
        continue;
      }
      for (Banned banned : BANNED) {
        Matcher word = pattern(banned.pattern()).matcher(text);
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

  @Test
  void aPrivateWordIsFoundInAnIdentifierOfAPublicType(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("keywright/table"));
    String code = "class Row { int goesOn; }";
    Path hidden = Files.writeString(folder.resolve("keywright/table/Hidden.java"), code);
    Path shown = Files.writeString(folder.resolve("keywright/table/Page.java"), code);
    assertThat(found(List.of(hidden, shown)))
        .singleElement()
        .asString()
        .endsWith("Page.java:1: goes On, write continue, resume");
  }
}
