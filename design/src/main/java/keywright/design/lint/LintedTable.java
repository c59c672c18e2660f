package keywright.design.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.cql.Places;
import keywright.cql.QueryLoad;
import keywright.cql.Statements;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Model;
import keywright.design.rows.Arrivals;
import keywright.design.rows.DesignedKey;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** A table of a design with what rules ask for; they leave in it what they find. */
final class LintedTable {
  /** So many buckets are proposed: as many as servers at first, few enough for every scan. */
  static final int BUCKETS = 8;

  static final String KW1_COST =
      "row keys are binary, so people and other programs cannot read them";

  private final Design design;
  private final TableDefinition table;
  private final List<DesignedKey> keys;
  private final @Nullable DataProfile data;
  private final @Nullable TargetEngine engine;
  private final Fixes fixes;

  /** Whether the table is a fix that is being tried, whose own fixes nobody asks for. */
  private final boolean isTrial;

  private final List<Finding> findings = new ArrayList<>();

  LintedTable(
      Design design,
      TableDefinition table,
      @Nullable Arrivals arrivals,
      @Nullable TargetEngine engine,
      boolean isTrial) {
    this.isTrial = isTrial;
    this.design = design;
    this.table = table;
    this.keys = DesignedKey.of(table, design.places());
    this.data = arrivals == null ? null : DataProfile.of(table, keys, arrivals, model(engine));
    this.engine = engine;
    this.fixes = new Fixes(design);
  }

  /** How the engine shares a table out among servers. */
  private static Model model(@Nullable TargetEngine engine) {
    return engine != null && engine.hashesPartitions()
        ? new Model.TokenRing(Model.TokenRing.TOKENS)
        : new Model.SizeSplits(Balancer.COUNT);
  }

  TableDefinition table() {
    return table;
  }

  Places.OfTable places() {
    return design.places().table(table.name());
  }

  /** The key of the rows first, then those of the indexes. */
  List<DesignedKey> keys() {
    return keys;
  }

  DesignedKey primary() {
    return keys.get(0);
  }

  /** Sample rows; null when there are none. */
  @Nullable DataProfile data() {
    return data;
  }

  /** How the sample rows look under a key; null when there are none for it. */
  @Nullable KeyProfile profile(DesignedKey key) {
    return data == null ? null : data.key(key);
  }

  /** What becomes of the sample rows under a key; null when there are none, or too few. */
  @Nullable Simulation replay(DesignedKey key) {
    return data == null ? null : data.replay(key);
  }

  /** The sample values of a column; null when there are none. */
  @Nullable ColumnProfile profile(String column) {
    return data == null ? null : data.column(column);
  }

  @Nullable TargetEngine engine() {
    return engine;
  }

  /** The queries of the design that read the table. */
  List<QueryLoad> queries() {
    return design.queries(table.name());
  }

  /** Whether a table or an index of the design has a name. */
  boolean isUsed(String name) {
    return design.tables().stream()
        .anyMatch(other -> other.name().equals(name) || other.index(name).isPresent());
  }

  void find(Code code, Severity severity, Place place, String reason, @Nullable Fix fix) {
    findings.add(new Finding(code, severity, place, reason, fix));
  }

  List<Finding> findings() {
    return findings;
  }

  /** The table as it should be; null when it cannot be so. */
  @Nullable Fix fix(Optional<TableDefinition> after, String cost) {
    return after.map(changed -> fixes.of(table, changed, cost)).orElse(null);
  }

  @Nullable Fix fix(TableDefinition after, List<TableDefinition> added, String cost) {
    return Fixes.checked(after).map(changed -> fixes.of(table, changed, added, cost)).orElse(null);
  }

  /** A key with other parts. */
  @Nullable Fix fix(DesignedKey key, List<KeyPart> parts, String cost) {
    return parts.isEmpty() ? null : fix(Fixes.withParts(key, parts), cost);
  }

  /** A key with another expression for one part. */
  @Nullable Fix fix(DesignedKey key, int part, KeyExpression expression, String cost) {
    List<KeyPart> parts = new ArrayList<>(key.parts());
    parts.set(part, parts.get(part).withExpression(expression));
    return fix(key, parts, cost);
  }

