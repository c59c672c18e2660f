package keywright.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.Logging;
import keywright.cli.console.Output;
import keywright.cli.console.Version;
import keywright.cli.cql.CqlCommand;
import keywright.cli.cql.CqlGenerate;
import keywright.cli.database.AdminClean;
import keywright.cli.database.AdminCommand;
import keywright.cli.database.AdminStatus;
import keywright.cli.database.BackupCommand;
import keywright.cli.database.CopyCommand;
import keywright.cli.database.DescribeCommand;
import keywright.cli.database.ExportCommand;
import keywright.cli.database.LoadCommand;
import keywright.cli.database.RegionsCommand;
import keywright.cli.database.RestoreCommand;
import keywright.cli.database.ScanCommand;
import keywright.cli.database.ScrubCommand;
import keywright.cli.database.ServeCommand;
import keywright.cli.database.SplitsCommand;
import keywright.cli.database.TablesCommand;
import keywright.cli.database.UsersAdd;
import keywright.cli.database.UsersCommand;
import keywright.cli.database.UsersList;
import keywright.cli.database.UsersPassword;
import keywright.cli.database.UsersRemove;
import keywright.cli.database.UsersRole;
import keywright.cli.demo.DemoCommand;
import keywright.cli.key.KeyCheck;
import keywright.cli.key.KeyCommand;
import keywright.cli.key.KeyDecode;
import keywright.cli.key.KeyEncode;
import keywright.cli.key.KeyRangeCommand;
import keywright.cli.key.KeySplits;
import keywright.cli.lint.LintCommand;
import keywright.cli.shell.RunCommand;
import keywright.cli.shell.ShellCommand;
import keywright.cli.simulate.SimulateCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The entry point of the {@code keywright} command. */
@Command(
    name = "keywright",
    description = "A row-key layer for wide-column stores: declared keys, index tables, queries.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright key encode --columns 'customer_id int' --key 'lpad(customer_id, 6)' \\",
      "      --format text 123",
      "  keywright run -f schema.cql",
      "  keywright load payment payment.csv",
      "  keywright run -e \"SELECT * FROM payment WHERE payment_id = 7\"",
      "",
      "Results go to standard output, everything else to standard error.",
      "Exit status: 0 done, 1 refused or problems found, 2 wrong usage.",
      "'keywright COMMAND --help' shows a command's options and examples."
    })
