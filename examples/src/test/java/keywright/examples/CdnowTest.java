package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code simulate} finds on the 69,659 purchases of CDNOW's customers, in order of time,
 * against figures from another program. The folder is that of the property {@code keywright.cdnow},
 * else {@code ../shared/data/cdnow} beside the project; without it these tests are skipped, and the
 * reason is printed: figures of invented purchases would be no other program's.
 */
class CdnowTest {
  private static final Percentage TOLERANCE = Percentage.withPercentage(15);

  @TempDir private static Path folder;
  private static Path schema = Path.of("");
  private static Path data = Path.of("");

  /** Why the tests are skipped, each by itself so that it is counted; empty when they are not. */
  private static String missing = "";

  @BeforeEach
  void requirePurchases() {
    assumeTrue(missing.isEmpty(), missing);
  }

  @BeforeAll
  static void sort() throws IOException {
    Path source = Path.of(System.getProperty("keywright.cdnow", "../../shared/data/cdnow"));
    Path file = source.resolve("cdnow.csv");
    if (!Files.exists(file)) {
      missing = "no " + file.toAbsolutePath().normalize() + "; set -Dkeywright.cdnow=FOLDER";
      System.err.println("CdnowTest is skipped: " + missing); // Which a report of figures hides.
      return;
    }
    List<String> purchases = new ArrayList<>(Files.readAllLines(file));
    purchases.remove(0);
    purchases.sort(Comparator.comparing(line -> line.split(",", -1)[1]));
    List<String> rows = new ArrayList<>(List.of("id,customer_id,date"));
    for (String purchase : purchases) {
      String[] fields = purchase.split(",", -1);
      rows.add(rows.size() + "," + fields[0] + "," + fields[1]);
    }
    data = Files.write(folder.resolve("purchases.csv"), rows);
    schema =
        Files.writeString(
            folder.resolve("purchase.cql"),
            "CREATE TABLE purchase (id int, customer_id int, date text,"
                + " PRIMARY KEY (customer_id, date, id));");
  }

  @Test
  void lintFindsThePurchasesThatACustomerAndADayDoNotTellApart() throws IOException {
    Path design =
        Files.writeString(
            folder.resolve("not-unique.cql"),
            "CREATE TABLE purchase (id int, customer_id int, date text,"
                + " PRIMARY KEY (customer_id, date));");
    CommandLine.Outcome outcome =
        new CommandLine(folder).run("lint", design.toString(), "--data", data.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("error KW301: 1,774 keys of the primary key of purchase are shared by several")
        .contains("so 2,068 of 69,659 rows would be overwritten")
        .contains("fix: PRIMARY KEY (customer_id, date, id)");
  }

  /** The figures of one strategy. */
  private record Figures(double largestRegionShare, double effectiveServers, String verdict) {}

  private static Figures simulate(String key) {
    CommandLine.Outcome outcome =
        new CommandLine(folder)
            .run(
                "simulate",
                schema.toString(),
                "--data",
                data.toString(),
                "--region-rows",
                "2000",
                "--servers",
                "8",
                "--window",
                "500",
                "--balance-every",
                "2000",
                "--output",
                "json",
                "--strategy",
                key);
    assertThat(outcome.err()).isEmpty();
    Matcher matcher =
        Pattern.compile(
                "\"largest_region_share\": ([0-9.]+), \"effective_servers\": ([0-9.]+).*"
                    + "\"verdict\": \"(.*)\"")
            .matcher(outcome.out());
    assertThat(matcher.find()).as(outcome.out()).isTrue();
    return new Figures(
        Double.parseDouble(matcher.group(1)),
        Double.parseDouble(matcher.group(2)),
        matcher.group(3));
  }

  private static void assertFound(
      String key, double largestRegionShare, double effectiveServers, String verdict) {
    Figures found = simulate(key);
    assertThat(found.largestRegionShare()).as(key).isCloseTo(largestRegionShare, TOLERANCE);
    assertThat(found.effectiveServers()).as(key).isCloseTo(effectiveServers, TOLERANCE);
    assertThat(found.verdict()).as(key).startsWith(verdict);
  }

  @Test
  void keysInTheOrderOfArrivalAreHot() {
    assertFound("id", 0.999, 1.0, "hot: id rises as rows arrive, ");
    assertFound("date, id", 0.999, 1.0, "hot: date rises as rows arrive, ");
  }

  @Test
  void customersInFrontAreFine() {
    assertFound("customer_id, date", 0.052, 7.8, "fine: ");
  }

  @Test
  void reversedNumbersAndDigestsAreFine() {
    assertFound("reverse(lpad(id, 9))", 0.032, 8.0, "fine: ");
    assertFound("left(md5(id), 4), id", 0.048, 7.9, "fine: ");
  }

  @Test
  void bucketsHaveEightHotTails() {
    // Rows in turn, as the figures were measured.
    assertFound("mod(id, 8), date, id", 0.126, 8.0, "spread, with eight hot tails: ");
    // A hash deals rows out by chance: the fullest of 8 buckets has 62.5 + 1.42·√62.5 of 500.
    Figures hashed = simulate("bucket(8), date, id");
    assertThat(hashed.largestRegionShare()).isCloseTo(0.1475, within(0.005));
    assertThat(hashed.effectiveServers()).isCloseTo(8.0, TOLERANCE);
    assertThat(hashed.verdict()).startsWith("spread, with eight hot tails: ");
  }
}
