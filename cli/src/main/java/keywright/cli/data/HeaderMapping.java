package keywright.cli.data;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keywright.cli.console.CliException;
import keywright.cli.console.Errors;
import keywright.cli.console.Text;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * Maps the names in a file to columns, and has the values that --set gives to columns that the file
 * does not have. A name is mapped to the column given by --map; otherwise to the column of that
 * name in any case; otherwise to the only column that differs from it by case and by {@code _},
 * {@code -} and blanks: {@code InvoiceId} is {@code invoice_id}. Used by one thread.
 */
public final class HeaderMapping {
  private final String owner;
  private final KeySchema key;
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final Map<String, String> documents;
  private final Map<String, String> mapped;
  private final Set<String> ignored;
  private final Map<String, Object> constants = new LinkedHashMap<>();
  private final Map<String, WrittenForm> forms = new LinkedHashMap<>();
  private final Consumer<String> notes;

  /**
   * The columns by name without case and separators. A name that several columns share is left out.
   */
  private final Map<String, Column> byLetters = new LinkedHashMap<>();

  /**
   * The names that were mapped without case and separators, and those of them that were not
   * reported yet.
   */
  private final Set<String> guessed = new TreeSet<>();

  private final Map<String, String> unsaid = new LinkedHashMap<>();

  /** The columns whose numbers {@link #checkUnit} has reported. */
  private final Set<String> doubted = ConcurrentHashMap.newKeySet();

  /**
   * @param owner the table or key that has the columns, for messages
   * @param documents the document column of each derived column
   * @param storedOnly whether the file may not have derived columns
   * @param constants texts by column name
   * @param forms how the file writes values, by column name
   * @param notes receives one line about names that are read as columns of another spelling
   */
  HeaderMapping(
      String owner,
      KeySchema key,
      Map<String, String> documents,
      boolean storedOnly,
      Map<String, String> mapped,
      Set<String> ignored,
      Map<String, String> constants,
      Map<String, String> forms,
      Consumer<String> notes) {
    this.owner = owner;
    this.key = key;
    this.documents = documents;
    this.mapped = mapped;
    this.ignored = ignored;
    this.notes = notes;
    Set<String> shared = new LinkedHashSet<>();
    for (Column column : key.columns()) {
      if (storedOnly && documents.containsKey(column.name())) {
        continue;
      }
      columns.put(column.name(), column);
      if (byLetters.put(letters(column.name()), column) != null) {
        shared.add(letters(column.name()));
      }
    }
    byLetters.keySet().removeAll(shared);
    mapped.forEach((header, column) -> require("--map " + header + "=" + column, column));
    forms.forEach(
        (name, form) -> {
          Column column = require("--parse " + name + "=" + form, name);
          this.forms.put(column.name(), WrittenForm.of(column, form));
        });
    constants.forEach(
        (name, text) -> {
          Column column = require("--set " + name + "=" + text, name);
          try {
            this.constants.put(column.name(), column.type().parseValue(text));
          } catch (KeyException e) {
            throw new CliException(
                "cannot use --set %s=%s: %s".formatted(name, text, e.getMessage()), e);
          }
        });
  }

  /** The value of a text in the file, for a column of {@link #hasForm}. */
  Object parse(Column column, String text) {
    return Objects.requireNonNull(forms.get(column.name())).parse(text);
  }

  /**
   * Prints one line for a column if a number of the file probably has another unit than the column.
   * May be called by many threads.
   *
   * @param value what was read
   * @param text the number, as the file writes it
   */
  void checkUnit(Column column, Object value, String text) {
    if (!(value instanceof Instant time) || doubted.contains(column.name())) {
      return;
    }
    EpochUnit.likelier(time, text)
        .filter(unit -> doubted.add(column.name()))
        .ifPresent(
            unit ->
                notes.accept(
                    "keywright: %s: %s is read as %s; --parse '%s=%s' reads it as %s"
                        .formatted(
                            column.name(), text, time, column.name(), unit, unit.read(text))));
  }

  /** The hint to use --parse for a column of dates or timestamps; empty for other columns. */
  String hint(Column column) {
    boolean isTime =
        column.type().valueClass() == Instant.class
            || column.type().valueClass() == LocalDate.class;
    return isTime && !hasForm(column)
        ? "; --parse '%s=PATTERN' reads another form, such as dd/MM/yyyy%s"
            .formatted(
                column.name(), column.type().valueClass() == Instant.class ? " HH:mm:ss" : "")
        : "";
  }

  /** Whether --parse says how the file writes the values of a column. */
  boolean hasForm(Column column) {
    return forms.containsKey(column.name());
  }

  private Column require(String option, String name) {
    Column column = columns.get(name);
    if (column == null) {
      throw new CliException(
          "cannot use %s: %s has no column \"%s\", only %s"
              .formatted(option, owner, name, columnNames()));
    }
    return column;
  }

  private static String letters(String name) {
    return name.replaceAll("[_\\-\\s]", "").toLowerCase(Locale.ROOT);
  }

  /** Refuses options for a file that has documents, whose fields are no columns. */
  void requireNone(String file) {
    if (!mapped.isEmpty() || !ignored.isEmpty() || !constants.isEmpty() || !forms.isEmpty()) {
      throw new CliException(
          "cannot load %s: found --map, --ignore, --set or --parse, expected none of them, because the lines of the file are documents of %s; leave these options out"
              .formatted(file, owner));
    }
  }

  /** Whether a name was given by --ignore. */
  boolean ignores(String header) {
    return ignored.contains(header);
  }

