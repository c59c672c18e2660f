package keywright.cql;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.table.Database;
import keywright.table.Table;

/** What is known of a statement before it is executed, by the current declarations. */
final class StatementFacts {
  private final NameChecks names;
  private final Parsed<CqlParser.OneStatementContext> parsed;
  private final KnownColumns columns;
  private final Values values;

  StatementFacts(
      Database database, Parsed<CqlParser.OneStatementContext> parsed, KnownColumns columns) {
    this.names = new NameChecks(database, parsed);
    this.parsed = parsed;
    this.columns = columns;
    this.values = new Values(parsed, Parameters.of(parsed), null);
  }

  /** What the statement does. */
  static PreparedStatement.Kind kind(CqlParser.StatementContext statement) {
    if (statement.select() != null) {
      return PreparedStatement.Kind.QUERY;
    }
    if (statement.explain() != null || statement.describe() != null) {
      return PreparedStatement.Kind.DESCRIPTION;
    }
    if (statement.use() != null) {
      return PreparedStatement.Kind.USE;
    }
    if (statement.truncate() != null) {
      return PreparedStatement.Kind.TRUNCATE;
    }
    if (statement.insert() == null
        && statement.update() == null
        && statement.delete() == null
        && statement.batch() == null) {
      return PreparedStatement.Kind.DEFINITION;
    }
    boolean isConditional =
        Parsed.all(statement, CqlParser.InsertContext.class).stream()
                .anyMatch(insert -> insert.ifNotExists() != null)
            || !Parsed.all(statement, CqlParser.OnlyIfContext.class).isEmpty();
    return isConditional
        ? PreparedStatement.Kind.CONDITIONAL_CHANGE
        : PreparedStatement.Kind.CHANGE;
  }

  /** The table that the statement names; empty if it names none or several. */
  static Optional<String> table(Parsed<CqlParser.OneStatementContext> parsed) {
    List<String> names =
        Parsed.all(parsed.tree(), CqlParser.TableNameContext.class).stream()
            .map(parsed::name)
            .distinct()
            .toList();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  /** The markers of {@code parameters}, which are those of the statement. */
  List<Marker> markers(Parameters parameters) {
    return new MarkerReader(parsed, parameters, name -> columns.of(names.table(name).definition()))
        .read();
  }

  List<Column> columns() {
    CqlParser.StatementContext statement = parsed.tree().statement();
    if (statement.select() != null) {
      Table table = names.table(statement.select().tableName());
      QueryReader reader = columns.select(parsed, statement.select(), table.definition(), values);
      return reader.shown(reader.named(table.columns(reader.shape())));
    }
    if (statement.explain() != null) {
      return Result.texts(List.of(StatementRunner.PLAN));
    }
    if (statement.describe() != null) {
      if (statement.describe() instanceof CqlParser.DescribeKeyspacesContext) {
        return Result.texts(Describer.KEYSPACES);
      }
      return Result.texts(
          statement.describe() instanceof CqlParser.DescribeTablesContext
              ? Describer.TABLES
              : List.of(Describer.STATEMENT));
    }
    return Stream.of(kind(statement))
        .filter(PreparedStatement.Kind.CONDITIONAL_CHANGE::equals)
        .map(kind -> Result.APPLIED)
        .toList();
  }
}
