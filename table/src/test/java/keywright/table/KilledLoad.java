package keywright.table;

/** Loads payments for ever, in rounds, until it is killed. */
final class KilledLoad {
  private static final int ROWS_PER_ROUND = 20_000;

  private KilledLoad() {}

  /**
   * Loads until killed.
   *
   * @param arguments the URL of the database
   */
  public static void main(String[] arguments) {
    try (Database database = Database.open(arguments[0])) {
      database.createTable(Payments.DEFINITION, true);
      System.out.println("loading");
      for (int round = 0; ; round++) {
        load(database.table("payment"), round);
      }
    }
  }

  /** The rows of one round: the same keys in each, other customers. */
  static void load(Table table, int round) {
    try (BatchWriter writer = table.batchWriter()) {
      for (int i = 0; i < ROWS_PER_ROUND; i++) {
        writer.add(Payments.payment(i, (i + round) % 100, "2017-01-01", "1.00"));
      }
    }
  }
}
