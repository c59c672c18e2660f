package keywright.cql;

import java.util.concurrent.atomic.AtomicReference;
import keywright.cql.grammar.CqlParser;
import keywright.table.Database;
import keywright.table.model.TableException;

/** Executes the statements about keyspaces. Used by one thread. */
final class Keyspaces {
  private final Database database;
  private final Source source;
  private final AtomicReference<String> current;

  /**
   * @param current that the session is in; empty for none
   */
  Keyspaces(Database database, Source source, AtomicReference<String> current) {
    this.database = database;
    this.source = source;
    this.current = current;
  }

  /** CREATE KEYSPACE. Its options have no effect: the engine replicates all tables alike. */
  Result create(CqlParser.CreateKeyspaceContext context) {
    String keyspace = Parsed.name(context.keyspaceName().name());
    boolean created = database.createKeyspace(keyspace, context.ifNotExists() != null);
    return Result.message(
        "keyspace "
            + keyspace
            + (created ? " created" : " exists; nothing changed")
            + (context.options_() == null ? "" : "; its options have no effect here"),
        0);
  }

  /** DROP KEYSPACE. */
  Result drop(CqlParser.DropKeyspaceContext context) {
    String keyspace = Parsed.name(context.keyspaceName().name());
    boolean dropped = database.dropKeyspace(keyspace, context.ifExists() != null);
    return Result.message(
        "keyspace " + keyspace + (dropped ? " dropped" : " does not exist; nothing changed"), 0);
  }

  /** USE. */
  Result use(CqlParser.UseContext context) {
    String keyspace = Parsed.name(context.keyspaceName().name());
    try {
      database.requireKeyspace(keyspace);
    } catch (TableException e) {
      throw source.refused(context.keyspaceName().getStart(), String.valueOf(e.getMessage()), e);
    }
    current.set(keyspace);
    return Result.message("names without a keyspace are now in keyspace " + keyspace, 0);
  }
}
