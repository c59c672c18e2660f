package keywright.cli.demo;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.QuietOption;
import keywright.cli.console.Usage;
import keywright.cli.database.DatabaseOption;
import keywright.cli.lint.CreatedLint;
import keywright.cli.simulate.PictureOptions;
import keywright.cql.CqlScript;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.table.BatchWriter;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code keywright demo}: creates an example design, loads rows, runs its queries, and explains
 * each step.
 */
@Command(
    name = "demo",
    description =
        "Create a worked design, load orders, and run its queries: which key each of them reads, and where the scan starts and stops. Then show which keys of such orders would be hot, with a report in keywright-demo.html beside the database.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright demo",
      "  keywright demo --rows 1000000 --db rocksdb:/tmp/demo",
      "",
      "Running it again finds the orders and answers at once. Its tables are",
      "payment_by_date, payment_by_customer and customer_order."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int ROWS_BETWEEN_REPORTS = 1_000;
  private static final int MAP_LINES = 10;

  private final Console console;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private DatabaseOption database = new DatabaseOption();
  @Mixin private QuietOption quiet = new QuietOption();

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "How many orders to generate (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The seed of the generated orders (default: ${DEFAULT-VALUE}).")
  private long seed;

  public DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (rows < 0 || rows > 999_999_000) {
      throw Usage.wrong(spec, "cannot use --rows " + rows + ": expected 0 to 999,999,000");
    }
    try (Database open = database.open()) {
      createTables(
          open, quiet.isQuiet() ? null : new CreatedLint(console, open::find, database.url()));
      CqlSession session = CqlSession.over(open);
      DemoOrders orders = new DemoOrders(seed, rows);
      loadPayments(open.table("payment_by_date"));
      loadPayments(open.table("payment_by_customer"));
      String loaded = loadOrders(open.table("customer_order"), session, orders);
      new DemoStory(
              console.out(),
              open,
              session,
              database.url(),
              loaded,
              map -> PictureOptions.terminalMap(map, console, DemoStory.WIDTH, MAP_LINES))
          .tell(orders);
    }
    return 0;
  }

  /**
   * Executes the statements of demo.cql. Refuses a database in which one of their names belongs to
   * another table.
   */
  private static void createTables(Database database, @Nullable CreatedLint lint) {
    String script = database.hasRowKeys() ? DemoScript.withRowKeys() : DemoScript.withPartitions();
    try (Database expected = Database.open("memory:")) {
      execute(script, expected, null);
      for (String table : expected.tables()) {
        if (database.find(table).isPresent()
            && !withoutIndexes(database, table).equals(withoutIndexes(expected, table))) {
          throw new CliException(
              "cannot run the demo: the database has a table "
                  + table
                  + " that the demo did not create, expected a database without this table; name another database with --db");
        }
      }
    }
    execute(script, database, lint);
  }

  private static TableDefinition withoutIndexes(Database database, String table) {
    return database.table(table).definition().withIndexes(List.of());
  }

  private static void execute(String script, Database database, @Nullable CreatedLint lint) {
    CqlSession session = CqlSession.over(database);
    for (CqlScript.Statement statement : CqlScript.split(script)) {
      try (Result result = session.execute(statement)) {
        if (lint != null) {
          result.created().ifPresent(created -> lint.print(created, "FILE"));
        }
      }
    }
  }

  private static void loadPayments(Table table) {
    try (BatchWriter writer = table.batchWriter()) {
      DemoOrders.BLOG_PAYMENTS.forEach(payment -> writer.add(payment.row()));
    }
  }

  /**
   * Loads the orders unless they exist. They are written in order, so it is enough to look for the
   * last one.
   */
  private String loadOrders(Table table, CqlSession session, DemoOrders orders) {
    Map<String, @Nullable Object> last = orders.order(orders.count());
    String find =
        "SELECT first_name, gross_amount, ordered_at FROM customer_order WHERE order_id = ?";
    try (Result found = session.execute(find, (long) orders.count())) {
      Row row = found.next();
      if (row != null
          && row.get(0) != null
          && row.values()
              .equals(
                  Arrays.asList(
                      last.get("first_name"), last.get("gross_amount"), last.get("ordered_at")))) {
        return "%,d orders exist from an earlier run".formatted(orders.count());
      }
    }
    try (BatchWriter writer = table.batchWriter();
        LoadProgress progress = LoadProgress.ofRows(console, "customer_order", orders.count())) {
      for (int id = 1; id <= orders.count(); id++) {
        writer.add(orders.order(id));
        if (id % ROWS_BETWEEN_REPORTS == 0) {
          progress.at(id, id);
        }
      }
      writer.flush();
      double seconds = progress.seconds();
      return String.format(
          Locale.ROOT,
          "%,d orders loaded in %.1f s (%,.0f a second), each with its three index entries",
          orders.count(),
          seconds,
          orders.count() / seconds);
    }
  }
}
