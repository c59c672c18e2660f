package keywright.cql;

import java.util.List;
import java.util.function.Function;
import keywright.cql.grammar.CqlParser;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.TableException;
import org.antlr.v4.runtime.ParserRuleContext;

/** Looks up the tables and columns that queries and writes name, without running them. */
final class NameChecks {
  private final Database database;
  private final Parsed<?> parsed;

  NameChecks(Database database, Parsed<?> parsed) {
    this.database = database;
    this.parsed = parsed;
  }

  void check() {
    check(CqlParser.InsertContext.class, CqlParser.InsertContext::tableName);
    check(CqlParser.UpdateContext.class, CqlParser.UpdateContext::tableName);
    check(CqlParser.DeleteContext.class, CqlParser.DeleteContext::tableName);
    check(CqlParser.SelectContext.class, CqlParser.SelectContext::tableName);
  }

  private <C extends ParserRuleContext> void check(
      Class<C> rule, Function<C, CqlParser.TableNameContext> name) {
    for (C statement : Parsed.all(parsed.tree(), rule)) {
      TableColumns columns =
          new TableColumns(parsed.source(), table(name.apply(statement)).definition());
      List<CqlParser.ColumnNameContext> named =
          Parsed.all(statement, CqlParser.ColumnNameContext.class);
      for (CqlParser.ColumnNameContext column : named) {
        if (!(column.getParent() instanceof CqlParser.FieldContext field)) {
          columns.column(column);
        } else if (!(field.getParent() instanceof CqlParser.OperandContext operand)) {
          columns.field(field);
        } else if (operand.argument() == null) {
          columns.selected(field);
        }
      }
    }
  }

  /** A table of the statement; refused at its place when it does not exist. */
  Table table(CqlParser.TableNameContext name) {
    try {
      return database.table(parsed.name(name));
    } catch (TableException e) {
      throw parsed.source().refused(name.getStart(), String.valueOf(e.getMessage()), e);
    }
  }
}
