package keywright.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.Chromium;
import keywright.cli.SampleSimulations;
import keywright.design.simulate.Heat;
import keywright.design.simulate.KeySpaceMap;
import keywright.design.simulate.Simulation;
import org.junit.jupiter.api.Test;

/** The page of a report as text; how it behaves in a browser is ReportPageTest's. */
final class SimulationReportTest {
  private static final List<Simulation> SIMULATIONS = SampleSimulations.all();

  private static String page() {
    return new SimulationReport(SampleSimulations.TABLE, "notes.csv", SIMULATIONS).html();
  }

  private static String between(String text, String start, String stop) {
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(stop, from));
  }

  private static Map<String, Object> data() {
    return Chromium.object(
        Chromium.parse(
            between(page(), "<script type=\"application/json\" id=\"data\">", "</script>")));
  }

  @Test
  void theSameSimulationsGiveTheSameBytes() {
    assertThat(
            new SimulationReport(SampleSimulations.TABLE, "notes.csv", SampleSimulations.all())
                .html())
        .isEqualTo(page());
  }

  @Test
  void thePageNamesNothingOutsideItself() {
    String page = page();
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:");
    assertThat(page).doesNotContain("@import", "url(");
    assertThat(page.replaceAll("\"[^\"\n]*\"", ""))
        .doesNotContainPattern("<[a-z][^<>]*\\s(src|href|action|data)=");
  }

  @Test
  void nothingOfTheDataIsTakenForMarkup() {
    Matcher tags = Pattern.compile("<(/?[a-zA-Z!][\\w-]*)").matcher(page());
    List<String> scripts = new ArrayList<>();
    while (tags.find()) {
      if (tags.group(1).matches("/?script|img|!--|/title|title")) {
        scripts.add(tags.group(1));
      }
    }
    assertThat(scripts)
        .containsExactly("title", "/title", "script", "/script", "script", "/script");
    assertThat(page())
        .contains("<title>Hot spots of notes&lt;/title&gt;&lt;script&gt;throw &#39;title&#39;")
        .contains("&lt;/script&gt;&lt;img src=x onerror=&quot;throw &#39;name&#39;&quot;&gt;</h2>");
  }

  @Test
  void theStyleAndTheScriptAreThoseThatThePolicyNames() throws Exception {
    String policy = between(page(), "Content-Security-Policy\" content=\"", "\"");
    String style = between(page(), "<style>", "</style>");
    String script = between(page(), "<script>", "</script>");
    assertThat(policy.replace("&#39;", "'"))
        .isEqualTo(
            "default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'"
                .formatted(hash(script), hash(style)));
  }

  private static String hash(String text) throws Exception {
    byte[] bytes =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void theDataIsThatOfTheMaps() {
    List<?> strategies = (List<?>) data().get("strategies");
    assertThat(strategies).hasSameSizeAs(SIMULATIONS);
    for (int i = 0; i < SIMULATIONS.size(); i++) {
      KeySpaceMap map = SIMULATIONS.get(i).map();
      Map<String, Object> strategy = Chromium.object(strategies.get(i));
      Heat writes = map.writes();
      assertThat(strategy)
          .containsEntry("columns", writes.columns())
          .containsEntry("bands", writes.bands())
          .containsEntry("rows", 4_000)
          .containsEntry("columnRows", 50)
          .doesNotContainKey("reads");
      List<Long> counts = counts((String) strategy.get("writes"));
      for (int column = 0; column < writes.columns(); column++) {
        for (int band = 0; band < writes.bands(); band++) {
          assertThat((double) counts.get(column * writes.bands() + band))
              .isEqualTo(writes.at(column, band));
        }
      }
      assertThat((List<?>) strategy.get("regions")).hasSize(writes.columns());
      assertThat((List<?>) strategy.get("loads")).hasSize(writes.columns());
      assertThat((List<?>) strategy.get("boundaries")).hasSameSizeAs(map.boundaries());
      assertThat((List<?>) strategy.get("keys")).hasSize(writes.bands() + 1);
    }
    assertThat(((List<?>) Chromium.object(strategies.get(1)).get("keys")).get(0))
        .isEqualTo(
            List.of(
                List.of("word", "\"quoted\" & 'quoted' \\ {{table}} {{{data}}}"),
                List.of("id", "4")));
  }

  @Test
  void countsOfAnySizeAreWritten() {
    for (int rows : new int[] {31, 32, 40, 1_023, 1_024, 2_000}) {
      String json =
          new ReportData(List.of(SampleSimulations.simulate("one key", "mod(id, 1)", rows))).json();
      assertThat(counts(between(json, "\"writes\": \"", "\""))).contains((long) rows);
    }
  }

  private static List<Long> counts(String text) {
    String digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    List<Long> counts = new ArrayList<>();
    long count = 0;
    int shift = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = digits.indexOf(text.charAt(i));
      count |= (long) (digit & 31) << shift;
      shift += 5;
      if (digit < 32) {
        counts.add(count);
        count = 0;
        shift = 0;
      }
    }
    return counts;
  }

  @Test
  void figuresVerdictsAndSettingsStandInThePageItself() {
    assertThat(page())
        .contains(
            "notes.csv: 4,000 rows into regions of 200 (policy constant) on 4 servers, balanced every"
                + " 200 rows; windows of 50 rows, means over the second half of them; seed 1.")
        .contains("<span class=\"badge hot\">hot</span> at rises as rows arrive, so the writes")
        .contains("<span class=\"badge tails\">spread, with four hot tails</span>")
        .contains("<th scope=\"col\" class=\"number\">largest region share</th>")
        .contains("<td class=\"key\">bucket(4), at, id</td>");
  }

  @Test
  void aPageIsSmallWhateverTheNumberOfRows() {
    assertThat(page().length()).isLessThan(200_000);
  }
}
