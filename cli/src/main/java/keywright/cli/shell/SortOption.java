package keywright.cli.shell;

import keywright.cli.console.Usage;
import keywright.cli.database.ClientOption;
import keywright.table.model.Limits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --sort-disk}: how much one sort may write to disk. Used by one thread. */
final class SortOption {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--sort-disk",
      paramLabel = "BYTES",
      description =
          "Refuse an ORDER BY that would write more bytes of rows to disk; 10737418240 (10 GiB) by default.")
  private @Nullable Long bytes;

  /** Refuses the option for a server. */
  void requireNoServer(ClientOption database) {
    database.requireNoServer(bytes != null, "--sort-disk");
  }

  /** The limits of the queries that a command runs. */
  Limits limits() {
    Limits limits = Limits.DEFAULT;
    if (bytes == null) {
      return limits;
    }
    if (bytes < 0) {
      throw Usage.wrong(spec, "found --sort-disk " + bytes + ", expected 0 or more");
    }
    return limits.withSorts(limits.sortedBytes(), bytes, limits.unaskedRows());
  }
}
