package keywright.cql;

import java.math.BigDecimal;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Type;
import keywright.table.model.Expression;
import keywright.table.model.Expression.Operator;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Reads the expressions after SELECT. */
final class ExpressionReader {
  /** Expressions are computed by recursion. */
  private static final int OPERANDS_MAX = 100;

  private final Parsed<?> parsed;
  private final TableColumns columns;
  private final Values values;
  private final boolean isRun;

  /**
   * @param values the values of a run
   * @param isRun whether parameters are read from the values; without them, the key of {@code m[?]}
   *     is not known
   */
  ExpressionReader(Parsed<?> parsed, TableColumns columns, Values values, boolean isRun) {
    this.parsed = parsed;
    this.columns = columns;
    this.values = values;
    this.isRun = isRun;
  }

  /** The field or the function that is the whole expression; null for another expression. */
  static CqlParser.@Nullable OperandContext only(CqlParser.ExpressionContext context) {
    CqlParser.ProductContext product = context.product(0);
    CqlParser.OperandContext operand = product.operand(0);
    boolean isOnly =
        context.product().size() == 1
            && product.operand().size() == 1
            && operand.MINUS() == null
            && operand.field() != null;
    return isOnly ? operand : null;
  }

  Expression read(CqlParser.ExpressionContext context) {
    int operands = Parsed.all(context, CqlParser.OperandContext.class).size();
    if (operands > OPERANDS_MAX) {
      throw parsed
          .source()
          .unreadable(
              context.getStart(),
              "found an expression with %,d operands, expected at most %,d; compute it in your program"
                  .formatted(operands, OPERANDS_MAX));
    }
    Expression left = product(context.product(0));
    for (int i = 1; i < context.product().size(); i++) {
      left =
          new Expression.Arithmetic(
              left, operator(context.sumSign(i - 1)), product(context.product(i)));
    }
    return left;
  }

  private Expression product(CqlParser.ProductContext context) {
    Expression left = operand(context.operand(0));
    for (int i = 1; i < context.operand().size(); i++) {
      left =
          new Expression.Arithmetic(
              left, operator(context.productSign(i - 1)), operand(context.operand(i)));
    }
    return left;
  }

  private static Operator operator(ParserRuleContext sign) {
    return switch (sign.getStart().getType()) {
      case CqlLexer.PLUS -> Operator.PLUS;
      case CqlLexer.MINUS -> Operator.MINUS;
      case CqlLexer.STAR -> Operator.TIMES;
      default -> Operator.REMAINDER;
    };
  }

  private Expression operand(CqlParser.OperandContext context) {
    Expression value = unsigned(context);
    if (context.MINUS() == null) {
      return value;
    }
    return value instanceof Expression.Literal literal
        ? new Expression.Literal(literal.number().negate())
        : new Expression.Negation(value);
  }

  private Expression unsigned(CqlParser.OperandContext context) {
    if (context.argument() != null) {
      throw parsed
          .source()
          .unreadable(
              context.getStart(),
              "found the function %s in an expression, expected columns, numbers and CAST; select the function alone, and compute in your program"
                  .formatted(context.field().getText()));
    }
    if (context.field() != null) {
      return read(columns.field(context.field()));
    }
    if (context.expression() != null) {
      return read(context.expression());
    }
    CqlParser.CastContext cast = context.cast();
    if (cast != null) {
      return new Expression.Cast(
          read(cast.expression()), new DefinitionReader(parsed, values).type(cast.type()));
    }
    return new Expression.Literal(number(context));
  }

  /** The value of a field. */
  Expression read(Field field) {
    if (field.path() != null) {
      return new Expression.AtPath(field.path());
    }
    return field.key() == null
        ? new Expression.ColumnValue(field.column())
        : atKey(field.column(), field.key());
  }

  private Expression atKey(String column, CqlParser.EntryKeyContext entryKey) {
    Type keys = columns.type(column).keyType();
    if (keys == null) {
      throw parsed
          .source()
          .unreadable(
              entryKey.getStart(),
              "found '[' after a column of type %s, expected a map before it; select the whole column"
                  .formatted(columns.type(column)));
    }
    CqlParser.ValueContext key = entryKey.value();
    boolean isLiteral = StatementValue.isLiteral(key);
    if (!isLiteral && !isRun) {
      return new Expression.AtKey(column, null, key.getText());
    }
    Object value = columns.key(column, keys, key, values);
    if (value == null) {
      throw parsed.source().unreadable(key.getStart(), "found null, expected a key of the map");
    }
    return isLiteral
        ? Expression.AtKey.of(column, value)
        : new Expression.AtKey(column, value, key.getText());
  }

  private BigDecimal number(CqlParser.OperandContext context) {
    TerminalNode digits = context.INTEGER() != null ? context.INTEGER() : context.DECIMAL();
    return Values.number(parsed, digits.getSymbol(), digits.getText());
  }
}
