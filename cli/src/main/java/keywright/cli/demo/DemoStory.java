package keywright.cli.demo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import keywright.cli.console.BoundaryText;
import keywright.cli.console.Output;
import keywright.cli.console.Rendering;
import keywright.cli.console.TableWriter;
import keywright.cli.database.RegionRates;
import keywright.cli.simulate.SimulationFigures;
import keywright.cli.simulate.TerminalMap;
import keywright.cql.CqlException;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.design.simulate.KeySpaceMap;
import keywright.design.simulate.Simulation;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.KeyPart;
import keywright.store.Region;
import keywright.table.Database;
import keywright.table.RawKeys;
import keywright.table.Table;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;

/** What the demo says: each question, the key that answers it, and what the engine returned. */
final class DemoStory {
  private static final int ROWS_SHOWN = 6;
  static final int WIDTH = 110;

  private final Output out;
  private final Database database;
  private final CqlSession session;
  private final String url;
  private final String loaded;
  private final Function<KeySpaceMap, TerminalMap> maps;

  /**
   * @param loaded what was done to have the orders there
   * @param maps draws the heat maps
   */
  DemoStory(
      Output out,
      Database database,
      CqlSession session,
      String url,
      String loaded,
      Function<KeySpaceMap, TerminalMap> maps) {
    this.out = out;
    this.maps = maps;
    this.database = database;
    this.session = session;
    this.url = url;
    this.loaded = loaded;
  }

  void tell(DemoOrders orders) {
    out.line("KEYWRIGHT DEMO, on " + url);
    say(
        "This demo runs the data model of a blog series on moving a relational database to a wide-column store. Every key and row below was just read from the engine. Where the blog's own listings have errors, a line says so.");
    if (database.hasRowKeys()) {
      orderOfParts();
    } else {
      orderInPartitions();
    }
    design();
    questions();
    refusals();
    if (database.hasRowKeys()) {
      spread(orders);
    } else {
      spreadByHash();
    }
    hotSpots(orders.seed());
    tryIt();
  }

  private void orderOfParts() {
    heading("1. The order of the parts decides which queries a key serves");
    say(
        "Six payments of 1 January 2017, stored twice. Rows are in the byte order of their row keys, and a"
            + " scan reads everything from a start to a stop. The question: what did customer 123 pay that day?");
    out.line();
    say("DATE FIRST, key " + key("payment_by_date"));
    List<String> found =
        scan("payment_by_date", "01-01-2017 00:00:00_000123", "01-01-2017 16:59:59_000123");
    mark(found, key -> key.contains("_000123_"));
    say(
        "%d rows where %d were asked for: after a range of dates, a bound on the customer has no effect."
            .formatted(found.size(), found.stream().filter(k -> k.contains("_000123_")).count()));
    slip("it prints five here and leaves out the payment of 09:07:00.");
    out.line();
    say("CUSTOMER FIRST, key " + key("payment_by_customer"));
    found = scan("payment_by_customer", "000123_01-01-2017 00:00:00", "000123_01-01-2017 16:59:59");
    mark(found, key -> true);
    say("%d rows, the right ones, and nothing else was read.".formatted(found.size()));
    out.line();
    say("PART OF A KEY is enough: a stop includes every key that starts with it.");
    found = scan("payment_by_customer", "000123", "000123");
    mark(found, key -> true);
    say("%d rows: all payments of customer 123.".formatted(found.size()));
    out.line();
    say(
        "The key that starts with the date is right for another query, all customers until ten o'clock:");
    found = scan("payment_by_date", "01-01-2017 00:00:00", "01-01-2017 09:59:59");
    mark(found, key -> true);
    say("%d rows.".formatted(found.size()));
    slip(
        "it prints four, 09:07:00 is missing again; it also lists 09:00:00 twice, 16:06:30 too early.");
    out.line();
    say(
        "The payment id at the end makes both keys unique: two payments in one second stay two rows.");
  }

