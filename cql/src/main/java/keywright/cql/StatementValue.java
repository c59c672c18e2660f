package keywright.cql;

import keywright.cql.grammar.CqlParser;
import keywright.key.Type;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/**
 * A value of a statement. A literal is read once for all runs of the statement; a parameter and
 * functions such as {@code now()} have another value in each run. Immutable and safe for many
 * threads.
 */
final class StatementValue {
  private final CqlParser.ValueContext context;

  /** Of the column that the value is for; null if it is not known. */
  private final @Nullable Type type;

  private final CqlParser.@Nullable ParameterContext parameter;
  private final boolean isLiteral;
  private final @Nullable Object literal;

  private StatementValue(
      CqlParser.ValueContext context,
      @Nullable Type type,
      CqlParser.@Nullable ParameterContext parameter,
      boolean isLiteral,
      @Nullable Object literal) {
    this.context = context;
    this.type = type;
    this.parameter = parameter;
    this.isLiteral = isLiteral;
    this.literal = literal;
  }

  /**
   * The value for a column of {@code type}.
   *
   * @param values the values of any run; no parameter is read from them
   * @throws CqlException for a literal that cannot be read
   */
  static StatementValue of(CqlParser.ValueContext context, @Nullable Type type, Values values) {
    boolean isLiteral = isLiteral(context);
    return new StatementValue(
        context, type, context.parameter(), isLiteral, isLiteral ? values.of(context, type) : null);
  }

  /** Whether a part of a statement has neither a parameter nor a function such as {@code now()}. */
  static boolean isLiteral(ParserRuleContext part) {
    for (int i = 0; i < part.getChildCount(); i++) {
      ParseTree child = part.getChild(i);
      if (child instanceof CqlParser.ParameterContext
          || (part instanceof CqlParser.ValueContext value && value.valueFunction() != null)
          || (child instanceof ParserRuleContext inner && !isLiteral(inner))) {
        return false;
      }
    }
    return true;
  }

  /** Whether it is the same in each run. */
  boolean isLiteral() {
    return isLiteral;
  }

  /** The value in a run; null for {@code null}. */
  @Nullable Object in(Values values) {
    if (isLiteral) {
      return literal;
    }
    return parameter == null ? values.of(context, type) : values.parameter(parameter);
  }

  /** Where it begins. */
  Token place() {
    return context.getStart();
  }
}
