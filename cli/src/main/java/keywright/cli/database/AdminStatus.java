package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.OutputOption;
import keywright.cli.console.ResultWriter;
import keywright.key.Column;
import keywright.store.EngineTable;
import keywright.table.Database;
import keywright.table.model.BuildProgress;
import keywright.table.model.Leftovers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code keywright admin status}: lists processes, leftover tables, and unfinished index builds and
 * loads.
 */
@Command(
    name = "status",
    description =
        "List the processes that have the database open, tables of the engine that the catalog does"
            + " not name, tables that are missing or disabled, and indexes and loads that are not"
            + " finished. Changes nothing.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright admin status --db hbase:zk1.example.org/shop",
      "  keywright admin status --db hbase:zk1.example.org/shop --output json"
    })
public final class AdminStatus implements Callable<Integer> {
  private final Console console;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();
  @Mixin private OutputOption output = new OutputOption();

  public AdminStatus(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (Database database = databaseOption.openExisting()) {
      Leftovers found = database.leftovers();
      ResultWriter rows = ResultWriter.of(output.format(), console.out());
      rows.begin(Column.parseList("kind text, name text, state text, what_to_do text"));
      for (Leftovers.Registered one : found.processes()) {
        print(
            rows,
            "process",
            one.process().toString(),
            one.isAsked() ? "asked to read the catalog" : "registered",
            "if it was killed: keywright admin clean");
      }
      for (EngineTable table : found.tables()) {
        print(
            rows,
            "table",
            table.name(),
            table.isEnabled() ? "not in the catalog" : "not in the catalog, disabled",
            "keywright admin clean");
      }
      for (EngineTable table : found.disabled()) {
        print(rows, "table", table.name(), "disabled", "enable it with the tools of the engine");
      }
      for (String table : found.missing()) {
        print(
            rows,
            "table",
            table,
            "missing in the engine",
            "drop it and create it again, or restore it");
      }
      for (BuildProgress build : database.unfinishedIndexes()) {
        print(
            rows,
            "index",
            build.index(),
            "not built, " + build.rows() + " done",
            "repeat its CREATE INDEX, or DROP INDEX");
      }
      for (String table : database.unfinishedLoads()) {
        print(rows, "load", table, "not finished", "repeat its load, or TRUNCATE the table");
      }
      rows.end();
    }
    return 0;
  }

  private static void print(ResultWriter rows, String... cells) {
    rows.row(cells);
  }
}
