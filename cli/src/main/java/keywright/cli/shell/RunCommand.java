package keywright.cli.shell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import keywright.cli.console.AccessOption;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.OutputOption;
import keywright.cli.console.QuietOption;
import keywright.cli.console.ScriptException;
import keywright.cli.console.StatementSignals;
import keywright.cli.console.Terminals;
import keywright.cli.console.TimeLimit;
import keywright.cli.console.Usage;
import keywright.cli.data.InputFile;
import keywright.cli.database.ClientOption;
import keywright.cli.database.SkipUnreadableOption;
import keywright.cli.database.StatementPrinter;
import keywright.cli.lint.CreatedLint;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.client.CqlClient;
import keywright.table.model.Limits;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright run}: statements from the command line or from files. */
@Command(
    name = "run",
    description = {
      "Run CQL statements, those of -e before those of -f; stop at the first error.",
      "Without -e and -f, the statements are read from standard input, unless it is a terminal."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright run -f schema.cql",
      "  keywright run -e \"SELECT * FROM payment WHERE customer_id = 123",
      "      ORDER BY paid_at DESC LIMIT 20\"",
      "  keywright run -e \"EXPLAIN SELECT * FROM customer WHERE last_name LIKE 'MA%%'\"",
      "  keywright run --page-size 20 -e 'SELECT * FROM payment ORDER BY payment_id'",
      "  keywright run --output csv -e 'SELECT * FROM payment' > payment.csv",
      "  keywright run < schema.cql"
    })
public final class RunCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(hidden = true, arity = "0..*")
  private List<String> others = new ArrayList<>();

  @Option(
      names = {"-e", "--execute"},
      paramLabel = "CQL",
      description = "Statements with ; between them. May be given more than once.")
  private List<String> texts = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "A file of statements; - is standard input. May be given more than once.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--page-size",
      paramLabel = "N",
      description =
          "Return N rows of one SELECT, and print the token of the next page on standard error.")
  private @Nullable Integer pageSize;

  @Option(
      names = "--page",
      paramLabel = "TOKEN",
      description = "Return the page that follows the page that printed this token.")
  private @Nullable String page;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description = "End each statement that takes longer, such as 500ms, 30s, 10m or 2h.")
  private @Nullable String timeout;

  @Mixin private ClientOption databaseOption = new ClientOption();
  @Mixin private SortOption sort = new SortOption();
  @Mixin private SkipUnreadableOption unreadable = new SkipUnreadableOption();
  @Mixin private OutputOption output = new OutputOption();
  @Mixin private AccessOption access = new AccessOption();
  @Mixin private QuietOption quiet = new QuietOption();

  public RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (!others.isEmpty()) {
      throw Usage.wrong(
          spec,
          "found '%s' without an option, expected -e before a statement".formatted(others.get(0)));
    }
    boolean readsInput = texts.isEmpty() && files.isEmpty();
    if (readsInput && console.isOfProcess() && Terminals.isTerminal(SystemStream.Input)) {
      throw noStatements();
    }
    if (page != null && pageSize == null) {
      throw Usage.wrong(spec, "found --page without --page-size, expected both");
    }
    if (pageSize != null && pageSize < 1) {
      throw Usage.wrong(spec, "found --page-size " + pageSize + ", expected 1 or more");
    }
    List<ScriptFile> scripts = new ArrayList<>();
    unreadable.requireNoServer(databaseOption);
    sort.requireNoServer(databaseOption);
    Limits limits = sort.limits();
    Duration limit = timeout == null ? null : TimeLimit.parse(spec, "--timeout", timeout);
    try {
      files.forEach(file -> scripts.add(ScriptFile.open(new InputFile(file), console)));
      if (readsInput) {
        scripts.add(ScriptFile.open(new InputFile("-"), console));
        if (scripts.get(0).isEmpty()) {
          throw noStatements();
        }
      }
      try (CqlClient client =
          databaseOption.openClient(session -> unreadable.on(session).withLimits(limits))) {
        StatementPrinter printer =
            new StatementPrinter(
                    console,
                    client,
                    output.format(),
                    quiet.isQuiet()
                        ? null
                        : new CreatedLint(console, client::find, databaseOption.url()),
                    access.isShown(console))
                .within(limit);
        return run(printer, scripts);
      }
    } finally {
      scripts.forEach(ScriptFile::close);
    }
  }

  private ParameterException noStatements() {
    return Usage.wrong(
        spec, "found no statements, expected -e CQL, -f FILE or statements on standard input");
  }

  /** Runs the statements. Returns the exit status. */
  private int run(StatementPrinter printer, List<ScriptFile> scripts) {
    printer.beginInput();
    try (StatementSignals signals =
        new StatementSignals(console, printer::isRunning, printer::cancel)) {
      try {
        runAll(printer, scripts);
      } catch (RuntimeException e) {
        if (signals.status() == 0) {
          throw e;
        }
        new Errors(console, false).report(e);
      }
      return signals.status();
    }
  }

  private void runAll(StatementPrinter printer, List<ScriptFile> scripts) {
    if (pageSize != null) {
      printer.runPage(onlyStatement(scripts), pageSize, page);
      return;
    }
    texts.forEach(text -> CqlScript.split(text).forEach(printer::run));
    for (ScriptFile script : scripts) {
      for (var next = script.next(); next != null; next = script.next()) {
        runInFile(printer, next, script);
      }
    }
  }

  private CqlScript.Statement onlyStatement(List<ScriptFile> scripts) {
    CqlScript.Statement found = null;
    int count = 0;
    for (String text : texts) {
      for (CqlScript.Statement next : CqlScript.split(text)) {
        found = next;
        count++;
      }
    }
    for (ScriptFile script : scripts) {
      for (var next = script.next(); next != null; next = script.next()) {
        found = next;
        count++;
      }
    }
    if (found == null || count != 1) {
      throw Usage.wrong(
          spec, "found %d statements, expected one SELECT with --page-size".formatted(count));
    }
    return found;
  }

  private static void runInFile(
      StatementPrinter printer, CqlScript.Statement statement, ScriptFile script) {
    try {
      printer.run(statement, script.lintArgument());
    } catch (CqlException e) {
      throw new ScriptException(script.label(), e);
    }
  }
}
