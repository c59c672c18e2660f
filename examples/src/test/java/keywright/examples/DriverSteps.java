package keywright.examples;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.protocol.internal.util.Bytes;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a program with the Java driver of Cassandra does. The programs {@code driver-steps.js} and
 * {@code driver-steps.py} do the same, and print the same text. Used by one thread.
 */
final class DriverSteps {
  /** A column of each type, and a value. */
  private record Typed(String name, String type, Object value) {}

  private static final List<Typed> TYPES =
      List.of(
          new Typed("n", "int", -70_000),
          new Typed("small", "smallint", (short) -300),
          new Typed("tiny", "tinyint", (byte) 7),
          new Typed("big", "varint", BigInteger.TEN.pow(30)),
          new Typed("note", "text", "gr\u00fcn, '1'"),
          new Typed("price", "decimal", new BigDecimal("12.34")),
          new Typed("level", "double", -2.25),
          new Typed("ratio", "float", 0.5f),
          new Typed("id", "uuid", UUID.fromString("123e4567-e89b-42d3-a456-426614174000")),
          new Typed("made", "timeuuid", UUID.fromString("50554d6e-29bb-11e5-b345-feff819cdc9f")),
          new Typed("host", "inet", address(10, 0, 0, 1)),
          new Typed("born", "date", LocalDate.of(1969, 12, 31)),
          new Typed("at_time", "time", LocalTime.of(10, 30, 0, 500_000_000)),
          new Typed("seen", "timestamp", Instant.parse("2024-02-29T10:30:00.123Z")),
          new Typed("good", "boolean", true),
          new Typed("body", "blob", ByteBuffer.wrap(new byte[] {0, -1})),
          new Typed("parts", "list<int>", List.of(3, 1, 2)));

  private static final Pattern VALUE = Pattern.compile("null|-?\\d+|\\[([\\d, ]*)]");
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final InetSocketAddress address;
  private final String own;
  private final List<String> steps;
  private final PrintStream out;
  private final CqlSession session;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  private DriverSteps(
      InetSocketAddress address,
      String own,
      List<String> steps,
      PrintStream out,
      CqlSession session) {
    this.address = address;
    this.own = own;
    this.steps = steps;
    this.out = out;
    this.session = session;
  }

  /**
   * Does all steps.
   *
   * @param own the keyspace that the steps may use alone
   * @param steps the lines of {@code driver-steps.txt}
   */
  static void run(InetSocketAddress address, String own, List<String> steps, PrintStream out) {
    try (CqlSession session = connect(address)) {
      new DriverSteps(address, own, steps, out, session).run();
    }
  }

