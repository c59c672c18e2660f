package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import keywright.cql.Design;
import keywright.design.cluster.RegionOptions;
import keywright.design.lint.Lint;
import keywright.design.lint.Severity;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
import keywright.key.KeyFormat;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verdicts over data that nobody made for them, in the order of the file, of time, of a clock that
 * jitters, and of none. What is expected follows from how the files are sorted. The folders are
 * those of the properties {@code keywright.cdnow}, {@code keywright.sakila} and {@code
 * keywright.weather}, else those of {@code ../shared/data} beside the project; a test without its
 * folder is skipped.
 *
 * <p>In a file that follows none of its times, a key that would be hot in their order is undecided.
 */
class RealVerdictsTest {
  private static final Set<String> HOT_CODES = Set.of("KW101", "KW103", "KW108", "KW109");
  private static final Map<String, String> CODES =
      Map.of(
          "none",
          "",
          "rising",
          "KW101",
          "few values",
          "KW103",
          "both",
          "KW103",
          "together",
          "KW108",
          "hot rows",
          "KW109");

  private static Path file(String data, String name) {
    Path folder = Path.of(System.getProperty("keywright." + data, "../../shared/data/" + data));
    Path file = folder.resolve(name);
    assumeTrue(
        Files.isReadable(file),
        () -> "skipped: no " + file.toAbsolutePath() + "; set -Dkeywright." + data + "=FOLDER");
    return file;
  }

  private static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Checks keys.
   *
   * @param expected a line for each: the key; the grades that are right, with a slash between them;
   *     and the causes likewise, where it is hot or uneven
   */
  private static void assertVerdicts(RealRows rows, String order, String expected) {
    SoftAssertions softly = new SoftAssertions();
    for (String line : expected.lines().toList()) {
      String[] fields = line.split(";", -1);
      String key = fields[0].strip();
      Strategy strategy = Strategy.parse(key, rows.columns(), KeyFormat.kw1());
      Verdict found = Simulation.of(strategy, rows, RegionOptions.defaults()).verdict();
      String name = order + ": " + key + ": " + found.text();
      softly.assertThat(words(found.grade())).as(name).isIn(values(fields[1]));
      if (fields.length > 2) {
        softly.assertThat(words(found.cause())).as(name).isIn(values(fields[2]));
      }
      if (!order.equals("jitter")) {
        // Lint takes seconds where it tries many fixes; a jitter tells no more than time does.
        List<String> findings = lint(rows, key, found.grade() == Verdict.Grade.UNDECIDED);
        softly.assertThat(findings).as("lint of " + name).isEqualTo(expectedOfLint(found));
      }
    }
    softly.assertAll();
  }

  private static List<Object> values(String field) {
    return Stream.of(field.strip().split("/", -1)).<Object>map(String::strip).toList();
  }

  /** What lint says of a primary key; where rows do not tell, what it is certain of. */
  private static List<String> lint(RealRows rows, String key, boolean isUndecided) {
    String script = "CREATE TABLE t (%s, PRIMARY KEY (%s));".formatted(rows.declarations(), key);
    return Lint.of(Design.read(script)).withRows("t", rows).findings().stream()
        .filter(finding -> HOT_CODES.contains(finding.code().id()))
        .filter(finding -> !isUndecided || finding.severity() == Severity.ERROR)
        .map(finding -> finding.severity() + " " + finding.code().id())
        .toList();
  }

  private static List<String> expectedOfLint(Verdict found) {
    String code = CODES.getOrDefault(words(found.cause()), "");
    return switch (found.grade()) {
      case FINE, TAILS, UNDECIDED -> List.of();
      case UNEVEN -> List.of("warning " + code);
      case HOT -> List.of("error " + code);
    };
  }

  @Test
  void weather() throws IOException {
    RealRows file = RealRows.weather(file("weather", "weather.csv"));
    // An airport's year, then that of the next one in the alphabet.
    assertVerdicts(
        file,
        "file",
        """
        at, station; hot; rising/together
        station, at; hot; rising/both
        left(md5(station), 4), station, at; hot; both/together
        bucket(8), at, station; tails; none
        hour, at, station; fine/tails; none""");
    String ofTime =
        """
        at, station; hot; rising
        station, at; hot; few values
        left(md5(station), 4), station, at; hot; few values
        bucket(8), at, station; tails; none
        hour, at, station; fine/tails; none
        day, at, station; hot; together""";
    assertVerdicts(file.byTime(), "time", ofTime);
    assertVerdicts(file.jittered(Duration.ofHours(6)), "jitter", ofTime);
    assertVerdicts(
        file.shuffled(),
        "shuffled",
        """
        at, station; undecided
        station, at; undecided
        bucket(8), at, station; fine/tails; none
        hour, at, station; fine/tails; none""");
  }

