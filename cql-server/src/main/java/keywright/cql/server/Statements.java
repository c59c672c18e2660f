package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.request.Batch;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.Prepare;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.request.query.QueryOptions;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.error.Unprepared;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.Prepared;
import com.datastax.oss.protocol.internal.response.result.RawType;
import com.datastax.oss.protocol.internal.response.result.RowsMetadata;
import com.datastax.oss.protocol.internal.response.result.SetKeyspace;
import com.datastax.oss.protocol.internal.response.result.Void;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import keywright.cql.BoundStatement;
import keywright.cql.CqlException;
import keywright.cql.CqlSession;
import keywright.cql.Marker;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.cql.protocol.Facts;
import keywright.cql.protocol.NativeType;
import keywright.cql.protocol.NativeValues;
import keywright.cql.server.metrics.Outcome;
import keywright.cql.server.metrics.StatementKind;
import keywright.cql.server.system.Description;
import keywright.cql.server.system.SystemQuery;
import keywright.cql.server.system.SystemTables;
import keywright.cql.server.system.Words;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.store.stop.Cancellation;
import keywright.table.Database;
import keywright.table.model.DatabaseUser.Role;
import keywright.table.model.Names;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/** Runs the statements of all connections. Safe for many threads. */
final class Statements {
  private static final int PREPARED_MAX = 10_000;
  private static final int KEYSPACES_MAX = 16;

  /** Enough for every DESCRIBE of cqlsh; one with more words is refused. */
  private static final int DESCRIBE_WORDS_MAX = 10;

  /** Bytes of all kept statements of one kind, by {@link #weight}. */
  private static final long KEPT_MAX = Runtime.getRuntime().maxMemory() / 16;

  /** A parsed statement takes about as many bytes for each character. */
  private static final long BYTES_OF_CHARACTER = 300;

  /** A longer statement of a batch is parsed again each time. */
  private static final int KEPT_LENGTH_MAX = 65_536;

  /** A prepared statement: one of the session, or a query of system tables. */
  private record Kept(
      @Nullable Served statement, @Nullable SystemQuery query, List<Marker> parameters) {}

  private final Database database;
  private final SchemaWatch schemas;
  private final SystemTables systemTables;
  private final Users users;
  private final ServerOptions options;

  private final RecentlyUsed<String, CqlSession> sessions =
      new RecentlyUsed<>(KEYSPACES_MAX, Long.MAX_VALUE);
  private final RecentlyUsed<ByteBuffer, Kept> prepared =
      new RecentlyUsed<>(PREPARED_MAX, KEPT_MAX);
  private final RecentlyUsed<String, Served> texts = new RecentlyUsed<>(PREPARED_MAX, KEPT_MAX);

  Statements(
      Database database,
      SchemaWatch schemas,
      SystemTables systemTables,
      Users users,
      ServerOptions options) {
    this.users = users;
    this.database = database;
    this.schemas = schemas;
    this.systemTables = systemTables;
    this.options = options;
  }

  /** What the server tells of itself in SUPPORTED. */
  List<String> features() {
    String frameMax = Facts.FRAME_MAX + options.frameMax();
    return database.hasAtomicBatches()
        ? List.of(Facts.VERSION, frameMax, Facts.ATOMIC_BATCHES)
        : List.of(Facts.VERSION, frameMax);
  }

  /** The length of the texts that must be parsed to run a request. */
  static long characters(Message request) {
    if (request instanceof Query query) {
      return query.query.length();
    }
    if (request instanceof Prepare prepare) {
      return prepare.cqlQuery.length();
    }
    if (request instanceof Batch batch) {
      return batch.queriesOrIds.stream()
          .mapToLong(each -> each instanceof String text ? text.length() : 0)
          .sum();
    }
    return 0;
  }

  /** How many prepared statements are kept. */
  int preparedCount() {
    return prepared.count();
  }

