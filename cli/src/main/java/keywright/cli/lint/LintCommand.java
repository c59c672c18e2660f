package keywright.cli.lint;

import java.util.List;
import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.Usage;
import keywright.cli.data.DesignFile;
import keywright.cli.data.InputFile;
import keywright.cli.data.TableDataOptions;
import keywright.design.lint.Finding;
import keywright.design.lint.Lint;
import keywright.design.lint.Severity;
import keywright.design.lint.TargetEngine;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright lint}: reports problems of a design, with fixes and their costs. */
@Command(
    name = "lint",
    description = {
      "Read CREATE and ATTACH statements, and the QUERY and WRITE statements that describe their load, and report problems of their keys: the reason, a fix and its cost.",
      "Nothing is stored, and no database is needed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright lint orders.cql",
      "  keywright lint orders.cql --data orders.csv --engine hbase",
      "  keywright lint orders.cql --table payment --data payment.csv --ignore staff_id",
      "  keywright lint orders.cql --fail-on warning --output sarif > lint.sarif",
      "",
      "Exit status: 0 no problem as severe as --fail-on, 1 such a problem, or a file that cannot be read."
    })
public final class LintCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "FILE.cql",
      description = "The statements of a design; - is standard input.")
  private String designFile = "";

  @Mixin private TableDataOptions data = new TableDataOptions();

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "The table of --data, when the file makes more than one.")
  private @Nullable String tableName;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = "Where the tables will be: rocksdb, hbase, bigtable or cassandra.")
  private @Nullable TargetEngine engine;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description =
          "The lowest severity that makes the exit status 1: error (the default), warning or info.")
  private Severity failOn = Severity.ERROR;

  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      description = "How findings are printed: text (the default), json or sarif.")
  private LintFormat output = LintFormat.TEXT;

  public LintCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    InputFile rows = data.file();
    if (data.isWithoutFile() || (rows == null && tableName != null)) {
      throw Usage.wrong(
          spec,
          "found --table, --map, --ignore, --set, --parse, --skip-bad or --format without --data, expected --data too");
    }
    if (rows != null && rows.isStandardInput()) {
      throw Usage.wrong(spec, "found --data -, expected a file: rows may be read more than once");
    }
    DesignFile file = DesignFile.readAsFarAsPossible(console, new InputFile(designFile));
    Lint lint = Lint.of(file.design());
    if (engine != null) {
      lint = lint.on(engine);
    }
    if (rows != null && file.isRefused(tableName)) {
      console.say(
          rows.label()
              + ": the rows of this file are not read, since a statement is refused; correct the statement first");
    } else if (rows != null) {
      TableDefinition table = file.table(tableName);
      lint = lint.withRows(table.name(), data.rows(console, rows, table));
    }
    List<Finding> findings = lint.findings();
    new LintPrinter(console.out(), file.file()).print(output, findings);
    return findings.stream().anyMatch(f -> f.severity().compareTo(failOn) >= 0) ? 1 : 0;
  }
}
