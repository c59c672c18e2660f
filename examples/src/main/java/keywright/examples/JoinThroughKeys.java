package keywright.examples;

import java.util.Comparator;
import java.util.function.BiConsumer;
import keywright.cql.CqlSession;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.table.Database;
import keywright.table.model.Row;

/**
 * A join without a JOIN, over the tables of {@code examples/transactions.cql}: what one buyer
 * bought from one seller, with the goods.
 *
 * <p>The orders of the buyer and those of the seller are two reads that come in the same key order,
 * so they are merged as they are read: one row of each is in memory, nothing is sorted.
 */
public final class JoinThroughKeys {
  private static final Comparator<Row> KEY_ORDER =
      Comparator.comparing((Row row) -> row.getInstant("at"))
          .thenComparing(row -> row.getLong("order_number"));

  private JoinThroughKeys() {}

  /** Runs on the database of the first argument, which the script has filled. */
  public static void main(String... arguments) {
    try (Database database = Database.open(arguments[0])) {
      join(
          CqlSession.over(database),
          7,
          3,
          "2017-01-01",
          "2017-02-01",
          (bought, sold) -> {
            // region
            Row detail =
                database.table("order_detail").get(bought.getLong("order_number")).orElseThrow();
            System.out.printf(
                "%d %s, %s, by %s in parcel %s%n",
                bought.getLong("order_number"),
                detail.getString("goods"),
                detail.getBigDecimal("total"),
                bought.getString("paid_by"),
                sold.getString("parcel"));
            // endregion
          });
    }
  }

  /** Gives the two rows of each order, in key order. */
  static void join(
      CqlSession session,
      int buyer,
      int seller,
      String start,
      String stop,
      BiConsumer<Row, Row> order) {
    // region
    PreparedStatement ofBuyer =
        session.prepare(
            """
            SELECT at, order_number, paid_by FROM buyer_order
             WHERE buyer_id = ? AND at >= ? AND at < ? ORDER BY at, order_number""");
    PreparedStatement ofSeller =
        session.prepare(
            """
            SELECT at, order_number, parcel FROM seller_order
             WHERE seller_id = ? AND at >= ? AND at < ? ORDER BY at, order_number""");
    try (Result bought = ofBuyer.execute(buyer, start, stop);
        Result sold = ofSeller.execute(seller, start, stop)) {
      Row left = bought.next();
      Row right = sold.next();
      while (left != null && right != null) {
        int comparison = KEY_ORDER.compare(left, right); // by at, then by order_number
        if (comparison == 0) {
          order.accept(left, right);
        }
        if (comparison <= 0) {
          left = bought.next();
        }
        if (comparison >= 0) {
          right = sold.next();
        }
      }
    }
    // endregion
  }
}
