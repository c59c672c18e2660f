package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.store.UnreadableRowException;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;

/** What a scrub has read, found and repaired so far. Used by one thread. */
final class Findings {
  private final ScrubOptions options;
  private final Map<String, Map<ScrubReport.Kind, Tally>> tallies = new LinkedHashMap<>();
  long rows;
  long entries;
  long tombstones;
  long dropped;

  /** What was found of one kind. */
  static final class Tally {
    private long found;
    private long repaired;
    private final List<String> examples = new ArrayList<>();
  }

  /** A repair; false when what it is about comes to be neither well nor repaired. */
  interface Repair {
    boolean run();
  }

  Findings(ScrubOptions options) {
    this.options = options;
  }

  boolean areRepaired() {
    return options.repairs();
  }

  Tally note(String of, ScrubReport.Kind kind, String example) {
    Tally tally =
        tallies
            .computeIfAbsent(of, name -> new EnumMap<>(ScrubReport.Kind.class))
            .computeIfAbsent(kind, any -> new Tally());
    tally.found++;
    if (tally.examples.size() < options.examples()) {
      tally.examples.add(example);
    }
    return tally;
  }

  /** Takes what a scan of a table or an index cannot read. */
  Consumer<UnreadableRowException> unreadableOf(String of) {
    return row -> {
      Tally unused = note(of, ScrubReport.Kind.UNREADABLE_ROW, String.valueOf(row.getMessage()));
    };
  }

  void repair(Tally tally, Repair repair) {
    if (options.repairs() && repair.run()) {
      tally.repaired++;
    }
  }

  ScrubReport report(String table) {
    List<ScrubReport.Finding> findings = new ArrayList<>();
    tallies.forEach(
        (of, kinds) ->
            kinds.forEach(
                (kind, tally) ->
                    findings.add(
                        new ScrubReport.Finding(
                            kind, of, tally.found, tally.repaired, tally.examples))));
    return new ScrubReport(table, rows, entries, tombstones, dropped, findings);
  }
}
