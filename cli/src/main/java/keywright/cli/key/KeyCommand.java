package keywright.cli.key;

import keywright.cli.console.Usage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code keywright key}: commands on a key that is declared on the command line, without a
 * database.
 */
@Command(
    name = "key",
    description =
        "Encode, decode and check row keys, show the ranges of conditions, and split tables by keys.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright key encode --columns 'order_id bigint' --key 'reverse(lpad(order_id, 9))' \\",
      "      --format text 12345",
      "  keywright key decode --columns 'order_id bigint' --key 'reverse(lpad(order_id, 9))' \\",
      "      --format text 543210000",
      "  keywright key range --columns 'customer_id int, paid_at timestamp' \\",
      "      --key 'customer_id, paid_at DESC' --where 'customer_id = 123'",
      "  keywright key splits --columns 'at timestamp, id bigint' --key 'bucket(8), at, id' \\",
      "      --regions 8",
      "  keywright key check --columns 'tenant text, ts timestamp, id bigint' \\",
      "      --key 'bucket(16), tenant, ts DESC, id'"
    })
public final class KeyCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw Usage.wrong(spec, "found no command, expected encode, decode, range, splits or check");
  }
}