  /** The same where rows are in order only within a partition, and have no row keys to print. */
  private void orderInPartitions() {
    heading("1. The order of the parts decides which queries a key serves");
    say(
        "Six payments of 1 January 2017, stored twice. The first part of each key is the partition: its rows are"
            + " together, in the order of the other parts. Partitions are in no order.");
    String columns = "SELECT paid_at, customer_id, payment_id FROM ";
    String day = "paid_at >= '2017-01-01' AND paid_at < '2017-01-02'";
    ask(
        "DATE FIRST, key "
            + key("payment_by_date")
            + ". What did customer 123 pay that day? All payments of the day are read:",
        columns + "payment_by_date WHERE customer_id = 123 AND " + day);
    ask(
        "CUSTOMER FIRST, key " + key("payment_by_customer") + ". Only the right rows are read:",
        columns + "payment_by_customer WHERE customer_id = 123 AND " + day);
    ask(
        "PART OF A KEY is enough if it fixes the partition: all payments of customer 123.",
        columns + "payment_by_customer WHERE customer_id = 123");
    ask(
        "The date-first key serves another query, all customers until ten o'clock:",
        columns
            + "payment_by_date WHERE paid_at >= '2017-01-01' AND paid_at < '2017-01-01 10:00:00'");
    out.line();
    say(
        "The payment id at the end makes both keys unique: two payments in one second stay two rows.");
  }

  private void design() {
    heading("2. One table, and an index table for each query");
    TableDefinition table = database.find("customer_order").orElseThrow();
    say("customer_order         key " + key("customer_order"));
    say(
        "                       families "
            + table.families().stream().map(f -> f.name()).collect(Collectors.joining(" "))
            + ": groups of columns, stored separately; a query reads only the groups that it needs");
    for (String index : List.of("payments_by_date", "payments_by_customer", "customer_orders")) {
      wrap("  %-22s key ".formatted(index), " ".repeat(29), key(index));
    }
    say(
        "The part after | is the order's id: it makes an index key unique. The value of an entry is the"
            + " row key of its order. No order is stored twice, and the entries are kept exact.");
    out.line();
    say(loaded + ".");
    if (database.hasRowKeys()) {
      lint();
    }
  }

  /** The blog's keys are kept as they are printed, whatever is wrong with some of them. */
  private void lint() {
    List<DemoLint.Judged> judged = DemoLint.judge(DemoScript.withRowKeys());
    out.line();
    say(
        "These are the keys of the blog, unchanged. ./keywright lint finds problems in %d of them. A key cannot change later, so declare the better one before the first row:"
            .formatted(judged.size()));
    for (DemoLint.Judged key : judged) {
      out.line();
      wrap("    ", "      ", "%s, %s: %s.".formatted(key.name(), key.finding(), key.reason()));
      fact("the blog", key.key());
      fact("better", key.better());
    }
  }

  private void questions() {
    heading("3. The queries in CQL");
    say(
        "The planner compares all keys and reads the best one. Access, from fast to slow: a full key reads one row, part of a key reads a range of adjacent rows, a full scan reads everything.");
    ask(
        "One order by its number. The whole key is known: one read, the fastest there is.",
        "SELECT order_no, customer_id, ordered_at, total_amount FROM customer_order WHERE order_id = 4");
    ask(
        "What did customer 123 pay on that day, newest first?",
        "SELECT paid_at, payment_id, amount FROM customer_order WHERE customer_id = 123"
            + " AND paid_at >= '2017-01-01' AND paid_at < '2017-01-02' ORDER BY paid_at DESC");
    ask(
        "All payments of customer 123.",
        "SELECT paid_at, payment_id, amount FROM customer_order WHERE customer_id = 123");
    ask(
        "Everybody's payments on 1 January until ten o'clock.",
        "SELECT paid_at, customer_id, payment_id FROM customer_order"
            + " WHERE paid_at >= '2017-01-01' AND paid_at < '2017-01-01 10:00:00'");
    ask(
        "Everybody's payments on 1 January.",
        "SELECT paid_at, customer_id, payment_id FROM customer_order"
            + " WHERE paid_at >= '2017-01-01' AND paid_at < '2017-01-02'");
    ask(
        "Large orders of the first half hour of 1 March 2016: the time bounds the range, the amount filters.",
        "SELECT ordered_at, customer_id, total_amount FROM customer_order"
            + " WHERE ordered_at >= '2016-03-01' AND ordered_at < '2016-03-01 00:30:00'"
            + " AND total_amount > 500");
  }

  private void ask(String question, String select) {
    out.line();
    say(question);
    wrap("    ", "      ", select);
    for (String line : lines("EXPLAIN ANALYZE " + select)) {
      explain(line);
    }
    try (Result result = session.execute(select)) {
      TableWriter writer = new TableWriter(out, "    ");
      writer.begin(result.columns());
      long count = 0;
      for (Row row = result.next(); row != null; row = result.next()) {
        if (count++ < ROWS_SHOWN) {
          writer.row(row.values().toArray());
        }
      }
      writer.end();
      if (count > ROWS_SHOWN) {
        say("  ... " + (count - ROWS_SHOWN) + " more rows");
      }
    }
  }

