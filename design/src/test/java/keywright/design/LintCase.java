package keywright.design;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.design.lint.Edit;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.Lint;
import keywright.design.lint.TargetEngine;
import keywright.design.rows.Arrivals;
import keywright.design.rows.GeneratedRows;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * A design of the corpus: statements, and in comments above them what is right or wrong.
 *
 * <ul>
 *   <li>{@code -- finds: KW101 KW302}: the codes of a bad one, all of them, each as often as found
 *   <li>{@code -- notes: KW302}: what is only said of a good one
 *   <li>{@code -- engine: hbase}
 *   <li>{@code -- rows: payment}: the table whose rows are in the CSV file of the same name
 *   <li>{@code -- generate: 3000 payment id=sequence at=clock}: rows that are drawn
 * </ul>
 */
record LintCase(String name, String script, @Nullable String rows) {
  private static final Path FOLDER = Path.of("src/test/resources/keywright/design/corpus");

  static List<LintCase> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".cql"))
          .sorted(Comparator.naturalOrder())
          .map(LintCase::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LintCase read(Path file) {
    String name = file.getFileName().toString().replace(".cql", "");
    Path rows = file.resolveSibling(name + ".csv");
    try {
      return new LintCase(
          name, Files.readString(file), Files.exists(rows) ? Files.readString(rows) : null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isGood() {
    return name.startsWith("good-");
  }

  /** The codes that it is labelled with, each as often as it is found. */
  List<String> codes() {
    return Arrays.stream(header(isGood() ? "notes" : "finds").split(" "))
        .filter(code -> !code.isEmpty())
        .toList();
  }

  private String header(String key) {
    return script
        .lines()
        .filter(line -> line.startsWith("-- " + key + ": "))
        .map(line -> line.substring(key.length() + 5))
        .findFirst()
        .orElse("");
  }

  /** The same labels over another script. */
  LintCase with(String newScript) {
    return new LintCase(name, newScript, rows);
  }

  List<Finding> findings() {
    Design design = Design.readAsFarAsPossible(script);
    Lint lint = Lint.of(design);
    String engine = header("engine");
    if (!engine.isEmpty()) {
      lint = lint.on(TargetEngine.valueOf(engine.toUpperCase(Locale.ROOT)));
    }
    String generated = header("generate");
    if (!generated.isEmpty()) {
      List<String> words = List.of(generated.split(" "));
      Map<String, String> columns = new LinkedHashMap<>();
      for (String word : words.subList(2, words.size())) {
        columns.put(word.split("=")[0], word.split("=")[1]);
      }
      TableDefinition table = design.table(words.get(1)).orElseThrow();
      lint =
          lint.withRows(
              table.name(),
              new GeneratedRows(table.allColumns(), columns, Integer.parseInt(words.get(0)), 7));
    }
    if (rows != null) {
      TableDefinition table = design.table(header("rows")).orElseThrow();
      lint = lint.withRows(table.name(), new CsvRows(table.allColumns(), rows));
    }
    return lint.findings();
  }

  /** The script after the edits of a fix. */
  String fixed(Fix fix) {
    List<Edit> edits = new ArrayList<>(fix.edits());
    edits.sort(Comparator.comparingInt(edit -> -offset(edit.place())));
    StringBuilder text = new StringBuilder(script);
    for (Edit edit : edits) {
      Place end = edit.place().end();
      text.replace(offset(edit.place()), offset(end), edit.text());
    }
    return text.toString();
  }

  private int offset(Place place) {
    int offset = 0;
    for (int line = 1; line < place.line(); line++) {
      offset = script.indexOf('\n', offset) + 1;
    }
    return script.offsetByCodePoints(offset, place.column() - 1);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Rows of a file without quotes; a value of another type than its column's is left out. */
  private record CsvRows(List<Column> columns, String text) implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      List<String> lines = text.lines().toList();
      List<String> header = List.of(lines.get(0).split(","));
      for (String line : lines.subList(1, lines.size())) {
        String[] fields = line.split(",", -1);
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
          int field = header.indexOf(columns.get(i).name());
          values[i] = field < 0 ? null : value(columns.get(i), fields[field]);
        }
        row.accept(values);
      }
    }

    private static @Nullable Object value(Column column, String field) {
      try {
        return field.isEmpty() ? null : column.type().parseValue(field);
      } catch (KeyException e) {
        return null;
      }
    }
  }
}
