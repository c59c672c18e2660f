package keywright.cql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyException;
import keywright.table.Database;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Executes the statements of a design, and checks its load against the tables. */
final class DesignReader {
  private final boolean isLenient;
  private final List<QueryLoad> queries = new ArrayList<>();
  private final List<WriteLoad> writes = new ArrayList<>();
  private final List<Design.Refused> refused = new ArrayList<>();
  private final Set<String> refusedTables = new HashSet<>();
  private final Places places = new Places();

  /**
   * @param isLenient whether statements that are refused are left out
   */
  DesignReader(boolean isLenient) {
    this.isLenient = isLenient;
  }

  Design read(String script) {
    List<Parsed<CqlParser.OneStatementContext>> loads = new ArrayList<>();
    List<Parsed<CqlParser.OneStatementContext>> selects = new ArrayList<>();
    try (Database database = Database.ofDeclarations()) {
      CqlSession session = CqlSession.over(database);
      for (CqlScript.Statement statement : CqlScript.split(script)) {
        Parsed<CqlParser.OneStatementContext> parsed = parsed(session, database, statement);
        if (parsed != null && isLoad(parsed.tree().statement())) {
          loads.add(parsed);
        } else if (parsed != null) {
          attempt(database, parsed, () -> run(database, session, parsed));
          if (parsed.tree().statement().select() != null) {
            selects.add(parsed);
          }
        }
      }
      loads.forEach(load -> attempt(database, load, () -> add(database, load)));
      List<TableDefinition> tables =
          database.tables().stream().map(name -> database.table(name).definition()).toList();
      return new Design(
          tables, queries, selects(database, selects), writes, refused, places, end(script));
    }
  }

  /** The SELECTs of tables that exist at the end, and have the columns then. */
  private static List<QueryLoad> selects(
      Database database, List<Parsed<CqlParser.OneStatementContext>> statements) {
    List<QueryLoad> selects = new ArrayList<>();
    for (Parsed<CqlParser.OneStatementContext> parsed : statements) {
      CqlParser.SelectContext select = parsed.tree().statement().select();
      try {
        TableDefinition table = table(database, parsed, select.tableName());
        selects.add(new QueryLoad(parsed, table, "SELECT " + (selects.size() + 1)));
      } catch (CqlException e) {
        // It reads a table that a later statement changes or drops.
      }
    }
    return selects;
  }

  private @Nullable Parsed<CqlParser.OneStatementContext> parsed(
      CqlSession session, Database database, CqlScript.Statement statement) {
    try {
      return session.parsed(
          Source.statement(statement.text(), statement.line(), statement.column()));
    } catch (CqlException e) {
      refuse(database, e, null);
      return null;
    }
  }

  /** The end of the message about a statement that describes a load. */
  static final String DESCRIBES_A_LOAD =
      "not executed, because this statement only describes a load for lint and simulate";

  /** The name of a statement that describes a load; null for all others. */
  static @Nullable String loadName(Parsed<CqlParser.OneStatementContext> parsed) {
    CqlParser.QueryLoadContext query = parsed.tree().statement().queryLoad();
    CqlParser.WriteLoadContext write = parsed.tree().statement().writeLoad();
    if (query != null) {
      return "QUERY " + Parsed.name(query.queryName().name());
    }
    return write == null ? null : "WRITE INTO " + parsed.name(write.tableName());
  }

  private static boolean isLoad(CqlParser.StatementContext statement) {
    return statement.queryLoad() != null || statement.writeLoad() != null;
  }

  private void run(
      Database database, CqlSession session, Parsed<CqlParser.OneStatementContext> parsed) {
    CqlParser.StatementContext statement = parsed.tree().statement();
    Map<String, String> before = new HashMap<>();
    for (CqlParser.TableNameContext named :
        Parsed.all(parsed.tree(), CqlParser.TableNameContext.class)) {
      String name = parsed.name(named);
      find(database, name).ifPresent(table -> before.put(name, table.name()));
    }
    String droppedIndex =
        statement.dropIndex() == null
            ? null
            : fullName(database, parsed.name(statement.dropIndex().indexName()));
    new PreparedStatement(session, parsed).execute().close();
    places.add(
        statement,
        named -> {
          String name = parsed.name(named);
          // What the statement has just created is known now.
          String after = find(database, name).map(TableDefinition::name).orElse(name);
          return before.getOrDefault(name, after);
        },
        droppedIndex);
  }

  private static Optional<TableDefinition> find(Database database, String name) {
    try {
      return database.find(name);
    } catch (TableException e) {
      return Optional.empty(); // The statement is refused for this name.
    }
  }