  /**
   * Runs a request; a failure becomes an error.
   *
   * @param facts that came with it
   * @param cancellation ends its statement early
   */
  Answer answer(Client client, Message request, Facts facts, Cancellation cancellation) {
    Optional<Error> error = RequestCodes.error(request);
    if (error.isPresent()) {
      return Answer.of(error.get());
    }
    if (request instanceof Query query) {
      Words head = Words.of(query.query, 6);
      return query(client, query, facts, head, cancellation).to(StatementKind.of(head));
    }
    if (request instanceof Prepare prepare) {
      return prepare(client, prepare, facts).to(StatementKind.PREPARE);
    }
    if (request instanceof Execute execute) {
      return execute(client, execute, cancellation);
    }
    if (request instanceof Batch batch) {
      return batch(client, batch, cancellation).to(StatementKind.BATCH);
    }
    throw new IllegalArgumentException("found " + request);
  }

  private static String keyspace(Client client, @Nullable String ofRequest) {
    return ofRequest == null ? client.keyspace() : ofRequest;
  }

  /** A query of system tables; empty for another statement. */
  private Optional<SystemQuery> systemQuery(String text, String keyspace) {
    try {
      return SystemQuery.of(text, keyspace, systemTables);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(String.valueOf(e.getMessage()), e);
    }
  }

  /** The session for a keyspace. In one of Cassandra's own it is in none. */
  private CqlSession session(String inKeyspace) {
    String keyspace = SystemTables.isSystem(inKeyspace) ? "" : inKeyspace;
    CqlSession known = sessions.get(keyspace);
    if (known != null) {
      return known;
    }
    CqlSession session = CqlSession.over(database);
    if (!keyspace.isEmpty()) {
      session.execute(use(keyspace)).close();
    }
    sessions.put(keyspace, session, 1);
    return session;
  }

  private static String use(String keyspace) {
    return "USE \"" + keyspace.replace("\"", "\"\"") + "\"";
  }

  /** The keyspace that clients see a table in. */
  private String keyspaceOf(String table) {
    String keyspace = Names.keyspace(table);
    return keyspace.isEmpty() ? database.defaultKeyspace() : keyspace;
  }

  private List<ColumnSpec> specs(String table, List<Column> columns) {
    return RowsAnswer.specs(keyspaceOf(table), Names.unqualified(table), columns);
  }

  private Answer query(
      Client client, Query query, Facts facts, Words head, Cancellation cancellation) {
    QueryOptions given = query.options;
    String keyspace = keyspace(client, given.keyspace);
    Failures.Work[] work = {Failures.Work.READ};
    String[] newTable = {""};
    try {
      Optional<SystemQuery> system = systemQuery(query.query, keyspace);
      if (system.isPresent()) {
        return system(system.get(), given, false, null).to(StatementKind.SYSTEM);
      }
      if (head.beginWith("use") && SystemTables.isSystem(head.text(1))) {
        return used(client, head.text(1));
      }
      boolean isDescribe = head.beginWith("describe") || head.beginWith("desc");
      if (isDescribe && !client.wantsFacts()) {
        return described(Words.of(query.query, DESCRIBE_WORDS_MAX), keyspace);
      }
      Served statement = Served.of(session(keyspace), facts.placed(query.query));
      work[0] = Failures.Work.of(statement.kind());
      newTable[0] = statement.newTable();
      return run(client, statement, given, null, null, cancellation);
    } catch (RuntimeException e) {
      return failed(client, e, newTable[0], given, work[0]);
    }
  }

