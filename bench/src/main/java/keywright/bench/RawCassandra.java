package keywright.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A keyspace by the driver alone. Reads and writes are acknowledged by a quorum. */
final class RawCassandra implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final CqlSession session;

  /**
   * Opens a keyspace.
   *
   * @param address a host and its port
   */
  RawCassandra(String address, String keyspace) {
    session = builder(address).withKeyspace(keyspace).build();
  }

  /** Makes a keyspace of one replica. */
  static void createKeyspace(String address, String keyspace) {
    try (CqlSession session = builder(address).build()) {
      session.execute(
          "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
              .formatted(keyspace));
    }
  }

  private static CqlSessionBuilder builder(String address) {
    String[] parts = address.split(":");
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, LIMIT)
                .withString(
                    DefaultDriverOption.REQUEST_CONSISTENCY, DefaultConsistencyLevel.QUORUM.name())
                .build());
  }

  /** Executes a statement that makes a table. */
  void create(String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(LIMIT));
  }

  PreparedStatement prepare(String cql) {
    return session.prepare(cql);
  }

  /** Executes and waits; the first row, null for none. */
  @Nullable Row one(Statement<?> statement) {
    return session.execute(statement).one();
  }

  CompletableFuture<AsyncResultSet> send(Statement<?> statement) {
    return session.executeAsync(statement).toCompletableFuture();
  }

  /**
   * The rows of a statement, whose first page is asked for now.
   *
   * @param ahead whether a page is asked for when the one before has come, or when it was read
   */
  Pages pages(BoundStatement statement, boolean ahead) {
    return new Pages(send(statement), ahead);
  }

  /** Takes many inputs through a call each, so many of them at once, and waits for all. */
  static <T> void forEach(
      Iterator<T> inputs, int atOnce, Function<T, ? extends CompletableFuture<?>> call) {
    Deque<CompletableFuture<?>> calls = new ArrayDeque<>();
    while (inputs.hasNext()) {
      if (calls.size() == atOnce) {
        Object unused = calls.remove().join();
      }
      calls.add(call.apply(inputs.next()));
    }
    calls.forEach(CompletableFuture::join);
  }

  /** Rows page by page. Used by one thread. */
  static final class Pages {
    private final boolean ahead;
    private @Nullable AsyncResultSet page;
    private @Nullable CompletableFuture<AsyncResultSet> coming;

    private Pages(CompletableFuture<AsyncResultSet> first, boolean ahead) {
      this.coming = first;
      this.ahead = ahead;
    }

    /** The next row; null at the end. */
    @Nullable Row next() {
      while (true) {
        AsyncResultSet current = page;
        Row row = current == null ? null : current.one();
        if (row != null) {
          return row;
        }
        CompletableFuture<AsyncResultSet> next = coming;
        if (next == null) {
          if (current == null || !current.hasMorePages()) {
            return null;
          }
          next = current.fetchNextPage().toCompletableFuture();
        }
        AsyncResultSet come = next.join();
        page = come;
        coming = ahead && come.hasMorePages() ? come.fetchNextPage().toCompletableFuture() : null;
      }
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
