package keywright.design;

import static keywright.design.simulate.Verdict.Cause.BOTH;
import static keywright.design.simulate.Verdict.Cause.FEW_VALUES;
import static keywright.design.simulate.Verdict.Cause.HOT_ROWS;
import static keywright.design.simulate.Verdict.Cause.NONE;
import static keywright.design.simulate.Verdict.Cause.RISING;
import static keywright.design.simulate.Verdict.Cause.TOGETHER;
import static keywright.design.simulate.Verdict.Grade.FINE;
import static keywright.design.simulate.Verdict.Grade.HOT;
import static keywright.design.simulate.Verdict.Grade.TAILS;
import static keywright.design.simulate.Verdict.Grade.UNEVEN;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import keywright.design.simulate.Verdict.Cause;
import keywright.design.simulate.Verdict.Grade;

/**
 * Pairs of data and key whose verdict is known, about half of them fine.
 *
 * <ul>
 *   <li>fine: the writes of a moment go to many regions
 *   <li>tails: they go to about n growing regions, n from 8 on and well below all
 *   <li>uneven: 4 to 6.5 of 8 servers could share them
 *   <li>hot: fewer than 3.6 of 8 could
 * </ul>
 *
 * <p>The cause of a hot or uneven key is one of these:
 *
 * <ul>
 *   <li>rising: its first part that is no constant rises or falls as rows arrive
 *   <li>together: rows that arrive together share that part, or have neighbours in it, though it
 *       does not rise
 *   <li>few values: that part has few values, or one that most rows share, and the rows of a value
 *       come in the order of the rest
 *   <li>both: it has few values, and they come in runs
 *   <li>hot rows: a few row keys take most of the writes
 * </ul>
 */
final class VerdictCorpus {
  private final List<VerdictCase> cases = new ArrayList<>();
  private CorpusRows rows = CorpusData.webLog(10_000);

  private VerdictCorpus() {}

  static List<VerdictCase> all() {
    VerdictCorpus corpus = new VerdictCorpus();
    corpus.logs();
    corpus.sequences();
    corpus.orders();
    corpus.sensors();
    corpus.files();
    corpus.sources();
    corpus.exports();
    corpus.identifiers();
    corpus.tenants();
    corpus.counters();
    corpus.periods();
    corpus.imports();
    return List.copyOf(corpus.cases);
  }

  private void fine(String key) {
    either(key, Set.of(FINE), NONE);
  }

  private void tails(String key) {
    either(key, Set.of(TAILS), NONE);
  }

  /** Clean, with a number of growing regions that comes near to that of all regions. */
  private void clean(String key) {
    either(key, Set.of(FINE, TAILS), NONE);
  }

  private void uneven(String key, Cause... causes) {
    either(key, Set.of(UNEVEN), causes);
  }

  private void hot(String key, Cause... causes) {
    either(key, Set.of(HOT), causes);
  }

  /** On the line between the two. */
  private void hotOrUneven(String key, Cause... causes) {
    either(key, Set.of(HOT, UNEVEN), causes);
  }

  private void either(String key, Set<Grade> grades, Cause... causes) {
    cases.add(new VerdictCase(rows, key, grades, Set.of(causes)));
  }

  private void logs() {
    rows = CorpusData.webLog(10_000);
    hot("n", RISING);
    hot("at, n", RISING);
    hot("at DESC, n DESC", RISING);
    hot("status, at, n", FEW_VALUES);
    hot("status, n", FEW_VALUES);
    hot("bucket(2), at, n", FEW_VALUES);
    hotOrUneven("bucket(4), at, n", FEW_VALUES);
    tails("bucket(8), at, n");
    tails("bucket(16), at, n");
    clean("host, at, n");
    fine("left(md5(n), 4), at, n");
    fine("reverse(lpad(n, 9))");
    fine("bit_reverse(n)");
    clean("status, host, at, n");
    clean("bucket(32), at, n");
    clean("host DESC, at DESC, n DESC");
    clean("reverse_bytes(n)");
    rows = CorpusData.webLog(412);
    hot("n", RISING);
    hot("at, n", RISING);
    hot("status, at, n", FEW_VALUES);
    fine("left(md5(n), 4), n");
    rows = CorpusData.crawlers();
    hot("host, at, n", TOGETHER);
    hot("left(md5(host), 4), host, at, n", TOGETHER);
    hot("bucket(8, host), host, at, n", TOGETHER, BOTH);
    hot("n", RISING);
    tails("bucket(8), host, at, n");
    fine("left(md5(n), 4), host, n");
    fine("reverse(lpad(n, 9))");
    fine("md5(n)");
  }

