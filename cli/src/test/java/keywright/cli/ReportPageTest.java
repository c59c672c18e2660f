package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keywright.cli.console.OutputFile;
import keywright.cli.console.Text;
import keywright.cli.simulate.SimulationReport;
import keywright.design.rows.KeyValue;
import keywright.design.simulate.KeySpaceMap;
import keywright.design.simulate.Simulation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report in a browser, pointed at and switched as people do. */
@Tag("large")
final class ReportPageTest {
  private static final List<Simulation> SIMULATIONS = SampleSimulations.all();

  @TempDir private static Path folder;
  private static URI page;
  private static @Nullable Chromium browser;

  @BeforeAll
  static void writeAndOpen() throws Exception {
    assumeTrue(
        Chromium.program().isPresent(),
        "skipped, since there is no Chromium: install one, or name it by CHROME_BIN");
    Path file = folder.resolve("report.html");
    new SimulationReport(SampleSimulations.TABLE, "notes.csv", SIMULATIONS)
        .write(OutputFile.of(file.toString(), false));
    page = file.toUri();
    browser =
        new Chromium(Chromium.program().get(), Files.createDirectory(folder.resolve("profile")));
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void open() throws Exception {
    browser.forget();
    browser.emulate("light", "screen");
    browser.resize(1280, 900);
    browser.open(page);
  }

  /** Whatever a test did, the page asked for nothing and had nothing to complain of. */
  @AfterEach
  void nothingWentWrongAndNothingWasFetched() {
    assertThat(browser.events("Runtime.exceptionThrown")).isEmpty();
    assertThat(browser.events("Runtime.consoleAPICalled")).isEmpty();
    assertThat(browser.events("Log.entryAdded")).isEmpty();
    assertThat(browser.events("Network.requestWillBeSent"))
        .extracting(event -> Chromium.object(event.get("request")).get("url"))
        .isNotEmpty()
        .allMatch(page.toString()::equals);
  }

  private static String text(String expression) throws Exception {
    return String.valueOf(browser.evaluate(expression));
  }

  private static final String SHOWN = "document.querySelector('.panel:not([hidden])')";

  /** The map that is shown, when the page has drawn what it had to. */
  private static String picture() throws Exception {
    browser.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    return text(SHOWN + ".querySelector('.plot canvas').toDataURL()");
  }

  /** Middle of an element on the screen. */
  private static double[] middle(String selector) throws Exception {
    List<?> box =
        (List<?>)
            browser.evaluate(
                "(e => { e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
                    + " return [b.x + b.width / 2, b.y + b.height / 2]; })("
                    + selector
                    + ")");
    return new double[] {((Number) box.get(0)).doubleValue(), ((Number) box.get(1)).doubleValue()};
  }

  private static void click(String selector) throws Exception {
    double[] at = middle(selector);
    browser.mouse("mouseMoved", at[0], at[1]);
    browser.mouse("mousePressed", at[0], at[1]);
    browser.mouse("mouseReleased", at[0], at[1]);
  }

  private static String tip() throws Exception {
    return text(SHOWN + ".querySelector('.tip:not([hidden])')?.innerText");
  }

  private static List<String> words(List<KeyValue> key) {
    return key.stream().flatMap(k -> Stream.of(k.name(), Text.escape(k.text()))).toList();
  }

  @Test
  void pointingShowsTheKeysOfTheCellAsColumnValues() throws Exception {
    double[] at = middle(SHOWN + ".querySelector('.plot canvas')");
    assertThat(tip()).isEqualTo("null");
    browser.mouse("mouseMoved", at[0] + 1, at[1] + 1);
    KeySpaceMap map = SIMULATIONS.get(0).map();
    int band = map.writes().bands() / 2;
    int column = map.writes().columns() / 2;
    assertThat(tip())
        .contains(words(map.key(band)))
        .contains(words(map.key(band + 1)))
        .contains("rows 2,001 to 2,050")
        .contains("%.0f of 50;".formatted(map.writes().at(column, band)))
        .contains("%d regions".formatted(map.regions(column)));
    browser.mouse("mouseMoved", 2, 2);
    assertThat(tip()).isEqualTo("null");
  }

  @Test
  void switchingShowsAnotherStrategy() throws Exception {
    String first = picture();
    assertThat(text(SHOWN + ".querySelector('h2').textContent")).isEqualTo("by time");
    click("document.getElementById('tab-1')");
    assertThat(text(SHOWN + ".querySelector('h2').textContent"))
        .isEqualTo(SampleSimulations.STRATEGY);
    String second = picture();
    assertThat(second).isNotEqualTo(first);
    browser.press("ArrowRight");
    assertThat(text(SHOWN + ".querySelector('h2').textContent")).isEqualTo("in buckets");
    assertThat(text("document.activeElement.id")).isEqualTo("tab-2");
    assertThat(picture()).isNotIn(first, second);
    browser.press("Home");
    assertThat(picture()).isEqualTo(first);
    assertThat(text("document.querySelectorAll('[role=tab][aria-selected=true]').length"))
        .isEqualTo("1");
  }

  @Test
  void theKeyboardGoesFromCellToCell() throws Exception {
    click("document.getElementById('tab-1')");
    browser.evaluate(SHOWN + ".querySelector('.plot').focus()");
    browser.press("ArrowDown");
    KeySpaceMap map = SIMULATIONS.get(1).map();
    assertThat(tip()).contains(words(map.key(map.writes().bands() / 2 + 1)));
    browser.press("ArrowUp");
    assertThat(tip()).contains(words(map.key(map.writes().bands() / 2)));
    browser.press("Escape");
    assertThat(tip()).isEqualTo("null");
  }

  @Test
  void readsAreAPictureOfTheirOwn() throws Exception {
    Path file = folder.resolve("reads.html");
    String design =
        """
        CREATE TABLE visit (id bigint, guest int, PRIMARY KEY (id));
        QUERY newest RATE 10/s AS SELECT * FROM visit ORDER BY id DESC LIMIT 5;
        QUERY of_guest RATE 1/min AS SELECT * FROM visit WHERE guest = ?;
        """;
    String arguments =
        "simulate - --generate 3000 --column id=sequence --column guest=uniform(9) --region-rows 100"
            + " --window 50 --strategy declared --strategy bucket(4),id --out ";
    assertThat(Keywright.runWith(design, (arguments + file).split(" ")).status()).isZero();
    browser.open(file.toUri());
    assertThat(text("document.querySelectorAll('.table')[1].innerText.replace(/\\s+/g, ' ')"))
        .contains("newest 10 1 range 4 ranges", "of_guest 0.017 full scan, ");
    String writes = picture();
    click("[...document.querySelectorAll('.toggle')].find(b => b.textContent === 'reads')");
    assertThat(picture()).isNotEqualTo(writes);
    double[] at = middle(SHOWN + ".querySelector('.plot canvas')");
    browser.mouse("mouseMoved", at[0], at[1]);
    assertThat(tip())
        .contains(" % of the reads", "servers busy with writes")
        .doesNotContain(" of 5");
    click("[...document.querySelectorAll('.toggle')].find(b => b.textContent === 'writes')");
    assertThat(picture()).isEqualTo(writes);
    browser.forget(); // It was another page.
    open();
  }

  @Test
  void linesOfRegionsComeAndGo() throws Exception {
    String lines = "getComputedStyle(" + SHOWN + ".querySelector('.boundary')).display";
    assertThat(text(lines)).isNotEqualTo("none");
    String toggle = SHOWN + ".querySelector('.toggle')";
    assertThat(text(toggle + ".getAttribute('aria-pressed')")).isEqualTo("true");
    click(toggle);
    assertThat(text(lines)).isEqualTo("none");
    assertThat(text(toggle + ".getAttribute('aria-pressed')")).isEqualTo("false");
  }

  @Test
  void darkPagesAreDarkAndPrintedOnesShowEveryStrategy() throws Exception {
    String light = picture();
    browser.emulate("dark", "screen");
    assertThat(picture()).isNotEqualTo(light);
    assertThat(text("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(16, 18, 22)");
    browser.emulate("dark", "print");
    assertThat(picture()).isEqualTo(light);
    assertThat(text("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(
            browser.evaluate(
                "[...document.querySelectorAll('.panel')].filter(p => p.offsetHeight > 400"
                    + " && p.querySelector('svg') && p.querySelector('.plot canvas').width > 1).length"))
        .isEqualTo(SIMULATIONS.size());
    Map<String, Object> printed = browser.send("Page.printToPDF", "\"printBackground\": true");
    assertThat(Base64.getDecoder().decode((String) printed.get("data"))).hasSizeGreaterThan(20_000);
  }

  @Test
  void nothingIsWiderThanTheScreen() throws Exception {
    for (int width : new int[] {1280, 1920, 800}) {
      browser.resize(width, 900);
      for (int i = 0; i < SIMULATIONS.size(); i++) {
        click("document.getElementById('tab-" + i + "')");
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth"))
            .as("%d at %d", i, width)
            .isEqualTo(true);
      }
    }
  }

  @Test
  void hostileNamesAndValuesAreText() throws Exception {
    assertThat(text("document.title")).isEqualTo("Hot spots of " + SampleSimulations.TABLE);
    assertThat(text("document.querySelectorAll('script, img').length")).isEqualTo("2");
    click("document.getElementById('tab-1')");
    String labels =
        text("[...document.querySelectorAll('text.key')].map(t => t.textContent).join('|')");
    assertThat(labels)
        .contains("<!--<script>, ", "</script><script>throw", "\"quoted\" & 'quoted' \\");
    assertThat(Stream.of(labels.split("\\|")).filter(label -> label.contains("\u202E")).toList())
        .isEmpty();
  }

  @Test
  void thePolicyOfThePageRefusesWhatIsNotInIt() throws Exception {
    String refused =
        "new Promise(done => { addEventListener('securitypolicyviolation', e =>"
            + " done(e.effectiveDirective), {once: true}); %s })";
    assertThat(text(refused.formatted("new Image().src = 'file:///nowhere.png'")))
        .isEqualTo("img-src");
    assertThat(text(refused.formatted("fetch('file:///nowhere').catch(() => {})")))
        .isEqualTo("connect-src");
    assertThat(
            text(
                refused.formatted(
                    "const s = document.createElement('script'); s.textContent = 'x = 1';"
                        + " document.body.append(s)")))
        .isEqualTo("script-src-elem");
    browser.forget(); // The browser complains of each, as it should.
    open();
  }
}
