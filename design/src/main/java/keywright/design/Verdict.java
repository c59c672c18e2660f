package keywright.design;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import keywright.key.KeySchema;

/** What the figures of a simulation mean, in one sentence. */
final class Verdict {
  /** The part of an even spread from which on servers count as evenly loaded. */
  private static final double EVEN = 0.75;

  /** How much better a shuffle has to be for the order of arrival to have a part in it. */
  private static final double BETTER = 1.5;

  /** The part of the servers below which reads count as hot. */
  private static final double HALF = 0.5;

  private static final List<String> NUMBERS =
      List.of(
          "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven", "twelve");

  private final Simulation simulation;
  private final RegionSettings settings;
  private final Load load;
  private final Load shuffled;

  private Verdict(Simulation simulation) {
    this.simulation = simulation;
    this.settings = simulation.settings();
    this.load = simulation.load();
    this.shuffled = simulation.shuffled();
  }

  static String of(Simulation simulation) {
    Verdict verdict = new Verdict(simulation);
    Partitions partitions = simulation.partitions();
    String sentence =
        partitions == null ? verdict.sentence() : RingVerdict.of(simulation, partitions);
    return sentence + verdict.reads() + verdict.overwritten() + ".";
  }

  private String sentence() {
    if (simulation.regions() == 1) {
      return format(
          "undecided: all rows fit into one region of %,d, so nothing can spread; simulate with more"
              + " rows, or with smaller regions",
          settings.regionRows());
    }
    if (isEven(load)) {
      return hasTails() ? tails() : fine();
    }
    boolean fewRegions = simulation.regions() < 2 * settings.servers();
    if (simulation.leadingValues() < settings.servers()) {
      boolean alike = simulation.leadingValues() >= EVEN * partValues();
      if (partValues() <= 0 || !alike) {
        return hotByValue();
      }
      return fewRegions && partValues() >= settings.servers() ? tooFewRegions() : tooFewBuckets();
    }
    if (isEven(shuffled)) {
      return hotByOrder();
    }
    if (fewRegions) {
      return tooFewRegions();
    }
    return shuffled.effectiveServers() >= BETTER * load.effectiveServers()
        ? hotByBoth()
        : hotByValue();
  }

  private boolean isEven(Load some) {
    return some.effectiveServers() >= EVEN * settings.evenServers();
  }

  /** Whether the order of arrival leads to few regions at a time, of many. */
  private boolean hasTails() {
    return load.effectiveRegions() * 2 <= shuffled.effectiveRegions();
  }

  private String fine() {
    return format(
        "fine: the writes keep %s busy, and the largest of %s takes %s of them",
        servers(load), regions(simulation.regions()), percent(load.largestRegionShare()));
  }

  private String tails() {
    long tails = Math.round(load.effectiveRegions());
    return format(
        "spread, with %s hot %s: the writes keep %s busy, but go to about %s of %s at a time%s; more"
            + " than %d servers would not share them",
        number(tails),
        tails == 1 ? "tail" : "tails",
        servers(load),
        number(tails),
        regions(simulation.regions()),
        left(),
        tails);
  }

  private String tooFewRegions() {
    return format(
        "undecided: %s are too few for %d servers to share; simulate with more rows, or with smaller"
            + " regions",
        regions(simulation.regions()), settings.servers());
  }

  private String tooFewBuckets() {
    return format(
        "hot: %s has %d values, so the writes keep only %s busy%s; give it %s values %s there are"
            + " servers",
        simulation.strategy().schema().parts().get(0).name(),
        partValues(),
        servers(load),
        left(),
        partValues() < settings.servers() ? "at least as many" : "more",
        partValues() < settings.servers() ? "as" : "than");
  }

  private String hotByOrder() {
    return format(
        "hot by order: the largest region takes %s of the writes and only %s busy, because rows"
            + " arrive in the order of %s%s%s; the same rows shuffled keep %s busy, so put bucket(%d)"
            + " in front, at %d ranges for each scan, or a column whose values come mixed",
        percent(load.largestRegionShare()),
        servers(load) + (load.effectiveServers() < 1.05 ? " is" : " are"),
        part(),
        left(),
        simulation.model() instanceof Model.LoadSplits
            ? ", and no split by load helps, for what halves the writes of one window has all those of"
                + " the next behind it"
            : "",
        servers(shuffled),
        settings.servers(),
        settings.servers());
  }

  private String hotByBoth() {
    return format(
        "hot by order and by value: the writes keep %s busy, and %s when the rows are shuffled, so"
            + " rows arrive in the order of %s and a few of its values have most rows; put a column of"
            + " more values in front, or bucket(%d) over the whole key",
        servers(load), servers(shuffled), part(), settings.servers());
  }

  private String hotByValue() {
    return format(
        "hot by value: the largest region takes %s of the writes and only %s are busy (shuffled, the"
            + " largest takes %s), for most rows share a few values of %s; hashing it does not help,"
            + " put a column of more values in front, or bucket(%d) over the whole key",
        percent(load.largestRegionShare()),
        servers(load),
        percent(shuffled.largestRegionShare()),
        part(),
        settings.servers());
  }

  /** The regions that were left behind. */
  private String left() {
    return simulation.coldRegions() == 0
        ? ""
        : format(
            ", leaving %s of %s cold and half full",
            String.format(Locale.ROOT, "%,d", simulation.coldRegions()),
            regions(simulation.regions()));
  }

  private String reads() {
    Load reads = simulation.reads().load();
    String hot =
        reads == null || reads.effectiveServers() >= HALF * settings.servers()
            ? ""
            : format(
                "; the reads of its queries are hot: the largest %s takes %s of them and only %s serve"
                    + " them",
                simulation.partitions() == null ? "region" : "partition",
                percent(reads.largestRegionShare()),
                servers(reads));
    List<String> scans = simulation.reads().fullScans();
    return scans.isEmpty()
        ? hot
        : hot + format("; %s would read every row", String.join(" and ", scans));
  }

  private String overwritten() {
    return simulation.overwritten() == 0
        ? ""
        : format(
            "; %,d of %,d rows overwrite another, for the key is not unique",
            simulation.overwritten(), simulation.rows());
  }

  /** The first part, which decides; the column itself when it reads one alone. */
  private String part() {
    KeySchema schema = simulation.strategy().schema();
    Set<String> columns = schema.parts().get(0).expression().columns();
    return columns.size() == 1 ? columns.iterator().next() : schema.parts().get(0).name();
  }

  private long partValues() {
    return simulation.strategy().schema().partValues(0);
  }

  private static String number(long number) {
    return number < NUMBERS.size()
        ? NUMBERS.get((int) number)
        : String.format(Locale.ROOT, "%,d", number);
  }

  private String servers(Load some) {
    return servers(some, settings.servers());
  }

  static String servers(Load some, int servers) {
    return format("%.1f of %d servers", some.effectiveServers(), servers);
  }

  private static String regions(int regions) {
    return regions == 1 ? "1 region" : String.format(Locale.ROOT, "%,d regions", regions);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