  /** The lines of EXPLAIN that a first look needs; bounds without their hex. */
  private void explain(String line) {
    int value = line.indexOf(": ") + 2;
    String label = line.substring(0, Math.max(0, value - 2));
    switch (label) {
      case "start", "stop" -> {
        int end = database.hasRowKeys() ? line.lastIndexOf(" = ") : line.length();
        fact(label, line.substring(value, end));
      }
      case "reads", "access", "executed" -> fact(label, line.substring(value));
      case "filter" -> {
        if (!line.endsWith(": none")) {
          fact(label, line.substring(value));
        }
      }
      default -> {}
    }
  }

  private void fact(String label, String text) {
    wrap("    %-9s".formatted(label), " ".repeat(13), text);
  }

  private void refusals() {
    heading("4. A query that no key serves is refused, and the message says what to do");
    refuse("SELECT order_no FROM customer_order WHERE amount > 900");
    out.line();
    refuse("UPDATE customer_order SET order_id = 999999999 WHERE order_id = 2");
  }

  private void refuse(String statement) {
    wrap("    ", "      ", statement);
    String answer;
    try (Result result = session.execute(statement)) {
      answer = "answered: " + result.message();
    } catch (CqlException | TableException e) {
      answer = String.valueOf(e.getMessage());
    }
    wrap("    -> ", "       ", answer);
  }

  private void spread(DemoOrders orders) {
    heading("5. Why the order id is reversed");
    say(
        "Ids are sequential. Unchanged, every new row would go to the end of the table: to its last region, on one machine. Reversed, consecutive ids are far apart:");
    out.line();
    int last = orders.count();
    for (int id = Math.max(1, last - 2); id <= last; id++) {
      String padded = "%09d".formatted(id);
      String stored = scanFor("customer_order", new StringBuilder(padded).reverse().toString());
      out.line("    order " + id + "   padded " + padded + "   stored as " + stored);
    }
    List<String> shares = new ArrayList<>();
    for (char digit = '0'; digit <= '9'; digit++) {
      shares.add(digit + ": %,d".formatted(count("customer_order", String.valueOf(digit))));
    }
    out.line();
    out.line("    rows by first digit   " + String.join("   ", shares.subList(0, 5)));
    out.line("                          " + String.join("   ", shares.subList(5, 10)));
    out.line();
    Table table = database.table("customer_order");
    if (table.hasRegions()) {
      regions(table);
    } else {
      say(
          "Ten regions would share the load. The cost: a range of order ids is no longer one scan.");
    }
  }

  private void spreadByHash() {
    heading("5. Why the order id is not reversed");
    say(
        "Ids are sequential. Each order is a partition of its own here, and a partition is placed by a hash of its key."
            + " So consecutive ids are far apart, and the nodes share the load. The cost: a range of order ids is"
            + " refused, since partitions are in no order:");
    out.line();
    refuse("SELECT order_no FROM customer_order WHERE order_id > 3");
  }

  /** Where the table is split, on an engine that keeps it in regions. */
  private void regions(Table table) {
    RegionRates rates = RegionRates.sinceOpened(table.regions());
    TableWriter writer = new TableWriter(out, "    ");
    writer.begin(
        Column.parseList("region int, starts_with text, server text, writes bigint, share text"));
    for (int i = 0; i < rates.regions().size(); i++) {
      Region region = rates.regions().get(i);
      writer.row(
          new Object[] {
            i + 1,
            BoundaryText.of(table.definition().primaryKeySchema(), region.range().start()),
            region.server(),
            rates.writes(i),
            "%.0f %%".formatted(100 * rates.writeShare(i))
          });
    }
    writer.end();
    say(
        "%s share the load, made with the table because its key says where to split. The cost: a range of order ids is no longer one scan."
            .formatted(Rendering.counted(rates.regions().size(), "region", "regions")));
  }

