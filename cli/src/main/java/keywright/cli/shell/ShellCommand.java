package keywright.cli.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import keywright.cli.console.AccessOption;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.OutputOption;
import keywright.cli.console.QuietOption;
import keywright.cli.console.Screen;
import keywright.cli.console.Terminals;
import keywright.cli.database.BuildDisplay;
import keywright.cli.database.ClientOption;
import keywright.cli.database.StatementPrinter;
import keywright.cli.lint.CreatedLint;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import keywright.table.model.Limits;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.terminal.spi.SystemStream;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code keywright shell}: statements typed one after another. */
@Command(
    name = "shell",
    description = {
      "Type CQL statements; each ends with a semicolon and may span lines.",
      "Tab completes, the arrow keys find earlier statements, Ctrl-C drops the line or cancels the statement that runs, Ctrl-D leaves.",
      "Commands such as \\dt, \\d TABLE, \\i FILE and \\x need no semicolon; \\? lists them all.",
      "A result longer than the terminal goes to $PAGER, less by default.",
      "When standard input is no terminal, its statements are run until the first error."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright shell",
      "  keywright shell --db rocksdb:/var/lib/shop --output json",
      "  keywright shell < statements.cql"
    })
public final class ShellCommand implements Callable<Integer> {
  /** The exit status after Ctrl-C. */
  private static final int INTERRUPTED = 128 + 2;

  private final Console console;

  @Mixin private ClientOption databaseOption = new ClientOption();
  @Mixin private SortOption sort = new SortOption();
  @Mixin private OutputOption output = new OutputOption();
  @Mixin private AccessOption access = new AccessOption();
  @Mixin private QuietOption quiet = new QuietOption();

  public ShellCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    sort.requireNoServer(databaseOption);
    Limits limits = sort.limits();
    try (CqlClient client = databaseOption.openClient(session -> session.withLimits(limits))) {
      StatementPrinter printer =
          new StatementPrinter(
              console,
              client,
              output.format(),
              quiet.isQuiet() ? null : new CreatedLint(console, client::find, databaseOption.url()),
              access.isShown(console));
      ShellSession session = new ShellSession(console, printer);
      if (console.isOfProcess() && Terminals.isTerminal(SystemStream.Input)) {
        interact(client, printer, session);
      } else {
        readStandardInput(session);
      }
    }
    return 0;
  }

  private void readStandardInput(ShellSession session) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    while (line != null && session.accept(line)) {
      line = reader.readLine();
    }
    session.finish();
  }

  private void interact(CqlClient client, StatementPrinter printer, ShellSession session)
      throws IOException {
    Errors errors = new Errors(console, false);
    try (Terminal terminal = TerminalBuilder.builder().system(true).nativeSignals(true).build()) {
      terminal.handle(Terminal.Signal.INT, signal -> printer.cancel());
      if (terminal instanceof DumbTerminal) {
        // It does not handle signals itself.
        Object unused = Signals.register("INT", () -> interrupt(printer));
      }
      if (Terminals.isTerminal(SystemStream.Output)) {
        printer.on(
            Screen.of(
                () -> terminal.getSize().getColumns(),
                () -> terminal.getSize().getRows(),
                System.getenv()));
      }
      LineReader reader =
          LineReaderBuilder.builder()
              .appName("keywright")
              .terminal(terminal)
              .parser(new StatementParser())
              .completer(new ShellCompleter(client))
              .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
              .option(LineReader.Option.CASE_INSENSITIVE, true)
              .variable(LineReader.SECONDARY_PROMPT_PATTERN, "%P       ...> ")
              .variable(LineReader.INDENTATION, 2)
              .build();
      keepHistory(reader);
      console.say(
          "keywright on "
              + databaseOption.url()
              + "; statements end with ; and 'help' or \\? shows what else there is");
      client
          .unwrap(Database.class)
          .ifPresent(database -> BuildDisplay.sayUnfinished(console, database));
      boolean more = true;
      while (more) {
        try {
          String text = reader.readLine("keywright> ");
          printer.beginInput();
          session.restart();
          more = session.accept(text);
        } catch (UserInterruptException e) {
          // Ctrl-C: the line is dropped.
        } catch (EndOfFileException e) {
          more = false;
        } catch (RuntimeException e) {
          errors.report(e);
        }
      }
    }
  }

  private static void interrupt(StatementPrinter printer) {
    if (printer.isRunning()) {
      printer.cancel();
    } else {
      System.exit(INTERRUPTED);
    }
  }

  /** Keeps the history of sessions in the user's home; not if it cannot be written there. */
  private static void keepHistory(LineReader reader) {
    try {
      Path directory = Path.of(System.getProperty("user.home", "."), ".keywright");
      Files.createDirectories(directory);
      reader.setVariable(LineReader.HISTORY_FILE, directory.resolve("history"));
    } catch (IOException | UncheckedIOException e) {
      // A home that cannot be written is no reason to refuse a shell.
    }
  }
}
