package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.stream.IntStream;
import keywright.cli.Keywright.Outcome;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The names that columns have in Cassandra while their table changes. Each statement opens the
 * database anew, and another client reads the same rows by the names of Cassandra.
 */
@Tag("large")
class NamesOnCassandraTest {
  private static final String KEYSPACE = "names";
  private static String url;
  private static CqlSession client;

  @BeforeAll
  static void open() {
    url = CassandraServer.shared().newKeyspace(KEYSPACE) + "?alone=true";
    client = DriverSession.in(KEYSPACE);
  }

  @AfterAll
  static void close() {
    client.close();
  }

  private static void run(String statements) {
    for (String statement : statements.split(";\\s*")) {
      String unused = select(statement);
    }
  }

  /** The rows in lines, without the names of columns. */
  private static String select(String statement) {
    Outcome outcome = Keywright.run("run", "--db", url, "-e", statement, "--output", "csv");
    assertThat(outcome.status()).as("%s: %s", statement, outcome.err()).isZero();
    return outcome.out().substring(outcome.out().indexOf('\n') + 1).strip();
  }

  /** What another client reads, a value for each column. */
  private static List<Object> other(String statement) {
    Row row = client.execute(statement).one();
    assertThat(row).as(statement).isNotNull();
    return IntStream.range(0, row.getColumnDefinitions().size()).mapToObj(row::getObject).toList();
  }

  private static void requireWhole(String table, int rows) {
    String err = Keywright.run("scrub", table, "--check", "--db", url).err();
    assertThat(err).startsWith("%s: %d row".formatted(table, rows));
    assertThat(err).contains(" and %d index entr".formatted(rows)).contains("nothing is wrong");
  }

  @Test
  void aRenamedKeyColumnKeepsItsNameThere() {
    run(
        """
        CREATE TABLE stay (hotel text, arrived date, guest text, nights int,
          PRIMARY KEY ((hotel), arrived DESC, guest));
        CREATE INDEX stay_by_guest ON stay (guest);
        INSERT INTO stay (hotel, arrived, guest, nights) VALUES ('a', '2024-01-01', 'ann', 2);
        ALTER TABLE stay RENAME guest TO visitor AND hotel TO house;
        INSERT INTO stay (house, arrived, visitor, nights) VALUES ('a', '2024-01-02', 'bob', 3);
        UPDATE stay SET nights = 5 WHERE house = 'a' AND arrived = '2024-01-01' AND visitor = 'ann'
        """);
    assertThat(select("SELECT visitor, nights FROM stay WHERE house = 'a'"))
        .isEqualTo("bob,3\nann,5");
    assertThat(select("SELECT nights FROM stay WHERE visitor = 'bob'")).isEqualTo("3");
    assertThat(other("SELECT guest, nights FROM stay WHERE hotel = 'a' LIMIT 1"))
        .containsExactly("bob", 3);
    requireWhole("stay", 2);
    run("ALTER TABLE stay RENAME visitor TO guest AND house TO hotel");
    assertThat(select("SELECT guest FROM stay WHERE hotel = 'a' AND arrived = '2024-01-01'"))
        .isEqualTo("ann");
    run("TRUNCATE stay");
    run("INSERT INTO stay (hotel, arrived, guest) VALUES ('a', '2024-01-01', 'cal')");
    requireWhole("stay", 1);
  }

  @Test
  void aComputedKeyPartKeepsItsNameThere() {
    run(
        """
        CREATE TABLE parcel (order_id text, v int, PRIMARY KEY (reverse(order_id)));
        CREATE INDEX parcel_by_v ON parcel (v);
        INSERT INTO parcel (order_id, v) VALUES ('abc', 1);
        ALTER TABLE parcel RENAME order_id TO oid;
        ALTER TABLE parcel ADD "Reverse_Order_Id" int;
        ALTER TABLE parcel ADD reverse_order_id int;
        UPDATE parcel SET "Reverse_Order_Id" = 7, reverse_order_id = 8 WHERE oid = 'abc'
        """);
    assertThat(select("SELECT v, \"Reverse_Order_Id\", reverse_order_id FROM parcel WHERE v = 1"))
        .isEqualTo("1,7,8");
    assertThat(
            other(
                "SELECT v, \"Reverse_Order_Id\", reverse_order_id_2 FROM parcel WHERE"
                    + " reverse_order_id = 'cba'"))
        .containsExactly(1, 7, 8);
    requireWhole("parcel", 1);
  }

