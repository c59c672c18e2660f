package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import keywright.cli.Keywright.Outcome;

/** A database in a directory, with a table of payments, and files to load into it. */
public final class Shop {
  static final String PAYMENT =
      """
      CREATE TABLE payment (
        payment_id int, customer_id int, amount decimal(5,2), paid_at timestamp(s), note text,
        PRIMARY KEY (reverse(lpad(payment_id, 9)))
      );
      CREATE INDEX payments_by_customer ON payment (customer_id, paid_at DESC, payment_id);
      """;

  public static final String PAYMENTS_CSV =
      """
      payment_id,customer_id,amount,paid_at,note
      1,5,2.50,2017-01-01 09:00:00,"a, ""b\"""
      2,5,10,2017-01-02T10:00:00Z,
      3,6,,2018-01-01,""
      """;

  private final Path directory;

  public Shop(Path directory) {
    this.directory = directory;
  }

  /** A shop with its table. */
  public static Shop open(Path directory) {
    Shop shop = new Shop(directory);
    assertThat(shop.run("run", "-e", PAYMENT).status()).isZero();
    return shop;
  }

  /** Runs a command on the database. */
  public Outcome run(String... arguments) {
    return runWith("", arguments);
  }

  public Outcome runWith(String stdin, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = arguments[0];
    all[1] = "--db";
    all[2] = "rocksdb:" + directory.resolve("db");
    System.arraycopy(arguments, 1, all, 3, arguments.length - 1);
    return Keywright.runWith(stdin, all);
  }

  /** What a command prints that is expected to go well. */
  public String out(String... arguments) {
    Outcome outcome = run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out();
  }

  /** The one line in which a command is refused. */
  public String refusal(String... arguments) {
    Outcome outcome = run(arguments);
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("keywright: ").endsWith("\n");
    assertThat(outcome.err().lines()).hasSize(1);
    return outcome.err().substring("keywright: ".length()).strip();
  }

  /** A file with {@code content}. */
  public String file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  public String file(String name, byte[] content) {
    try {
      return Files.write(directory.resolve(name), content).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