  /** The name of an index with the keyspace of its table. */
  private static String fullName(Database database, String index) {
    String name = Names.unqualified(index);
    try {
      return database
          .findByIndex(index)
          .map(table -> Names.in(table.keyspace(), name))
          .orElse(index);
    } catch (TableException e) {
      return index; // The statement is refused for this name.
    }
  }

  private void attempt(
      Database database, Parsed<CqlParser.OneStatementContext> parsed, Runnable statement) {
    try {
      statement.run();
    } catch (CqlException e) {
      List<String> named =
          Parsed.all(parsed.tree(), CqlParser.TableNameContext.class).stream()
              .map(parsed::name)
              .toList();
      if (!isLenient || named.stream().noneMatch(refusedTables::contains)) {
        refuse(database, e, parsed);
      }
    }
  }

  private void refuse(
      Database database, CqlException e, @Nullable Parsed<CqlParser.OneStatementContext> parsed) {
    if (!isLenient) {
      throw e;
    }
    Place place = new Place(e.line(), e.column(), e.line(), e.column() + 1);
    TableDefinition table = null;
    CqlParser.CreateTableContext create =
        parsed == null ? null : parsed.tree().statement().createTable();
    CqlParser.CreateIndexContext index =
        parsed == null ? null : parsed.tree().statement().createIndex();
    if (parsed != null && create != null) {
      refusedTables.add(parsed.name(create.tableName()));
      place = Place.of(create);
    }
    try {
      table = parsed == null ? null : declared(database, parsed);
      place = table != null && index != null ? Place.of(index) : place;
    } catch (CqlException | KeyException | TableException unreadable) {
      // Only what can be read is told.
    }
    refused.add(new Design.Refused(place, String.valueOf(e.getMessage()), table));
  }

  /** The table that a statement declares, or that with the index that it declares. */
  private static @Nullable TableDefinition declared(
      Database database, Parsed<CqlParser.OneStatementContext> parsed) {
    DefinitionReader reader = new DefinitionReader(parsed, new Values(parsed));
    CqlParser.StatementContext statement = parsed.tree().statement();
    if (statement.createTable() != null) {
      return reader.table(statement.createTable());
    }
    if (statement.createIndex() == null) {
      return null;
    }
    TableDefinition owner =
        database.table(parsed.name(statement.createIndex().tableName())).definition();
    List<IndexDefinition> indexes = new ArrayList<>(owner.indexes());
    indexes.add(reader.index(statement.createIndex()));
    return owner.withIndexes(indexes);
  }

  /** The place after the last character. */
  private static Place end(String script) {
    int line = 1;
    int column = 1;
    for (int c : script.codePoints().toArray()) {
      line += c == '\n' ? 1 : 0;
      column = c == '\n' ? 1 : column + 1;
    }
    return new Place(line, column, line, column);
  }

  private void add(Database database, Parsed<CqlParser.OneStatementContext> parsed) {
    Source source = parsed.source();
    CqlParser.WriteLoadContext write = parsed.tree().statement().writeLoad();
    if (write == null) {
      addQuery(database, parsed, parsed.tree().statement().queryLoad());
    } else {
      String table = table(database, parsed, write.tableName()).name();
      writes.add(new WriteLoad(table, rate(source, write.rate()), Place.of(write)));
    }
  }

  private void addQuery(
      Database database,
      Parsed<CqlParser.OneStatementContext> parsed,
      CqlParser.QueryLoadContext context) {
    Source source = parsed.source();
    TableDefinition table = table(database, parsed, context.select().tableName());
    QueryLoad query = new QueryLoad(parsed, table, rate(source, context.rate()));
    if (queries.stream().anyMatch(other -> other.name().equals(query.name()))) {
      throw source.unreadable(
          context.queryName().getStart(),
          "found query %s a second time, expected another name".formatted(query.name()));
    }
    queries.add(query);
  }

  private static TableDefinition table(
      Database database, Parsed<?> parsed, CqlParser.TableNameContext context) {
    try {
      return database.table(parsed.name(context)).definition();
    } catch (TableException e) {
      throw parsed.source().refused(context.getStart(), String.valueOf(e.getMessage()), e);
    }
  }

  private static double rate(Source source, CqlParser.RateContext context) {
    double seconds =
        switch (Parsed.name(context.rateUnit().name())) {
          case "s" -> 1;
          case "min" -> 60;
          case "h" -> 3_600;
          default ->
              throw source.unreadable(
                  context.rateUnit().getStart(),
                  "found '%s', expected s, min or h".formatted(context.rateUnit().getText()));
        };
    Token number = context.getStart();
    double count = Double.parseDouble(number.getText());
    if (count <= 0 || Double.isInfinite(count)) {
      throw source.unreadable(
          number, "found the rate %s, expected a rate above 0".formatted(number.getText()));
    }
    return count / seconds;
  }
}
