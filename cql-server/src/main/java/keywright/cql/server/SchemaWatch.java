package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.event.SchemaChangeEvent;
import com.datastax.oss.protocol.internal.response.result.SchemaChange;
import com.datastax.oss.protocol.internal.response.result.Void;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import keywright.cql.server.system.Schema;
import keywright.key.KeywrightException;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;

/**
 * Tells the connections what has changed in the catalog. Definitions run one at a time, so that
 * each client is told what its own statement has changed. Safe for many threads.
 */
final class SchemaWatch {
  /** The keyspace that is shown while the tables are in none. */
  private static final String DEFAULT_KEYSPACE = "keywright";

  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private final Database database;
  private final Consumer<Message> events;

  /** Guards {@code known}. A definition has it while it runs. */
  private final ReentrantLock lock = new ReentrantLock();

  /** The keyspace that clients have created or use while there is no table in a keyspace. */
  private volatile String keyspaceIfNone = DEFAULT_KEYSPACE;

  private Schema known;

  /**
   * @param events gets an event for each change
   */
  SchemaWatch(Database database, Consumer<Message> events) {
    this.database = database;
    this.events = events;
    this.known = Schema.of(database, keyspaceIfNone);
  }

  /** The declarations now. */
  Schema now() {
    return Schema.of(database, keyspaceIfNone);
  }

  /** The keyspace of the tables, or the one that is shown. */
  String keyspace() {
    return database.keyspace().orElse(keyspaceIfNone);
  }

  /**
   * Runs a definition.
   *
   * @return what it has changed, as the client is told
   */
  Message define(Runnable definition) {
    lock.lock();
    try {
      definition.run();
      List<Schema.Change> changes = changes();
      if (changes.isEmpty()) {
        return Void.INSTANCE;
      }
      Schema.Change first = changes.get(0);
      return new SchemaChange(
          first.kind().name(),
          ProtocolConstants.SchemaChangeTarget.TABLE,
          known.keyspace(),
          first.table(),
          List.of());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells the connections what another process has changed. Does nothing while a definition runs,
   * which tells it afterwards: building an index can take long, and must not block a thread for
   * each look.
   */
  void look() {
    if (!lock.tryLock()) {
      return;
    }
    try {
      List<Schema.Change> unused = changes();
    } catch (KeywrightException e) {
      LOG.log(System.Logger.Level.DEBUG, "the catalog was not read", e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Shows a keyspace that a client has created or uses.
   *
   * @return what has changed, as the client that creates it is told
   */
  Message show(String keyspace) {
    lock.lock();
    try {
      keyspaceIfNone = keyspace;
      String before = known.keyspace();
      List<Schema.Change> unused = changes();
      return before.equals(known.keyspace())
          ? Void.INSTANCE
          : new SchemaChange(
              ProtocolConstants.SchemaChangeType.CREATED,
              ProtocolConstants.SchemaChangeTarget.KEYSPACE,
              known.keyspace(),
              null,
              List.of());
    } finally {
      lock.unlock();
    }
  }

  private List<Schema.Change> changes() {
    Schema before = known;
    Schema after = now();
    known = after;
    if (!after.keyspace().equals(before.keyspace())) {
      tell(ProtocolConstants.SchemaChangeType.DROPPED, before.keyspace(), null);
      tell(ProtocolConstants.SchemaChangeType.CREATED, after.keyspace(), null);
    }
    List<Schema.Change> changes = after.since(before);
    changes.forEach(change -> tell(change.kind().name(), after.keyspace(), change.table()));
    return changes;
  }

  @SuppressWarnings("NullAway") // The library has no table in an event of a keyspace.
  private void tell(String kind, String keyspace, @Nullable String table) {
    events.accept(
        new SchemaChangeEvent(
            kind,
            table == null
                ? ProtocolConstants.SchemaChangeTarget.KEYSPACE
                : ProtocolConstants.SchemaChangeTarget.TABLE,
            keyspace,
            table,
            List.of()));
  }
}
