package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import keywright.cql.Design;
import keywright.table.Database;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the Java driver of Cassandra does with a server, in one version of the protocol. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DriverContract {
  private final String version;
  private Database database;
  private CqlServer server;
  private CqlSession session;

  /**
   * @param version of the protocol; empty to negotiate. A slash and the name of a compression can
   *     follow
   */
  DriverContract(String version) {
    this.version = version;
  }

  @BeforeAll
  void connect() {
    database = Database.open("memory:");
    server = CqlServer.start(database, Drivers.options());
    session = Drivers.connect(server.address(), version);
    session.execute("CREATE KEYSPACE shop");
    session.execute("USE shop");
    session.execute(
        "CREATE TABLE payment (customer_id int, paid_at timestamp, payment_id bigint, amount decimal(12,2), note text,"
            + " PRIMARY KEY ((customer_id), paid_at DESC, payment_id))");
    session.execute("CREATE INDEX payment_by_id ON payment (payment_id)");
  }

  @AfterAll
  void disconnect() {
    session.close();
    server.close();
    database.close();
  }

  @Test
  void theVersionIsSpoken() {
    assertThat(session.getContext().getProtocolVersion().name())
        .isEqualTo(version.isEmpty() ? "V5" : version.split("/")[0]);
  }

  @Test
  void theSchemaCanBeWalked() {
    KeyspaceMetadata shop = session.refreshSchema().getKeyspace("shop").orElseThrow();
    TableMetadata table = shop.getTable("payment").orElseThrow();
    assertThat(table.getPartitionKey())
        .extracting(c -> c.getName().asInternal())
        .containsExactly("customer_id");
    assertThat(table.getClusteringColumns().toString())
        .contains("paid_at", "DESC", "payment_id", "ASC");
    assertThat(table.getColumn("amount").orElseThrow().getType()).isEqualTo(DataTypes.DECIMAL);
    assertThat(table.getColumn("paid_at").orElseThrow().getType()).isEqualTo(DataTypes.TIMESTAMP);
    assertThat(table.getIndexes().values())
        .extracting(index -> index.getName().asInternal() + ": " + index.getTarget())
        .containsExactly("payment_by_id: payment_id");
    assertThat(session.getMetadata().getNodes().values())
        .extracting(node -> node.getHostId() != null && node.getSchemaVersion() != null)
        .containsExactly(true);
  }

  /** A value of each type, as the driver has it. */
  private static final Map<String, Object> VALUES =
      Map.ofEntries(
          Map.entry("tinyint", (byte) -7),
          Map.entry("smallint", (short) -300),
          Map.entry("int", -70_000),
          Map.entry("bigint", 1L << 40),
          Map.entry("tinyint unsigned", (short) 200),
          Map.entry("smallint unsigned", 60_000),
          Map.entry("int unsigned", 4_000_000_000L),
          Map.entry("bigint unsigned", BigInteger.ONE.shiftLeft(63)),
          Map.entry("varint", BigInteger.TEN.pow(30).negate()),
          Map.entry("float", 0.5f),
          Map.entry("double", -1e300),
          Map.entry("decimal", new BigDecimal("12.345")),
          Map.entry("decimal(12,2)", new BigDecimal("12.30")),
          Map.entry("boolean", true),
          Map.entry("text", "grün 🌲"),
          Map.entry("char(3)", "abc"),
          Map.entry("digits(4)", "0042"),
          Map.entry("blob", ByteBuffer.wrap(new byte[] {0, -1})),
          Map.entry("binary(2)", ByteBuffer.wrap(new byte[] {1, 2})),
          Map.entry("uuid", new UUID(1, 2)),
          Map.entry("timeuuid", new UUID(0x1234_5678_9abc_1defL, 2)),
          Map.entry("inet", InetAddress.getLoopbackAddress()),
          Map.entry("date", LocalDate.of(1969, 12, 31)),
          Map.entry("time", LocalTime.of(23, 59, 59, 999_999_999)),
          Map.entry("time(ms)", LocalTime.of(1, 2, 3, 4_000_000)),
          Map.entry("timestamp", Instant.parse("1969-12-31T23:59:59.999Z")),
          Map.entry("timestamp(s)", Instant.parse("2020-01-01T00:00:01Z")),
          Map.entry("timestamp(us)", 1_577_836_800_000_001L),
          Map.entry("timestamp(ns)", -1L),
          Map.entry("enum('cash' = 1, 'card' = 2)", "card"),
          Map.entry("variant", "[1,\"a\",null]"),
          Map.entry("list<int>", List.of(3, 1, 2)),
          Map.entry("list<timestamp(us)>", List.of(5L)),
          Map.entry("duration", CqlDuration.newInstance(-1, -2, -3_600_000_000_001L)),
          Map.entry("list<duration>", List.of(CqlDuration.newInstance(0, 0, 1))),
          Map.entry("set<text>", Set.of("b", "a", "ä")),
          Map.entry("set<int>", Set.of()),
          Map.entry("map<text, bigint unsigned>", Map.of("a", BigInteger.TWO, "b", BigInteger.ONE)),
          Map.entry(
              "map<int, set<date>>", Map.of(-1, Set.of(LocalDate.of(1969, 12, 31)), 1, Set.of())));

  @Test
  void valuesOfEveryTypeComeBack() {
    List<String> types = List.copyOf(VALUES.keySet());
    StringBuilder columns = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < types.size(); i++) {
      columns.append(", c").append(i).append(' ').append(types.get(i));
      names.append(", c").append(i);
    }
    session.execute("CREATE TABLE all_types (id int PRIMARY KEY" + columns + ")");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO all_types (id%s) VALUES (?%s)"
                .formatted(names, ", ?".repeat(types.size())));
    List<Object> values = new ArrayList<>(List.of(1));
    types.forEach(type -> values.add(VALUES.get(type)));
    session.execute(insert.bind(values.toArray()));
    session.execute(insert.bind(nulls(types.size())));

    Row row =
        session.execute(session.prepare("SELECT * FROM all_types WHERE id = ?").bind(1)).one();
    for (int i = 0; i < types.size(); i++) {
      assertThat(row.getObject("c" + i)).as(types.get(i)).isEqualTo(VALUES.get(types.get(i)));
    }
    Row empty = session.execute("SELECT * FROM all_types WHERE id = 2").one();
    for (int i = 0; i < types.size(); i++) {
      assertThat(empty.isNull("c" + i)).as(types.get(i)).isTrue();
    }
  }

  private static Object[] nulls(int count) {
    Object[] values = new Object[count + 1];
    values[0] = 2;
    return values;
  }

  @Test
  void aQueryWithTheTimeHasPages() {
    pay(77, 50);
    SimpleStatement select =
        SimpleStatement.newInstance(
                "SELECT payment_id FROM payment WHERE customer_id = 77 AND paid_at < now()")
            .setPageSize(20);
    assertThat(session.execute(select).all()).hasSize(50).doesNotHaveDuplicates();
  }

  private void pay(int customer, int count) {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO payment (customer_id, paid_at, payment_id, amount) VALUES (:c, :at, :id, :amount)");
    Instant start = Instant.parse("2017-01-01T00:00:00Z");
    for (int i = 0; i < count; i++) {
      session.execute(
          insert
              .boundStatementBuilder()
              .setInt("c", customer)
              .setInstant("at", start.plusSeconds(i))
              .setLong("id", i)
              .setBigDecimal("amount", BigDecimal.valueOf(i).setScale(2))
              .build());
    }
  }

  @Test
  void aKeyOfAMapAfterSelectCanBeAParameter() {
    session.execute("CREATE TABLE views (id int PRIMARY KEY, pages map<text, int>)");
    session.execute("INSERT INTO views (id, pages) VALUES (1, {'a': 1, 'b': 2})");
    PreparedStatement find = session.prepare("SELECT pages[?], id FROM views WHERE id = ?");
    assertThat(find.getVariableDefinitions().get(0).getType().asCql(false, false))
        .isEqualTo("text");
    for (String key : List.of("b", "a", "b")) {
      assertThat(session.execute(find.bind(key, 1)).one().getInt("pages[?]"))
          .isEqualTo(key.equals("a") ? 1 : 2);
    }
    assertThat(session.execute("SELECT pages[?] FROM views", "a").one().getInt(0)).isEqualTo(1);
    assertThat(session.execute(find.bind("c", 1)).one().isNull(0)).isTrue();
  }

  @Test
  void aResultOfSeveralPagesIsReadToItsEnd() {
    pay(10, 237);
    ResultSet rows =
        session.execute(
            SimpleStatement.newInstance(
                    "SELECT payment_id FROM payment WHERE customer_id = ? ORDER BY paid_at", 10)
                .setPageSize(100));
    assertThat(rows.getAvailableWithoutFetching()).isEqualTo(100);
    assertThat(rows.getExecutionInfo().getPagingState()).isNotNull();
    List<Long> ids = new ArrayList<>();
    rows.forEach(row -> ids.add(row.getLong(0)));
    assertThat(ids).hasSize(237).isSorted();
    assertThat(rows.isFullyFetched()).isTrue();

    ResultSet large = session.execute("SELECT payment_id FROM payment WHERE customer_id = 10");
    assertThat(large.getAvailableWithoutFetching()).isEqualTo(237);
  }

  @Test
  void aPageOfLargeRowsEndsAtItsBytes() {
    session.execute(
        "CREATE TABLE file (folder int, name int, body blob, PRIMARY KEY (folder, name))");
    PreparedStatement insert =
        session.prepare("INSERT INTO file (folder, name, body) VALUES (1, ?, ?)");
    for (int name = 0; name < 400; name++) {
      session.execute(insert.bind(name, ByteBuffer.allocate(name < 380 ? 10 : 1 << 20)));
    }
    ResultSet files = session.execute("SELECT name, body FROM file WHERE folder = 1");
    assertThat(files.getAvailableWithoutFetching()).as("4 MB").isBetween(380 + 4, 380 + 5);
    assertThat(files.all()).extracting(row -> row.getInt(0)).hasSize(400).isSorted();
    session.execute("DROP TABLE file");
  }

  @Test
  void firstRowsOfPartitionsHavePages() {
    for (int customer = 30; customer < 40; customer++) {
      pay(customer, 20);
    }
    List<Integer> customers = new ArrayList<>();
    session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT customer_id FROM payment WHERE customer_id >= 30 AND customer_id < 40 PER PARTITION LIMIT 3")
                .setPageSize(4))
        .forEach(row -> customers.add(row.getInt(0)));
    assertThat(customers).hasSize(30).isSorted();
    assertThat(customers.stream().distinct()).hasSize(10);
  }

  @Test
  void aPageOfAnotherQueryIsRefused() {
    pay(11, 12);
    SimpleStatement query =
        SimpleStatement.newInstance("SELECT * FROM payment WHERE customer_id = 11").setPageSize(5);
    ByteBuffer state = session.execute(query).getExecutionInfo().getPagingState();
    SimpleStatement other =
        SimpleStatement.newInstance("SELECT * FROM payment WHERE customer_id = 12")
            .setPagingState(state);
    assertThatThrownBy(() -> session.execute(other)).isInstanceOf(InvalidQueryException.class);
    SimpleStatement damaged = query.setPagingState(ByteBuffer.wrap(new byte[] {-1, 0, 1}));
    assertThatThrownBy(() -> session.execute(damaged)).isInstanceOf(InvalidQueryException.class);
  }

  @Test
  void aBatchIsOneChange() {
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO payment (customer_id, paid_at, payment_id) VALUES (20, :at, :id)");
    session.execute(
        BatchStatement.newInstance(DefaultBatchType.LOGGED)
            .add(insert.bind(Instant.EPOCH, 1L))
            .add(insert.bind(Instant.EPOCH, 2L))
            .add(
                SimpleStatement.newInstance(
                    "INSERT INTO payment (customer_id, paid_at, payment_id, note) VALUES (?, ?, ?, 'a;b');",
                    20,
                    Instant.EPOCH,
                    3L)));
    assertThat(session.execute("SELECT * FROM payment WHERE customer_id = 20").all()).hasSize(3);

    BatchStatement wrong =
        BatchStatement.newInstance(DefaultBatchType.LOGGED)
            .add(insert.bind(Instant.EPOCH, 4L))
            .add(
                SimpleStatement.newInstance(
                    "INSERT INTO payment (customer_id, paid_at) VALUES (20, 0)"));
    assertThatThrownBy(() -> session.execute(wrong))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("statement 2 of the batch");
    assertThat(session.execute("SELECT * FROM payment WHERE customer_id = 20").all()).hasSize(3);

    BatchStatement reading =
        BatchStatement.newInstance(DefaultBatchType.LOGGED)
            .add(SimpleStatement.newInstance("SELECT * FROM payment WHERE customer_id = 20"));
    assertThatThrownBy(() -> session.execute(reading))
        .hasMessage(
            "cannot run the batch: found another statement as statement 1, expected INSERT, UPDATE or DELETE");
  }

  @Test
  void aConditionIsMetOnce() {
    SimpleStatement insert =
        SimpleStatement.newInstance(
            "INSERT INTO payment (customer_id, paid_at, payment_id, note) VALUES (30, 0, 1, ?) IF NOT EXISTS",
            "first");
    assertThat(session.execute(insert).wasApplied()).isTrue();
    ResultSet again = session.execute(insert);
    assertThat(again.wasApplied()).isFalse();
    ResultSet prepared =
        session.execute(
            session
                .prepare(
                    "UPDATE payment SET note = ? WHERE customer_id = ? AND paid_at = ? AND payment_id = ? IF note = ?")
                .bind("second", 30, Instant.EPOCH, 1L, "other"));
    assertThat(prepared.wasApplied()).isFalse();
    assertThat(prepared.one().getString("note")).isEqualTo("first");
  }

  @Test
  void aValueThatIsNotSetKeepsTheColumn() {
    session.execute(
        "INSERT INTO payment (customer_id, paid_at, payment_id, note) VALUES (40, 0, 1, 'kept')");
    PreparedStatement insert =
        session.prepare(
            "INSERT INTO payment (customer_id, paid_at, payment_id, note, amount) VALUES (40, 0, 1, :note, :amount)");
    session.execute(insert.boundStatementBuilder().setBigDecimal("amount", BigDecimal.ONE).build());
    Row row = session.execute("SELECT note, amount FROM payment WHERE customer_id = 40").one();
    assertThat(row.getString("note")).isEqualTo("kept");
    assertThat(row.getBigDecimal("amount")).isEqualByComparingTo("1");
    session.execute(insert.boundStatementBuilder().setToNull("note").build());
    row = session.execute("SELECT note, amount FROM payment WHERE customer_id = 40").one();
    assertThat(row.isNull("note")).isTrue();
  }

  @Test
  void listsOfValuesAndLimitsAreParameters() {
    pay(50, 5);
    PreparedStatement query =
        session.prepare(
            "SELECT payment_id FROM payment WHERE customer_id IN ? AND paid_at >= ? LIMIT ?");
    assertThat(query.getVariableDefinitions().get(0).getType())
        .isEqualTo(DataTypes.listOf(DataTypes.INT));
    assertThat(session.execute(query.bind(List.of(50, 51), Instant.EPOCH, 3)).all()).hasSize(3);
  }

  @Test
  void aggregatesHaveTheNamesThatCassandraGivesThem() {
    pay(55, 3);
    String from = " FROM payment WHERE customer_id = 55";
    String query = "SELECT count(*), count(note), sum(payment_id), max(note) AS m" + from;
    String expected = "[count:3, \"system.count(note)\":0, \"system.sum(payment_id)\":3, m:NULL]";
    assertThat(session.execute(query).one().getFormattedContents()).isEqualTo(expected);
    assertThat(session.execute(session.prepare(query).bind()).one().getFormattedContents())
        .isEqualTo(expected);
    assertThat(
            session.execute("SELECT count(1) AS \"count(*)\"" + from).one().getFormattedContents())
        .isEqualTo("[\"count(*)\":3]");
  }

  @Test
  void theTablesOfTheVirtualSchemaAreShown() {
    Row keyspace = session.execute("SELECT * FROM system_virtual_schema.keyspaces").one();
    assertThat(keyspace.getString(0)).isEqualTo("system_virtual_schema");
    assertThat(session.execute("SELECT * FROM system_virtual_schema.tables").all())
        .extracting(row -> row.getString("table_name"))
        .containsExactly("keyspaces", "tables", "columns");
    assertThat(
            session
                .execute(
                    "SELECT column_name FROM system_virtual_schema.columns WHERE table_name = 'tables' ALLOW FILTERING")
                .all())
        .extracting(row -> row.getString(0))
        .containsExactly("keyspace_name", "table_name", "comment");
  }

  @Test
  void valuesHaveNamesWithoutPreparing() {
    pay(60, 2);
    SimpleStatement query =
        SimpleStatement.newInstance(
            "SELECT payment_id FROM payment WHERE customer_id = :customer AND paid_at < :before",
            Map.of("customer", 60, "before", Instant.parse("2017-01-01T00:00:01Z")));
    assertThat(session.execute(query).all()).hasSize(1);
  }

  @Test
  void errorsHaveTheirKind() {
    assertThatThrownBy(() -> session.execute("SELEC * FROM payment"))
        .isInstanceOf(SyntaxError.class)
        .hasMessageStartingWith("cannot read statement: line 1, column 1: ");
    assertThatThrownBy(() -> session.execute("SELECT * FROM nothing"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> session.execute("SELECT * FROM payment WHERE note = 'a'"))
        .isInstanceOf(InvalidQueryException.class);
    assertThatThrownBy(() -> session.execute("CREATE TABLE payment (id int PRIMARY KEY)"))
        .isInstanceOfSatisfying(
            AlreadyExistsException.class,
            e -> assertThat(e.getMessage()).isEqualTo("Object shop.payment already exists"));
    session.execute("CREATE INDEX payment_by_note ON payment (note)");
    assertThatThrownBy(() -> session.execute("CREATE INDEX payment_by_note ON payment (note)"))
        .as("the error of the protocol is that of a table or a keyspace")
        .isInstanceOf(InvalidQueryException.class);
    session.execute("DROP INDEX payment_by_note");
    PreparedStatement byId = session.prepare("SELECT note FROM payment WHERE customer_id = ?");
    assertThatThrownBy(() -> session.execute(byId.bind((Object) null)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("found null, expected a value");
    assertThatThrownBy(() -> session.execute("USE other"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("there is no such keyspace");
    assertThatThrownBy(
            () ->
                session.execute(
                    SimpleStatement.newInstance("SELECT * FROM payment WHERE customer_id = ?", 1L)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "cannot read value 1, for \"customer_id\": found 8 bytes, expected the 4 bytes of type int");
    assertThatThrownBy(() -> session.execute("SELECT * FROM system.nothing"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("found table system.nothing, expected one of system.local");
  }

  @Test
  void tablesHaveTheirKeyspaceInFront() {
    session.execute(
        "INSERT INTO shop.payment (customer_id, paid_at, payment_id) VALUES (70, 0, 1)");
    assertThat(session.execute("SELECT * FROM shop.payment WHERE customer_id = 70").all())
        .hasSize(1);
    assertThatThrownBy(() -> session.execute("SELECT * FROM other.payment WHERE customer_id = 70"))
        .isInstanceOf(InvalidQueryException.class);
  }

  @Test
  void clientsAreToldWhatOthersDefine() throws Exception {
    try (CqlSession other = Drivers.connect(server.address(), version)) {
      other.execute("CREATE TABLE shop.told (id int PRIMARY KEY, a int)");
      waitFor(() -> columns("told").equals(List.of("id", "a")));
      other.execute("ALTER TABLE shop.told ADD b int");
      waitFor(() -> columns("told").equals(List.of("id", "a", "b")));
      other.execute("DROP TABLE shop.told");
      waitFor(() -> columns("told").isEmpty());
    }
  }

  @Test
  void tablesOfTwoKeyspacesAreApart() throws Exception {
    session.execute("CREATE KEYSPACE stock WITH replication = {'class': 'SimpleStrategy'}");
    waitFor(() -> session.getMetadata().getKeyspace("stock").isPresent());
    try (CqlSession other = Drivers.connect(server.address(), version)) {
      other.execute("CREATE TABLE stock.payment (customer_id int PRIMARY KEY, place text)");
      other.execute("CREATE INDEX stock.by_place ON stock.payment (place)");
      waitFor(
          () ->
              session
                  .getMetadata()
                  .getKeyspace("stock")
                  .flatMap(stock -> stock.getTable("payment"))
                  .map(table -> table.getIndexes().size() == 1)
                  .orElse(false));
      assertThat(columns("payment")).contains("amount").doesNotContain("place");
      other.execute("USE stock");
      other.execute("INSERT INTO payment (customer_id, place) VALUES (900, 'x')");
      ResultSet found = other.execute("SELECT customer_id, place FROM payment WHERE place = 'x'");
      assertThat(found.getColumnDefinitions().get(0).getKeyspace().asInternal()).isEqualTo("stock");
      assertThat(found.getColumnDefinitions().get(0).getTable().asInternal()).isEqualTo("payment");
      assertThat(found.all()).hasSize(1);

      // The other connection is still in its keyspace.
      ResultSet here = session.execute("SELECT amount FROM payment WHERE customer_id = 900");
      assertThat(here.getColumnDefinitions().get(0).getKeyspace().asInternal()).isEqualTo("shop");
      assertThat(here.all()).isEmpty();

      PreparedStatement prepared = other.prepare("SELECT place FROM payment WHERE customer_id = ?");
      assertThat(prepared.getResultSetDefinitions().get(0).getKeyspace().asInternal())
          .isEqualTo("stock");
      assertThat(prepared.getVariableDefinitions().get(0).getTable().asInternal())
          .isEqualTo("payment");
      other.execute("USE shop");
      assertThat(other.execute(prepared.bind(900)).one().getString("place")).isEqualTo("x");
      assertThatThrownBy(() -> other.execute("SELECT place FROM payment WHERE customer_id = 1"))
          .isInstanceOf(InvalidQueryException.class);
      if (version.isEmpty()) {
        SimpleStatement inStock =
            SimpleStatement.newInstance("SELECT place FROM payment WHERE customer_id = 900")
                .setKeyspace("stock");
        assertThat(other.execute(inStock).one().getString("place")).isEqualTo("x");
        assertThat(other.execute(other.prepare(inStock).bind()).one().getString("place"))
            .isEqualTo("x");
      }
      assertThat(rows(other.execute("DESCRIBE TABLES")).toString())
          .contains("payment")
          .doesNotContain("stock");
      assertThat(rows(other.execute("DESCRIBE stock.payment")).toString())
          .contains("CREATE TABLE stock.payment (", "CREATE INDEX by_place ON stock.payment (");
      assertThatThrownBy(() -> other.execute("DROP KEYSPACE stock"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("found the table stock.payment in it");
      assertThatThrownBy(() -> other.execute("USE stok"))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("did you mean stock?");
      other.execute("DROP TABLE stock.payment");
      waitFor(() -> session.getMetadata().getKeyspace("stock").get().getTables().isEmpty());
      assertThat(columns("payment")).contains("amount");
      other.execute("DROP KEYSPACE stock");
      waitFor(() -> session.getMetadata().getKeyspace("stock").isEmpty());
    }
  }

  private List<String> columns(String table) {
    return session
        .getMetadata()
        .getKeyspace("shop")
        .flatMap(shop -> shop.getTable(table))
        .map(
            found ->
                found.getColumns().values().stream().map(c -> c.getName().asInternal()).toList())
        .orElse(List.of());
  }

  private static void waitFor(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("a change that was not told").isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void aPreparedQueryHasTheColumnsOfTheTableAsItIs() {
    session.execute("CREATE TABLE changed (id int PRIMARY KEY, a int)");
    session.execute("INSERT INTO changed (id, a) VALUES (1, 2)");
    PreparedStatement query = session.prepare("SELECT * FROM changed WHERE id = ?");
    assertThat(session.execute(query.bind(1)).one().getFormattedContents())
        .isEqualTo("[id:1, a:2]");
    session.execute("ALTER TABLE changed ADD b text");
    session.execute("INSERT INTO changed (id, b) VALUES (1, 'x')");
    assertThat(session.execute(query.bind(1)).one().getFormattedContents())
        .isEqualTo("[id:1, a:2, b:'x']");
    assertThat(session.execute(query.bind(1)).one().getFormattedContents())
        .isEqualTo("[id:1, a:2, b:'x']");
  }

  @Test
  void aPreparedQueryHasTheColumnsOfTheTableAlsoIfAnotherClientHasPreparedIt() {
    session.execute("CREATE TABLE replaced (id int PRIMARY KEY, a int)");
    PreparedStatement query = session.prepare("SELECT * FROM shop.replaced WHERE id = ?");
    session.execute("DROP TABLE replaced");
    session.execute("CREATE TABLE replaced (id int PRIMARY KEY, a text, b int)");
    session.execute("INSERT INTO replaced (id, a, b) VALUES (1, 'abcd', 3)");
    try (CqlSession other = Drivers.connect(server.address(), version)) {
      other.execute("USE shop");
      PreparedStatement same = other.prepare("SELECT * FROM shop.replaced WHERE id = ?");
      assertThat(same.getId()).isEqualTo(query.getId());
    }
    assertThat(session.execute(query.bind(1)).one().getFormattedContents())
        .isEqualTo("[id:1, a:'abcd', b:3]");
  }

  @Test
  void aPageOfAQueryWithTheTimeIsWhole() {
    pay(7_000, 300);
    String query =
        "SELECT payment_id FROM payment WHERE customer_id = 7000 AND paid_at < current_timestamp()";
    assertThat(session.execute(query).all()).hasSize(300);
  }

  @Test
  void descriptionsAreRows() {
    ResultSet plan = session.execute("EXPLAIN SELECT * FROM payment WHERE customer_id = 1");
    assertThat(plan.one().getString("plan")).isNotEmpty();
  }

  private static List<String> rows(ResultSet result) {
    List<String> rows = new ArrayList<>();
    result.forEach(row -> rows.add(row.getFormattedContents()));
    return rows;
  }

  /** The columns are those of Cassandra 4, which cqlsh prints. */
  @Test
  void describeHasTheColumnsThatCqlshKnows() {
    assertThat(rows(session.execute("DESCRIBE KEYSPACES;")))
        .contains("[keyspace_name:'shop', type:'keyspace', name:'shop']")
        .contains("[keyspace_name:'system', type:'keyspace', name:'system']");
    assertThat(rows(session.execute("DESC TABLES")))
        .contains("[keyspace_name:'shop', type:'table', name:'payment']");
    assertThat(rows(session.execute("DESCRIBE CLUSTER"))).hasSize(1);
    assertThat(rows(session.execute("DESCRIBE TYPES"))).isEmpty();
    List<Row> schema = session.execute("DESCRIBE FULL SCHEMA").all();
    assertThat(schema.stream().map(row -> row.getString("type")))
        .startsWith("keyspace", "table")
        .contains("index");
    assertThat(session.execute("DESCRIBE KEYSPACE shop").all()).hasSameSizeAs(schema);
    assertThat(session.execute("DESCRIBE ONLY KEYSPACE").all()).hasSameSizeAs(schema);
    StringBuilder script = new StringBuilder();
    schema.forEach(row -> script.append(row.getString("create_statement")).append('\n'));
    assertThat(script).contains("CREATE TABLE shop.payment (");
    Design design = Design.read(script.toString());
    assertThat(design.table("payment")).isEqualTo(database.find("payment"));

    String index = database.find("payment").orElseThrow().indexes().get(0).name();
    for (String statement :
        List.of(
            "DESCRIBE TABLE payment",
            "DESCRIBE TABLE shop.payment WITH INTERNALS;",
            "DESCRIBE payment")) {
      Row row = session.execute(statement).one();
      assertThat(row.getString("type")).isEqualTo("table");
      assertThat(row.getString("create_statement"))
          .as(statement)
          .startsWith("CREATE TABLE shop.payment (")
          .endsWith(";");
    }
    for (String statement : List.of("DESCRIBE INDEX " + index, "DESCRIBE shop." + index)) {
      assertThat(session.execute(statement).one().getString("create_statement"))
          .contains(" INDEX " + index + " ON shop.payment (");
    }
    for (String wrong :
        List.of(
            "DESCRIBE TABLE missing",
            "DESCRIBE",
            "DESCRIBE TABLE payment payment",
            "DESCRIBE KEYSPACE other",
            "DESCRIBE FULL payment",
            "DESCRIBE system.local")) {
      assertThatThrownBy(() -> session.execute(wrong))
          .as(wrong)
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageStartingWith("cannot describe: found ")
          .hasMessageContaining(", expected ");
    }
  }

  @Test
  void tracingIsIgnored() {
    ResultSet rows =
        session.execute(
            SimpleStatement.newInstance("SELECT * FROM payment WHERE customer_id = 1")
                .setTracing(true));
    assertThat(rows.getExecutionInfo().getTracingId()).isNull();
    assertThat(rows.getExecutionInfo().getWarnings())
        .containsExactly("the server traces no requests; the request ran without");
    // The facts of the protocol's payload are for clients that ask for them.
    assertThat(rows.getExecutionInfo().getIncomingPayload()).isEmpty();
  }
}
