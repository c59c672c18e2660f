package keywright.cql;

import java.util.List;
import java.util.stream.Collectors;
import keywright.cql.grammar.CqlParser;
import keywright.key.Condition;
import keywright.table.model.IndexDefinition;
import org.antlr.v4.runtime.Token;

/** What statements say, without a database to say it to. */
final class Reading {
  private static final Conditions.Checks NO_CHECKS =
      new Conditions.Checks() {

        @Override
        public Field field(CqlParser.FieldContext field) {
          return new Field(
              Parsed.name(field.columnName().name()),
              field.fieldStep().isEmpty() ? null : field.fieldStep(0).entryKey(),
              null,
              null);
        }

        @Override
        public void condition(Condition condition, Token place) {}
      };

  private Reading() {}

  static Parsed<CqlParser.OneStatementContext> parse(String text) {
    return Parsing.parse(Source.statement(text, 1, 1), CqlParser::oneStatement);
  }

  static String conditions(List<Condition> conditions) {
    return conditions.stream().map(Condition::toString).collect(Collectors.joining("\n"));
  }

  /** The statement as it was understood, or its error over the excerpt. */
  static String understood(String text) {
    try {
      Parsed<CqlParser.OneStatementContext> parsed = parse(text);
      Values values = new Values(parsed);
      CqlParser.StatementContext tree = parsed.tree().statement();
      if (tree.createTable() != null) {
        DefinitionReader reader = new DefinitionReader(parsed, values);
        String lines = String.join("\n", Statements.tableLines(reader.table(tree.createTable())));
        return reader.leftOut().isEmpty()
            ? lines
            : lines + "\nleft out: " + String.join(", ", reader.leftOut());
      }
      if (tree.createIndex() != null) {
        IndexDefinition index = new DefinitionReader(parsed, values).index(tree.createIndex());
        return index.name() + " " + index.parts() + " " + index.format().name();
      }
      if (tree.select() != null && tree.select().conditions() != null) {
        return conditions(Conditions.of(parsed, tree.select().conditions(), values, NO_CHECKS));
      }
      return "ok";
    } catch (CqlException e) {
      return e.getMessage() + "\n" + e.excerpt().indent(2);
    }
  }
}