  private static CqlSession connect(InetSocketAddress address) {
    return CqlSession.builder()
        .addContactPoint(address)
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, LIMIT)
                .withStringList(DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of())
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1))
                .build())
        .build();
  }

  private static InetAddress address(int... bytes) {
    byte[] address = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      address[i] = (byte) bytes[i];
    }
    try {
      return InetAddress.getByAddress(address);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void run() {
    try (CqlSession other = connect(address)) {
      definitions();
      values();
      unset();
      pages(other);
      batches();
      file();
      told(other);
    }
    for (String table : List.of("reading", "grid", "\"Mixed\"")) {
      execute("DROP TABLE " + table);
    }
  }

  private void show(String label, String value) {
    out.print(label + ": " + value + "\n");
  }

  private void showLines(String label, List<String> lines) {
    show(label, lines.size() + (lines.size() == 1 ? " row" : " rows"));
    lines.forEach(line -> out.print("  " + line + "\n"));
  }

  private static String text(Object value) {
    if (value instanceof ByteBuffer bytes) {
      return Bytes.toHexString(bytes);
    }
    if (value instanceof Instant instant) {
      return String.valueOf(instant.toEpochMilli());
    }
    if (value instanceof LocalTime time) {
      return String.valueOf(time.toNanoOfDay());
    }
    if (value instanceof InetAddress host) {
      return host.getHostAddress();
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(DriverSteps::text).collect(Collectors.joining(", ", "[", "]"));
    }
    return String.valueOf(value);
  }

  private static String line(Row row) {
    List<String> values = new ArrayList<>();
    for (ColumnDefinition column : row.getColumnDefinitions()) {
      // The driver reads a null as an empty list.
      Object value = row.isNull(column.getName()) ? null : row.getObject(column.getName());
      values.add(column.getName().asInternal() + "=" + text(value));
    }
    return String.join(", ", values);
  }

  private static String kind(RuntimeException failure) {
    if (failure instanceof SyntaxError) {
      return "SyntaxError";
    }
    if (failure instanceof AlreadyExistsException) {
      return "AlreadyExists";
    }
    if (failure instanceof InvalidQueryException) {
      return "Invalid";
    }
    if (failure instanceof InvalidConfigurationInQueryException) {
      return "ConfigError";
    }
    return failure.toString();
  }

  private ResultSet execute(String statement, Object... values) {
    return values.length == 0
        ? session.execute(statement)
        : session.execute(prepare(statement).bind(values));
  }

  private PreparedStatement prepare(String statement) {
    return prepared.computeIfAbsent(statement, session::prepare);
  }

  private void step(String label, String statement, Object... values) {
    try {
      ResultSet result = execute(statement, values);
      if (result.getColumnDefinitions().size() == 0) {
        show(label, "done");
        return;
      }
      List<String> lines = new ArrayList<>();
      result.forEach(row -> lines.add(line(row)));
      if (label.endsWith(", sorted")) {
        Collections.sort(lines);
      }
      showLines(label, lines);
    } catch (RuntimeException e) {
      show(label, kind(e));
    }
  }

  private void await(String label, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        show(label, "not told");
        return;
      }
      LockSupport.parkNanos(1_000_000);
    }
    show(label, "told");
  }

  /** Definitions, and the schema as the driver shows it. */
  private void definitions() {
    execute(
        "CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
            .formatted(own));
    execute("USE " + own);
    execute(
        "CREATE TABLE reading (station text, day int, at bigint, %s, PRIMARY KEY ((station, day), at)) WITH CLUSTERING ORDER BY (at DESC)"
            .formatted(
                TYPES.stream()
                    .map(typed -> typed.name() + " " + typed.type())
                    .collect(Collectors.joining(", "))));
    execute("CREATE TABLE IF NOT EXISTS reading (station text PRIMARY KEY)");
    execute("CREATE TABLE grid (p int, x int, y int, v int, PRIMARY KEY (p, x, y))");
    execute("CREATE INDEX grid_v ON grid (v)");
    execute("CREATE TABLE \"Mixed\" (\"Key\" int PRIMARY KEY, \"select\" text)");

    List<String> keyspaces = new ArrayList<>(List.of("system", "system_schema", own));
    keyspaces.removeIf(name -> session.getMetadata().getKeyspace(name).isEmpty());
    show("keyspaces", String.join(", ", keyspaces).replace(own, "own"));
    Map<CqlIdentifier, TableMetadata> tables =
        session.getMetadata().getKeyspace(own).orElseThrow().getTables();
    show(
        "tables",
        tables.keySet().stream()
            .map(CqlIdentifier::asInternal)
            .sorted()
            .collect(Collectors.joining(", ")));
    for (String name : List.of("reading", "grid", "Mixed")) {
      TableMetadata table = tables.get(CqlIdentifier.fromInternal(name));
      show(
          "partition key of " + name,
          table.getPartitionKey().stream()
              .map(column -> column.getName().asInternal())
              .collect(Collectors.joining(", ")));
      show(
          "clustering of " + name,
          table.getClusteringColumns().entrySet().stream()
              .map(column -> column.getKey().getName().asInternal() + " " + column.getValue())
              .collect(Collectors.joining(", ")));
      show(
          "columns of " + name,
          table.getColumns().values().stream()
              .map(
                  column ->
                      column.getName().asInternal() + " " + column.getType().asCql(true, false))
              .sorted()
              .collect(Collectors.joining(", ")));
      show(
          "indexes of " + name,
          table.getIndexes().values().stream()
              .map(index -> index.getName().asInternal() + " on " + index.getTarget())
              .collect(Collectors.joining(", ")));
    }
  }

  /** Values of every type: as literals, positional, by name and without preparing. */
  private void values() {
    String columns = TYPES.stream().map(Typed::name).collect(Collectors.joining(", "));
    String into = "INSERT INTO reading (station, day, at, " + columns + ") VALUES ";
    execute(
        into
            + "('a', 1, 1, -70000, -300, 7, 1000000000000000000000000000000, 'gr\u00fcn, ''1''', 12.34, -2.25, 0.5, "
            + "123e4567-e89b-42d3-a456-426614174000, 50554d6e-29bb-11e5-b345-feff819cdc9f, '10.0.0.1', '1969-12-31', "
            + "'10:30:00.5', '2024-02-29T10:30:00.123Z', true, 0x00ff, [3, 1, 2])");
    String insert = into + "(?, ?, ?" + ", ?".repeat(TYPES.size()) + ")";
    execute(insert, row("a", 1, 2, TYPES.stream().map(Typed::value).toArray()));
    BoundStatementBuilder named =
        prepare(
                into
                    + "(:station, :day, :at, :"
                    + TYPES.stream().map(Typed::name).collect(Collectors.joining(", :"))
                    + ")")
            .boundStatementBuilder()
            .setString("station", "a")
            .setInt("day", 1)
            .setLong("at", 3);
    for (Typed typed : TYPES) {
      BoundStatementBuilder unused =
          named.set(
              typed.name(),
              typed.value(),
              session.getContext().getCodecRegistry().codecFor(typed.value()));
    }
    session.execute(named.build());
    execute(insert, row("a", 1, 4, new Object[TYPES.size()]));
    session.execute(
        SimpleStatement.newInstance(
            insert, row("a", 1, 5, TYPES.stream().map(Typed::value).toArray())));
    ResultSet all = execute("SELECT * FROM reading WHERE station = 'a' AND day = 1 AND at = 1");
    List<String> names = new ArrayList<>();
    all.getColumnDefinitions().forEach(column -> names.add(column.getName().asInternal()));
    show("columns of *", String.join(", ", names));
    String select = "SELECT at, " + columns + " FROM reading WHERE station = ? AND day = ?";
    step("values", select, "a", 1);
    step("no rows", select, "a", 2);
  }

  private static Object[] row(String station, Integer day, long at, Object[] values) {
    List<Object> row = new ArrayList<>(Arrays.asList(station, day, at));
    row.addAll(Arrays.asList(values));
    return row.toArray();
  }

  /** Not set is not null. */
  private void unset() {
    String insert = "INSERT INTO reading (station, day, at, n, note) VALUES (?, ?, ?, ?, ?)";
    execute(insert, "a", 2, 1L, 1, "kept");
    session.execute(
        prepare(insert)
            .boundStatementBuilder("a", 2, 1L)
            .set(3, null, TypeCodecs.INT)
            .unset(4)
            .build());
    step("not set", "SELECT at, n, note FROM reading WHERE station = 'a' AND day = 2");
    step("a null in the key", insert, "a", null, 1L, 1, "note");
  }

  /** Pages, and a page in another session. */
  private void pages(CqlSession other) {
    PreparedStatement few =
        prepare("INSERT INTO reading (station, day, at, n) VALUES (?, ?, ?, ?)");
    BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.UNLOGGED);
    for (int i = 0; i < 25; i++) {
      batch.addStatement(few.bind("b", 1, (long) i, i * i));
    }
    session.execute(batch.build());
    String partition = "reading WHERE station = 'b' AND day = 1";
    String query = "SELECT at, n FROM " + own + "." + partition;
    Optional<ByteBuffer> state = pages("pages", query, 10, true);
    List<String> resumed = new ArrayList<>();
    ResultSet second = other.execute(page(query, 10).setPagingState(state.orElseThrow()));
    for (int i = 0; i < 2; i++) {
      resumed.add(line(second.one()));
    }
    showLines("page 2 in another session", resumed);
    query = "SELECT at, n FROM " + partition;
    pages("pages with a limit", query + " LIMIT 15", 10, true);
    pages("pages in ascending order", query + " ORDER BY at", 12, true);
    pages("pages of as many rows", query, 25, true);
    pages("pages of all", "SELECT at, n FROM reading PER PARTITION LIMIT 2", 3, false);
  }

  private static SimpleStatement page(String query, int size) {
    return SimpleStatement.newInstance(query).setPageSize(size);
  }

  private Optional<ByteBuffer> pages(String label, String query, int size, boolean isOrdered) {
    Statement<?> next = page(query, size);
    Optional<ByteBuffer> first = Optional.empty();
    List<String> sizes = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    while (true) {
      ResultSet result = session.execute(next);
      int count = result.getAvailableWithoutFetching();
      sizes.add(String.valueOf(count));
      ByteBuffer state = result.getExecutionInfo().getPagingState();
      for (int i = 0; i < count; i++) {
        ids.add(result.one().getLong(0));
      }
      if (state == null) {
        break;
      }
      first = first.isPresent() ? first : Optional.of(state);
      next = page(query, size).setPagingState(state);
    }
    String ends = isOrdered ? ", from %d to %d".formatted(ids.get(0), ids.get(ids.size() - 1)) : "";
    show(label, String.join(" ", sizes) + " rows" + ends);
    return first;
  }

  private void batches() {
    PreparedStatement put = prepare("INSERT INTO grid (p, x, y, v) VALUES (?, ?, ?, ?)");
    List<BoundStatement> puts = new ArrayList<>();
    for (int x = 0; x < 3; x++) {
      for (int y = 0; y < 3; y++) {
        puts.add(put.bind(1, x, y, 10 * x + y));
      }
    }
    session.execute(
        BatchStatement.newInstance(DefaultBatchType.LOGGED)
            .addAll(puts)
            .add(
                SimpleStatement.newInstance("INSERT INTO grid (p, x, y, v) VALUES (2, 5, 5, 55)")));
    execute(
        "BEGIN BATCH UPDATE grid SET v = 56 WHERE p = 2 AND x = 5 AND y = 5; "
            + "DELETE FROM grid WHERE p = 1 AND x = 2 AND y = 2; APPLY BATCH");
    step("after batches, sorted", "SELECT p, x, y, v FROM grid WHERE p IN (1, 2)");
    try {
      session.execute(
          BatchStatement.newInstance(DefaultBatchType.LOGGED)
              .add(SimpleStatement.newInstance("INSERT INTO grid (p, x, y, v) VALUES (3, 1, 1, 1)"))
              .add(
                  SimpleStatement.newInstance(
                      "INSERT INTO grid (p, x, y, w) VALUES (3, 1, 2, 1)")));
      show("a batch with a wrong statement", "done");
    } catch (RuntimeException e) {
      show("a batch with a wrong statement", kind(e));
    }
    step("of it", "SELECT v FROM grid WHERE p = 3");
  }

  /** The steps of the file. */
  private void file() {
    for (String step : steps) {
      if (!step.isBlank() && !step.startsWith("#")) {
        String[] parts = step.split(" \\| ", -1);
        step(parts[0], parts[1], parts.length > 2 ? given(parts[2]) : new Object[0]);
      }
    }
    List<String> expiry = new ArrayList<>();
    for (Row row : execute("SELECT ttl(v) AS t FROM grid WHERE p = 6 AND x = 1")) {
      int left = row.getInt(0);
      expiry.add(row.isNull(0) ? "null" : left > 0 && left <= 1_000 ? "later" : "wrong");
    }
    show("expiry", String.join(", ", expiry));
  }

  /** The values of a step: numbers, null and lists of numbers. */
  private static Object[] given(String json) {
    List<Object> values = new ArrayList<>();
    Matcher value = VALUE.matcher(json.substring(1, json.length() - 1));
    while (value.find()) {
      if (value.group(1) != null) {
        values.add(Arrays.stream(value.group(1).split(", ")).map(Integer::valueOf).toList());
      } else {
        values.add(value.group().equals("null") ? null : Integer.valueOf(value.group()));
      }
    }
    return values.toArray();
  }

  /** Another session is told what is defined. */
  private void told(CqlSession other) {
    execute("CREATE TABLE told (id int PRIMARY KEY, a int)");
    await("CREATE TABLE", () -> known(other, "told", "a"));
    String all = "SELECT * FROM told WHERE id = ?";
    step("prepared", all, 1);
    execute("INSERT INTO told (id, a) VALUES (1, 2)");
    execute("ALTER TABLE told ADD b text");
    await("ALTER TABLE", () -> known(other, "told", "b"));
    execute("UPDATE told SET b = 'x' WHERE id = 1");
    step("prepared before ALTER", all, 1);
    execute("TRUNCATE told");
    step("TRUNCATE", all, 1);
    execute("DROP INDEX grid_v");
    await("DROP INDEX", () -> table(other, "grid").orElseThrow().getIndexes().isEmpty());
    execute("DROP TABLE told");
    await("DROP TABLE", () -> !known(other, "told", "a"));
  }

  private boolean known(CqlSession other, String table, String column) {
    return table(other, table).flatMap(found -> found.getColumn(column)).isPresent();
  }

  private Optional<TableMetadata> table(CqlSession other, String table) {
    return other.getMetadata().getKeyspace(own).flatMap(keyspace -> keyspace.getTable(table));
  }
}
