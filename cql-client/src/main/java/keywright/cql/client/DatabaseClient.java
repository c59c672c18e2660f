package keywright.cql.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import keywright.cql.BoundStatement;
import keywright.cql.CqlScript;
import keywright.cql.CqlSession;
import keywright.cql.Marker;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.key.Column;
import keywright.store.stop.Cancellation;
import keywright.table.Database;
import keywright.table.model.BuildProgress;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** A client of a database of this process. */
final class DatabaseClient implements CqlClient {
  private final Database database;
  private final CqlSession session;
  private final Runnable close;

  DatabaseClient(Database database, CqlSession session, Runnable close) {
    this.database = database;
    this.session = session;
    this.close = close;
  }

  private record Local(PreparedStatement prepared) implements Prepared {
    @Override
    public PreparedStatement.Kind kind() {
      return prepared.kind();
    }

    @Override
    public Optional<String> table() {
      return prepared.table();
    }

    @Override
    public List<Marker> markers() {
      return prepared.markers();
    }

    @Override
    public List<Column> columns() {
      return prepared.columns();
    }

    @Override
    public Bound bind(@Nullable Object... values) {
      List<Marker> markers = values.length == 0 ? List.of() : markers();
      if (markers.isEmpty() || markers.get(0).name() == null) {
        return new LocalBound(this, prepared.bind(values));
      }
      Map<String, @Nullable Object> named = new LinkedHashMap<>();
      for (int i = 0; i < values.length; i++) {
        named.put(String.valueOf(markers.get(i).name()), values[i]);
      }
      return new LocalBound(this, prepared.bind(named));
    }
  }

  private record LocalBound(Prepared statement, BoundStatement bound) implements Bound {
    @Override
    public Result execute(Cancellation cancellation) {
      return (cancellation.isNone() ? bound : bound.stoppedBy(cancellation)).execute();
    }
  }

  @Override
  public Prepared prepare(String statement) {
    return new Local(session.prepare(statement));
  }

  @Override
  public Result execute(
      CqlScript.Statement statement, Predicate<BuildProgress> builds, Cancellation cancellation) {
    return session.tellingBuilds(builds).stoppedBy(cancellation).execute(statement);
  }

  @Override
  public Result execute(String statement) {
    return session.execute(statement);
  }

  @Override
  public Result page(
      int size, @Nullable String token, CqlScript.Statement statement, Cancellation cancellation) {
    return session.stoppedBy(cancellation).page(size, token, statement);
  }

  @Override
  public Result batch(List<Bound> statements, Cancellation cancellation) {
    List<BoundStatement> bound = new ArrayList<>();
    statements.forEach(statement -> bound.add(((LocalBound) statement).bound()));
    return session.stoppedBy(cancellation).batch(bound);
  }

  @Override
  public boolean hasAtomicBatches() {
    return database.hasAtomicBatches();
  }

  @Override
  public List<String> tables() {
    return database.tables();
  }

  @Override
  public Optional<TableDefinition> find(String table) {
    boolean unused = database.refresh();
    return database.find(inSession(table));
  }

  @Override
  public boolean exists(String tableOrIndex) {
    String name = inSession(tableOrIndex);
    return database.find(name).isPresent() || database.findByIndex(name).isPresent();
  }

  /** A name as a statement of the session means it. */
  private String inSession(String name) {
    return Names.keyspace(name).isEmpty() ? Names.in(session.keyspace(), name) : name;
  }

  @Override
  public List<String> keyspaces() {
    return database.keyspaces();
  }

  @Override
  public String keyspace() {
    return session.keyspace();
  }

  @Override
  public void requireOpen() {
    boolean unused = database.hasAtomicBatches();
  }

  @Override
  public <T> Optional<T> unwrap(Class<T> target) {
    if (target.isInstance(session)) {
      return Optional.of(target.cast(session));
    }
    return target.isInstance(database) ? Optional.of(target.cast(database)) : Optional.empty();
  }

  @Override
  public void close() {
    session.close();
    close.run();
  }
}
