package keywright.cql;

import java.util.List;
import java.util.function.Function;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Text to parse tree.
 *
 * <p>ANTLR's fast prediction comes first. Only what it cannot read is read again with the full one,
 * which decides whether there is an error and where.
 */
final class Parsing {
  /** Deeper brackets than any declaration needs; the parsers recurse by them. */
  private static final int DEPTH_LIMIT = 100;

  private Parsing() {}

  static <T extends ParserRuleContext> Parsed<T> parse(Source source, Function<CqlParser, T> rule) {
    int most = StatementLimits.of(source.text(), StatementLimits.CHARACTERS);
    if (source.text().length() > most) {
      throw StatementLimits.tooLong(source.line(), source.column(), most);
    }
    List<Token> tokens = tokens(source);
    Unsupported.check(source, tokens);
    CommonTokenStream stream = new CommonTokenStream(new ListTokenSource(tokens));
    try {
      return new Parsed<>(source, tokens, rule.apply(parser(stream, PredictionMode.SLL)));
    } catch (ParseCancellationException fast) {
      stream.seek(0);
      try {
        return new Parsed<>(source, tokens, rule.apply(parser(stream, PredictionMode.LL)));
      } catch (ParseCancellationException e) {
        throw SyntaxErrors.describe(source, tokens, error(e), rule);
      }
    }
  }

  /** A parser that stops at the first error with a {@link ParseCancellationException}. */
  static CqlParser parser(CommonTokenStream stream, PredictionMode mode) {
    CqlParser parser = new CqlParser(stream);
    parser.removeErrorListeners();
    parser.setErrorHandler(new BailErrorStrategy());
    parser.getInterpreter().setPredictionMode(mode);
    return parser;
  }

  /** The error at which a parser stopped. */
  static RecognitionException error(ParseCancellationException e) {
    if (e.getCause() instanceof RecognitionException error) {
      return error;
    }
    throw new IllegalStateException("the parser gave up without an error", e);
  }

  /**
   * The tokens of the text, without comments, numbered, the end included. Too many of them, or ones
   * in too many brackets, are refused: the parser calls itself for each level.
   */
  static List<Token> tokens(Source source) {
    CommonTokenStream stream =
        new CommonTokenStream(source.lexer()) {
          @Override
          protected int fetch(int count) {
            int fetched = super.fetch(count);
            if (size() > StatementLimits.TOKENS) {
              throw StatementLimits.tooManyTokens(source);
            }
            return fetched;
          }
        };
    stream.fill();
    requireShallow(source, stream.getTokens());
    return stream.getTokens();
  }

  private static void requireShallow(Source source, List<Token> tokens) {
    int depth = 0;
    int lists = 0;
    for (Token token : tokens) {
      switch (token.getType()) {
        case CqlLexer.LEFT_ROUND, CqlLexer.LEFT_SQUARE, CqlLexer.LEFT_CURLY -> depth++;
        case CqlLexer.RIGHT_ROUND, CqlLexer.RIGHT_SQUARE, CqlLexer.RIGHT_CURLY -> depth--;
        default -> {}
      }
      // Of list<list<…, names and commas in between; other statements have no such run.
      lists =
          switch (token.getType()) {
            case CqlLexer.LESS -> lists + 1;
            case CqlLexer.NAME, CqlLexer.SET, CqlLexer.COMMA -> lists;
            default -> 0;
          };
      if (Math.max(depth, lists) > DEPTH_LIMIT) {
        throw source.unreadable(
            token,
            "found '%s' inside %d levels of brackets, expected at most %2$d levels; nest less deeply"
                .formatted(token.getText(), DEPTH_LIMIT));
      }
    }
  }
}
