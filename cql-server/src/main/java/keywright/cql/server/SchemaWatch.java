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

/**
 * Tells the connections what has changed in the catalog. Definitions run one at a time, so that
 * each client is told what its own statement has changed. Safe for many threads.
 */
final class SchemaWatch {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private final Database database;
  private final Consumer<Message> events;

  /** Guards {@code known}. A definition has it while it runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private Schema known;

  /**
   * @param events gets an event for each change
   */
  SchemaWatch(Database database, Consumer<Message> events) {
    this.database = database;
    this.events = events;
    this.known = Schema.of(database);
  }

  /** The declarations now. */
  Schema now() {
    return Schema.of(database);
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
      // A table that is the first of its keyspace creates the keyspace, too.
      Schema.Change told =
          changes.stream()
              .filter(change -> change.table() != null)
              .findFirst()
              .orElse(changes.get(0));
      return new SchemaChange(
          told.kind().name(), target(told), told.keyspace(), told.table(), List.of());
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

  private List<Schema.Change> changes() {
    Schema before = known;
    Schema after = now();
    known = after;
    List<Schema.Change> changes = after.since(before);
    changes.forEach(this::tell);
    return changes;
  }

  private void tell(Schema.Change change) {
    events.accept(
        new SchemaChangeEvent(
            change.kind().name(), target(change), change.keyspace(), change.table(), List.of()));
  }

  private static String target(Schema.Change change) {
    return change.table() == null
        ? ProtocolConstants.SchemaChangeTarget.KEYSPACE
        : ProtocolConstants.SchemaChangeTarget.TABLE;
  }
}
