package keywright.cql;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.ParseTreeListener;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/**
 * What could stand where a statement went wrong, in words for people.
 *
 * <p>Found by trial: each kind of token in turn is put in the place of the wrong one, and it was
 * expected when the parser gets past it. The rule that took it tells what it would have been there:
 * a name, say, is a column's or a table's. That costs some sixty short parses and needs no
 * knowledge of ANTLR's automata.
 */
final class Expected {
  /** Rules that people know by another name than their first token. */
  private static final Map<Integer, String> WORDS =
      Map.ofEntries(
          Map.entry(CqlParser.RULE_tableName, "a table name"),
          Map.entry(CqlParser.RULE_columnName, "a column name"),
          Map.entry(CqlParser.RULE_familyName, "a family name"),
          Map.entry(CqlParser.RULE_indexName, "an index name"),
          Map.entry(CqlParser.RULE_keyspaceName, "a keyspace name"),
          Map.entry(CqlParser.RULE_optionName, "an option name"),
          Map.entry(CqlParser.RULE_aliasName, "a name"),
          Map.entry(CqlParser.RULE_queryName, "a query name"),
          Map.entry(CqlParser.RULE_rateUnit, "s, min or h"),
          Map.entry(CqlParser.RULE_rate, "a rate"),
          Map.entry(CqlParser.RULE_ifNotExists, "IF NOT EXISTS"),
          Map.entry(CqlParser.RULE_ifExists, "IF EXISTS"),
          Map.entry(CqlParser.RULE_type, "a type"),
          Map.entry(CqlParser.RULE_keyPart, "a key expression"),
          Map.entry(CqlParser.RULE_value, "a value"),
          Map.entry(CqlParser.RULE_valueList, "a list between parentheses"),
          Map.entry(CqlParser.RULE_comparison, "a comparison"),
          Map.entry(CqlParser.RULE_limit, "a number of rows"),
          Map.entry(CqlParser.RULE_asOf, "AS OF"),
          Map.entry(CqlParser.RULE_groups, "GROUP BY"),
          Map.entry(CqlParser.RULE_partitionLimit, "PER PARTITION LIMIT"),
          Map.entry(CqlParser.RULE_using, "USING"),
          Map.entry(CqlParser.RULE_versionCount, "a number of versions"),
          Map.entry(CqlParser.RULE_argument, "an argument"),
          Map.entry(CqlParser.RULE_fieldStep, "a path"),
          Map.entry(CqlParser.RULE_operand, "an expression"),
          Map.entry(CqlParser.RULE_sumSign, "an operator"),
          Map.entry(CqlParser.RULE_productSign, "an operator"),
          Map.entry(CqlParser.RULE_defaultRule, "DEFAULT"),
          Map.entry(CqlParser.RULE_json, "JSON in single quotes"));

  /** Keywords that never stand alone. */
  private static final Map<Integer, String> PHRASES =
      Map.of(
          CqlLexer.ORDER, "ORDER BY",
          CqlLexer.ALLOW, "ALLOW FILTERING",
          CqlLexer.PRIMARY, "PRIMARY KEY",
          CqlLexer.NOT, "NOT NULL",
          CqlLexer.APPLY, "APPLY BATCH",
          CqlLexer.DOCUMENT, "DOCUMENT TABLE",
          CqlLexer.NAME, "a name",
          CqlLexer.INTEGER, "a number",
          CqlLexer.DECIMAL, "a number",
          CqlLexer.TEXT, "a text");

  /** Tokens that no rule asks for, or that would only repeat another. */
  private static final Set<Integer> LEFT_OUT =
      Set.of(
          CqlLexer.SEMICOLON,
          CqlLexer.LEFT_SQUARE,
          CqlLexer.DURATION,
          CqlLexer.ISO_DURATION,
          CqlLexer.NOW,
          CqlLexer.CURRENT_TIMESTAMP,
          CqlLexer.RANDOM_UUID,
          CqlLexer.UNEQUAL,
          CqlLexer.QUOTED_NAME,
          CqlLexer.COMMENT,
          CqlLexer.BLOCK_COMMENT,
          CqlLexer.SPACE,
          CqlLexer.OPEN_TEXT,
          CqlLexer.OPEN_NAME,
          CqlLexer.OPEN_COMMENT,
          CqlLexer.UNKNOWN);

  /** The end of the text that is parsed: of a statement or a condition. */
  static final String END = "the end";

  /** Names and values first, then keywords, then signs, then the end. */
  private static final Comparator<String> ORDER =
      Comparator.<String>comparingInt(Expected::rank).thenComparing(Comparator.naturalOrder());