public final class Main implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description =
          "Print what is logged, and the stack trace of an error (or set KEYWRIGHT_DEBUG=1).")
  @SuppressWarnings("UnusedVariable") // See debugRequested.
  private boolean debug;

  private Main() {}

  /** Runs the command named by {@code arguments} and exits with its status. */
  public static void main(String... arguments) {
    System.exit(
        run(
            console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                true),
            arguments));
  }

  /**
   * Runs the command named by {@code arguments} inside this process. All text is UTF-8.
   *
   * @return the exit status: 0 done, 1 refused or problems found, 2 wrong usage
   */
  public static int run(InputStream in, OutputStream out, OutputStream err, String... arguments) {
    return run(console(in, out, err, false), arguments);
  }

  private static Console console(
      InputStream in, OutputStream out, OutputStream err, boolean isOfProcess) {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Console(in, new Output(out, "standard output"), messages, isOfProcess);
  }

  private static int run(Console console, String... arguments) {
    CommandLine commandLine = commandLine(console, arguments);
    boolean isDebug = debugRequested(arguments);
    Logging.show(console.err(), isDebug);
    Errors errors = new Errors(console, isDebug);
    commandLine.setParameterExceptionHandler(errors).setExecutionExceptionHandler(errors);
    return errors.guard(
        () -> {
          int status = commandLine.execute(arguments);
          console.out().flush();
          return status;
        });
  }

  /** The commands, in the order of the help. */
  private static final List<String> COMMANDS =
      List.of(
          "demo",
          "run",
          "shell",
          "load",
          "export",
          "scan",
          "regions",
          "splits",
          "scrub",
          "copy",
          "backup",
          "restore",
          "lint",
          "simulate",
          "cql",
          "serve",
          "users",
          "tables",
          "describe",
          "admin",
          "key");

  /** Makes a command; the classes of the others are not loaded. */
  private static CommandLine command(String name, Console console) {
    return switch (name) {
      case "demo" -> new CommandLine(new DemoCommand(console));
      case "run" -> new CommandLine(new RunCommand(console));
      case "shell" -> new CommandLine(new ShellCommand(console));
      case "load" -> new CommandLine(new LoadCommand(console));
      case "export" -> new CommandLine(new ExportCommand(console));
      case "scan" -> new CommandLine(new ScanCommand(console));
      case "regions" -> new CommandLine(new RegionsCommand(console));
      case "splits" -> new CommandLine(new SplitsCommand(console));
      case "scrub" -> new CommandLine(new ScrubCommand(console));
      case "copy" -> new CommandLine(new CopyCommand(console));
      case "backup" -> new CommandLine(new BackupCommand(console));
      case "restore" -> new CommandLine(new RestoreCommand(console));
      case "lint" -> new CommandLine(new LintCommand(console));
      case "simulate" -> new CommandLine(new SimulateCommand(console));
      case "cql" -> new CommandLine(new CqlCommand()).addSubcommand(new CqlGenerate(console));
      case "serve" -> new CommandLine(new ServeCommand(console));
      case "users" ->
          new CommandLine(new UsersCommand())
              .addSubcommand(new UsersAdd(console))
              .addSubcommand(new UsersPassword(console))
              .addSubcommand(new UsersRole(console))
              .addSubcommand(new UsersRemove(console))
              .addSubcommand(new UsersList(console));
      case "tables" -> new CommandLine(new TablesCommand(console));
      case "describe" -> new CommandLine(new DescribeCommand(console));
      case "admin" ->
          new CommandLine(new AdminCommand())
              .addSubcommand(new AdminStatus(console))
              .addSubcommand(new AdminClean(console));
      case "key" ->
          new CommandLine(new KeyCommand())
              .addSubcommand(withFreeValues(new KeyEncode(console)))
              .addSubcommand(withFreeValues(new KeyDecode(console)))
              .addSubcommand(new KeyRangeCommand(console))
              .addSubcommand(new KeySplits(console))
              .addSubcommand(new KeyCheck(console));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** The commands that these arguments may need: the one that they name, or all. */
  private static List<String> commands(String... arguments) {
    for (String argument : arguments) {
      if (COMMANDS.contains(argument)) {
        return List.of(argument);
      }
      if (!argument.equals("--debug")) {
        break;
      }
    }
    return COMMANDS;
  }

  private static CommandLine commandLine(Console console, String... arguments) {
    CommandLine commandLine = new CommandLine(new Main());
    for (String name : commands(arguments)) {
      commandLine.addSubcommand(command(name, console));
    }
    commandLine.addSubcommand(new CommandLine.HelpCommand());
    Writer out =
        new Writer() {
          @Override
          public void write(char[] text, int start, int length) {
            console.out().print(new String(text, start, length));
          }

          @Override
          public void flush() {
            console.out().flush();
          }

          @Override
          public void close() {
            flush();
          }
        };
    return commandLine
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
        .setExecutionStrategy(Main::execute)
        .setUsageHelpWidth(100)
        .setUsageHelpLongOptionsMaxWidth(34)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /**
   * Executes the command. Without this, {@code --help} after an unknown command is not an error.
   */
  private static int execute(CommandLine.ParseResult parsed) {
    CommandLine.ParseResult last = parsed;
    while (last.subcommand() != null) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    List<String> unknown = last.unmatched();
    boolean isCommand = !unknown.isEmpty() && !unknown.get(0).startsWith("-");
    if (isCommand && !command.getSubcommands().isEmpty()) {
      throw new CommandLine.UnmatchedArgumentException(command, unknown);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Lets values start with a dash; the command itself refuses mistyped options. */
  private static CommandLine withFreeValues(Object command) {
    return new CommandLine(command).setUnmatchedOptionsArePositionalParams(true);
  }

  /** Known before the arguments are read, because reading them may be what fails. */
  private static boolean debugRequested(String... arguments) {
    String environment = System.getenv("KEYWRIGHT_DEBUG");
    return Arrays.asList(arguments).contains("--debug")
        || (environment != null && !environment.isEmpty() && !environment.equals("0"));
  }

  @Override
  public void run() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "found no command");
  }
}