  /** Whether there are sample rows. */
  boolean hasRows() {
    return data != null;
  }

  /** Other parts for a key, and what they cost. */
  record Candidate(List<KeyPart> parts, String cost) {}

  /**
   * The first candidate that fits together and, where there are sample rows, spreads them; null
   * when there is none. Without rows the first that lint does not warn of, or else the first.
   */
  @Nullable Fix firstOf(DesignedKey key, List<Candidate> candidates) {
    List<Candidate> fitting = new ArrayList<>();
    List<Strategy> strategies = new ArrayList<>();
    for (Candidate candidate : candidates) {
      TableDefinition after = Fixes.withParts(key, candidate.parts()).orElse(null);
      if (after != null) {
        fitting.add(candidate);
        strategies.add(key.in(after).strategy());
      }
    }
    if (data == null) {
      return fitting.stream()
          .filter(candidate -> isAccepted(key, candidate))
          .findFirst()
          .or(() -> fitting.stream().findFirst())
          .map(candidate -> fix(key, candidate.parts(), candidate.cost()))
          .orElse(null);
    }
    List<@Nullable Simulation> replays = data.replay(strategies);
    for (int i = 0; i < fitting.size(); i++) {
      Simulation replay = replays.get(i);
      if (replay == null || isShared(replay.verdict().grade())) {
        return fix(key, fitting.get(i).parts(), fitting.get(i).cost());
      }
    }
    return null;
  }

  /**
   * Whether lint, without sample rows, finds nothing in the changed table but what it finds now;
   * nor that it may be hot elsewhere.
   */
  private boolean isAccepted(DesignedKey key, Candidate candidate) {
    if (isTrial) {
      return true;
    }
    List<String> now = warnings(table);
    return Fixes.withParts(key, candidate.parts()).stream()
        .flatMap(after -> warnings(after).stream())
        .allMatch(now::remove);
  }

  private List<String> warnings(TableDefinition declared) {
    StringBuilder script = new StringBuilder(Statements.createTable(declared));
    for (IndexDefinition index : declared.indexes()) {
      script.append(";\n").append(Statements.createIndex(declared.name(), index));
    }
    return Lint.ofTrial(Design.readAsFarAsPossible(script.toString()), engine).stream()
        .filter(finding -> finding.severity() != Severity.INFO || isLikelyHot(finding))
        .map(finding -> finding.code().id() + (isLikelyHot(finding) ? " " + finding.reason() : ""))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isLikelyHot(Finding finding) {
    return finding.severity() == Severity.INFO
        && (finding.code() == Code.INTEGER_KEY || finding.code() == Code.FEW_FIRST_VALUES);
  }

  private static boolean isShared(Verdict.Grade grade) {
    return grade == Verdict.Grade.FINE || grade == Verdict.Grade.TAILS;
  }

  /** A key after buckets over all columns of the primary key. */
  Candidate inBuckets(DesignedKey key, List<KeyPart> rest) {
    List<KeyPart> parts = new ArrayList<>(rest);
    boolean isPhoenix = key.schema().format().name().equals("phoenix");
    parts.add(
        0,
        KeyPart.asc(
            isPhoenix ? KeyExpression.phoenixSalt(BUCKETS) : KeyExpression.bucket(BUCKETS)));
    return new Candidate(
        parts,
        "a scan that does not fix the whole key reads %d ranges, merged in order; a read of the whole key is still one"
            .formatted(BUCKETS));
  }

  @Nullable Fix bucketed(DesignedKey key, List<KeyPart> rest) {
    Candidate candidate = inBuckets(key, rest);
    return fix(key, candidate.parts(), candidate.cost());
  }

  /** A key in the format kw1, which escapes, and sorts every type. */
  @Nullable Fix inKw1(DesignedKey key) {
    IndexDefinition index = key.index();
    TableDefinition after =
        index == null
            ? table.withFormat(KeyFormat.kw1())
            : Fixes.withIndex(table, index, index.withFormat(KeyFormat.kw1()));
    return fix(Fixes.checked(after), KW1_COST);
  }
}
