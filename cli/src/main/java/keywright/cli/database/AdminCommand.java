package keywright.cli.database;

import java.util.Objects;
import keywright.cli.console.Usage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code keywright admin}: commands for operators of a database. */
@Command(
    name = "admin",
    description =
        "Show which processes have a database open, and show or remove what killed processes have left.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright admin status --db hbase:zk1.example.org/shop",
      "  keywright admin clean --db hbase:zk1.example.org/shop"
    })
public final class AdminCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw Usage.wrong(Objects.requireNonNull(spec), "found no command, expected status or clean");
  }
}
