package keywright.cql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.table.model.EvenSplits;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.Writes;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** The options after WITH, each taken once by its reader. */
final class Options {
  /** Options of Cassandra's tables that say nothing here; a schema copied from there has them. */
  private static final Set<String> CASSANDRA =
      Set.of(
          "additional_write_policy",
          "allow_auto_snapshot",
          "bloom_filter_fp_chance",
          "caching",
          "cdc",
          "crc_check_chance",
          "dclocal_read_repair_chance",
          "extensions",
          "gc_grace_seconds",
          "id",
          "incremental_backups",
          "max_index_interval",
          "memtable",
          "memtable_flush_period_in_ms",
          "min_index_interval",
          "read_repair",
          "read_repair_chance",
          "speculative_retry");

  private final Source source;
  private final Values values;
  private final Map<String, CqlParser.NamedOptionContext> named = new LinkedHashMap<>();
  private final List<CqlParser.OrderContext> clustering = new ArrayList<>();

  Options(Source source, Values values, CqlParser.@Nullable Options_Context context) {
    this.source = source;
    this.values = values;
    if (context == null) {
      return;
    }
    for (CqlParser.OptionContext option : context.option()) {
      if (option instanceof CqlParser.ClusteringOptionContext order) {
        clustering.addAll(order.order());
      } else if (option instanceof CqlParser.NamedOptionContext one) {
        String name =
            one.optionName().name().stream().map(Parsed::name).collect(Collectors.joining("."));
        if (named.put(name, one) != null) {
          throw source.unreadable(
              one.getStart(),
              "found option '" + name + "' a second time, expected each option once");
        }
      }
    }
  }

  /** What CLUSTERING ORDER BY lists. */
  List<CqlParser.OrderContext> clustering() {
    return clustering;
  }

  /** Takes {@code key_format} and {@code key_delimiter}; kw1 when there is neither. */
  KeyFormat keyFormat() {
    CqlParser.NamedOptionContext first = named.get("key_format");
    CqlParser.NamedOptionContext place = first != null ? first : named.get("key_delimiter");
    if (place == null) {
      return KeyFormat.kw1();
    }
    String name = text("key_format", "kw1");
    String delimiter = named.containsKey("key_delimiter") ? text("key_delimiter", "") : null;
    try {
      return new KeyFormat(name, delimiter);
    } catch (KeyException e) {
      throw source.refused(place.getStart(), String.valueOf(e.getMessage()), e);
    }
  }

  boolean has(String name) {
    return named.containsKey(name);
  }

  /** Takes an option whose value is a text. */
  String text(String name, String otherwise) {
    CqlParser.NamedOptionContext option = named.remove(name);
    if (option == null) {
      return otherwise;
    }
    if (option.value() != null && values.of(option.value()) instanceof String text) {
      return text;
    }
    throw wrong(option, "a text between single quotes");
  }

  /** Takes an option whose value is a whole number. */
  long number(String name, long otherwise, long least, long most) {
    CqlParser.NamedOptionContext option = named.remove(name);
    if (option == null) {
      return otherwise;
    }
    if (option.value() != null && values.of(option.value()) instanceof BigDecimal number) {
      boolean inside =
          number.compareTo(BigDecimal.valueOf(least)) >= 0
              && number.compareTo(BigDecimal.valueOf(most)) <= 0;
      if (inside && number.stripTrailingZeros().scale() <= 0) {
        return number.longValueExact();
      }
    }
    throw wrong(option, "a whole number from " + least + " to " + most);
  }

  /** Takes {@code writes}; null when there is none. */
  @Nullable Writes writes() {
    CqlParser.NamedOptionContext option = named.get("writes");
    String value = text("writes", "");
    for (Writes each : Writes.values()) {
      if (each.toString().equals(value)) {
        return each;
      }
    }
    if (option != null) {
      throw wrong(option, "'exact' or 'plain'");
    }
    return null;
  }

  /** Takes {@code splits} and the options of engines, which have a dot in their names. */
  StorageOptions storage() {
    Map<String, String> engine = new TreeMap<>();
    for (String name : List.copyOf(named.keySet())) {
      if (name.indexOf('.') > 0) {
        engine.put(name, scalar(Objects.requireNonNull(named.remove(name))));
      }
    }
    return new StorageOptions(splits(), engine).withNotes(notes());
  }