  /** A DESCRIBE with the columns that cqlsh knows. A client of Keywright gets the lines instead. */
  private Answer described(Words words, String keyspace) {
    Description description;
    try {
      description =
          Description.of(
              words,
              schemas.now(),
              SystemTables.isSystem(keyspace) ? "" : keyspace,
              systemTables.address());
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(String.valueOf(e.getMessage()), e);
    }
    List<ColumnSpec> columns = new ArrayList<>();
    RawType text = NativeValues.primitive(ProtocolConstants.DataType.VARCHAR);
    for (String name : description.columns()) {
      columns.add(new ColumnSpec("system", "describe", name, columns.size(), text));
    }
    RowsAnswer rows = new RowsAnswer(columns);
    for (List<String> row : description.rows()) {
      List<@Nullable ByteBuffer> values = new ArrayList<>();
      row.forEach(value -> values.add(NativeValues.encode(text, value)));
      rows.add(values);
    }
    return rows.answer(Optional.empty(), true, null);
  }

  private Answer failed(
      Client client,
      RuntimeException failure,
      String newTable,
      QueryOptions given,
      Failures.Work work) {
    String named = keyspace(client, given.keyspace);
    String keyspace = named.isEmpty() ? database.defaultKeyspace() : named;
    Answer answer =
        Answer.of(Failures.of(failure, keyspace, newTable, given.consistency, work))
            .with(client, Failures.facts(failure));
    // A change that is out of time has the error of an unknown outcome, which it is not.
    return switch (ErrorCode.of(failure, ErrorCode.STORAGE)) {
      case TIMED_OUT -> answer.as(Outcome.TIMED_OUT);
      case STOPPED -> answer.as(Outcome.CANCELLED);
      default -> answer;
    };
  }

  /** The error for a request whose statement has not begun. */
  Answer failure(Client client, RuntimeException failure) {
    return failed(client, failure, "", QueryOptions.DEFAULT, Failures.Work.READ);
  }

  private static Answer used(Client client, String keyspace) {
    client.use(keyspace);
    return Answer.of(new SetKeyspace(keyspace));
  }

  private Answer prepare(Client client, Prepare prepare, Facts facts) {
    String ofRequest = prepare.keyspace == null ? facts.keyspace() : prepare.keyspace;
    String keyspace = keyspace(client, ofRequest);
    String text = prepare.cqlQuery;
    try {
      Optional<SystemQuery> system = systemQuery(text, keyspace);
      Served statement = system.isPresent() ? null : Served.of(session(keyspace), text);
      List<Marker> markers = statement == null ? List.of() : statement.prepared().markers();
      // The values of a client are bytes of these types, so with other types the id is another.
      byte[] id = RowsAnswer.md5(keyspace + '\0' + text + '\0' + markers);
      List<ColumnSpec> parameters;
      List<ColumnSpec> columns = List.of();
      if (statement == null) {
        parameters = parameters(system.get());
        columns = columns(system.get());
      } else {
        parameters = statement.parameters(keyspaceOf(statement.table()));
        if (statement.kind() == PreparedStatement.Kind.QUERY) {
          columns = columns(client, statement, statement.prepared().columns());
        }
      }
      byte[] columnsId = RowsAnswer.id(columns);
      prepared.put(
          ByteBuffer.wrap(id), new Kept(statement, system.orElse(null), markers), weight(text));
      Answer answer =
          Answer.of(new Prepared(id, columnsId, metadata(parameters), metadata(columns)));
      return statement == null ? answer : answer.with(client, statement.facts());
    } catch (RuntimeException e) {
      return failure(client, e);
    }
  }

  @SuppressWarnings("NullAway") // The library takes null for what is left out.
  private static RowsMetadata metadata(List<ColumnSpec> columns) {
    return columns.isEmpty()
        ? new RowsMetadata(0, null, new int[0], null)
        : new RowsMetadata(columns, null, new int[0], null);
  }

  private static List<ColumnSpec> parameters(SystemQuery query) {
    List<ColumnSpec> specs = new ArrayList<>();
    for (SystemQuery.Parameter parameter : query.parameters()) {
      specs.add(
          new ColumnSpec(
              query.keyspace(), query.table(), parameter.name(), specs.size(), parameter.type()));
    }
    return specs;
  }