  /** From this many tokens on, only likely alternatives are tried. */
  private static final int LONG = 1_000;

  private Expected() {}

  /**
   * The alternatives to the token at {@code index}, in the order to be shown.
   *
   * @param likely what ANTLR takes for the alternatives: right in most cases, and good enough where
   *     a trial of every kind of token would take long
   */
  static Set<String> at(
      List<Token> tokens,
      int index,
      IntervalSet likely,
      Function<CqlParser, ? extends ParserRuleContext> rule) {
    Set<String> expected = new TreeSet<>(ORDER);
    Set<String> inside = new TreeSet<>(ORDER);
    for (int type = 1; type <= CqlLexer.VOCABULARY.getMaxTokenType(); type++) {
      if (!LEFT_OUT.contains(type) && (index < LONG || likely.contains(type))) {
        Trial trial = new Trial(tokens, index, List.of(type), rule);
        if (trial.passes(index)) {
          boolean starts = trial.word == null || trial.startsWord;
          (starts ? expected : inside)
              .add(trial.word != null && trial.startsWord ? trial.word : display(type));
        }
      }
    }
    if (new Trial(tokens, index, List.of(), rule).passes(index)) {
      expected.add(END);
    }
    expected.remove("an argument");
    expected.remove("an operator");
    expected.remove("a path");
    return !expected.isEmpty() ? expected : inside.contains("a name") ? Set.of("a name") : inside;
  }

  /** Whether the wrong token is a keyword that would be right as a name. */
  static boolean isNameMeant(
      List<Token> tokens,
      int index,
      Set<String> expected,
      Function<CqlParser, ? extends ParserRuleContext> rule) {
    boolean name = expected.stream().anyMatch(e -> e.endsWith(" name"));
    boolean keyword = Character.isLetter(tokens.get(index).getText().charAt(0));
    return name
        && keyword
        && index + 1 < tokens.size()
        && tokens.get(index).getType() != CqlLexer.NAME
        && new Trial(tokens, index, List.of(CqlLexer.NAME, tokens.get(index + 1).getType()), rule)
            .passes(index + 1);
  }

  private static String display(int type) {
    String phrase = PHRASES.get(type);
    if (phrase != null) {
      return phrase;
    }
    String literal = CqlLexer.VOCABULARY.getLiteralName(type);
    return literal == null || Character.isLetter(literal.charAt(1))
        ? CqlLexer.VOCABULARY.getSymbolicName(type)
        : literal;
  }

  private static int rank(String alternative) {
    if (alternative.equals(END)) {
      return 3;
    }
    char first = alternative.charAt(0);
    return Character.isLowerCase(first) ? 0 : Character.isLetter(first) ? 1 : 2;
  }

  /** One parse of the tokens before a place and some others there. */
  private static final class Trial implements ParseTreeListener {
    private final int place;
    private final int errorIndex;
    private @Nullable String word;
    private boolean startsWord;

    Trial(
        List<Token> tokens,
        int place,
        List<Integer> types,
        Function<CqlParser, ? extends ParserRuleContext> rule) {
      this.place = place;
      List<Token> trial = new ArrayList<>(tokens.subList(0, place));
      types.forEach(type -> trial.add(new CommonToken(type, "")));
      trial.add(new CommonToken(Token.EOF, ""));
      CommonTokenStream stream = new CommonTokenStream(new ListTokenSource(trial));
      CqlParser parser = Parsing.parser(stream, PredictionMode.LL);
      parser.addParseListener(this);
      this.errorIndex = parse(parser, rule);
    }

    private static int parse(
        CqlParser parser, Function<CqlParser, ? extends ParserRuleContext> rule) {
      try {
        var unused = rule.apply(parser);
        return Integer.MAX_VALUE;
      } catch (ParseCancellationException e) {
        return Parsing.error(e).getOffendingToken().getTokenIndex();
      }
    }

    boolean passes(int index) {
      return errorIndex > index;
    }

    @Override
    public void visitTerminal(TerminalNode node) {
      if (node.getSymbol().getTokenIndex() != place) {
        return;
      }
      for (ParseTree at = node.getParent(); at != null; at = at.getParent()) {
        ParserRuleContext context = (ParserRuleContext) at;
        Optional<String> known = Optional.ofNullable(WORDS.get(context.getRuleIndex()));
        if (known.isPresent()) {
          word = known.get();
          startsWord = context.getStart() == node.getSymbol();
          return;
        }
      }
    }

    @Override
    public void visitErrorNode(ErrorNode node) {}

    @Override
    public void enterEveryRule(ParserRuleContext context) {}

    @Override
    public void exitEveryRule(ParserRuleContext context) {}
  }
}
