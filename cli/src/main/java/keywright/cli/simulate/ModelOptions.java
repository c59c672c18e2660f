package keywright.cli.simulate;

import java.util.Locale;
import keywright.cli.console.Usage;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say how a table is shared out among servers. */
final class ModelOptions {
  private enum Kind {
    REGIONS,
    LOAD,
    RING
  }

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "regions|load|ring",
      description =
          "regions that split by size (the default: HBase, MapR, Bigtable), by size and load"
              + " (CockroachDB, TiDB), or partitions on a token ring (Cassandra).")
  private Kind kind = Kind.REGIONS;

  @Option(
      names = "--balance",
      paramLabel = "count|load",
      description =
          "What the balancer makes equal among servers: the number of regions (default of --model regions), or the writes since its last run (default of --model load).")
  private @Nullable Balancer balancer;

  @Option(
      names = "--split-writes",
      paramLabel = "N",
      description =
          "With --model load, a region splits at this number of writes in a window; by default half of a server's even share.")
  private @Nullable Integer splitWrites;

  @Option(
      names = "--pre-split",
      paramLabel = "N",
      description =
          "Into how many regions the table is split before the first row, if the key alone gives split points (see key splits); 1 by default.")
  private @Nullable Integer preSplit;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      description = "With --model ring, how many token ranges a server owns; 16 by default.")
  private @Nullable Integer tokens;

  Model model() {
    refuse("--balance", balancer, kind == Kind.RING);
    refuse("--split-writes", splitWrites, kind != Kind.LOAD);
    refuse("--tokens", tokens, kind != Kind.RING);
    refuse("--pre-split", preSplit, kind == Kind.RING);
    int regions = preSplit == null ? 1 : preSplit;
    return switch (kind) {
      case REGIONS -> new Model.SizeSplits(balancer == null ? Balancer.COUNT : balancer, regions);
      case LOAD ->
          new Model.LoadSplits(splitWrites, balancer == null ? Balancer.LOAD : balancer, regions);
      case RING -> new Model.TokenRing(tokens == null ? Model.TokenRing.TOKENS : tokens);
    };
  }

  private void refuse(String option, @Nullable Object given, boolean isWrong) {
    if (given != null && isWrong) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      throw Usage.wrong(
          spec, "found %s with --model %s, which has no such option".formatted(option, name));
    }
  }
}
