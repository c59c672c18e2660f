package keywright.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import keywright.cli.console.OutputFile;
import keywright.cli.simulate.SimulationReport;
import keywright.design.cluster.RegionOptions;
import keywright.design.rows.Arrivals;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** Orders such as the demo's, replayed under three keys: by time, in buckets, by customer. */
final class DemoHotSpots {
  /** However many the demo loads: enough for each server to get several regions. */
  private static final int ORDERS = 20_000;

  private static final String REPORT = "keywright-demo.html";

  private DemoHotSpots() {}

  /** The simulations, in the order in which they are told. */
  static List<Simulation> simulations(long seed) {
    Orders orders = new Orders(seed);
    List<Simulation> simulations = new ArrayList<>();
    simulations.add(simulate("by time", "ordered_at, order_id", orders));
    simulations.add(simulate("in buckets", "bucket(8), ordered_at, order_id", orders));
    simulations.add(simulate("by customer", "customer_id, ordered_at, order_id", orders));
    return simulations;
  }

  private static Simulation simulate(String name, String key, Orders orders) {
    KeySchema schema = KeySchema.of(orders.columns(), KeyPart.parseList(key), KeyFormat.kw1());
    return Simulation.of(new Strategy(name, schema), orders, RegionOptions.defaults());
  }

  /** Writes the report beside the database, in place of that of an earlier run; gives its name. */
  static String writeReport(String url, List<Simulation> simulations) {
    OutputFile file = OutputFile.of(reportFile(url), true);
    new SimulationReport("customer_order", "orders of the demo", simulations).write(file);
    return file.name();
  }

  private static String reportFile(String url) {
    if (!url.startsWith("rocksdb:")) {
      return REPORT;
    }
    String database = url.substring("rocksdb:".length()).split("\\?", 2)[0];
    return Path.of(database).resolveSibling(REPORT).toString();
  }

  /** The columns of orders that the keys read; made once, replayed several times. */
  private static final class Orders implements Arrivals {
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    Orders(long seed) {
      DemoOrders orders = new DemoOrders(seed, ORDERS);
      for (int id = orders.count() - ORDERS + 1; id <= orders.count(); id++) {
        var order = orders.order(id);
        rows.add(
            new @Nullable Object[] {
              order.get("order_id"), order.get("customer_id"), order.get("ordered_at")
            });
      }
    }

    @Override
    public List<Column> columns() {
      return Column.parseList("order_id bigint, customer_id int, ordered_at timestamp(s)");
    }

    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      rows.forEach(row);
    }
  }
}
