package keywright.cli.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import keywright.cli.console.Console;
import keywright.cli.console.Text;
import keywright.cql.Design;
import keywright.cql.Result;
import keywright.cql.Statements;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.Lint;
import keywright.design.lint.Severity;
import keywright.design.lint.TargetEngine;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Prints what lint finds in the tables and indexes that statements create: a line for each error
 * and warning, and once which command shows the fixes. Used by one thread.
 */
public final class CreatedLint {
  private static final int LONGEST_FIX = 240;

  private final Console console;
  private final Function<String, Optional<TableDefinition>> tables;
  private final boolean isOnCassandra;
  private boolean namedLint;

  /**
   * @param tables gives the declaration of a table
   * @param url the URL of the database; some findings depend on whether the engine has partitions
   */
  public CreatedLint(
      Console console, Function<String, Optional<TableDefinition>> tables, String url) {
    this.console = console;
    this.tables = tables;
    this.isOnCassandra = url.startsWith("cassandra:");
  }

  /**
   * Prints what lint finds in what a statement has created.
   *
   * @param file the file of the statement, for messages
   */
  public void print(Result.Created created, String file) {
    TableDefinition table = tables.apply(Names.qualified(created.table())).orElse(null);
    if (table == null || table.isAttached()) {
      return; // Another process has dropped it, or its rows are those of another program.
    }
    List<String> lines = lines(table, created);
    lines.forEach(console::say);
    if (!lines.isEmpty() && !namedLint) {
      namedLint = true;
      console.say(
          "keywright lint %s shows each fix with its cost; a key cannot change: DROP the table or index first, then create it with the fix"
              .formatted(file));
    }
  }

  private List<String> lines(TableDefinition table, Result.Created created) {
    String index = created.index();
    List<String> known = new ArrayList<>();
    if (index != null) {
      List<Finding> before =
          findings(
              table.withIndexes(
                  table.indexes().stream().filter(other -> !other.name().equals(index)).toList()));
      before.forEach(finding -> known.add(text(finding)));
    }
    List<String> lines = new ArrayList<>();
    for (Finding finding : findings(table)) {
      if (!known.remove(text(finding))) {
        lines.add(text(finding) + fix(finding, index));
      }
    }
    return lines;
  }

  private List<Finding> findings(TableDefinition table) {
    Lint lint = Lint.of(Design.of(table));
    return (isOnCassandra ? lint.on(TargetEngine.CASSANDRA) : lint)
        .findings().stream().filter(finding -> finding.severity() != Severity.INFO).toList();
  }

  private static String text(Finding finding) {
    return "%s %s: %s"
        .formatted(finding.severity(), finding.code().id(), Text.escape(finding.reason()));
  }

  private static String fix(Finding finding, @Nullable String index) {
    Fix fix = finding.fix();
    if (fix == null) {
      return "";
    }
    String declaration = fix.declaration().replaceAll("\\s*\n\\s*", " ");
    if (declaration.length() > LONGEST_FIX) {
      return "; keywright lint shows a fix";
    }
    String drop =
        index != null && declaration.startsWith("CREATE INDEX ")
            ? "DROP INDEX " + Statements.quote(index) + "; "
            : "";
    return "; fix: " + Text.escape(drop + declaration);
  }
}
