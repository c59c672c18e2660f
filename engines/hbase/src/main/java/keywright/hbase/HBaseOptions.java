package keywright.hbase;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The options of a table that are HBase's own, {@code hbase.max_filesize} and others: its
 * attributes of tables in lower case, none of which changes what is read or written; and {@code
 * hbase.table}, the name of one that is attached.
 */
final class HBaseOptions {
  private static final String PREFIX = "hbase.";
  private static final String POLICIES = "org.apache.hadoop.hbase.regionserver.";

  /** What an option may be. */
  private enum Kind {
    CLASS(
        "[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*",
        "the name of a class of HBase's, such as SteppingSplitPolicy"),
    NUMBER("[1-9][0-9]{0,17}", "a number of bytes"),
    BOOLEAN("true|false", "true or false"),
    NAME(
        "[A-Za-z0-9_][A-Za-z0-9_.-]*",
        "the table's name in HBase, of letters, digits, _, - and ., not starting with - or .");

    private final Pattern form;
    private final String expected;

    Kind(String form, String expected) {
      this.form = Pattern.compile(form);
      this.expected = expected;
    }
  }

  private static final Map<String, Kind> KNOWN =
      new TreeMap<>(
          Map.of(
              "split_policy", Kind.CLASS,
              "flush_policy", Kind.CLASS,
              "max_filesize", Kind.NUMBER,
              "memstore_flushsize", Kind.NUMBER,
              "split_enabled", Kind.BOOLEAN,
              "merge_enabled", Kind.BOOLEAN,
              "compaction_enabled", Kind.BOOLEAN,
              "normalization_enabled", Kind.BOOLEAN,
              "table", Kind.NAME));

  private HBaseOptions() {}

  /** What is wrong with an option; null when nothing is. */
  static @Nullable String refused(String option, String value) {
    Kind kind = KNOWN.get(option);
    if (kind == null) {
      Set<String> names = new TreeSet<>();
      KNOWN.keySet().forEach(name -> names.add(PREFIX + name));
      return "found option %s%s, expected one of %s"
          .formatted(PREFIX, option, String.join(", ", names));
    }
    return kind.form.matcher(value).matches()
        ? null
        : "found %s%s = '%s', expected %s".formatted(PREFIX, option, value, kind.expected);
  }

  /** Sets those that are HBase's; others are other engines'. */
  static void set(TableDescriptorBuilder table, Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX)) {
            String option = name.substring(PREFIX.length());
            boolean isBare = KNOWN.get(option) == Kind.CLASS && value.indexOf('.') < 0;
            table.setValue(option.toUpperCase(Locale.ROOT), isBare ? POLICIES + value : value);
          }
        });
  }
}
