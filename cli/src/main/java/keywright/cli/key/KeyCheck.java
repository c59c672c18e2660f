package keywright.cli.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import keywright.cli.console.Console;
import keywright.cli.console.Hex;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Rendering;
import keywright.cli.console.Text;
import keywright.cli.console.Usage;
import keywright.design.certificate.OrderCertificate;
import keywright.design.certificate.OrderCertificate.Counterexample;
import keywright.design.certificate.OrderCertificate.Part;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeyLimit;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code keywright key check}: tests the order and the decoding of a declared key, or compares the
 * row keys of an existing table with a declaration.
 */
@Command(
    name = "check",
    description = {
      "Test on corner values and random pairs whether row keys sort and decode as the declared key promises. Print for each part which order it keeps.",
      "The exit status is 1 if one of these laws is broken. A part that is not expected to sort, such as a digest, breaks no law.",
      "With --against-table, decode and encode each row key of an existing table instead. The exit status is 1 if a row key is not the one that the declaration gives."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright key check --columns 'tenant text, ts timestamp, id bigint' \\",
      "      --key 'bucket(16), tenant, ts DESC, id'",
      "",
      "  The same pairs again, ten million of them:",
      "  keywright key check --columns 'a double NULL' --key 'a DESC' --pairs 10000000 --seed 42",
      "",
      "  Which parts of a text key sort, and for other parts a pair of keys in the wrong order:",
      "  keywright key check --columns 'a int, b text' --key 'a, b' --format text --delimiter _",
      "",
      "  Whether the row keys of a table of HBase are those of a declaration:",
      "  keywright key check --columns 'sensor int, at timestamp' --key 'sensor, at' --format hbase \\",
      "      --against-table reading --db hbase:zk1.example.org/default"
    })
public final class KeyCheck implements Callable<Integer> {
  private static final List<String> LAWS =
      List.of(
          "row keys sort as their keys do",
          "no encoded part is a prefix of another",
          "equal values have equal bytes",
          "a row key decodes to the key that it was made from");

