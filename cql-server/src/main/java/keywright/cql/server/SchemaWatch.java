package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.event.SchemaChangeEvent;
import com.datastax.oss.protocol.internal.response.result.SchemaChange;
import com.datastax.oss.protocol.internal.response.result.Void;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import keywright.cql.server.system.Schema;
import keywright.key.KeywrightException;
import keywright.table.Database;

/**
 * Tells the connections what has changed in the catalog, and each client what its own statement has
 * changed. Safe for many threads.
 */
final class SchemaWatch {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private final Database database;
  private final Consumer<Message> events;

  /** The declarations of which the connections know. */
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
   * Runs a definition. Others may run meanwhile: building an index can take long.
   *
   * @param isOwn whether a change since a schema is one of what the definition names
   * @return what it has changed, as the client is told
   */
  Message define(BiPredicate<Schema.Change, Schema> isOwn, Runnable definition) {
    Schema before = now();
    definition.run();
    List<Schema.Change> changes = now().since(before);
    tellChanges();
    Optional<Schema.Change> own =
        changes.stream().filter(change -> isOwn.test(change, before)).findFirst();
    return own.<Message>map(
            change ->
                new SchemaChange(
                    change.kind().name(),
                    target(change),
                    change.keyspace(),
                    change.table(),
                    List.of()))
        .orElse(Void.INSTANCE);
  }

  /** Tells the connections what another process has changed. */
  void look() {
    try {
      tellChanges();
    } catch (KeywrightException e) {
      LOG.log(System.Logger.Level.DEBUG, "the catalog was not read", e);
    }
  }

  /** Tells the connections what has changed since they were told. */
  private synchronized void tellChanges() {
    Schema before = known;
    known = now();
    known.since(before).forEach(this::tell);
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