  private static List<ColumnSpec> columns(SystemQuery query) {
    List<ColumnSpec> specs = new ArrayList<>();
    for (SystemQuery.Selected column : query.columns()) {
      specs.add(
          new ColumnSpec(
              query.keyspace(), query.table(), column.name(), specs.size(), column.type()));
    }
    return specs;
  }

  /**
   * A prepared statement; null if there is none, or if its parameters have other types now. The
   * client then prepares it again, and gets another id.
   */
  private @Nullable Kept kept(byte[] id) {
    Kept kept = prepared.get(ByteBuffer.wrap(id));
    if (kept == null || kept.statement() == null) {
      return kept;
    }
    try {
      return kept.parameters().equals(kept.statement().prepared().markers()) ? kept : null;
    } catch (CqlException e) {
      return kept; // A table or column is gone; the execution says so.
    }
  }

  private Answer execute(Client client, Execute execute, Cancellation cancellation) {
    Kept kept = kept(execute.queryId);
    if (kept == null) {
      return unprepared(execute.queryId);
    }
    // In version 4 a client does not say which columns it knows: those of an earlier preparation,
    // if the table has changed. So it gets the columns with each result.
    byte @Nullable [] knownId = client.version() >= 5 ? execute.resultMetadataId : null;
    Served statement = kept.statement();
    return statement == null
        ? execute(client, Objects.requireNonNull(kept.query()), execute, knownId)
            .to(StatementKind.SYSTEM)
        : execute(client, statement, execute, knownId, kept, cancellation)
            .to(statement.measuredKind());
  }

  private Answer execute(
      Client client, SystemQuery query, Execute execute, byte @Nullable [] knownId) {
    try {
      return system(query, execute.options, client.version() >= 5, knownId);
    } catch (RuntimeException e) {
      return failed(client, e, "", execute.options, Failures.Work.READ);
    }
  }

  private Answer execute(
      Client client,
      Served statement,
      Execute execute,
      byte @Nullable [] knownId,
      Kept kept,
      Cancellation cancellation) {
    try {
      return run(client, statement, execute.options, knownId, kept, cancellation);
    } catch (RuntimeException e) {
      return failed(
          client, e, statement.newTable(), execute.options, Failures.Work.of(statement.kind()));
    }
  }

  private static Answer unprepared(byte[] id) {
    return Answer.of(
        new Unprepared(
            "cannot run the statement: found no prepared statement with the id %s; prepare it again"
                .formatted(RowsAnswer.hex(id)),
            id));
  }

  private Answer system(
      SystemQuery query, QueryOptions given, boolean hasIds, byte @Nullable [] knownId) {
    List<ColumnSpec> columns = columns(query);
    RowsAnswer rows = new RowsAnswer(columns);
    int count = Math.max(given.positionalValues.size(), given.namedValues.size());
    if (count < query.parameters().size()) {
      throw RequestException.invalid(
          "cannot run the statement: found %d values, expected %d, one for each parameter"
              .formatted(count, query.parameters().size()));
    }
    query
        .rows(
            schemas.now(),
            index ->
                given.positionalValues.isEmpty()
                    ? given.namedValues.get(query.parameters().get(index).name())
                    : given.positionalValues.get(index))
        .forEach(rows::add);
    return answer(rows, columns, Optional.empty(), given, hasIds, knownId);
  }

  /**
   * The answer with rows.
   *
   * @param hasIds whether the client can be told that the columns have changed
   * @param knownId the id of the columns that the client knows; null if it knows none
   */
  private static Answer answer(
      RowsAnswer rows,
      List<ColumnSpec> columns,
      Optional<String> nextPage,
      QueryOptions given,
      boolean hasIds,
      byte @Nullable [] knownId) {
    if (knownId == null) {
      return rows.answer(nextPage, true, null);
    }
    byte[] id = RowsAnswer.id(columns);
    boolean isKnown = Arrays.equals(id, knownId);
    return rows.answer(nextPage, !(given.skipMetadata && isKnown), isKnown || !hasIds ? null : id);
  }

