package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import keywright.cli.Keywright.Outcome;
import keywright.cql.client.CqlClient;
import keywright.cql.server.CqlServer;
import keywright.cql.server.Passwords;
import keywright.cql.server.ServerOptions;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a server, against the same commands on an embedded database. */
@Tag("large")
class ServedDatabaseTest {
  private static final String TABLE =
      "CREATE TABLE payment (customer_id int, paid_at timestamp(us), payment_id bigint unsigned,"
          + " amount decimal(8,2), mode enum('card' = 1, 'cash' = 2), note text,"
          + " PRIMARY KEY ((customer_id), paid_at DESC, payment_id));"
          + " CREATE INDEX payment_by_id ON payment (payment_id)";

  @TempDir Path folder;
  private CqlServer server;
  private String served;
  private String embedded;

  @BeforeEach
  void open() {
    server =
        CqlServer.start(
            "rocksdb:" + folder.resolve("served"),
            ServerOptions.DEFAULT
                .withAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withPages(3, 1 << 20));
    served = "cql:127.0.0.1:" + server.address().getPort();
    embedded = "rocksdb:" + folder.resolve("embedded");
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Runs a command on both; the times that they took differ. */
  private Outcome both(String... arguments) {
    Outcome expected = on(embedded, arguments);
    Outcome actual = on(served, arguments);
    assertThat(actual.status()).as(actual.err()).isEqualTo(expected.status());
    assertThat(actual.out()).isEqualTo(expected.out());
    assertThat(timeless(actual.err())).isEqualTo(timeless(expected.err()));
    return actual;
  }

  private static Outcome on(String url, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = arguments[0];
    all[1] = "--db";
    all[2] = url;
    System.arraycopy(arguments, 1, all, 3, arguments.length - 1);
    return Keywright.run(all);
  }

  private static String timeless(String messages) {
    return messages.replaceAll("in [0-9.]+ s \\([0-9,]+ rows/s\\)", "in time");
  }

  private void fill() {
    both("run", "-e", TABLE);
    both(
        "run",
        "-e",
        "INSERT INTO payment (customer_id, paid_at, payment_id, amount, mode, note) VALUES"
            + " (1, '2017-01-01T10:30:00.123456Z', 18446744073709551615, 9.99, 'card', 'ä | \"b\"'),"
            + " (1, '2017-01-02', 2, 1, 'cash', ''), (1, '2017-01-03', 3, null, null, null),"
            + " (1, '2017-01-04', 4, 4, 'card', 'NULL'), (2, '2017-01-05', 5, 5, 'card', 'x')");
  }

  @Test
  void resultsAreThoseOfAnEmbeddedDatabase() {
    fill();
    for (String format : List.of("table", "json", "csv")) {
      Outcome rows =
          both("run", "--output", format, "-e", "SELECT * FROM payment WHERE customer_id = 1");
      assertThat(rows.out()).contains("2017-01-01T10:30:00.123456Z", "18446744073709551615");
    }
    both("run", "--access", "-e", "SELECT note FROM payment WHERE payment_id = 5");
    both(
        "run", "-e", "SELECT customer_id, count(*), sum(amount) FROM payment GROUP BY customer_id");
    both("run", "-e", "EXPLAIN SELECT * FROM payment WHERE payment_id = 5");
    both(
        "run",
        "-e",
        "UPDATE payment SET amount = 7 WHERE customer_id = 2 AND paid_at = '2017-01-05' AND payment_id = 5 IF amount = 6");
    both(
        "run",
        "-e",
        "DELETE FROM payment WHERE customer_id = 2 AND paid_at = '2017-01-05' AND payment_id = 5");
    both(
        "run", "-e", "CREATE TABLE by_time (at timestamp, n int, PRIMARY KEY (at))"); // Lint warns.
    both("tables");
    both("describe", "PAYMENT");
    both("describe", "payment_by_id");
    assertThat(both("export", "payment", "-").out()).contains("2017-01-01T10:30:00.123456Z");
    both("export", "--format", "jsonl", "SELECT note FROM payment WHERE customer_id = 1", "-");
    Outcome page =
        both("run", "--page-size", "2", "-e", "SELECT * FROM payment WHERE customer_id = 1");
    String token = page.err().replaceAll("(?s).*--page (\\S+)\n.*", "$1");
    both(
        "run",
        "--page-size",
        "2",
        "--page",
        token,
        "-e",
        "SELECT * FROM payment WHERE customer_id = 1");
  }

  @Test
  void errorsAreThoseOfAnEmbeddedDatabase() throws Exception {
    fill();
    assertThat(both("run", "-e", "SELECT 1;\n SELECT * FROM").err()).contains("line 1", "^");
    both("run", "-e", "TRUNCATE payment; SELECT nothing FROM payment");
    both("run", "-e", "SELECT * FROM payment WHERE amount = 1");
    both("run", "-e", "INSERT INTO payment (customer_id) VALUES (1)");
    both("describe", "missing_index_name");
    Path script =
        Files.writeString(folder.resolve("a.cql"), "DESCRIBE TABLES;\n\n  SELECT x FROM payment;");
    Outcome failed = both("run", "-f", script.toString());
    assertThat(failed.err()).contains("line 3, column 10");
  }

  @Test
  void documentsOfAFileAreLoaded() throws Exception {
    both(
        "run",
        "-e",
        "CREATE DOCUMENT TABLE orders (customer_id int FROM 'customer.id', no text FROM 'no', PRIMARY KEY (lpad(customer_id, 6), no)) WITH key_format = 'text' AND key_delimiter = '_'; CREATE DOCUMENT TABLE guests (_id text PRIMARY KEY, name text FROM 'name')");
    Path file = folder.resolve("orders.jsonl");
    Files.writeString(
        file,
        "{\"customer\":{\"id\":7,\"name\":\"Ada\"},\"no\":\"a\",\"n\":[1,{\"x\":null}]}\n\n{\"customer\":{\"id\":8},\"no\":\"b\",\"_id\":\"000008_b\"}\n");
    Outcome loaded = on(served, "load", "orders", file.toString());
    assertThat(loaded.err()).startsWith("orders: 2 rows read, 2 written, 0 skipped, in");
    on(embedded, "load", "orders", file.toString());
    both("export", "--format", "jsonl", "orders", "-");
    assertThat(both("run", "-e", "SELECT no FROM orders WHERE customer_id = 7").out())
        .contains("a");
    assertThat(
            both(
                    "run",
                    "--output",
                    "csv",
                    "-e",
                    "SELECT customer.id, customer.name, n[1] FROM orders WHERE n[0] = 1 ALLOW FILTERING")
                .out())
        .isEqualTo("customer.id,customer.name,n[1]\n7,\"\"\"Ada\"\"\",\"{\"\"x\"\":null}\"\n");
    try (CqlClient client = CqlClient.connect(served)) {
      requirePathParameters(client);
      requireDocuments(client);
    }
    try (Database database = Database.open(embedded);
        CqlClient client = CqlClient.over(database)) {
      requirePathParameters(client);
      requireDocuments(client);
    }
    Path guests = folder.resolve("guests.jsonl");
    Files.writeString(
        guests, "{\"_id\":\"x\",\"name\":\"Ada\"}\n{\"name\":\"Bo\"}\n{\"_id\":\"y\"}\n");
    Outcome wrong = on(served, "load", "guests", guests.toString());
    assertThat(wrong.err()).contains("line 2: ").contains("1 row before this line is loaded");
    on(embedded, "load", "guests", guests.toString());
    both("export", "--format", "jsonl", "guests", "-");
  }

  private static void requirePathParameters(CqlClient client) {
    CqlClient.Prepared prepared =
        client.prepare("SELECT no, customer FROM orders WHERE customer.name = ? ALLOW FILTERING");
    assertThat(prepared.markers().get(0).type()).hasToString("variant");
    assertThat(prepared.columns().get(1).type()).hasToString("text");
    assertThat(prepared.bind("Ada").execute().toList())
        .singleElement()
        .hasToString("(no = a, customer = {\"id\":7.0,\"name\":\"Ada\"})");
    CqlClient.Prepared number =
        client.prepare("SELECT no FROM orders WHERE n[0] IN ? ALLOW FILTERING");
    assertThat(number.bind(List.of(1, "Ada")).execute().toList()).hasSize(1);
    CqlClient.Prepared like =
        client.prepare("SELECT no FROM orders WHERE customer.name LIKE ? ALLOW FILTERING");
    assertThat(like.bind("A%").execute().toList()).hasSize(1);
  }

  private static void requireDocuments(CqlClient client) {
    CqlClient.Prepared insert = client.prepare("INSERT INTO orders (document) VALUES (?)");
    assertThat(insert.markers().get(0).type()).hasToString("text");
    String json = "{\"customer\":{\"id\":9.0},\"no\":\"c\",\"rest\":[\"é\"]}";
    insert.bind(json).execute().close();
    CqlClient.Prepared select = client.prepare("SELECT document FROM orders WHERE customer_id = ?");
    assertThat(select.columns().get(0).type()).hasToString("text");
    assertThat(select.bind(9).execute().toList())
        .extracting(row -> row.get(0))
        .containsExactly(json);
    client.execute("DELETE FROM orders WHERE customer_id = 9 AND no = 'c'").close();
  }

  @Test
  void aKeyspaceIsDescribedWithItsTables() {
    both(
        "run",
        "-e",
        "CREATE KEYSPACE shop; CREATE TABLE shop.t (id int PRIMARY KEY, m map<text, int>)");
    assertThat(both("run", "-e", "DESCRIBE KEYSPACE shop").out())
        .contains("CREATE KEYSPACE shop;", "CREATE TABLE shop.t (");
    both("run", "-e", "DESCRIBE KEYSPACE nothing");
  }

  @Test
  void rowsOfAFileAreLoaded() throws Exception {
    fill();
    Path file = folder.resolve("payments.csv");
    StringBuilder rows = new StringBuilder("customer_id,paid_at,payment_id,amount,mode\n");
    for (int i = 0; i < 250; i++) {
      rows.append("%d,2018-01-01T00:00:00.%06dZ,%d,%d.5,card\n".formatted(i % 7, i, i, i));
    }
    Files.writeString(file, rows);
    Outcome loaded = on(served, "load", "payment", file.toString());
    assertThat(loaded.err()).startsWith("payment: 250 rows read, 250 written, 0 skipped, in");
    on(embedded, "load", "payment", file.toString());
    both("run", "--output", "csv", "-e", "SELECT * FROM payment WHERE customer_id = 3");
    assertThat(on(served, "run", "--output", "csv", "-e", "SELECT count(*) FROM payment").out())
        .isEqualTo("count(*)\n255\n");

    Files.writeString(
        file,
        "customer_id,paid_at,payment_id\n8,2018-01-01,1\n8,2018-01-01,x\n8,2018-01-01,-3\n8,2018-01-01,4\n");
    Outcome bad = on(served, "load", "payment", file.toString());
    assertThat(bad.status()).isEqualTo(1);
    assertThat(bad.err()).contains("line 3: ").contains("1 row before this line is loaded");
    Outcome skipped = on(served, "load", "--skip-bad", "2", "payment", file.toString());
    assertThat(skipped.err()).contains("payment: 2 rows read, 2 written, 2 skipped");
    // A row that only the server can refuse: another row has the key of a unique index.
    both("run", "--quiet", "-e", "CREATE UNIQUE INDEX by_note ON payment (note)");
    Files.writeString(
        file,
        "customer_id,paid_at,payment_id,note\n9,2018-01-01,1,a\n9,2018-01-01,2,x\n9,2018-01-01,3,b\n");
    Outcome taken = on(served, "load", "--skip-bad", "1", "payment", file.toString());
    assertThat(taken.status()).as(taken.err()).isZero();
    assertThat(taken.err())
        .contains("skipped " + file + " line 3: ")
        .contains("payment: 2 rows read, 2 written, 1 skipped");
    assertThat(
            on(
                    served,
                    "run",
                    "-e",
                    "SELECT note FROM payment WHERE customer_id = 9",
                    "--output",
                    "csv")
                .out())
        .isEqualTo("note\na\nb\n");
    assertThat(on(served, "load", "nothing", file.toString()).err())
        .startsWith("keywright: cannot load " + file + ": found no table nothing at " + served);
    assertThat(on(served, "load", "--bulk", "payment", file.toString()).err())
        .isEqualTo(
            "keywright: cannot use --bulk with %s: found the address of a server, expected the URL of a database; leave the option out\n"
                .formatted(served));
  }

  @Test
  void keyspacesAreThoseOfAnEmbeddedDatabase() throws Exception {
    Path file = Files.writeString(folder.resolve("rows.csv"), "id,v\n1,10\n2,20\n");
    both(
        "run",
        "-e",
        "CREATE KEYSPACE a; CREATE KEYSPACE b; CREATE TABLE a.t (id int PRIMARY KEY, v int);"
            + " CREATE TABLE b.t (id int PRIMARY KEY, v int)");
    for (String url : List.of(embedded, served)) {
      Outcome loaded = on(url, "load", "b.t", file.toString());
      assertThat(loaded.status()).as(loaded.err()).isZero();
      assertThat(on(url, "load", "t", file.toString()).err()).contains("found a.t and b.t");
    }
    both("tables");
    assertThat(both("export", "b.t", "-").out()).isEqualTo("id,v\n1,10\n2,20\n");
    assertThat(both("export", "a.t", "-").out()).isEqualTo("id,v\n");
    both("export", "t", "-");
    both("run", "-e", "USE a; DESCRIBE t; DROP KEYSPACE b");
    // The URL of a server names the keyspace in which its statements begin.
    assertThat(on(served + "/b", "export", "t", "-").out()).isEqualTo("id,v\n1,10\n2,20\n");
    assertThat(on(served + "/a", "load", "t", file.toString()).status()).isZero();
    assertThat(on(served + "/a", "run", "-e", "SELECT * FROM t WHERE id = 2").err())
        .isEqualTo("(1 row)\n");
    assertThat(on(served + "/nothing", "tables").err()).contains("there is no such keyspace");
  }

  @Test
  void aShellRunsStatementsOnTheServer() {
    fill();
    Outcome shell =
        Keywright.runWith(
            "tables\nSELECT note FROM payment\n WHERE payment_id = 5;\noutput csv\nSELECT note FROM payment WHERE payment_id = 5;\n",
            "shell",
            "--db",
            served);
    assertThat(shell.status()).isZero();
    assertThat(shell.out()).contains("payment_by_id").endsWith("note\nx\n");
  }

  @Test
  void commandsThatNeedTheFilesSayWhereToRunThem() {
    for (List<String> command :
        List.of(
            List.of("backup", folder.resolve("b").toString()),
            List.of("restore", folder.resolve("b").toString()),
            List.of("scrub", "payment"),
            List.of("scan", "payment"),
            List.of("regions", "payment"),
            List.of("splits", "payment"),
            List.of("serve"),
            List.of("demo"))) {
      Outcome refused = on(served, command.toArray(String[]::new));
      assertThat(refused.status()).as(command.toString()).isEqualTo(1);
      assertThat(refused.err())
          .isEqualTo(
              "keywright: cannot run 'keywright %s' on %s: found the address of a server, expected the URL of a database; run it where the server runs, with the --db of the server, and stop the server first if its database is embedded\n"
                  .formatted(command.get(0), served));
    }
    assertThat(Keywright.run("copy", "--from", served, "--to", embedded).err())
        .startsWith("keywright: cannot run 'keywright copy' on " + served);
    assertThat(Keywright.run("admin", "status", "--db", served).err())
        .startsWith("keywright: cannot run 'keywright admin status' on " + served);
    assertThat(on(served, "run", "--skip-unreadable", "-e", "DESCRIBE TABLES").err())
        .startsWith("keywright: cannot use --skip-unreadable with " + served);
  }

  /** The password is never an argument, which other users of the machine can read. */
  @Test
  void aUserLogsIn() throws Exception {
    fill();
    server.close();
    String hash = Passwords.hash("correct horse".toCharArray());
    try (Database database = Database.open("rocksdb:" + folder.resolve("served"))) {
      database.changeUsers(
          users -> List.of(new DatabaseUser("anna", DatabaseUser.Role.READ, hash)));
      try (CqlServer asking =
          CqlServer.start(database, ServerOptions.DEFAULT.withAddress(server.address()))) {
        assertThat(on(served, "tables").err())
            .startsWith(
                "keywright: cannot open " + served + ": found a server that asks for a user")
            .hasLineCount(1);
        assertThat(as("correct horse", "tables", "--db", served, "--user", "anna"))
            .contains("payment_by_id")
            .endsWith("\n0");
        assertThat(as("wrong", "tables", "--db", served, "--user", "anna"))
            .endsWith(
                "found a wrong name or password, expected those of a user of the database\n1");
        assertThat(
                as(
                    "correct horse",
                    "run",
                    "--db",
                    served,
                    "--user",
                    "anna",
                    "-e",
                    "TRUNCATE payment"))
            .contains("user anna has the role read")
            .endsWith("\n1");
        assertThat(asking.address()).isEqualTo(server.address());
      }
    }
    assertThat(on(embedded, "tables", "--user", "anna").err())
        .startsWith("keywright: cannot use --user with " + embedded);
  }

  /**
   * Runs the command with a password in its environment; returns what it printed and its status.
   */
  private String as(String password, String... arguments) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(KeywrightProcess.command(64, arguments)).redirectErrorStream(true);
    builder.environment().put("KEYWRIGHT_PASSWORD", password);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return printed + process.waitFor();
  }