  @Test
  void purchases() throws IOException {
    RealRows file = RealRows.purchases(file("cdnow", "cdnow.csv"));
    // By customer, and those by their first day: each has about three rows.
    assertVerdicts(
        file.numbered(),
        "file",
        """
        n; hot; rising
        customer, at, n; hot; rising
        left(md5(customer), 4), customer, at, n; fine/tails; none
        bucket(8), at, n; fine/tails; none""");
    RealRows ofTime = file.byTime().numbered();
    // New customers, whose numbers rise, come in the first quarter alone.
    String expected =
        """
        n; hot; rising
        at, customer, n; hot; rising
        customer, at, n; fine/tails; none
        left(md5(customer), 4), customer, at, n; fine; none
        bucket(8), at, n; tails; none
        bucket(2), at, n; hot; few values""";
    assertVerdicts(ofTime, "time", expected);
    assertVerdicts(ofTime.jittered(Duration.ofDays(3)), "jitter", expected);
    assertVerdicts(
        ofTime.shuffled(),
        "shuffled",
        """
        n; undecided
        at, customer, n; undecided
        bucket(2), at, n; undecided
        customer, at, n; fine; none
        left(md5(customer), 4), customer, at, n; fine; none""");
  }

  @Test
  void payments() throws IOException {
    RealRows file = RealRows.payments(file("sakila", "payment.csv"));
    // By customer, with a sequence; the 27 rows of a customer go through all months.
    assertVerdicts(
        file,
        "file",
        """
        payment_id; hot; rising
        customer, at, payment_id; hot; rising
        left(md5(customer), 4), customer, payment_id; hot/uneven; together
        at, payment_id; fine; none
        staff, at, payment_id; fine; none
        bucket(8), at, payment_id; fine/tails; none""");
    String ofTime =
        """
        at, payment_id; hot; rising
        staff, at, payment_id; hot; few values
        payment_id; fine; none
        customer, at, payment_id; fine; none
        left(md5(customer), 4), customer, payment_id; fine; none
        bucket(8), at, payment_id; tails; none""";
    assertVerdicts(file.byTime(), "time", ofTime);
    assertVerdicts(file.jittered(Duration.ofHours(12)), "jitter", ofTime);
    assertVerdicts(
        file.shuffled(),
        "shuffled",
        """
        at, payment_id; undecided
        staff, at, payment_id; undecided
        customer, at, payment_id; fine; none
        payment_id; fine; none""");
  }

  @Test
  void rentals() throws IOException {
    RealRows file = RealRows.rentals(file("sakila", "rental.csv"));
    // By time, but for 175 rows.
    String ofTime =
        """
        rental_id; hot; rising
        at, rental_id; hot; rising
        staff, at, rental_id; hot; few values
        customer, at, rental_id; fine; none
        inventory, at; fine; none
        bucket(8), at, rental_id; tails; none""";
    assertVerdicts(file, "file", ofTime);
    assertVerdicts(file.jittered(Duration.ofHours(12)), "jitter", ofTime);
    assertVerdicts(
        file.shuffled(),
        "shuffled",
        """
        rental_id; undecided
        at, rental_id; undecided
        staff, at, rental_id; undecided
        customer, at, rental_id; fine; none
        inventory, at; fine; none""");
  }

  /** Each commit changes a few neighbouring files, some of them in nearly every commit. */
  @Test
  @Tag("large")
  void theHistoryOfThisRepository() throws IOException, InterruptedException {
    assumeTrue(
        Files.exists(Repository.ROOT.resolve(".git")),
        () -> "skipped: no .git in " + Repository.ROOT);
    assumeTrue(
        git("rev-parse", "--is-shallow-repository").equals(List.of("false")),
        "skipped: git cannot tell the history, or has a part of it");
    List<String> log = git("log", "--name-only", "--reverse", "--format=@%at %an");
    RealRows changes = RealRows.history(log);
    assumeTrue(
        changes.all().size() >= 1000,
        () -> "skipped: the history has " + changes.all().size() + " changes, expected 1,000");
    assertVerdicts(
        changes,
        "history",
        """
        at, path; hot; rising
        author, at, path; hot; rising/few values/both
        bucket(2), at, path; hot; few values
        bucket(8), at, path; fine/tails; none
        left(md5(path), 4), path, at; fine/tails; none""");
    // The files of a commit are neighbours: how even that is changes with the commits.
    Strategy byPath = Strategy.parse("path, at", changes.columns(), KeyFormat.kw1());
    Verdict found = Simulation.of(byPath, changes, RegionOptions.defaults()).verdict();
    assertThat(words(found.grade())).as(found.text()).isIn("fine", "tails", "uneven", "undecided");
    assertThat(words(found.cause())).as(found.text()).isIn("none", "together");
  }

  private static List<String> git(String... arguments) throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(arguments)).toList())
            .directory(Repository.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return git.waitFor() == 0 ? out.lines().toList() : List.of();
  }
}
