package keywright.cli.database;

import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.OutputOption;
import keywright.cql.client.CqlClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code keywright describe}: prints the statements that create a table or an index. */
@Command(
    name = "describe",
    description = "Print the statements that create a table or an index.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright describe payment",
      "  keywright describe payments_by_customer",
      "  keywright describe payment > payment.cql"
    })
public final class DescribeCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "TABLE|INDEX", description = "The table or index.")
  private String name = "";

  @Mixin private ClientOption databaseOption = new ClientOption();
  @Mixin private OutputOption output = new OutputOption();

  public DescribeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (CqlClient client = databaseOption.openExistingClient(session -> session)) {
      new StatementPrinter(console, client, output.format()).describe(name);
    }
    return 0;
  }
}
