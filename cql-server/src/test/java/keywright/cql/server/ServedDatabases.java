package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import keywright.cql.CqlException;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.key.Column;
import keywright.table.Database;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * The same tables in memory and in RocksDB. The second database is also read and written by a
 * driver, through a server.
 */
final class ServedDatabases implements AutoCloseable {
  private final Random random;
  private final Database memory = Database.open("memory:");
  private final Database rocks;
  private final CqlSession inMemory = CqlSession.over(memory);
  private final CqlSession inRocks;
  private final CqlServer server;
  private final com.datastax.oss.driver.api.core.CqlSession driver;

  /**
   * What a statement has answered.
   *
   * @param types of the columns, as the session has them
   * @param refusal the message if the statement was refused
   */
  record Answer(List<String> types, List<List<@Nullable Object>> rows, @Nullable String refusal) {

    @Nullable Object only() {
      assertThat(refusal).isNull();
      assertThat(rows).hasSize(1);
      return rows.get(0).get(0);
    }
  }

  ServedDatabases(Path directory, Random random) {
    this.random = random;
    rocks = Database.open("rocksdb:" + directory);
    inRocks = CqlSession.over(rocks);
    server = CqlServer.start(rocks, Drivers.options());
    driver = Drivers.connect(server.address(), "");
  }

  /** A statement without answer that is not refused. */
  void run(String statement, @Nullable Object... values) {
    inMemory.execute(statement, values).close();
    inRocks.execute(statement, values).close();
  }

  /**
   * Runs a change in both databases, in one of them perhaps by the driver, and requires the same
   * answer. The values must be those of a driver, too.
   */
  Answer change(String statement, @Nullable Object... values) {
    Answer expected = bySession(inMemory, List.of(), statement, values);
    Answer actual =
        random.nextBoolean()
            ? byDriver(List.of(), statement, values)
            : bySession(inRocks, List.of(), statement, values);
    assertThat(actual.refusal).as(statement).isEqualTo(expected.refusal);
    assertThat(actual.rows).as(statement).isEqualTo(expected.rows);
    return actual;
  }

  /**
   * Runs a query in both databases, in one of them perhaps by the driver, and requires one answer.
   *
   * @param types of the columns; the values are as {@link NaiveType#normal} makes them
   */
  Answer read(List<NaiveType> types, String statement, @Nullable Object... values) {
    Answer answer = bySession(inMemory, types, statement, values);
    Answer other =
        random.nextBoolean()
            ? byDriver(types, statement, values)
            : bySession(inRocks, types, statement, values);
    assertThat(other.refusal).as(statement).isEqualTo(answer.refusal);
    assertThat(other.rows).as(statement).isEqualTo(answer.rows);
    return answer;
  }

  private static Answer bySession(
      CqlSession session, List<NaiveType> types, String statement, @Nullable Object... values) {
    try (Result result = session.execute(statement, values)) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (Row row : result.toList()) {
        List<@Nullable Object> found = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
          found.add(types.get(i).normal(row.get(i)));
        }
        rows.add(found);
      }
      return new Answer(
          result.columns().stream().map(Column::type).map(Object::toString).toList(), rows, null);
    } catch (CqlException e) {
      return new Answer(List.of(), List.of(), e.getMessage());
    }
  }

  private Answer byDriver(List<NaiveType> types, String statement, @Nullable Object... values) {
    try {
      ResultSet result =
          driver.execute(
              random.nextBoolean()
                  ? driver.prepare(statement).bind(values)
                  : SimpleStatement.newInstance(statement, values));
      List<List<@Nullable Object>> rows = new ArrayList<>();
      result.forEach(
          row -> {
            List<@Nullable Object> found = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
              found.add(row.isNull(i) ? null : types.get(i).normal(row.getObject(i)));
            }
            rows.add(found);
          });
      List<String> names = new ArrayList<>();
      result.getColumnDefinitions().forEach(column -> names.add(column.getType().toString()));
      return new Answer(names, rows, null);
    } catch (QueryValidationException e) {
      return new Answer(List.of(), List.of(), e.getMessage());
    }
  }

  @Override
  public void close() {
    driver.close();
    server.close();
    inMemory.close();
    inRocks.close();
    memory.close();
    rocks.close();
  }
}