  private Answer run(
      Client client,
      Served statement,
      QueryOptions given,
      byte @Nullable [] knownId,
      @Nullable Kept kept,
      Cancellation cancellation) {
    users.require(client.user(), role(statement.kind()));
    BoundStatement bound =
        statement
            .prepared()
            .bind(statement.values(given.positionalValues, given.namedValues))
            .stoppedBy(cancellation);
    boolean hasIds = kept != null && client.version() >= 5;
    return switch (statement.kind()) {
      case QUERY -> page(client, statement, given, bound, hasIds, knownId);
      case CHANGE, TRUNCATE -> {
        Facts done = done(bound);
        yield Answer.of(Void.INSTANCE).with(client, done);
      }
      case CONDITIONAL_CHANGE, DESCRIPTION -> all(client, statement, bound);
      case DEFINITION -> define(client, statement, bound);
      case USE -> {
        String keyspace = statement.head().text(1);
        // In a session of its own: that of the statement serves other connections too.
        try (CqlSession session = CqlSession.over(database);
            Result result = session.execute(use(keyspace))) {
          yield used(client, keyspace).with(client, new Facts().withResult(result));
        }
      }
    };
  }

  /** What a user must at least be to run a statement. */
  private static Role role(PreparedStatement.Kind kind) {
    return switch (kind) {
      case QUERY, DESCRIPTION, USE -> Role.READ;
      case CHANGE, CONDITIONAL_CHANGE, TRUNCATE -> Role.WRITE;
      case DEFINITION -> Role.DEFINE;
    };
  }

  /** Executes a statement that returns no rows. */
  private static Facts done(BoundStatement bound) {
    try (Result result = bound.execute()) {
      return new Facts().withResult(result);
    }
  }

  private Answer define(Client client, Served statement, BoundStatement bound) {
    Facts[] done = {new Facts()};
    Message changed = schemas.define(statement::isOf, () -> done[0] = done(bound));
    return Answer.of(changed).with(client, done[0]);
  }

  /** All rows of a result that has few. */
  private Answer all(Client client, Served statement, BoundStatement bound) {
    try (Result result = bound.execute()) {
      return answer(client, statement.table(), result);
    }
  }

  private Answer answer(Client client, String table, Result result) {
    Facts facts = new Facts().withResult(result);
    return result.hasRows()
        ? rows(table, result)
            .with(client, facts.withColumns(result.columns()))
            .applied(result.wasApplied())
        : Answer.of(Void.INSTANCE).with(client, facts);
  }

  private Answer rows(String table, Result result) {
    List<Column> columns = result.columns();
    RowsAnswer rows = new RowsAnswer(specs(table, columns));
    List<NativeType> types = RowsAnswer.types(columns);
    for (Row row : result) {
      rows.add(types, row);
    }
    return rows.answer(Optional.empty(), true, null);
  }

  /** One page of a SELECT. */
  private Answer page(
      Client client,
      Served statement,
      QueryOptions given,
      BoundStatement bound,
      boolean hasIds,
      byte @Nullable [] knownId) {
    int wanted = given.pageSize > 0 ? given.pageSize : options.pageRows();
    @Nullable String token = RowsAnswer.token(given.pagingState);
    try (Result result = bound.page(wanted, options.pageBytes(), token)) {
      Facts facts = new Facts().withColumns(result.columns()).withResult(result);
      List<ColumnSpec> columns = columns(client, statement, result.columns());
      RowsAnswer rows = new RowsAnswer(columns);
      List<NativeType> types = RowsAnswer.types(result.columns());
      for (Row row : result) {
        rows.add(types, row);
      }
      facts.withAccess(result.access());
      return answer(rows, columns, result.nextPage(), given, hasIds, knownId).with(client, facts);
    }
  }

