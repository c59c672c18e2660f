package keywright.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import keywright.key.Column;
import keywright.key.KeySchema;
import keywright.table.TableDefinition;
import org.jspecify.annotations.Nullable;

/** Which column each name in a file means: that of its name, the one given by --map, or none. */
final class HeaderMapping {
  private final String owner;
  private final KeySchema key;
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final Map<String, String> mapped;
  private final Set<String> ignored;

  HeaderMapping(TableDefinition table, Map<String, String> mapped, Set<String> ignored) {
    this(table.name(), table.primaryKeySchema(), mapped, ignored);
  }

  /**
   * @param owner what the columns of {@code key} belong to, for messages
   */
  HeaderMapping(String owner, KeySchema key, Map<String, String> mapped, Set<String> ignored) {
    this.owner = owner;
    this.key = key;
    this.mapped = mapped;
    this.ignored = ignored;
    key.columns().forEach(column -> columns.put(column.name(), column));
    mapped.forEach(
        (header, column) -> {
          if (!columns.containsKey(column)) {
            throw new CliException(
                "cannot use --map %s=%s: %s has no column \"%s\", only %s"
                    .formatted(header, column, owner, column, columnNames()));
          }
        });
  }

  /** Whether a name was given by --ignore. */
  boolean ignores(String header) {
    return ignored.contains(header);
  }

  /** The column that a name means; null for none. */
  @Nullable Column column(String header) {
    String name = mapped.getOrDefault(header, header);
    Column column = columns.get(name);
    return column != null ? column : columns.get(name.toLowerCase(Locale.ROOT));
  }

  /**
   * The columns of a header, in its order; null where a field is ignored.
   *
   * @throws CliException naming every header that is no column
   */
  List<@Nullable Column> columns(String file, List<String> headers) {
    List<@Nullable Column> found = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String header : headers) {
      Column column = ignores(header) ? null : column(header);
      if (column == null && !ignores(header)) {
        unknown.add(header);
      } else if (column != null && found.contains(column)) {
        throw new CliException(
            "cannot load %s: two headers mean column %s; use --ignore for one of them"
                .formatted(file, column.name()));
      }
      found.add(column);
    }
    if (!unknown.isEmpty()) {
      throw new CliException("cannot load " + file + ": " + unknown(unknown));
    }
    requireNamed(file, "--map", mapped.keySet(), headers);
    requireNamed(file, "--ignore", ignored, headers);
    requireKey(file, found);
    return found;
  }

  /** What is wrong with names that are no column, and what to do. */
  String unknown(List<String> headers) {
    String first = headers.get(0);
    return "found header%s \"%s\", expected columns of %s (%s); use --map %s=COLUMN or --ignore %s"
        .formatted(
            headers.size() == 1 ? "" : "s",
            String.join("\", \"", headers),
            owner,
            columnNames(),
            first,
            first);
  }

  private static void requireNamed(
      String file, String option, Set<String> names, List<String> headers) {
    Set<String> missing = new LinkedHashSet<>(names);
    headers.forEach(missing::remove);
    if (!missing.isEmpty()) {
      throw new CliException(
          "cannot load %s: found no header \"%s\" for %s, only %s"
              .formatted(file, String.join("\", \"", missing), option, String.join(", ", headers)));
    }
  }

  /** A file without a key column would fail in its first row; say so before. */
  private void requireKey(String file, List<@Nullable Column> found) {
    Set<String> drawn = key.randomColumns().keySet();
    List<String> missing = new ArrayList<>();
    for (String name : key.keyColumns()) {
      Column column = columns.get(name);
      boolean optional = drawn.contains(name) || column == null || column.nullable();
      if (!optional && !found.contains(column)) {
        missing.add(name);
      }
    }
    if (!missing.isEmpty()) {
      throw new CliException(
          "cannot load %s: found no header for key column%s %s of %s; use --map HEADER=%s"
              .formatted(
                  file,
                  missing.size() == 1 ? "" : "s",
                  String.join(", ", missing),
                  owner,
                  missing.get(0)));
    }
  }

  private String columnNames() {
    return String.join(", ", columns.keySet());
  }
}