  private void sequences() {
    rows = CorpusData.sequence("sequence with gaps", 6000, 20, false);
    hot("id", RISING);
    hot("id DESC", RISING);
    hot("9999999 - id", RISING);
    uneven("bucket(5), id", FEW_VALUES);
    uneven("bucket(5), at, id", FEW_VALUES);
    uneven("mod(id, 5), id", FEW_VALUES);
    tails("mod(id, 8), id");
    fine("reverse(lpad(id, 12))");
    fine("customer, at, id");
    rows = CorpusData.sequence("sequence in steps of eight", 5000, 8, true);
    hot("mod(id, 16), id", FEW_VALUES);
    fine("bit_reverse(id)");
    rows = CorpusData.sequence("short sequence", 300, 3, false);
    hot("id", RISING);
    clean("reverse(lpad(id, 12))");
    rows = CorpusData.blocks();
    hot("id", RISING);
    hot("writer, id", FEW_VALUES);
    hot("at, id", RISING);
    fine("reverse(lpad(id, 12))");
    tails("bucket(8), id");
    fine("bit_reverse(id)");
    fine("writer, reverse(lpad(id, 12))");
  }

  private void orders() {
    rows = CorpusData.orders(10_000);
    hot("at, order_id", RISING);
    hot("app, at, order_id", RISING);
    hot("paid, at, order_id", FEW_VALUES);
    hot("country, at, order_id", FEW_VALUES);
    hot("app, country, order_id", FEW_VALUES);
    hot("bucket(8, country), country, order_id", FEW_VALUES);
    fine("customer_id, at, order_id");
    fine("customer_id DESC, at DESC, order_id");
    fine("app, customer_id, at, order_id");
    fine("country, customer_id, order_id");
    fine("paid, customer_id, order_id");
    fine("md5(order_id)");
    fine("reverse(lpad(order_id, 10))");
    fine("bucket(8, customer_id), customer_id, at, order_id");
    tails("bucket(8), at, order_id");
    // Sixteen growing regions are half of those that a shuffle leads to: on the line.
    clean("random(16) AS r, at, order_id");
    rows = CorpusData.orders(100_000);
    hot("country, at, order_id", FEW_VALUES);
    fine("customer_id, at, order_id");
  }

  private void sensors() {
    rows = CorpusData.round(50, 160);
    hot("at, sensor", RISING);
    hot("kind, at, sensor", FEW_VALUES);
    clean("sensor, at");
    tails("mod(sensor, 10), at, sensor");
    rows = CorpusData.round(50, 30);
    clean("sensor, at");
    hot("at, sensor", RISING);
    rows = CorpusData.round(2000, 6);
    hot("at, sensor", RISING);
    hot("sensor, at", TOGETHER);
    tails("bucket(8), at, sensor");
    fine("left(md5(sensor), 4), sensor, at");
    fine("reverse(lpad(sensor, 6)), at");
    rows = CorpusData.sensors();
    fine("sensor, at");
    fine("sensor DESC, at DESC");
    hot("at DESC, sensor", RISING);
  }

  private void files() {
    rows = CorpusData.dayFiles(false);
    hot("at, id", RISING, TOGETHER);
    hot("left(md5(date_trunc('day', at)), 4), at, id", TOGETHER);
    fine("customer, at, id");
    fine("id, at");
    rows = CorpusData.dayFiles(true);
    hot("at, id", TOGETHER);
    hot("day, id", TOGETHER);
    hot("bucket(8, day), day, at, id", TOGETHER, BOTH);
    tails("bucket(8), at, id");
    fine("id");
    fine("customer, at, id");
  }