  private final Console console;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private KeyOptions keyOptions = new KeyOptions();
  @Mixin private OutputOption output = new OutputOption();

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "How many random pairs to test; 1000000 by default.")
  private long pairs = 1_000_000;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "The seed of the random pairs. Each run prints its seed; the same seed gives the same pairs.")
  private @Nullable Long seed;

  @Mixin private TableOption table = new TableOption();

  public KeyCheck(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (output.format() == OutputFormat.CSV) {
      throw Usage.wrong(spec, "cannot print a certificate as csv: expected table or json");
    }
    if (table.isGiven()) {
      if (seed != null) {
        throw Usage.wrong(spec, "found --seed and --against-table, expected only one of them");
      }
      return new TableKeyCheck(console, keyOptions.schema(), table).run(output.format());
    }
    if (pairs < 0) {
      throw Usage.wrong(spec, "found --pairs " + pairs + ", expected 0 or more");
    }
    KeySchema schema = keyOptions.schema();
    long start = seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000_000) : seed;
    OrderCertificate certificate = OrderCertificate.of(schema, pairs, start);
    if (output.format() == OutputFormat.JSON) {
      printJson(schema, certificate, start);
    } else {
      printText(schema, certificate, start);
    }
    return certificate.holds() ? 0 : 1;
  }

  private void printText(KeySchema schema, OrderCertificate certificate, long start) {
    Output out = console.out();
    Optional<Counterexample> violation = certificate.violation();
    out.line(
        "laws       %s on %s pairs of corner values and %s random pairs (seed %d)"
            .formatted(
                violation.isEmpty() ? "hold" : "broken",
                Rendering.number(certificate.cornerPairs()),
                Rendering.number(certificate.randomPairs()),
                start));
    violation.ifPresent(
        pair -> {
          out.line("           not true in part " + (pair.part() + 1) + " that " + pair.law());
          printPair(schema, pair);
        });
    if (violation.isEmpty()) {
      for (String law : LAWS) {
        if (isPromised(law, schema)) {
          out.line("           " + law + (law.contains(" sort ") ? sorting(certificate) : ""));
        }
      }
    }
    out.line();
    printTable(table(certificate.parts()));
    out.line();
    printUnsorted(schema, certificate);
    out.line("longest    " + longest(schema, certificate.parts()));
    for (KeyLimit limit : limits()) {
      out.line(
          "           %-10s %6s%s  %s"
              .formatted(
                  limit.name(),
                  Rendering.number(limit.bytes()),
                  isHBase(limit) ? " less the table's name" : "",
                  limit.holds(schema) ? "holds every key" : "a key can be longer"));
    }
    out.line("rows       " + rows(schema));
    out.line("fan-out    " + fanOut(certificate.parts()));
    out.line("descriptor " + schema.descriptor());
  }

  private static String sorting(OrderCertificate certificate) {
    return certificate.parts().stream().allMatch(Part::sorts) ? "" : ", in the parts that sort";
  }

  /**
   * Whether the format promises a law. It does not promise that a text in the last part is no
   * prefix of another text.
   */
  private static boolean isPromised(String law, KeySchema schema) {
    return !law.contains("prefix")
        || IntStream.range(0, schema.parts().size()).allMatch(schema::partIsPrefixFree);
  }

  private static List<KeyLimit> limits() {
    return List.of(KeyLimit.ADVISED, KeyLimit.hbase(""), KeyLimit.CASSANDRA, KeyLimit.ROCKSDB);
  }

  private static boolean isHBase(KeyLimit limit) {
    return limit.name().equals("hbase");
  }

  private void printUnsorted(KeySchema schema, OrderCertificate certificate) {
    Output out = console.out();
    List<Part> parts = certificate.parts();
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).sorts()) {
        Optional<Counterexample> pair = certificate.unsorted(i);
        out.line(
            "order      part %d does not sort, and its declaration does not promise an order%s"
                .formatted(i + 1, pair.isEmpty() ? "; no pair was found that shows it" : ":"));
        pair.ifPresent(found -> printPair(schema, found));
      }
    }
  }

  private void printPair(KeySchema schema, Counterexample pair) {
    boolean ascending = schema.compare(pair.first(), pair.second()) <= 0;
    printKey(schema, ascending ? pair.first() : pair.second());
    if (!pair.first().equals(pair.second())) {
      printKey(schema, ascending ? pair.second() : pair.first());
    }
  }

  private void printKey(KeySchema schema, Key key) {
    console
        .out()
        .line(
            "           %s  %s"
                .formatted(Text.escape(schema.readable(key)), Hex.format(schema.encode(key))));
  }

  private static List<List<String>> table(List<Part> parts) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("part", "", "type", "bytes", "sorts", "follows", "recovers", "values"));
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      table.add(
          List.of(
              Integer.toString(i + 1),
              part.declared(),
              part.type().toString(),
              part.longest().isEmpty() ? "any" : Integer.toString(part.longest().getAsInt()),
              part.sorts() ? "yes" : "no",
              follows(part),
              part.recovered() == null ? "-" : part.recovered(),
              part.values() < 0 ? "-" : Rendering.number(part.values())));
    }
    return table;
  }

  private static String follows(Part part) {
    return switch (part.following()) {
      case NO -> "-";
      case FORWARDS -> String.valueOf(part.column());
      case BACKWARDS -> part.column() + " backwards";
      case WEAKLY_FORWARDS -> part.column() + " weakly";
      case WEAKLY_BACKWARDS -> part.column() + " weakly backwards";
    };
  }

  private void printTable(List<List<String>> table) {
    for (List<String> row : table) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        int at = column;
        int width = table.stream().mapToInt(r -> r.get(at).length()).max().orElse(0);
        line.append(row.get(column)).append(" ".repeat(width - row.get(column).length() + 2));
      }
      console.out().line(line.toString().stripTrailing());
    }
  }

  private static String longest(KeySchema schema, List<Part> parts) {
    OptionalInt longest = schema.longestKey();
    if (longest.isPresent()) {
      return Rendering.number(longest.getAsInt()) + " bytes";
    }
    List<String> unbounded =
        parts.stream()
            .filter(part -> part.longest().isEmpty())
            .map(part -> part.declared() + " is " + part.type())
            .toList();
    return "unbounded: " + String.join(", ", unbounded);
  }

  /** The reason why two rows could have the same key; null if they cannot. */
  private static @Nullable String shared(KeySchema schema) {
    try {
      schema.requireIdentifying();
      return null;
    } catch (KeyException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String rows(KeySchema schema) {
    String shared = shared(schema);
    return shared == null
        ? "each combination of " + String.join(", ", schema.keyColumns()) + " has its own key"
        : shared;
  }

  private static String fanOut(List<Part> parts) {
    List<String> fans =
        parts.stream()
            .filter(part -> part.values() > 0)
            .map(part -> part.declared() + ": " + Rendering.number(part.values()))
            .toList();
    return fans.isEmpty() ? "none" : String.join(", ", fans);
  }

  private void printJson(KeySchema schema, OrderCertificate certificate, long start) {
    Output out = console.out();
    out.print("{\"holds\": " + certificate.holds());
    out.print(", \"corner_pairs\": " + certificate.cornerPairs());
    out.print(", \"random_pairs\": " + certificate.randomPairs() + ", \"seed\": " + start);
    out.print(", \"violation\": ");
    printJson(schema, certificate.violation());
    out.print(",\n \"parts\": [");
    List<Part> parts = certificate.parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      out.print(i == 0 ? "\n  {" : ",\n  {");
      Json.member(console.out(), "declared", part.declared());
      out.print(", ");
      Json.member(console.out(), "type", part.type().toString());
      out.print(", \"longest\": " + json(part.longest()) + ", \"sorts\": " + part.sorts() + ", ");
      Json.member(console.out(), "follows", part.column());
      out.print(", ");
      Json.member(console.out(), "following", part.following().name().toLowerCase(Locale.ROOT));
      out.print(", ");
      Json.member(console.out(), "gives_back", part.recovered());
      out.print(", \"values\": " + (part.values() < 0 ? "null" : part.values()));
      out.print(", \"unsorted\": ");
      printJson(schema, certificate.unsorted(i));
      out.print("}");
    }
    out.print("],\n \"longest\": " + json(schema.longestKey()) + ", \"limits\": [");
    for (KeyLimit limit : limits()) {
      out.print(limit.equals(KeyLimit.ADVISED) ? "{" : ", {");
      Json.member(console.out(), "name", limit.name());
      out.print(", \"bytes\": " + limit.bytes() + ", \"holds\": " + limit.holds(schema) + "}");
    }
    out.print("],\n ");
    Json.member(console.out(), "shared", shared(schema));
    out.print(",\n ");
    Json.member(console.out(), "descriptor", schema.descriptor());
    out.line("}");
  }

  private static String json(OptionalInt number) {
    return number.isPresent() ? Integer.toString(number.getAsInt()) : "null";
  }

  private void printJson(KeySchema schema, Optional<Counterexample> pair) {
    Output out = console.out();
    if (pair.isEmpty()) {
      out.print("null");
      return;
    }
    Counterexample found = pair.get();
    out.print("{");
    Json.member(console.out(), "law", found.law());
    out.print(", \"part\": " + (found.part() + 1) + ", ");
    Json.member(console.out(), "first", schema.readable(found.first()));
    out.print(", ");
    Json.member(console.out(), "first_key", Hex.format(schema.encode(found.first())));
    out.print(", ");
    Json.member(console.out(), "second", schema.readable(found.second()));
    out.print(", ");
    Json.member(console.out(), "second_key", Hex.format(schema.encode(found.second())));
    out.print("}");
  }
}