  /** Takes what is kept as it is written, for people and for other systems. */
  private Map<String, String> notes() {
    Map<String, String> notes = new TreeMap<>();
    CqlParser.NamedOptionContext comment = named.get("comment");
    if (comment != null) {
      notes.put("comment", Statements.text(text("comment", "")));
    }
    CqlParser.NamedOptionContext compaction = named.remove("compaction");
    if (compaction != null) {
      if (!isMap(compaction)) {
        throw wrong(compaction, "a map such as {'class': 'LeveledCompactionStrategy'}");
      }
      notes.put("compaction", map(compaction.value().collection()));
    }
    return notes;
  }

  private static String map(CqlParser.CollectionContext map) {
    List<String> entries = new ArrayList<>();
    for (CqlParser.EntryContext entry : map.entry()) {
      entries.add(entry.value(0).getText() + ": " + entry.value(1).getText());
    }
    return "{" + String.join(", ", entries) + "}";
  }

  private Splits splits() {
    CqlParser.NamedOptionContext option = named.get("splits");
    if (option == null || option.valueList() == null) {
      long regions = number("splits", 0, 1, EvenSplits.MOST_REGIONS);
      return regions == 0 ? Splits.BY_KEY : Splits.into((int) regions);
    }
    named.remove("splits");
    List<Object> starts = new ArrayList<>();
    for (CqlParser.ValueContext value : option.valueList().value()) {
      Object start = values.of(value);
      if (start == null || start instanceof List || start instanceof Set || start instanceof Map) {
        throw source.unreadable(
            value.getStart(),
            "found '%s', expected a value of the first key part".formatted(value.getText()));
      }
      starts.add(start);
    }
    return Splits.at(starts.toArray());
  }

  /** A text, a number, true or false, as text. */
  private String scalar(CqlParser.NamedOptionContext option) {
    Object value = option.value() == null ? null : values.of(option.value());
    if (value instanceof String || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    throw wrong(option, "a text between single quotes, a number, true or false");
  }

  private CqlException wrong(CqlParser.NamedOptionContext option, String expected) {
    Token place = ((ParserRuleContext) option.getChild(2)).getStart();
    return source.unreadable(
        place, "found %s, expected %s".formatted(SyntaxErrors.found(place), expected));
  }

  /** Takes the options that mean something to Cassandra alone, and names them. */
  List<String> takeCassandraOptions() {
    List<String> taken =
        named.keySet().stream()
            .filter(
                name ->
                    CASSANDRA.contains(name)
                        || (name.equals("compression") && isMap(named.get(name))))
            .toList();
    taken.forEach(named::remove);
    return taken;
  }

  private static boolean isMap(CqlParser.@Nullable NamedOptionContext option) {
    return option != null
        && option.value() != null
        && option.value().collection() != null
        && option.value().collection().entry().stream().allMatch(each -> each.value().size() == 2);
  }

  /** Refuses the options that nobody took. */
  void requireNoOther(String expected) {
    if (!clustering.isEmpty()) {
      throw source.unreadable(
          clustering.get(0).getStart(),
          "found CLUSTERING ORDER BY, expected the order in the key itself; write DESC after the key part");
    }
    named.forEach(
        (name, option) -> {
          String problem = "found option '%s', expected %s".formatted(name, expected);
          throw source.unreadable(option.getStart(), problem + ofOthers(name, option));
        });
  }

  /** What an option of HBase or MapR is here; empty for any other. */
  private static String ofOthers(String name, CqlParser.NamedOptionContext option) {
    return switch (name) {
      case "maxversions", "max_versions" -> "; write versions = " + option.getChild(2).getText();
      case "minversions", "min_versions" ->
          "; leave it out: there is no minimum, and versions is the maximum";
      case "inmemory", "in_memory", "blockcache", "bloomfilter", "blocksize" ->
          "; leave the option out: it has no effect here";
      default -> "";
    };
  }
}
