package keywright.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * A connection to HBase whose calls end within a set time, whatever HBase's client does. Safe for
 * many threads.
 */
final class HBaseClient implements AutoCloseable {
  /** What passes, at most, between the client giving up and us. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  /** How many times the limit of an operation a change of tables may take: it moves regions. */
  private static final int TABLE_CHANGE_FACTOR = 5;

  /**
   * How long it waits first before it asks again whether a table is made; then longer and longer.
   */
  private static final int ADMIN_PAUSE_MILLIS = 20;

  private static final int ADMIN_ATTEMPTS = 1_000;

  /** So often in a row a server closes a connection that it does not want. */
  private static final int CLOSED_MAX = 3;

  /** Between attempts to find the server that knows where the regions are. */
  private static final long OPEN_PAUSE_MILLIS = 100;

  private final HBaseLocation location;
  private final AsyncConnection connection;
  private final HBaseLogin login;
  private final AsyncAdmin admin;
  private final HBaseErrors errors;
  private final Duration limit;
  private final Duration callLimit;
  private final long callMillis;
  private final int maxCellLength;

  /** By name, of the layout that was used last. */
  private final ConcurrentHashMap<String, HBaseTable> tables = new ConcurrentHashMap<>();

  private volatile boolean closed;

  private HBaseClient(
      HBaseLocation location,
      AsyncConnection connection,
      HBaseLogin login,
      Configuration settings) {
    long operationMillis =
        settings.getLong(
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
            HConstants.DEFAULT_HBASE_CLIENT_OPERATION_TIMEOUT);
    this.location = location;
    this.connection = connection;
    this.login = login;
    this.admin =
        connection
            .getAdminBuilder()
            .setRetryPause(ADMIN_PAUSE_MILLIS, TimeUnit.MILLISECONDS)
            .setMaxAttempts(ADMIN_ATTEMPTS)
            // Until the master takes a change; to carry it out may take longer.
            .setOperationTimeout(operationMillis, TimeUnit.MILLISECONDS)
            .build();
    this.errors = new HBaseErrors(location);
    this.limit = Duration.ofMillis(operationMillis).plus(SLACK);
    this.callMillis =
        settings.getLong(HConstants.HBASE_RPC_TIMEOUT_KEY, HConstants.DEFAULT_HBASE_RPC_TIMEOUT);
    this.callLimit = Duration.ofMillis(callMillis).plus(SLACK);
    this.maxCellLength = HBaseSettings.maxCellLength(settings);
  }

  /**
   * Connects, and finds the server that knows where the regions are.
   *
   * @throws StoreException when that takes longer than the location allows, or cannot be
   */
  static HBaseClient open(HBaseLocation location) {
    HBaseErrors errors = new HBaseErrors(location);
    Configuration settings = HBaseSettings.of(location);
    long deadline =
        System.nanoTime() + Duration.ofSeconds(location.connectTimeoutSeconds()).toNanos();
    HBaseLogin login = HBaseLogin.of(location, settings);
    User user = login.user();
    CompletableFuture<AsyncConnection> connecting = null;
    try {
      connecting =
          user == null
              ? ConnectionFactory.createAsyncConnection(settings)
              : ConnectionFactory.createAsyncConnection(settings, user);
      AsyncConnection connection = get(connecting, deadline);
      findMeta(connection, deadline);
      requireLetIn(connection, errors, deadline);
      return new HBaseClient(location, connection, login, settings);
    } catch (TimeoutException | ExecutionException | RuntimeException e) {
      abandon(connecting);
      login.close();
      throw errors.unreachable(settings, e);
    } catch (InterruptedException e) {
      abandon(connecting);
      login.close();
      Thread.currentThread().interrupt();
      throw errors.unreachable(settings, e);
    }
  }

  /** ZooKeeper does not say where the regions are listed while that list is being opened. */
  private static void findMeta(AsyncConnection connection, long deadline)
      throws InterruptedException, ExecutionException, TimeoutException {
    while (true) {
      try {
        HRegionLocation unused =
            get(
                connection
                    .getRegionLocator(TableName.META_TABLE_NAME)
                    .getRegionLocation(new byte[0]),
                deadline);
        return;
      } catch (ExecutionException e) {
        boolean isUnset = HBaseErrors.isNoNode(HBaseErrors.cause(e));
        if (!isUnset || System.nanoTime() - deadline >= 0) {
          throw e;
        }
        Thread.sleep(OPEN_PAUSE_MILLIS);
      }
    }
  }

  /**
   * Reads once where regions are, without repeating it, to find out whether the server lets this
   * user and this client in; whatever else goes wrong may be over with the next call. A server that
   * asks for Kerberos or TLS closes the connection of a client that speaks neither, each time.
   */
  private static void requireLetIn(AsyncConnection connection, HBaseErrors errors, long deadline)
      throws InterruptedException {
    for (int attempt = 1; attempt <= CLOSED_MAX; attempt++) {
      try {
        boolean unused =
            get(
                connection
                    .getTableBuilder(TableName.META_TABLE_NAME)
                    .setMaxAttempts(1)
                    .build()
                    .exists(new Get(new byte[] {0})),
                deadline);
        return;
      } catch (TimeoutException | ExecutionException e) {
        StoreException refusal = errors.ofLogin(e, attempt == CLOSED_MAX);
        if (refusal != null) {
          throw refusal;
        }
        if (!(HBaseErrors.cause(e) instanceof ConnectionClosedException)) {
          return;
        }
        Thread.sleep(OPEN_PAUSE_MILLIS);
      }
    }
  }

  /** Closes a connection when it exists, however late. */
  private static void abandon(@Nullable CompletableFuture<AsyncConnection> connecting) {
    if (connecting != null) {
      CompletableFuture<Void> unused = connecting.thenAccept(HBaseClient::close);
    }
  }