  @Test
  void aServerThatDoesNotAnswerIsToldInOneLine() {
    server.close();
    Outcome refused = on(served, "run", "-e", "DESCRIBE TABLES");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "keywright: cannot open %s: found no server at this address; start a server with keywright serve, or correct the address\n"
                .formatted(served));
    assertThat(on("cql:", "run", "-e", "DESCRIBE TABLES").err())
        .isEqualTo(
            "keywright: cannot open cql:: expected the address of a server, such as cql:127.0.0.1:9042 or cql:127.0.0.1:9042/shop\n");
  }

  /** Reading commands show what the server has written until then; a writing one is refused. */
  private static void readBeside(String url, String server) {
    String create = "CREATE TABLE t (id int PRIMARY KEY, n int); CREATE INDEX by_n ON t (n);";
    Outcome created =
        on("cql:" + server, "run", "-e", create + "INSERT INTO t (id, n) VALUES (1, 7)");
    assertThat(created.status()).as(created.err()).isZero();
    String reading = url + "?read_only=true";
    assertThat(on(reading, "run", "--output", "csv", "-e", "SELECT id FROM t WHERE n = 7").out())
        .isEqualTo("id\n1\n");
    assertThat(on(reading, "tables").out()).contains("by_n");
    assertThat(on(reading, "describe", "t").out()).contains("CREATE INDEX by_n ON t");
    Outcome refused = on(reading, "run", "-e", "INSERT INTO t (id, n) VALUES (2, 7)");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("keywright: cannot write: found the database open with read_only=true;");
    for (String statement :
        List.of("DROP TABLE t", "CREATE TABLE u (id int PRIMARY KEY)", "TRUNCATE t")) {
      assertThat(on(reading, "run", "-e", statement).err())
          .as(statement)
          .contains("found the database open with read_only=true;");
    }
  }

  /**
   * The lock says whether the database is open; the file beside it only says where it is served.
   */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aDatabaseInUseNamesItsServer() throws Exception {
    Path data = folder.resolve("used");
    Path note = data.resolve("KEYWRIGHT-SERVER");
    Path port = folder.resolve("port");
    String url = "rocksdb:" + data;
    try (KeywrightProcess process =
        KeywrightProcess.serving(folder.resolve("messages"), port, url, "127.0.0.1:0")) {
      String address = "127.0.0.1:" + Files.readString(port).strip();
      for (String command : List.of("run -e DESCRIBE", "tables", "scrub t", "backup b")) {
        Outcome used = on(url, command.split(" "));
        assertThat(used.status()).isEqualTo(1);
        assertThat(used.err())
            .as(command)
            .isEqualTo(
                "keywright: cannot open %s: found the database in use by a server at %s, expected it closed; use the server, with --db cql:%s or jdbc:keywright:cql://%s, stop it, or read with %s?read_only=true\n"
                    .formatted(url, address, address, address, url));
      }
      readBeside(url, address);
      process.kill();
    }
    assertThat(note).exists();
    try (Database other = Database.open(url)) {
      assertThat(note).doesNotExist();
      assertThat(on(url, "tables").err()).contains("found the database open in another process");
      other.noteServer(Optional.of("[::1]:9042"));
      assertThat(on(url, "tables").err()).contains("in use by a server at [::1]:9042,");
      other.noteServer(Optional.of("127.0.0.1:9042?tls=true users"));
      assertThat(on(url, "tables").err())
          .contains(
              "in use by a server at 127.0.0.1:9042, expected it closed; use the server, with --db cql:127.0.0.1:9042?tls=true --user NAME or jdbc:keywright:cql://127.0.0.1:9042?tls=true with the properties user and password, stop it, or read with");
      other.noteServer(Optional.of("127.0.0.1:9042?tls=true"));
      assertThat(on(url, "tables").err())
          .contains("or jdbc:keywright:cql://127.0.0.1:9042?tls=true, stop it");
      Files.writeString(note, "no address\n");
      assertThat(on(url, "tables").err()).contains("found the database open in another process");
      other.noteServer(Optional.of("[::1]:9042"));
      other.noteServer(Optional.empty());
      assertThat(note).doesNotExist();
      other.noteServer(Optional.of("[::1]:9042"));
    }
    assertThat(note).doesNotExist();
    assertThat(on(url, "tables").status()).isZero();
  }

  /**
   * A killed server closes its connections; a stopped process leaves them open and says nothing.
   */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aServerThatDiesWhileItWorksIsToldInOneLine() throws Exception {
    Path port = folder.resolve("port");
    try (KeywrightProcess process =
        KeywrightProcess.serving(
            folder.resolve("messages"),
            port,
            "rocksdb:" + folder.resolve("other"),
            "127.0.0.1:0")) {
      String url = "cql:127.0.0.1:" + Files.readString(port).strip();
      assertThat(on(url, "run", "-e", "CREATE TABLE t (id int PRIMARY KEY)").status()).isZero();
      process.pause();
      Outcome hung = on(url, "run", "-e", "INSERT INTO t (id) VALUES (1)");
      assertThat(hung.status()).isEqualTo(1);
      assertThat(hung.err())
          .startsWith("keywright: cannot open " + url + ": found no answer within 20 s")
          .hasLineCount(1);
      process.resume();
      assertThat(on(url, "run", "-e", "INSERT INTO t (id) VALUES (1)").status()).isZero();
      StringBuilder statements = new StringBuilder();
      for (int i = 0; i < 200_000; i++) {
        statements.append("INSERT INTO t (id) VALUES (").append(i).append(");\n");
      }
      Thread kill =
          new Thread(
              () -> {
                try {
                  process.waitFor(
                      () ->
                          on(url, "run", "--output", "csv", "-e", "SELECT * FROM t WHERE id = 100")
                              .out()
                              .contains("100"));
                  process.kill();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      kill.start();
      Outcome killed = Keywright.runWith(statements.toString(), "run", "--db", url, "-f", "-");
      kill.join();
      assertThat(killed.status()).isEqualTo(1);
      String last = killed.err().strip().lines().reduce((a, b) -> b).orElseThrow();
      assertThat(last)
          .startsWith("keywright: cannot ")
          .contains(url)
          .matches(".*(read the rows before you run the statement again|correct the address)");
    }
  }
}