  /**
   * The columns of a query, with the names that Cassandra gives them unless a client of Keywright
   * asks.
   */
  private List<ColumnSpec> columns(Client client, Served query, List<Column> columns) {
    List<ColumnSpec> specs = specs(query.table(), columns);
    return client.wantsFacts()
        ? specs
        : specs.stream()
            .map(
                spec ->
                    new ColumnSpec(
                        spec.ksName, spec.tableName, query.shown(spec.name), spec.index, spec.type))
            .toList();
  }

  private Answer batch(Client client, Batch batch, Cancellation cancellation) {
    QueryOptions given =
        new QueryOptions(
            batch.consistency,
            List.of(),
            Map.of(),
            false,
            -1,
            null,
            batch.serialConsistency,
            batch.defaultTimestamp,
            batch.keyspace,
            batch.nowInSeconds);
    boolean isConditional = false;
    try {
      if (batch.type == ProtocolConstants.BatchType.COUNTER) {
        throw RequestException.invalid(
            "cannot run the batch: found a counter batch, expected a logged or an unlogged one");
      }
      users.require(client.user(), Role.WRITE);
      String keyspace = keyspace(client, batch.keyspace);
      List<Served> statements = new ArrayList<>();
      List<BoundStatement> bound = new ArrayList<>();
      for (int i = 0; i < batch.queriesOrIds.size(); i++) {
        Served statement;
        if (batch.queriesOrIds.get(i) instanceof byte[] id) {
          Kept kept = kept(id);
          if (kept == null) {
            return unprepared(id);
          }
          statement = kept.statement();
        } else {
          statement = ofText(keyspace, (String) batch.queriesOrIds.get(i));
        }
        boolean isChange =
            statement != null
                && (statement.kind() == PreparedStatement.Kind.CHANGE || statement.isConditional());
        if (statement == null || !isChange) {
          throw RequestException.invalid(
              "cannot run the batch: found another statement as statement %d, expected INSERT, UPDATE or DELETE"
                  .formatted(i + 1));
        }
        isConditional |= statement.isConditional();
        statements.add(statement);
        bound.add(statement.prepared().bind(statement.values(batch.values.get(i), Map.of())));
      }
      boolean isUnlogged = batch.type == ProtocolConstants.BatchType.UNLOGGED;
      if (isUnlogged && !isConditional && !database.hasAtomicBatches()) {
        for (int i = 0; i < statements.size(); i++) {
          if (cancellation.isOver()) {
            throw cancellation.stopped(
                "run the batch",
                "%d of its %d statements were executed before".formatted(i, statements.size()));
          }
          bound.get(i).stoppedBy(cancellation).execute().close();
        }
        return Answer.of(Void.INSTANCE);
      }
      try (Result result = session(keyspace).stoppedBy(cancellation).batch(bound)) {
        return answer(client, table(statements), result);
      }
    } catch (RuntimeException e) {
      return failed(
          client,
          e,
          "",
          given,
          isConditional ? Failures.Work.CONDITIONAL_CHANGE : Failures.Work.CHANGE);
    }
  }

  /** A statement inside of a batch. Programs send the same text again. */
  private Served ofText(String keyspace, String text) {
    String key = keyspace + '\0' + text;
    Served known = texts.get(key);
    if (known == null) {
      known = Served.of(session(keyspace), text);
      if (key.length() <= KEPT_LENGTH_MAX) {
        texts.put(key, known, weight(key));
      }
    }
    return known;
  }

  /** An estimate of the bytes that a kept statement takes. */
  private static long weight(String text) {
    return BYTES_OF_CHARACTER * text.length();
  }

  /** The table of all statements; empty if there are several. */
  private static String table(List<Served> statements) {
    List<String> tables = statements.stream().map(Served::table).distinct().toList();
    return tables.size() == 1 ? tables.get(0) : "";
  }
}
