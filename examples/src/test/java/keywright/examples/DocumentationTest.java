package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keywright.cql.Design;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what the documentation shows. The blocks of a page run in order on one database, which is
 * empty before the first, those of {@code hbase.md}, {@code from-hand-written-keys.md} and {@code
 * cassandra.md} in servers:
 *
 * <ul>
 *   <li>{@code sql}: statements that must be carried out; {@code sql refused}: one that must not;
 *       {@code sql examples/logs.cql}: statements that are part of that script, carried out too
 *   <li>{@code sql design}: the statements of a design, which must be readable
 *   <li>{@code text} with only blank lines before it: what the {@code sql} block above it prints,
 *       or the message of the refusal, in lines of any length
 *   <li>{@code console}: commands after {@code $ }, each over what it prints
 *   <li>{@code java}: a region of a program in this room, see {@link #regions}
 * </ul>
 *
 * <p>An ellipsis in an output stands for anything in one line. {@code -Dkeywright.golden=rewrite}
 * writes the outputs again; then look at the difference.
 */
class DocumentationTest {
  private static final boolean REWRITE = "rewrite".equals(System.getProperty("keywright.golden"));
  private static final int WIDTH = 112;

  /** The page whose program uses tables of HBase's namespace {@code default}. */
  private static final String HAND_WRITTEN_KEYS = "from-hand-written-keys.md";

  /** The page whose statements give the same results on an embedded database. */
  private static final String FROM_CASSANDRA = "from-cassandra.md";

  private static final Set<String> ON_SERVERS =
      Set.of("hbase.md", "cassandra.md", HAND_WRITTEN_KEYS);

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyPageDoesWhatItShows() throws IOException {
    return checks(page -> !usesServer(page));
  }

  @TestFactory
  @Tag("large")
  Stream<DynamicTest> everyPageDoesWhatItShowsOnItsServer() throws IOException {
    return checks(DocumentationTest::usesServer);
  }

  private static boolean usesServer(Path page) {
    String name = String.valueOf(page.getFileName());
    return ON_SERVERS.contains(name) || name.equals(FROM_CASSANDRA);
  }

  private Stream<DynamicTest> checks(Predicate<Path> pages) throws IOException {
    return Page.all().stream()
        .filter(pages)
        .map(
            path ->
                DynamicTest.dynamicTest(
                    Repository.ROOT.relativize(path).toString(), () -> check(Page.read(path))));
  }

  /**
   * What a block shows and what there was instead.
   *
   * @param anyLength whether lines may be broken anywhere
   */
  private record Output(Page.Block shown, List<String> actual, boolean anyLength) {
    boolean isAsShown() {
      return matches(shown.content(), actual, anyLength);
    }
  }

  private void check(Page page) throws IOException {
    List<Output> outputs = outputs(page);
    if (!REWRITE) {
      for (Output output : outputs) {
        if (!output.isAsShown()) {
          assertThat(String.join("\n", output.actual()))
              .as(place(page, output.shown()))
              .isEqualTo(output.shown().text());
        }
      }
      return;
    }
    List<String> lines = new ArrayList<>(page.lines());
    // From the last to the first, so that places stay what they are.
    for (int i = outputs.size() - 1; i >= 0; i--) {
      Output output = outputs.get(i);
      if (!output.isAsShown()) {
        lines.subList(output.shown().start() + 1, output.shown().stop()).clear();
        lines.addAll(output.shown().start() + 1, output.actual());
      }
    }
    Files.write(page.path(), lines);
  }

  private static String place(Page page, Page.Block block) {
    return page.path().getFileName() + ":" + (block.start() + 1);
  }

  /** Runs a page; what it prints stands in its console blocks and after its statements. */
  private List<Output> outputs(Page page) throws IOException {
    String name = String.valueOf(page.path().getFileName());
    if (!name.equals(HAND_WRITTEN_KEYS)) {
      return outputs(page, commandLine(name));
    }
    try (DefaultNamespace unused = DefaultNamespace.take()) {
      HBaseClientKeysTest.fill();
      return outputs(page, CommandLine.onServer(DefaultNamespace.url()));
    }
  }

  private static List<Output> outputs(Page page, CommandLine keywright) throws IOException {
    List<Output> outputs = new ArrayList<>();
    List<Page.Block> blocks = page.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Page.Block block = blocks.get(i);
      if (block.source().isPresent()) {
        assertThat(Files.readString(block.source().get()))
            .as(place(page, block) + " must be part of it")
            .contains(block.text());
      }
      switch (block.isSql() ? "sql" : block.info()) {
        case "sql", "sql refused" -> {
          List<String> printed = statements(keywright, block, place(page, block));
          Page.Block next = i + 1 < blocks.size() ? blocks.get(i + 1) : null;
          if (next != null && next.info().equals("text") && follows(page, block, next)) {
            outputs.add(new Output(next, printed, block.info().endsWith("refused")));
          }
        }
        case "sql design" ->
            assertThatCode(() -> Design.read(block.text()))
                .as(place(page, block))
                .doesNotThrowAnyException();
        case "console" ->
            outputs.add(new Output(block, keywright.transcript(block.content()), false));
        case "java" -> assertThat(regions()).as(place(page, block)).contains(block.text());
        default -> {}
      }
    }
    return outputs;
  }

  private CommandLine commandLine(String page) throws IOException {
    return switch (page) {
      case "hbase.md" -> CommandLine.onServer(HBaseServer.shared().url("shop"));
      case "cassandra.md" -> CommandLine.onServer(CassandraServer.shared().newKeyspace("shop"));
      case FROM_CASSANDRA -> CommandLine.onServer(CassandraServer.shared().newKeyspace("guide"));
      default -> new CommandLine(folder.resolve(page + "-data"));
    };
  }

  /** Runs a block of statements; gives what a reader would look for in the output. */
  private static List<String> statements(CommandLine keywright, Page.Block block, String place) {
    CommandLine.Outcome outcome = keywright.run("run", "-e", block.text());
    if (block.isSql()) {
      assertThat(outcome.status()).as(place + " " + outcome.err()).isZero();
      return (outcome.out().isEmpty() ? outcome.err() : outcome.out()).lines().toList();
    }
    assertThat(outcome.status()).as(place + " must be refused").isEqualTo(1);
    String message = outcome.err().lines().findFirst().orElse("");
    assertThat(message).as(place).startsWith("keywright: ");
    return wrapped(message.substring("keywright: ".length()));
  }

  private static List<String> wrapped(String message) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : message.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static boolean follows(Page page, Page.Block block, Page.Block next) {
    return page.lines().subList(block.stop() + 1, next.start()).stream().allMatch(String::isBlank);
  }

  private static boolean matches(List<String> shown, List<String> actual, boolean anyLength) {
    String separator = anyLength ? " " : "\n";
    String pattern =
        Stream.of(String.join(separator, shown).stripTrailing().split("…", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return String.join(separator, actual).stripTrailing().matches(pattern);
  }

  /**
   * The texts between {@code // region} and {@code // endregion} in the programs, without their
   * common indentation.
   */
  private static List<String> regions() throws IOException {
    Pattern region = Pattern.compile("(?ms)^ *// region\n(.*?)\n *// endregion$");
    List<String> regions = new ArrayList<>();
    try (var files = Files.walk(Repository.ROOT.resolve("examples/src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher matcher = region.matcher(Files.readString(file));
        while (matcher.find()) {
          regions.add(matcher.group(1).stripIndent());
        }
      }
    }
    return regions;
  }

  @Test
  void theReadmeRunsOnTheDatabaseOfTheDemo() throws IOException {
    CommandLine keywright = new CommandLine(folder.resolve("demo-data"));
    assertThat(keywright.run("demo", "--rows", "0").status()).isZero();
    Page readme = Page.read(Repository.ROOT.resolve("README.md"));
    readme.blocks().stream()
        .filter(Page.Block::isSql)
        .forEach(block -> statements(keywright, block, place(readme, block)));
  }

  /** A reader goes from page to page in one terminal, and names are used on several pages. */
  @Test
  void everyPageWithStatementsNamesADatabaseOfItsOwn() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    for (Path path : Page.all()) {
      Page page = Page.read(path);
      String name = String.valueOf(path.getFileName());
      List<Page.Block> blocks = page.blocks();
      if (ON_SERVERS.contains(name)
          || name.equals("README.md")
          || (blocks.stream().noneMatch(Page.Block::isSql) && !name.equals("start.md"))) {
        continue;
      }
      Page.Block first =
          blocks.stream().filter(block -> block.isSql() || block.hasExport()).findFirst().get();
      assertThat(first.hasExport()).as(place(page, first) + " must name a database").isTrue();
      assertThat(pages.put(first.text(), name)).as(place(page, first)).isNull();
    }
    assertThat(pages).hasSizeGreaterThan(10);
  }

  @Test
  void thePagesOfANewUserRunOneAfterAnotherOnOneDatabase() throws IOException {
    String readme = Files.readString(Repository.ROOT.resolve("README.md"));
    String start = readme.substring(readme.indexOf("**Start here:**")).lines().findFirst().get();
    Matcher links = Pattern.compile("\\(docs/([a-z-]+\\.md)\\)").matcher(start);
    CommandLine keywright = new CommandLine(folder.resolve("new-user"));
    int pages = 0;
    for (; links.find(); pages++) {
      Page page = Page.read(Repository.ROOT.resolve("docs").resolve(links.group(1)));
      assertThat(outputs(page, keywright)).as(links.group(1)).allMatch(Output::isAsShown);
    }
    assertThat(pages).isGreaterThanOrEqualTo(3);
  }

  @Test
  void anEllipsisStandsForAnythingInOneLine() {
    assertThat(matches(List.of("in … s", "x"), List.of("in 0.1 s", "x"), false)).isTrue();
    assertThat(matches(List.of("in … x"), List.of("in 0.1 s", "x"), false)).isFalse();
    assertThat(matches(List.of("in", "two"), List.of("in two"), true)).isTrue();
    assertThat(matches(List.of("1.5"), List.of("1x5"), false)).isFalse();
  }
}