  private void hotSpots(long seed) {
    heading("6. Hot spots, seen before anything is deployed");
    List<Simulation> simulations = DemoHotSpots.simulations(seed);
    say(
        "Such orders under three keys, %s. Each map shows where the writes went: from left to right time, from top to bottom the keys."
            .formatted(new SimulationFigures(simulations.get(0)).model(simulations.get(0))));
    for (Simulation simulation : simulations) {
      out.line();
      say(
          simulation.strategy().name().toUpperCase(Locale.ROOT)
              + ", key ("
              + simulation.strategy().key()
              + ")");
      maps.apply(simulation.map()).lines().forEach(line -> out.line("  " + line));
      say(simulation.verdict().text());
    }
    out.line();
    say(
        "Side by side, with the keys under the pointer: open "
            + DemoHotSpots.writeReport(url, simulations));
  }

  private void tryIt() {
    heading("Try it");
    String db = url.equals("rocksdb:./keywright-data") ? "" : " --db " + url;
    out.line(
        "  ./keywright run"
            + db
            + " -e \"SELECT * FROM customer_order WHERE customer_id = 123 ORDER BY paid_at DESC LIMIT 1\"");
    if (database.hasRowKeys()) {
      out.line("  ./keywright scan payments_by_customer" + db + " --start 000123 --stop 000123");
    }
    out.line("  ./keywright describe customer_order" + db);
    out.line("  ./keywright shell" + db);
    out.line("  ./keywright simulate --help");
  }

  private void heading(String text) {
    out.line();
    out.line(text);
    out.line("=".repeat(text.length()));
  }

  private void say(String line) {
    wrap("  ", "  ", line);
  }

  /**
   * The line, broken at blanks so that no screen line is longer than {@link #WIDTH} where it can
   * be.
   */
  private void wrap(String first, String next, String line) {
    StringBuilder text = new StringBuilder(first);
    boolean fresh = true;
    for (String word : line.split(" ")) {
      if (!fresh && text.length() + 1 + word.length() > WIDTH) {
        out.line(text.toString());
        text = new StringBuilder(next);
        fresh = true;
      }
      text.append(fresh ? "" : " ").append(word);
      fresh = false;
    }
    out.line(text.toString());
  }

  private void slip(String text) {
    say("(An error in the blog: " + text + ")");
  }

  /** The key as declared; after a bar the columns that complete it. */
  private String key(String name) {
    TableDefinition table = database.find(name).or(() -> database.findByIndex(name)).orElseThrow();
    boolean index = !table.name().equals(name);
    List<KeyPart> parts =
        index ? table.indexSchema(name).parts() : table.primaryKeySchema().parts();
    int declared = index ? table.index(name).orElseThrow().parts().size() : parts.size();
    String text = join(parts.subList(0, declared));
    if (!database.hasRowKeys()) {
      int group = index ? table.index(name).orElseThrow().partitionParts() : table.partitionParts();
      text =
          "("
              + join(parts.subList(0, group))
              + ")"
              + (group < declared ? ", " + join(parts.subList(group, declared)) : "");
    }
    return "("
        + text
        + (declared < parts.size() ? " | " + join(parts.subList(declared, parts.size())) : "")
        + ")";
  }

  private static String join(List<KeyPart> parts) {
    return parts.stream().map(KeyPart::toString).collect(Collectors.joining(", "));
  }

  private List<String> scan(String name, String start, String stop) {
    out.line("    scan " + name + "   start '" + start + "'   stop '" + stop + "'");
    return keys(name, ByteRange.inclusive(bytes(start), bytes(stop)));
  }

  private String scanFor(String name, String key) {
    return String.join(" ", keys(name, ByteRange.startingWith(bytes(key))));
  }

  private List<String> keys(String name, ByteRange range) {
    List<String> keys = new ArrayList<>();
    try (RawKeys cursor = database.rawScan(name, range)) {
      for (RawKeys.RawKey key = cursor.next(); key != null; key = cursor.next()) {
        keys.add(new String(key.rowKey(), StandardCharsets.UTF_8));
      }
    }
    return keys;
  }

  private long count(String name, String prefix) {
    long count = 0;
    try (RawKeys cursor = database.rawScan(name, ByteRange.startingWith(bytes(prefix)))) {
      while (cursor.next() != null) {
        count++;
      }
    }
    return count;
  }

  private void mark(List<String> keys, Predicate<String> wanted) {
    for (String key : keys) {
      out.line("      " + key + (wanted.test(key) ? "" : "   <- not asked for"));
    }
  }

  private List<String> lines(String statement) {
    List<String> lines = new ArrayList<>();
    try (Result result = session.execute(statement)) {
      for (Row row = result.next(); row != null; row = result.next()) {
        lines.add(String.valueOf(row.get(0)));
      }
    }
    return lines;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
