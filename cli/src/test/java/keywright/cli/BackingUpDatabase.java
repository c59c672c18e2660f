package keywright.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import keywright.table.Database;
import keywright.table.Table;

/**
 * A program to be killed: a thread writes rows with index entries, another makes one backup after
 * another. A line {@code backup N rows} says that backup N is complete and how many rows were
 * acknowledged before it began.
 *
 * <p>Arguments: the database, the folder of the backups, the number of the first, and that of the
 * first row.
 */
final class BackingUpDatabase {
  private static final int ROWS_PER_BACKUP = 20;

  private BackingUpDatabase() {}

  public static void main(String[] arguments) throws InterruptedException {
    Database database = Database.open(arguments[0]);
    Path folder = Path.of(arguments[1]);
    int first = Integer.parseInt(arguments[2]);
    long firstRow = Long.parseLong(arguments[3]);
    long[] written = new long[1];
    Thread writer =
        new Thread(
            () -> {
              Table table = database.table("payment");
              for (long id = firstRow; ; id++) {
                table.insert(
                    Map.of("payment_id", id, "customer_id", id % 100, "paid_at", Instant.EPOCH));
                synchronized (written) {
                  written[0]++;
                  written.notifyAll();
                }
              }
            });
    writer.setDaemon(true);
    writer.start();
    for (int number = first; ; number++) {
      long before;
      synchronized (written) {
        while (written[0] < (number - first + 1L) * ROWS_PER_BACKUP) {
          written.wait();
        }
        before = written[0];
      }
      database.backup(folder.resolve("backup" + number));
      System.out.println("backup " + number + " " + before);
    }
  }
}