  private static void close(AsyncConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // There is nothing that it could still hold.
    }
  }

  private static <T> T get(CompletableFuture<T> future, long deadline)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
  }

  HBaseErrors errors() {
    return errors;
  }

  HBaseLocation location() {
    return location;
  }

  /** How long an operation may take, with all its repetitions. */
  Duration limit() {
    return limit;
  }

  /** How long one call may take; a server drops those that waited longer. */
  Duration callLimit() {
    return callLimit;
  }

  /**
   * Finds where rows are, so that calls to them need not; nothing is sent to them.
   *
   * @return for each row: why it was not found; no error when it was
   */
  List<Answer> locate(TableName table, List<byte[]> rowKeys) {
    AsyncTableRegionLocator regions = locator(table);
    return answers(rowKeys.stream().map(regions::getRegionLocation).toList(), callLimit);
  }

  /** The longest cell, in bytes, its key among them. */
  int maxCellLength() {
    return maxCellLength;
  }

  AsyncAdmin admin() {
    return admin;
  }

  /** Says where the regions of a table are. */
  AsyncTableRegionLocator locator(TableName table) {
    return connection.getRegionLocator(table);
  }

  /** A table of ours, or one that was used before, as HBase names it. */
  TableName name(String table) {
    HBaseTable used = tables.get(table);
    return used == null ? ownName(table) : name(used.layout());
  }

  /** A table of ours as HBase names it. */
  TableName ownName(String table) {
    return TableName.valueOf(location.namespace(), HBaseNames.encode(table));
  }

  /** A table as HBase names it; that of another client has the name that HBase gives it. */
  TableName name(TableLayout layout) {
    return TableName.valueOf(
        location.namespace(), HBaseNames.encode(layout.name(), layout.isAttached()));
  }

  /**
   * A table of the namespace by the name that HBase knows.
   *
   * @throws StoreException when no table can have that name
   */
  AsyncTable<AdvancedScanResultConsumer> foreignTable(String name) {
    try {
      return connection.getTable(TableName.valueOf(location.namespace(), name));
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          ErrorCode.INVALID,
          "cannot read table "
              + name
              + ": found a name that HBase refuses, expected the name of a table; correct the name",
          e);
    }
  }

  /** Where the rows of {@code layout} are. */
  @SuppressWarnings("ReferenceEquality") // Another layout that is equal is only slower.
  HBaseTable table(TableLayout layout) {
    HBaseTable table = tables.get(layout.name());
    if (table == null || table.layout() != layout) {
      TableName name = name(layout);
      table =
          new HBaseTable(
              layout,
              connection.getTable(name),
              // To find the region and to call it takes no longer than a call may.
              connection
                  .getTableBuilder(name)
                  .setMaxAttempts(1)
                  .setOperationTimeout(callMillis, TimeUnit.MILLISECONDS)
                  .build());
      tables.put(layout.name(), table);
    }
    return table;
  }

  void requireOpen() {
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot use "
              + location
              + ": found the database closed, expected an open database; open it again");
    }
  }

  /** What {@code call} gives; its errors are those of a read of {@code table}. */
  <T> T read(String table, Supplier<CompletableFuture<T>> call) {
    return read(table, "read", call);
  }

  /**
   * What {@code call} gives; its errors are those of a read of {@code table}.
   *
   * @param cancellation ends the wait early
   */
  <T> T read(String table, Supplier<CompletableFuture<T>> call, Cancellation cancellation) {
    return read(table, "read", call, cancellation);
  }

  /** As above, {@code what} is done to the table being something that reads first. */
  <T> T read(String table, String what, Supplier<CompletableFuture<T>> call) {
    return read(table, what, call, Cancellation.NONE);
  }

  private <T> T read(
      String table, String what, Supplier<CompletableFuture<T>> call, Cancellation cancellation) {
    requireOpen();
    try {
      return cancellation.await(call.get(), limit.toNanos(), what + " " + table);
    } catch (StoppedException e) {
      throw e;
    } catch (TimeoutException | ExecutionException | RuntimeException e) {
      requireOpen();
      throw errors.ofRead(this, what, table, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.ofRead(this, what, table, e);
    }
  }

  /** The tables of the namespace, of which a message tells, as long as a call may take. */
  List<TableDescriptor> listTables() {
    try {
      return get(
          admin.listTableDescriptorsByNamespace(location.namespace()),
          System.nanoTime() + callLimit.toNanos());
    } catch (TimeoutException | ExecutionException e) {
      throw errors.ofChange("list the tables", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.unanswered("list the tables", e);
    }
  }

  /** What {@code call} gives; its errors are those of a change of the tables, {@code what}. */
  <T> T change(String what, Supplier<CompletableFuture<T>> call) throws ExecutionException {
    requireOpen();
    try {
      return get(call.get(), System.nanoTime() + TABLE_CHANGE_FACTOR * limit.toNanos());
    } catch (TimeoutException e) {
      throw errors.unanswered(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.unanswered(what, e);
    }
  }

  /**
   * Waits for calls, all of them, this long at most.
   *
   * @return what became of each
   */
  static List<Answer> answers(List<? extends CompletableFuture<?>> writes, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    return writes.stream().map(write -> answer(write, deadline)).toList();
  }

  private static Answer answer(CompletableFuture<?> write, long deadline) {
    try {
      return new Answer(get(write, deadline), null);
    } catch (TimeoutException | ExecutionException e) {
      return new Answer(null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(null, e);
    }
  }

  /** What became of a call: its value, or why there is none. */
  record Answer(@Nullable Object value, @Nullable Exception error) {}

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      login.close();
      close(connection);
    }
  }
}
