package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import keywright.cql.Conditions;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.testkit.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The driver under a connection pool, and Spring's JdbcTemplate over both. */
abstract class PoolAndTemplateContract {
  record Payment(long id, Integer customer, Instant paidAt, BigDecimal amount) {}

  @TempDir Path folder;
  private HikariDataSource pool;

  /** The URL of an empty database. */
  abstract String url();

  /** The database at the URL. */
  abstract Database database(Connection connection) throws SQLException;

  private JdbcTemplate template;

  @BeforeEach
  void open() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url());
    config.setMaximumPoolSize(4);
    pool = new HikariDataSource(config);
    template = new JdbcTemplate(pool);
    template.execute(
        "CREATE TABLE payment (id bigint PRIMARY KEY, customer int, paid_at timestamp, amount"
            + " decimal(8,2))");
    template.execute("CREATE INDEX by_customer ON payment (customer, paid_at DESC)");
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private static final String INSERT =
      "INSERT INTO payment (id, customer, paid_at, amount) VALUES (?, ?, ?, ?)";

  /**
   * A pool closes a connection after some states, and with it the last one of a memory: database.
   */
  @Test
  void aPoolKeepsAConnectionAfterAnUnsupportedRequest() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      assertThatThrownBy(
              () -> connection.prepareStatement("SELECT id FROM payment", new String[] {"id"}))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThat(connection.isClosed()).isFalse();
      connection.createStatement().close();
    }
  }

  @Test
  void rowsAreMappedToRecords() {
    assertThat(template.update(INSERT, 1, 7, Instant.EPOCH, new BigDecimal("2.50"))).isEqualTo(1);
    assertThat(template.update(INSERT, 2, null, null, null)).isEqualTo(1);
    assertThat(
            template.query(
                "SELECT id, customer, paid_at, amount FROM payment",
                new DataClassRowMapper<>(Payment.class)))
        .containsExactly(
            new Payment(1, 7, Instant.EPOCH, new BigDecimal("2.50")),
            new Payment(2, null, null, null));
    assertThat(template.queryForObject("SELECT count(*) FROM payment", Long.class)).isEqualTo(2);
    assertThat(template.queryForList("SELECT id FROM payment WHERE customer = ?", Long.class, 7))
        .containsExactly(1L);
    assertThat(template.queryForMap("SELECT * FROM payment WHERE id = 1"))
        .containsEntry("paid_at", Instant.EPOCH);
    assertThat(template.update("UPDATE payment SET amount = 3 WHERE id = 1 IF amount = 2.5"))
        .isEqualTo(1);
    assertThat(template.update("UPDATE payment SET amount = 3 WHERE id = 1 IF amount = 2.5"))
        .isZero();
  }

  @Test
  void errorsAreThoseOfSpring() {
    template.execute("CREATE UNIQUE INDEX by_amount ON payment (amount)");
    template.update(INSERT, 1, 7, Instant.EPOCH, 5);
    assertThatThrownBy(() -> template.update(INSERT, 2, 7, Instant.EPOCH, 5))
        .isInstanceOf(DuplicateKeyException.class);
    assertThatThrownBy(() -> template.queryForList("SELECT * FROM paiment"))
        .isInstanceOf(BadSqlGrammarException.class)
        .rootCause()
        .hasMessageStartingWith("cannot find table paiment; did you mean payment?");
  }

  @Test
  void aTransactionOfSpringIsOneAtomicChange() {
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(pool));
    transaction.executeWithoutResult(
        status -> {
          template.update(INSERT, 1, 7, null, 1);
          template.batchUpdate(
              INSERT, List.of(new Object[] {2, 7, null, 2}, new Object[] {3, 7, null, 3}));
        });
    assertThatThrownBy(
            () ->
                transaction.executeWithoutResult(
                    status -> {
                      template.update(INSERT, 4, 7, null, 4);
                      throw new IllegalStateException("stop");
                    }))
        .hasMessage("stop");
    assertThat(template.queryForList("SELECT id FROM payment", Long.class))
        .containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void manyThreadsShareThePool() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      int customer = thread;
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 50; i++) {
                  long id = customer + 8L * i;
                  template.update(INSERT, id, customer, Instant.EPOCH, 1);
                  assertThat(
                          template.queryForList(
                              "SELECT id FROM payment WHERE customer = ? AND id = ?",
                              Long.class,
                              customer,
                              id))
                      .containsExactly(id);
                }
              }));
    }
    threads.shutdown();
    for (Future<?> each : running) {
      each.get();
    }
    assertThat(template.queryForObject("SELECT count(*) FROM payment", Integer.class))
        .isEqualTo(400);
  }

  @Test
  void queriesReturnWhatTheTableReturns() throws Exception {
    Random rows = new Random(1);
    List<Object[]> inserted = new ArrayList<>();
    for (int id = 0; id < 300; id++) {
      inserted.add(
          new Object[] {
            id,
            rows.nextInt(10),
            rows.nextInt(5) == 0 ? null : Instant.ofEpochSecond(rows.nextInt(20)),
            BigDecimal.valueOf(rows.nextInt(1_000), 2)
          });
    }
    template.batchUpdate(INSERT, inserted);
    try (Connection connection = pool.getConnection()) {
      Table table = database(connection).table("payment");
      Property.check(
          "a query by JDBC returns what the table returns",
          400,
          random -> random.nextLong(),
          seed -> {
            Random random = new Random(seed);
            String where =
                List.of(
                        "customer = %d".formatted(random.nextInt(11)),
                        "id = %d".formatted(random.nextInt(310)),
                        "id IN (%d, %d)".formatted(random.nextInt(310), random.nextInt(310)),
                        "customer = %d AND paid_at >= '1970-01-01T00:00:%02dZ'"
                            .formatted(random.nextInt(10), random.nextInt(20)),
                        "customer = %d AND amount < %d.5"
                            .formatted(random.nextInt(10), random.nextInt(10)))
                    .get(random.nextInt(5));
            List<Payment> byTable = new ArrayList<>();
            try (var found =
                table.query(Query.all().where(Conditions.parse(where)).allowingFiltering())) {
              for (Row row = found.next(); row != null; row = found.next()) {
                byTable.add(
                    new Payment(
                        row.getLong("id"),
                        (Integer) row.get("customer"),
                        (Instant) row.get("paid_at"),
                        (BigDecimal) row.get("amount")));
              }
            }
            assertThat(
                    template.query(
                        "SELECT * FROM payment WHERE " + where + " ALLOW FILTERING",
                        new DataClassRowMapper<>(Payment.class)))
                .as(where)
                .isEqualTo(byTable);
          });
    }
  }
}
