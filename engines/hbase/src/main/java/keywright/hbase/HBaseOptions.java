package keywright.hbase;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The options of a table that are HBase's own, {@code hbase.max_filesize} and others: its attributes
 * of tables in lower case. None of them changes what is read or written.
 */
final class HBaseOptions {
  private static final String PREFIX = "hbase.";
  private static final String POLICIES = "org.apache.hadoop.hbase.regionserver.";

  private static final Predicate<String> IS_CLASS =
      value -> value.matches("[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*");
  private static final Predicate<String> IS_NUMBER = value -> value.matches("[1-9][0-9]{0,17}");
  private static final Predicate<String> IS_BOOLEAN = Set.of("true", "false")::contains;

  private static final Map<String, Predicate<String>> KNOWN =
      new TreeMap<>(
          Map.of(
              "split_policy", IS_CLASS,
              "flush_policy", IS_CLASS,
              "max_filesize", IS_NUMBER,
              "memstore_flushsize", IS_NUMBER,
              "split_enabled", IS_BOOLEAN,
              "merge_enabled", IS_BOOLEAN,
              "compaction_enabled", IS_BOOLEAN,
              "normalization_enabled", IS_BOOLEAN));

  private HBaseOptions() {}

  /** What is wrong with an option; null when nothing is. */
  static @Nullable String refused(String option, String value) {
    Predicate<String> valid = KNOWN.get(option);
    if (valid == null) {
      Set<String> names = new TreeSet<>();
      KNOWN.keySet().forEach(name -> names.add(PREFIX + name));
      return "found option %s%s, expected one of %s"
          .formatted(PREFIX, option, String.join(", ", names));
    }
    return valid.test(value)
        ? null
        : "found %s%s = '%s', expected %s"
            .formatted(
                PREFIX,
                option,
                value,
                valid == IS_CLASS
                    ? "the name of a class of HBase's, such as SteppingSplitPolicy"
                    : valid == IS_NUMBER ? "a number of bytes" : "true or false");
  }

  /** Sets those that are HBase's; others are other engines'. */
  static void set(TableDescriptorBuilder table, Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            String option = name.substring(PREFIX.length());
            boolean isBare = KNOWN.get(option) == IS_CLASS && value.indexOf('.') < 0;
            table.setValue(option.toUpperCase(Locale.ROOT), isBare ? POLICIES + value : value);
          }
        });
  }
}