  /** The values that every row has, by column name. */
  Map<String, Object> constants() {
    return constants;
  }

  /** The column that a name means; null for none. */
  @Nullable Column column(String header) {
    String name = mapped.getOrDefault(header, header);
    Column column = columns.get(name);
    if (column == null) {
      column = columns.get(name.toLowerCase(Locale.ROOT));
    }
    if (column == null) {
      column = byLetters.get(letters(name));
      if (column != null && guessed.add(header)) {
        unsaid.put(header, column.name());
      }
    }
    return column;
  }

  /** Reports once, in one line, the names that are spelt differently from their columns. */
  void sayGuessed(String file) {
    if (!unsaid.isEmpty()) {
      notes.accept(
          unsaid.entrySet().stream()
              .map(entry -> entry.getKey() + " as " + entry.getValue())
              .map(Errors::oneLine)
              .collect(Collectors.joining(", ", file + ": read ", "")));
      unsaid.clear();
    }
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
        String other = headers.get(found.indexOf(column));
        throw new CliException(
            "cannot load %s: found headers \"%s\" and \"%s\" for column %s, expected only one of the two; %s"
                .formatted(
                    file,
                    other,
                    header,
                    column.name(),
                    other.equals(header)
                        ? "rename one of them in the file"
                        : "leave the header out with --ignore " + Text.shell(header)));
      } else if (column != null && constants.containsKey(column.name())) {
        throw new CliException("cannot load " + file + ": " + givenTwice(header, column));
      }
      found.add(column);
    }
    if (!unknown.isEmpty()) {
      String other = found.stream().allMatch(Objects::isNull) ? noHeader(unknown) : "";
      throw new CliException(
          "cannot load " + file + ": " + (other.isEmpty() ? unknown(unknown) : other));
    }
    requireNamed(file, "--map", mapped.keySet(), headers);
    requireNamed(file, "--ignore", ignored, headers);
    requireKey(file, found);
    sayGuessed(file);
    return found;
  }

  /**
   * The problem of a first line without any column name: another separator between its names, or
   * values. Empty if the line may be a header.
   */
  private String noHeader(List<String> headers) {
    for (String sign : headers.size() == 1 ? List.of(";", "\t", "|") : List.<String>of()) {
      for (String name : headers.get(0).split(Pattern.quote(sign), -1)) {
        if (column(name.strip()) != null) {
          return "found '%s' between the names of its header, expected ','; write the file with commas, and put a field that contains a comma between double quotes"
              .formatted(sign);
        }
      }
    }
    return headers.stream().anyMatch(name -> name.matches("[-+.]?[0-9].*"))
        ? "found \"%s\" in its first line, expected a header with columns of %s (%s); add such a line before the rows"
            .formatted(String.join("\", \"", headers), owner, columnNames())
        : "";
  }

  /** The problem of a name whose column --set gives too. */
  String givenTwice(String header, Column column) {
    return "found header \"%s\" and --set for column %s, expected only one of the two; leave the header out with --ignore %s"
        .formatted(header, column.name(), Text.shell(header));
  }

  private String notStored(List<String> headers, String kind, String source) {
    return "found header%s \"%s\", %s %s, expected only stored columns of %s (%s); use --ignore %s"
        .formatted(
            headers.size() == 1 ? "" : "s",
            String.join("\", \"", headers),
            headers.size() == 1 ? "a " + kind : kind + "s",
            source,
            owner,
            columnNames(),
            Text.shell(String.join(",", headers)));
  }

  /** The problem of names that are no columns, with an option to copy that solves it. */
  String unknown(List<String> headers) {
    if (key.computedParts().keySet().containsAll(headers)) {
      return notStored(headers, "key part", "computed from other columns");
    }
    if (documents.keySet().containsAll(headers)) {
      return notStored(headers, "column", "derived from documents");
    }
    return "found header%s \"%s\", expected columns of %s (%s); use %s, or --ignore %s"
        .formatted(
            headers.size() == 1 ? "" : "s",
            String.join("\", \"", headers),
            owner,
            columnNames(),
            headers.stream()
                .map(header -> "--map " + Text.shell(header) + "=COLUMN")
                .collect(Collectors.joining(" ")),
            Text.shell(String.join(",", headers)));
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

  /** Refuses a file without a key column now, because its first row would fail. */
  private void requireKey(String file, List<@Nullable Column> found) {
    Set<String> drawn = key.randomColumns().keySet();
    List<String> missing = new ArrayList<>();
    for (String name : key.keyColumns()) {
      Column column = columns.get(name);
      Column document = columns.get(documents.getOrDefault(name, ""));
      boolean derived =
          document != null && (found.contains(document) || constants.containsKey(document.name()));
      boolean optional = derived || drawn.contains(name) || column == null || column.nullable();
      if (!optional && !found.contains(column) && !constants.containsKey(name)) {
        missing.add(name);
      }
    }
    if (!missing.isEmpty()) {
      throw new CliException(
          "cannot load %s: found no header for key column%s %s of %s; use %s, or %s"
              .formatted(
                  file,
                  missing.size() == 1 ? "" : "s",
                  String.join(", ", missing),
                  owner,
                  options("--map HEADER=%s", missing),
                  options("--set %s=VALUE", missing)));
    }
  }

  private static String options(String format, List<String> columns) {
    return columns.stream().map(format::formatted).collect(Collectors.joining(" "));
  }

  private String columnNames() {
    return String.join(", ", columns.keySet());
  }
}
