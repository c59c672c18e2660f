package keywright.cli.cql;

import java.util.Objects;
import keywright.cli.console.Usage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code keywright cql}: statements for systems without Keywright. */
@Command(
    name = "cql",
    description = "Write a design as statements for programs that do not use Keywright.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = "  keywright cql generate orders.cql --for cassandra > tables.cql")
public final class CqlCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw Usage.wrong(Objects.requireNonNull(spec), "found no command, expected generate");
  }
}
