package keywright.cql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keywright.table.Database;
import keywright.table.TableDefinition;
import keywright.table.TableException;
import org.antlr.v4.runtime.Token;

/**
 * What a file of statements declares: tables with their indexes, and the load that they shall bear.
 * Immutable.
 *
 * <p>The statements are carried out in order on an empty database in memory, so whatever a database
 * refuses is refused here too. The load is held against the tables as they are at the end.
 *
 * @param tables sorted by name, each with its indexes
 * @param queries in the order of the file
 * @param writes in the order of the file
 */
public record Design(
    List<TableDefinition> tables, List<QueryLoad> queries, List<WriteLoad> writes) {

  /** Keeps its own copies of the lists. */
  public Design {
    tables = List.copyOf(tables);
    queries = List.copyOf(queries);
    writes = List.copyOf(writes);
  }

  /**
   * Reads a script.
   *
   * @throws CqlException for the first statement that cannot be read or carried out
   */
  public static Design read(String script) {
    List<Parsed<CqlParser.OneStatementContext>> loads = new ArrayList<>();
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      for (CqlScript.Statement statement : CqlScript.split(script)) {
        Source source = Source.statement(statement.text(), statement.line(), statement.column());
        Parsed<CqlParser.OneStatementContext> parsed =
            Parsing.parse(source, CqlParser::oneStatement);
        if (isLoad(parsed.tree().statement())) {
          loads.add(parsed);
        } else {
          new PreparedStatement(session, parsed).execute().close();
        }
      }
      return new Reader(database).design(loads);
    }
  }

  private static boolean isLoad(CqlParser.StatementContext statement) {
    return statement.queryLoad() != null || statement.writeLoad() != null;
  }

  /** The table {@code name} with its indexes. */
  public Optional<TableDefinition> table(String name) {
    return tables.stream().filter(table -> table.name().equals(name)).findFirst();
  }

  /** Holds the load against the tables of a database. */
  private static final class Reader {
    private final Database database;
    private final List<QueryLoad> queries = new ArrayList<>();
    private final List<WriteLoad> writes = new ArrayList<>();

    Reader(Database database) {
      this.database = database;
    }

    Design design(List<Parsed<CqlParser.OneStatementContext>> loads) {
      loads.forEach(this::add);
      List<TableDefinition> tables =
          database.tables().stream().map(name -> database.table(name).definition()).toList();
      return new Design(tables, queries, writes);
    }

    private void add(Parsed<CqlParser.OneStatementContext> parsed) {
      CqlParser.StatementContext statement = parsed.tree().statement();
      if (statement.queryLoad() != null) {
        addQuery(parsed, statement.queryLoad());
      } else {
        CqlParser.WriteLoadContext write = statement.writeLoad();
        writes.add(
            new WriteLoad(
                table(parsed.source(), write.tableName()).name(),
                rate(parsed.source(), write.rate()),
                write.getStart().getLine(),
                write.getStart().getCharPositionInLine() + 1));
      }
    }

    private void addQuery(
        Parsed<CqlParser.OneStatementContext> parsed, CqlParser.QueryLoadContext context) {
      TableDefinition table = table(parsed.source(), context.select().tableName());
      QueryLoad query = new QueryLoad(parsed, table, rate(parsed.source(), context.rate()));
      if (queries.stream().anyMatch(other -> other.name().equals(query.name()))) {
        throw parsed
            .source()
            .unreadable(
                context.queryName().getStart(),
                "found query %s a second time, expected another name".formatted(query.name()));
      }
      queries.add(query);
    }

    private TableDefinition table(Source source, CqlParser.TableNameContext context) {
      try {
        return database.table(DefinitionReader.name(context)).definition();
      } catch (TableException e) {
        throw source.refused(context.getStart(), String.valueOf(e.getMessage()), e);
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
      double count = new BigDecimal(number.getText()).doubleValue();
      if (count <= 0 || Double.isInfinite(count)) {
        throw source.unreadable(
            number, "found the rate %s, expected more than 0".formatted(number.getText()));
      }
      return count / seconds;
    }
  }
}
