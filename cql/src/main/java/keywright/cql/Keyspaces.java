package keywright.cql;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import keywright.cql.grammar.CqlParser;
import keywright.table.Database;
import keywright.table.model.TableException;
import org.antlr.v4.runtime.ParserRuleContext;

/** The keyspaces that one statement names: a database holds one. Used by one thread. */
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

  /** The name of a keyspace, refused when tables are in another. */
  String require(CqlParser.NameContext context) {
    return require(context, Parsed.name(context));
  }

  /** Refuses a table in another keyspace. */
  void require(CqlParser.TableNameContext context) {
    requireQualifier(context, context.name());
  }

  /** Refuses an index in another keyspace. */
  void require(CqlParser.IndexNameContext context) {
    requireQualifier(context, context.name());
  }

  private void requireQualifier(ParserRuleContext context, List<CqlParser.NameContext> names) {
    if (names.size() > 1) {
      String unused = require(context, Parsed.name(names.get(0)));
    }
  }

  private String require(ParserRuleContext context, String keyspace) {
    try {
      database.requireKeyspace(keyspace);
      return keyspace;
    } catch (TableException e) {
      throw source.refused(context.getStart(), String.valueOf(e.getMessage()), e);
    }
  }

  /** USE. */
  String use(CqlParser.NameContext context) {
    String keyspace = require(context);
    current.set(keyspace);
    return keyspace;
  }

  /** The keyspace that a new table is in: the one before its name, or that of the session. */
  String of(CqlParser.TableNameContext context) {
    require(context);
    return context.name().size() > 1
        ? Parsed.name(context.name(0))
        : Objects.requireNonNull(current.get());
  }
}
