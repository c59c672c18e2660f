package keywright.cli.cql;

import java.util.Locale;
import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.data.DesignFile;
import keywright.cli.data.InputFile;
import keywright.design.cassandra.PlainCql;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keywright cql generate}: a design in the CQL of Cassandra. */
@Command(
    name = "generate",
    description = {
      "Print a design in the CQL of Cassandra: a table for each key and index, and for each QUERY and SELECT of the file the SELECTs that answer it.",
      "Comments say which columns a program must compute and how it joins the rows of several SELECTs. The parameters of a query are named after their columns."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright cql generate orders.cql --for cassandra > tables.cql",
      "",
      "What Cassandra does not have is refused, and nothing is printed."
    })
public final class CqlGenerate implements Callable<Integer> {
  /** The system whose CQL is printed. */
  enum Target {
    CASSANDRA;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "FILE.cql",
      description = "The statements of a design; - is standard input.")
  private String designFile = "";

  @Option(
      names = "--for",
      paramLabel = "SYSTEM",
      required = true,
      description = "The system whose CQL is printed: cassandra.")
  @SuppressWarnings("UnusedVariable") // There is one so far.
  private Target target = Target.CASSANDRA;

  public CqlGenerate(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    DesignFile file = DesignFile.read(console, new InputFile(designFile));
    console.out().print(PlainCql.of(file.design()));
    return 0;
  }
}
