package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import keywright.cql.grammar.CqlLexer;
import keywright.cql.grammar.CqlParser;
import keywright.key.Condition;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.Type;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import keywright.table.model.Writes;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  private static final List<String> TYPES =
      List.of(
          "int",
          "bigint unsigned",
          "decimal(12,2)",
          "timestamp",
          "timestamp(us)",
          "char(4)",
          "digits(9)",
          "text",
          "uuid",
          "blob",
          "boolean",
          "date",
          "double",
          "varint",
          "decimal",
          "time",
          "time(s)",
          "enum('mobile phone' = 1 AS 'sj', 'it''s; (fax)' = 300)",
          "binary(4)",
          "list<bigint unsigned>",
          "list<list<enum('a' = 1)>>",
          "variant");

  /** Names that want quotes, names that are keywords, names that are neither. */
  private static final Gen<String> NAMES =
      random ->
          switch (random.nextInt(4)) {
            case 0 -> "c" + random.nextInt(20);
            case 1 ->
                CqlLexer.VOCABULARY
                    .getSymbolicName(random.nextInt(1, CqlLexer.COMMA))
                    .toLowerCase(java.util.Locale.ROOT);
            case 2 -> "Column " + random.nextInt(20);
            default -> "x" + Gens.strings(5).generate(random);
          };

  @Test
  void aDescribedTableReadsBackAsItIs() {
    Property.check(
        "a described table reads back as it is",
        1_000,
        RoundTripTest::table,
        table -> {
          String text = String.join("\n", Statements.tableLines(table));
          Parsed<CqlParser.OneStatementContext> parsed = Reading.parse(text);
          TableDefinition read =
              new DefinitionReader(parsed, new Values(parsed))
                  .table(parsed.tree().statement().createTable());
          assertThat(read).as(text).isEqualTo(table);
        });
  }

  private static TableDefinition table(SplittableRandom random) {
    List<String> names = names(random, random.nextInt(1, 6));
    List<String> families = names(random, random.nextInt(3));
    List<ColumnDefinition> columns = new ArrayList<>();
    for (String name : names) {
      Type type = Type.parse(TYPES.get(random.nextInt(TYPES.size())));
      String family =
          families.isEmpty() || random.nextBoolean()
              ? FamilyDefinition.DEFAULT_NAME
              : families.get(random.nextInt(families.size()));
      String stored = !family.equals("d") && random.nextBoolean() ? NAMES.generate(random) : name;
      ColumnDefinition column =
          new ColumnDefinition(name, type, random.nextBoolean(), family, stored);
      boolean isDerived = !columns.isEmpty() && random.nextInt(4) == 0;
      String path =
          "a[3].\"it's \\\" " + Gens.strings(3).generate(random).replaceAll("[\"\\\\]", "") + "\"";
      columns.add(isDerived ? column.derivedFrom(names.get(0), path) : column);
    }
    List<KeyPart> parts = new ArrayList<>();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      parts.add(part(names, random));
    }
    return new TableDefinition(
        NAMES.generate(random),
        columns,
        parts,
        random.nextInt(1, parts.size() + 1),
        format(random),
        Stream.concat(
                families.stream().map(name -> family(name, random)),
                random.nextBoolean()
                    ? Stream.of(family("apart", random).ofField(names.get(0), "\"it's\""))
                    : Stream.of())
            .toList(),
        List.of(),
        random.nextBoolean() ? "short" : "plain",
        storage(random).withWrites(writes(random)));
  }

  private static FamilyDefinition family(String name, SplittableRandom random) {
    return new FamilyDefinition(
        name,
        random.nextBoolean() ? "lz4" : "zstd",
        random.nextInt(2) * 86_400L,
        random.nextInt(1, 4));
  }

  private static Writes writes(SplittableRandom random) {
    return switch (random.nextInt(3)) {
      case 0 -> Writes.EXACT;
      case 1 -> Writes.PLAIN;
      default -> null;
    };
  }

  private static StorageOptions storage(SplittableRandom random) {
    Splits splits =
        switch (random.nextInt(3)) {
          case 0 -> Splits.into(random.nextInt(1, 10_001));
          case 1 ->
              Splits.at(
                  Gens.strings(5).generate(random),
                  random.nextInt(),
                  random.nextBoolean(),
                  new UUID(random.nextLong(), random.nextLong()),
                  Gens.byteArrays(4).generate(random),
                  new BigDecimal(random.nextInt()).movePointLeft(random.nextInt(5)));
          default -> Splits.BY_KEY;
        };
    Map<String, String> engine = new HashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String scheme = random.nextBoolean() ? "hbase" : "Other ";
      engine.put(scheme + "." + NAMES.generate(random), Gens.strings(5).generate(random));
    }
    return new StorageOptions(splits, engine);
  }

  private static KeyFormat format(SplittableRandom random) {
    String name = KeyFormat.names().get(random.nextInt(KeyFormat.names().size()));
    return name.equals("text")
        ? KeyFormat.text(Gens.strings(2).generate(random))
        : KeyFormat.of(name);
  }

  private static List<String> names(SplittableRandom random, int count) {
    List<String> names = new ArrayList<>();
    while (names.size() < count) {
      String name = NAMES.generate(random);
      if (!names.contains(name) && !name.equals(FamilyDefinition.DEFAULT_NAME)) {
        names.add(name);
      }
    }
    return names;
  }

  private static KeyPart part(List<String> columns, SplittableRandom random) {
    String name = columns.get(random.nextInt(columns.size()));
    KeyExpression column = KeyExpression.column(name);
    KeyExpression expression =
        switch (random.nextInt(6)) {
          case 0 -> KeyExpression.reverse(KeyExpression.lpad(column, 9));
          case 1 -> KeyExpression.minus(random.nextInt(100), column);
          case 2 -> KeyExpression.bucket(8, name);
          case 3 -> KeyExpression.dateFormat(column, "yyyy'T'HH;");
          case 4 -> KeyExpression.random(10);
          default -> column;
        };
    String alias =
        expression.equals(KeyExpression.random(10)) && random.nextBoolean()
            ? NAMES.generate(random)
            : null;
    KeyPart.Nulls nulls = Gens.oneOf(KeyPart.Nulls.values()).generate(random);
    return new KeyPart(expression, random.nextBoolean(), nulls, alias);
  }

  @Test
  void aPrintedConditionReadsBackAsItIs() {
    Gen<Condition> conditions = RoundTripTest::condition;
    Property.check(
        "conditions read back as they are",
        1_000,
        Gens.lists(conditions, 1, 5),
        list -> {
          List<String> printed = list.stream().map(Condition::toString).toList();
          assertThat(Conditions.parse(String.join(" AND ", printed)))
              .extracting(Condition::toString)
              .isEqualTo(printed);
        });
  }

  private static Condition condition(SplittableRandom random) {
    String column = random.nextBoolean() ? "c" + random.nextInt(20) : "C " + random.nextInt(20);
    return switch (random.nextInt(4)) {
      case 0 -> new Condition.In(column, Gens.lists(RoundTripTest::value, 1, 4).generate(random));
      case 1 -> new Condition.Like(column, Gens.strings(5).generate(random));
      case 2 -> new Condition.IsNull(column, random.nextBoolean());
      default ->
          new Condition.Compare(
              column, Gens.oneOf(Condition.Operator.values()).generate(random), value(random));
    };
  }

  private static Object value(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 5 -> Gens.lists(RoundTripTest::value, 2).generate(random);
      case 0 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(-30, 30));
      case 1 -> random.nextBoolean();
      case 2 -> new UUID(random.nextLong(), random.nextLong());
      case 3 -> Gens.byteArrays(5).generate(random);
      default -> Gens.strings(6).generate(random);
    };
  }
}
