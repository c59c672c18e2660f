package keywright.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Files as those of the Sakila store, with as many rows of invented values. */
final class SakilaData {
  static final int PAYMENTS = 16_049;
  static final int RENTALS = 16_044;
  private static final int CUSTOMERS = 599;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private SakilaData() {}

  /** Writes {@code payment.csv}, {@code rental.csv} and {@code customer.csv}. */
  static void write(Path folder) throws IOException {
    Random random = new Random(1);
    LocalDateTime time = LocalDateTime.of(2005, 5, 24, 22, 53, 30);
    List<String> rentals =
        new ArrayList<>(
            List.of(
                "rental_id,rental_date,inventory_id,customer_id,return_date,staff_id,last_update"));
    List<String> payments =
        new ArrayList<>(List.of("payment_id,customer_id,staff_id,rental_id,amount,payment_date"));
    for (int id = 1; id <= PAYMENTS; id++) {
      time = time.plusSeconds(random.nextInt(900));
      String paid = TIME.format(time);
      int customer = 1 + random.nextInt(CUSTOMERS);
      int staff = 1 + random.nextInt(2);
      if (id <= RENTALS) {
        String returned =
            random.nextInt(80) == 0 ? "" : TIME.format(time.plusSeconds(random.nextInt(800_000)));
        rentals.add(
            String.join(
                ",",
                Integer.toString(id),
                paid,
                Integer.toString(1 + random.nextInt(4_581)),
                Integer.toString(customer),
                returned,
                Integer.toString(staff),
                "2006-02-15 21:30:53"));
      }
      String rental = id <= RENTALS ? Integer.toString(id) : "";
      payments.add(
          "%d,%d,%d,%s,%d.99,%s".formatted(id, customer, staff, rental, random.nextInt(12), paid));
    }
    Files.write(folder.resolve("payment.csv"), payments);
    Files.write(folder.resolve("rental.csv"), rentals);
    Files.write(folder.resolve("customer.csv"), customers(random));
  }

  private static List<String> customers(Random random) {
    List<String> customers =
        new ArrayList<>(
            List.of(
                "customer_id,store_id,first_name,last_name,email,address_id,activebool,create_date,last_update,active"));
    for (int id = 1; id <= CUSTOMERS; id++) {
      String name = "" + (char) ('A' + random.nextInt(26)) + (char) ('A' + random.nextInt(26)) + id;
      customers.add(
          "%d,%d,F%d,%s,%s@example.org,%d,true,2006-02-14,2006-02-15 09:57:20,1"
              .formatted(id, 1 + id % 2, id, name, name, id + 4));
    }
    return customers;
  }
}
