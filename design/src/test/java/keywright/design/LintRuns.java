package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.cql.Design;
import keywright.design.lint.Code;
import keywright.design.lint.Finding;
import keywright.design.lint.Lint;
import keywright.design.lint.TargetEngine;
import keywright.design.rows.Arrivals;
import keywright.design.rows.GeneratedRows;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Lint of a script, with and without rows, as tests call it. */
public final class LintRuns {
  private LintRuns() {}

  public static List<Finding> lint(String script) {
    return Lint.of(Design.readAsFarAsPossible(script)).findings();
  }

  public static List<String> told(List<Finding> findings) {
    return findings.stream().map(f -> f.severity() + " " + f.code().id()).toList();
  }

  public static Finding only(List<Finding> findings, Code code) {
    List<Finding> found = findings.stream().filter(f -> f.code() == code).toList();
    assertThat(found).as("%s", findings).hasSize(1);
    return found.get(0);
  }

  public static List<Finding> lintRows(
      String script, String table, int rows, Map<String, String> columns) {
    Design design = Design.read(script);
    List<Column> all = design.table(table).orElseThrow().allColumns();
    return Lint.of(design).withRows(table, new GeneratedRows(all, columns, rows, 3)).findings();
  }

  /** Rows whose values a test gives. */
  private record Rows(List<Column> columns, List<@Nullable Object[]> all) implements Arrivals {
    @Override
    public void forEach(Consumer<@Nullable Object[]> row) {
      all.forEach(row);
    }
  }

  public static List<Finding> lintRows(String script, List<@Nullable Object[]> rows) {
    return lintRows(script, rows, null);
  }

  public static List<Finding> lintRows(
      String script, List<@Nullable Object[]> rows, @Nullable TargetEngine engine) {
    Design design = Design.read(script);
    List<Column> all = design.tables().get(0).allColumns();
    Lint lint = Lint.of(design).withRows(design.tables().get(0).name(), new Rows(all, rows));
    return (engine == null ? lint : lint.on(engine)).findings();
  }
}
