package keywright.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The statements of the demo: those of demo.cql, with other keys where rows have no row keys. */
final class DemoScript {
  private static final String FORMAT = " WITH key_format = 'text' AND key_delimiter = '_'";

  /**
   * Keys for engines that keep rows in order only within a partition, by the keys of demo.cql: a
   * partition for each day, each customer or each order.
   */
  private static final Map<String, String> WITH_PARTITIONS = new LinkedHashMap<>();

  static {
    String date = "date_format(paid_at, 'MM-dd-yyyy HH:mm:ss')";
    String sortedDate = "date_format(%s, 'yyyy-MM-dd HH:mm:ss')";
    String byDay = "((date_trunc('day', %s)), %s, customer_id";
    WITH_PARTITIONS.put(
        "(" + date + ", lpad(customer_id, 6), lpad(payment_id, 9))",
        byDay.formatted("paid_at", "paid_at") + ", payment_id)");
    WITH_PARTITIONS.put(
        "(lpad(customer_id, 6), " + date + ", lpad(payment_id, 9))",
        "((customer_id), paid_at, payment_id)");
    WITH_PARTITIONS.put("(reverse(lpad(order_id, 9)))", "(order_id)");
    WITH_PARTITIONS.put(
        "(" + sortedDate.formatted("paid_at") + ", lpad(customer_id, 6), lpad(payment_id, 9))",
        byDay.formatted("paid_at", "paid_at") + ", payment_id)");
    WITH_PARTITIONS.put(
        "(lpad(customer_id, 6), " + sortedDate.formatted("paid_at") + ", lpad(payment_id, 9))",
        "((customer_id), paid_at, payment_id)");
    WITH_PARTITIONS.put(
        "(" + sortedDate.formatted("ordered_at") + ", lpad(customer_id, 6))",
        byDay.formatted("ordered_at", "ordered_at") + ")");
  }

  private DemoScript() {}

  /** As the file has them. */
  static String withRowKeys() {
    try (InputStream in = DemoScript.class.getResourceAsStream("/keywright/cli/demo.cql")) {
      if (in == null) {
        throw new IllegalStateException("demo.cql is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With a partition in each key, and columns that are stored under their own names. */
  static String withPartitions() {
    String script = withRowKeys();
    for (Map.Entry<String, String> key : WITH_PARTITIONS.entrySet()) {
      if (!script.contains(key.getKey())) {
        throw new IllegalStateException("demo.cql has no key " + key.getKey());
      }
      script = script.replace(key.getKey(), key.getValue());
    }
    // Families share the names of their columns with each other there.
    return script
        .replace("\n   " + FORMAT, FORMAT)
        .replace(FORMAT, "")
        .replaceAll(" +AT '[a-z]:[A-Za-z0-9]+'", "");
  }
}
