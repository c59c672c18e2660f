package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.CqlSession;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.cql.grammar.LowerCaseStream;
import keywright.table.Database;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/language.md} has an example of everything in the grammar, and {@link
 * DocumentationTest} runs it: what is new in the grammar and not on the page turns this red.
 */
class LanguagePageTest {

  /** What a page of statements cannot show; {@code docs/java.md} has parameters. */
  private static final Set<String> NOT_IN_STATEMENTS = Set.of("OneWhere", "Parameter");

  @Test
  void everyStatementAndEveryRuleOfItHasAnExample() throws IOException {
    Set<String> missing =
        concrete(CqlParser.class.getDeclaredClasses())
            .map(LanguagePageTest::name)
            .collect(Collectors.toCollection(TreeSet::new));
    missing.removeAll(NOT_IN_STATEMENTS);
    assertThat(missing).hasSizeGreaterThan(50);
    examples().stream().flatMap(LanguagePageTest::rules).forEach(missing::remove);
    assertThat(missing).isEmpty();
  }

  @Test
  void everyKeywordHasAnExample() throws IOException {
    Set<String> missing =
        IntStream.rangeClosed(1, CqlLexer.VOCABULARY.getMaxTokenType())
            .mapToObj(CqlLexer.VOCABULARY::getLiteralName)
            .filter(literal -> literal != null && literal.matches("'[a-z]+'"))
            .map(literal -> literal.substring(1, literal.length() - 1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(missing).contains("select").hasSizeGreaterThan(50);
    for (CqlScript.Statement statement : statements()) {
      for (Token token : tokens(statement).getTokens()) {
        missing.remove(token.getText().toLowerCase(Locale.ROOT));
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void unknownTypesAreRefused() throws IOException {
    List<String> lines =
        page().lines().stream().filter(line -> line.startsWith("- The types ")).toList();
    List<String> types =
        lines.stream()
            .flatMap(line -> Pattern.compile("`([^`]+)`").matcher(line).results())
            .map(type -> declared(type.group(1)))
            .toList();
    assertThat(lines).hasSize(2);
    assertThat(types).contains("tuple<int, text>", "frozen<int>").hasSizeBetween(5, 20);
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      for (String type : types) {
        assertThatThrownBy(
                () -> session.execute("CREATE TABLE t (id int PRIMARY KEY, a " + type + ")"))
            .isInstanceOf(CqlException.class)
            .hasMessageMatching("(?s).*line 1, column (39|4\\d).*"); // In the type.
      }
    }
  }

  /** A type as a statement declares it, for a type as the page writes it. */
  private static String declared(String type) {
    return switch (type) {
      case "tuple<…>" -> "tuple<int, text>";
      case "frozen<…>" -> "frozen<int>";
      default -> type.replaceAll("\\b[TKV]\\b", "int").replaceAll("\\bn\\b", "3");
    };
  }

  private static Page page() throws IOException {
    return Page.read(Repository.ROOT.resolve("docs/language.md"));
  }

  /** The statements of the page that are run, those of designs, and one that only HBase takes. */
  private static List<CqlScript.Statement> statements() throws IOException {
    Stream<String> scripts =
        page().blocks().stream()
            .filter(block -> block.isSql() || block.isDesign())
            .map(block -> block.text());
    return Stream.concat(scripts, Stream.of(AttachedTable.ATTACH))
        .flatMap(script -> CqlScript.split(script).stream())
        .toList();
  }

  private static List<CqlParser.OneStatementContext> examples() throws IOException {
    return statements().stream()
        .map(statement -> new CqlParser(tokens(statement)).oneStatement())
        .toList();
  }

  private static CommonTokenStream tokens(CqlScript.Statement statement) {
    CommonTokenStream tokens =
        new CommonTokenStream(
            new CqlLexer(new LowerCaseStream(CharStreams.fromString(statement.text()))));
    tokens.fill();
    return tokens;
  }

  private static Stream<String> rules(ParseTree tree) {
    return tree instanceof ParserRuleContext
        ? Stream.concat(
            Stream.of(name(tree.getClass())),
            IntStream.range(0, tree.getChildCount())
                .mapToObj(tree::getChild)
                .flatMap(LanguagePageTest::rules))
        : Stream.empty();
  }

  /**
   * The classes of rules and of labelled alternatives; a rule that has these has no trees itself.
   */
  private static Stream<Class<?>> concrete(Class<?>[] classes) {
    Set<Class<?>> parents =
        Arrays.stream(classes).map(Class::getSuperclass).collect(Collectors.toSet());
    return Arrays.stream(classes)
        .filter(ParserRuleContext.class::isAssignableFrom)
        .filter(type -> !parents.contains(type));
  }

  private static String name(Class<?> context) {
    return context.getSimpleName().replaceAll("Context$", "");
  }
}