  private void sources() {
    rows = CorpusData.sources(3, 28_800_000, 9000);
    hot("at, source, n", RISING);
    hot("n", RISING);
    hot("source, at, n", FEW_VALUES);
    clean("bucket(8), at, source, n");
    fine("left(md5(n), 4), n");
    rows = CorpusData.sources(5, 18_000_000, 6000);
    uneven("at, source, n", RISING);
    uneven("source, n", FEW_VALUES);
    rows = CorpusData.sources(12, 7_200_000, 6000);
    tails("at, source, n");
    tails("source, n");
    rows = CorpusData.sources(4, 1000, 6000);
    hot("at, source, n", RISING);
    tails("bucket(8), at, source, n");
  }

  private void exports() {
    rows = CorpusData.export(200, false);
    hot("customer, at, id", RISING);
    hot("left(md5(customer), 4), customer, at, id", TOGETHER);
    hot("mod(customer, 8), customer, at, id", TOGETHER, BOTH);
    tails("bucket(8), customer, at, id");
    fine("at, id");
    fine("id");
    fine("md5(n)");
    rows = CorpusData.export(200, true);
    hot("customer, at, id", RISING);
    fine("at DESC, id");
    rows = CorpusData.export(400, false);
    hot("mod(customer, 8), customer, at, id", TOGETHER, BOTH);
    fine("bit_reverse(n)");
  }

  private void identifiers() {
    rows = CorpusData.ids(6000);
    hot("v7", RISING);
    hot("v7_text", RISING);
    hot("snow", RISING);
    hot("seq", RISING);
    hot("rising", RISING);
    hot("digits", RISING, TOGETHER);
    fine("v4");
    fine("reverse(v7_text)");
    fine("right(v7_text, 4), v7_text");
    fine("bit_reverse(snow)");
    fine("reverse_bytes(snow)");
    fine("reverse(digits)");
    tails("bucket(8), v7");
    rows = CorpusData.ids(300);
    clean("v4");
    hot("v7", RISING);
  }

  private void tenants() {
    rows = CorpusData.tenants(60);
    hot("tenant, at, id", FEW_VALUES);
    hot("left(md5(tenant), 4), tenant, id", FEW_VALUES);
    clean("bucket(8), tenant, at, id");
    fine("tenant, user_id, at, id");
    fine("user_id, at, id");
    fine("bit_reverse(id)");
    rows = CorpusData.tenants(40);
    uneven("tenant, at, id", FEW_VALUES);
    rows = CorpusData.tenants(0);
    fine("tenant, at, id");
  }

  private void counters() {
    rows = CorpusData.counters(3, 0);
    hot("counter", HOT_ROWS);
    rows = CorpusData.counters(5, 0);
    uneven("counter", HOT_ROWS);
    rows = CorpusData.counters(500, 70);
    hot("counter", HOT_ROWS);
    hot("left(md5(counter), 4), counter", HOT_ROWS);
    rows = CorpusData.counters(1000, 0);
    fine("counter");
    fine("reverse(counter)");
    fine("counter DESC");
  }

  private void periods() {
    rows = CorpusData.days();
    hot("day, id", RISING);
    hot("day, customer, id", RISING);
    hot("day DESC, id", RISING);
    hot("at_text, id", RISING);
    hot("date_trunc('month', at), at, id", RISING, BOTH);
    hot("date_format(at, 'dd-MM-yyyy'), at, id", TOGETHER, RISING);
    hot("bucket(8, day), day, id", TOGETHER, BOTH);
    fine("id, day");
    fine("customer, day, id");
    clean("bucket(16), day, id");
  }

  private void imports() {
    rows = CorpusData.imports(2, 800);
    hot("region, at, id", BOTH);
    fine("region, person");
    fine("left(md5(id), 4), region, id");
    rows = CorpusData.imports(8, 600);
    hot("region, at, id", BOTH, TOGETHER);
    fine("person");
  }
}