  @Test
  void aDroppedColumnLeavesTheNameOfAKeyPartAsItIs() {
    run(
        """
        CREATE TABLE letter (order_id text, reverse_order_id int, v int,
          PRIMARY KEY (reverse(order_id)));
        CREATE INDEX letter_by_v ON letter (v);
        INSERT INTO letter (order_id, reverse_order_id, v) VALUES ('abc', 1, 2);
        ALTER TABLE letter DROP reverse_order_id;
        UPDATE letter SET v = 3 WHERE order_id = 'abc'
        """);
    assertThat(select("SELECT order_id, v FROM letter WHERE v = 3")).isEqualTo("abc,3");
    assertThat(other("SELECT v FROM letter WHERE reverse_order_id_2 = 'cba'")).containsExactly(3);
    requireWhole("letter", 1);
  }

  @Test
  void aColumnThatIsDroppedAndAddedMayHaveAnotherType() {
    run(
        """
        CREATE TABLE room (id int, v int, n int, PRIMARY KEY (id));
        CREATE INDEX room_by_n ON room (n);
        INSERT INTO room (id, v, n) VALUES (1, 7, 1);
        ALTER TABLE room DROP v;
        ALTER TABLE room ADD v text
        """);
    assertThat(select("SELECT id, v FROM room WHERE n = 1")).isEqualTo("1,");
    run(
        "UPDATE room SET v = 'x' WHERE id = 1; ALTER TABLE room DROP v; ALTER TABLE room ADD v"
            + " int");
    assertThat(select("SELECT id, v FROM room WHERE id = 1")).isEqualTo("1,");
    run("UPDATE room SET v = 9 WHERE id = 1; ALTER TABLE room ADD v_2 int");
    assertThat(select("SELECT v, v_2 FROM room WHERE n = 1")).isEqualTo("9,");
    run("ALTER TABLE room RENAME v TO w");
    assertThat(select("SELECT w FROM room WHERE n = 1")).isEqualTo("9");
    assertThat(other("SELECT v, v_2, v_3, v_2_2 FROM room WHERE id = 1"))
        .containsExactly(7, "x", 9, null);
    requireWhole("room", 1);
  }

  /** Cassandra hides what was written before a column of the name was dropped. */
  @Test
  void aNewColumnTakesValuesOfTimesBeforeAnotherOfItsNameWasDropped() {
    long before = System.currentTimeMillis() * 1_000;
    run(
        """
        CREATE TABLE visit (id int, v int, w int, PRIMARY KEY (id)) WITH writes = 'plain';
        ALTER TABLE visit DROP v;
        ALTER TABLE visit ADD v int
        """);
    run("INSERT INTO visit (id, v, w) VALUES (1, 5, 6) USING TIMESTAMP " + before);
    assertThat(select("SELECT v, w FROM visit WHERE id = 1")).isEqualTo("5,6");
    assertThat(other("SELECT v_2, w FROM visit WHERE id = 1")).containsExactly(5, 6);
  }

  @Test
  void columnsOfTwoFamiliesMayHaveOneStoredName() {
    run(
        """
        CREATE TABLE orders (id int, shipped int AT 's:AddressID', billed text AT 'b:AddressID',
          v int, PRIMARY KEY (id));
        INSERT INTO orders (id, shipped, billed, v) VALUES (1, 2, 'x', 3);
        ALTER TABLE orders ADD v2 int AT 'f:v', i2 int AT 'f:id'
        """);
    assertThat(select("SELECT shipped, billed, v, v2, i2 FROM orders WHERE id = 1"))
        .isEqualTo("2,x,3,,");
    run("UPDATE orders SET v2 = 4, i2 = 5 WHERE id = 1");
    assertThat(select("SELECT shipped, billed, v, v2, i2 FROM orders WHERE id = 1"))
        .isEqualTo("2,x,3,4,5");
    assertThat(
            other("SELECT \"AddressID\", \"AddressID_2\", v, v_2, id_2 FROM orders WHERE id = 1"))
        .containsExactly(2, "x", 3, 4, 5);
  }
}
