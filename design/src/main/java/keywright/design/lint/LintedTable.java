package keywright.design.lint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.cql.Places;
import keywright.cql.QueryLoad;
import keywright.cql.Statements;
import keywright.cql.WriteLoad;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Model;
import keywright.design.rows.Arrivals;
import keywright.design.rows.DesignedKey;
import keywright.design.rows.Strategy;
import keywright.design.simulate.AccessPath;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Verdict;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.table.DeclaredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** A table of a design with what rules ask for; they leave in it what they find. */
final class LintedTable {
  /** So many buckets are proposed: as many as servers at first, few enough for every scan. */
  static final int BUCKETS = 8;

  /** More buckets are tried only if so many sample rows tell which of them spread rows. */
  private static final int FEWEST_ROWS_OF_COUNTS = 1_000;

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
    this.fixes = new Fixes(design, engine);
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

  /** Whether rows will be in partitions, in the order of their hashes. */
  boolean isInPartitions() {
    return engine != null && engine.hashesPartitions();
  }

  /** The table, or another declaration of it, as the engine keeps it. */
  DeclaredTable declared(TableDefinition definition) {
    return TargetEngine.declared(engine, definition);
  }

  /** How a query reads the table as it is declared. */
  AccessPath path(QueryLoad query) {
    return path(query, table);
  }

  /** How a query would read another declaration of the table. */
  AccessPath path(QueryLoad query, TableDefinition definition) {
    return AccessPath.of(query, declared(definition));
  }

  /** The queries that some key of another declaration serves; the same columns are needed. */
  long served(TableDefinition definition) {
    return queries().stream().filter(query -> path(query, definition).plan().isPresent()).count();
  }

  /** How many rows are written in a second; 0 when the design does not say. */
  double writesPerSecond() {
    return design.writes().stream()
        .filter(write -> write.table().equals(table.name()))
        .mapToDouble(WriteLoad::ratePerSecond)
        .sum();
  }

  /** The queries of the design that read the table. */
  List<QueryLoad> queries() {
    return design.queries(table.name());
  }

  /** Whether a table or an index in the keyspace of the table has a name. */
  boolean isUsed(String name) {
    String plain = Names.unqualified(name);
    return design.tables().stream()
        .filter(other -> other.keyspace().equals(table.keyspace()))
        .anyMatch(
            other ->
                Names.unqualified(other.name()).equals(plain) || other.index(plain).isPresent());
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
    return parts.isEmpty() ? null : fix(withParts(key, parts), cost);
  }

  /** The table with other parts of a key, if that fits together; else empty. */
  Optional<TableDefinition> withParts(DesignedKey key, List<KeyPart> parts) {
    return Fixes.withParts(key, parts, partitionParts(key, parts));
  }

  /**
   * The clustering parts stay as they are where the change is in front of them, and the partition
   * where it is behind. Without partitions a first part alone stays alone.
   */
  private int partitionParts(DesignedKey key, List<KeyPart> parts) {
    int grouped = key.partitionParts();
    List<KeyPart> before = key.parts();
    int clustering = before.size() - grouped;
    boolean isAlone = grouped == 1 && !isInPartitions();
    boolean isBehind =
        parts.size() > before.size() && parts.subList(0, before.size()).equals(before);
    return isAlone || isBehind || commonEnd(before, parts) < clustering
        ? grouped
        : parts.size() - clustering;
  }

  private static int commonEnd(List<KeyPart> some, List<KeyPart> others) {
    int common = 0;
    while (common < Math.min(some.size(), others.size())
        && some.get(some.size() - 1 - common).equals(others.get(others.size() - 1 - common))) {
      common++;
    }
    return common;
  }

  /** A key with another expression for one part. */
  @Nullable Fix fix(DesignedKey key, int part, KeyExpression expression, String cost) {
    List<KeyPart> parts = new ArrayList<>(key.parts());
    parts.set(part, parts.get(part).withExpression(expression));
    return fix(key, parts, cost);
  }

  /** The numbers of buckets that are tried for a hot key. */
  List<Integer> bucketCounts() {
    return data != null && data.rows() >= FEWEST_ROWS_OF_COUNTS
        ? List.of(BUCKETS, 2 * BUCKETS, 4 * BUCKETS)
        : List.of(BUCKETS);
  }

  /** Whether there are sample rows. */
  boolean hasRows() {
    return data != null;
  }

  /**
   * Other parts for a key, and what they cost.
   *
   * @param partitionParts how many of them are the partition; 0 for what follows from those now
   */
  record Candidate(List<KeyPart> parts, int partitionParts, String cost) {
    Candidate(List<KeyPart> parts, String cost) {
      this(parts, 0, cost);
    }
  }

  /** The table with the parts of a candidate, if that fits together; else empty. */
  Optional<TableDefinition> with(DesignedKey key, Candidate candidate) {
    return candidate.partitionParts() == 0
        ? withParts(key, candidate.parts())
        : Fixes.withParts(key, candidate.parts(), candidate.partitionParts());
  }

  @Nullable Fix fix(DesignedKey key, Candidate candidate) {
    return fix(with(key, candidate), candidate.cost());
  }

  /**
   * The first candidate that fits together and, where there are sample rows, spreads them; null
   * when there is none. Without rows the first that lint does not warn of, or else the first. A
   * candidate that serves all queries that the table serves now comes before others.
   */
  @Nullable Fix firstOf(DesignedKey key, List<Candidate> candidates) {
    List<Candidate> fitting = new ArrayList<>();
    List<Strategy> strategies = new ArrayList<>();
    for (Candidate candidate : candidates) {
      TableDefinition after = with(key, candidate).orElse(null);
      if (after != null) {
        fitting.add(candidate);
        strategies.add(key.in(after).strategy());
      }
    }
    List<Candidate> good = data == null ? fitting : spread(fitting, data.replay(strategies));
    Predicate<Candidate> accepted = data == null ? some -> isAccepted(key, some) : any -> true;
    return good.stream()
        .filter(candidate -> serves(key, candidate))
        .filter(accepted)
        .findFirst()
        .or(() -> good.stream().filter(accepted).findFirst())
        .or(() -> good.stream().findFirst())
        .map(candidate -> fix(key, candidate))
        .orElse(null);
  }

  /** The candidates whose replay shares the rows out among the servers. */
  private static List<Candidate> spread(
      List<Candidate> candidates, List<@Nullable Simulation> replays) {
    List<Candidate> spread = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      Simulation replay = replays.get(i);
      if (replay == null || isShared(replay.verdict().grade())) {
        spread.add(candidates.get(i));
      }
    }
    return spread;
  }

  /** Whether some key serves each query that some key serves now. */
  private boolean serves(DesignedKey key, Candidate candidate) {
    TableDefinition after = with(key, candidate).orElseThrow();
    return queries().stream()
        .allMatch(query -> path(query).plan().isEmpty() || path(query, after).plan().isPresent());
  }

  /**
   * Whether lint, without sample rows, finds nothing in the changed table but what it finds now;
   * nor that it may be hot elsewhere.
   */
  private boolean isAccepted(DesignedKey key, Candidate candidate) {
    if (isTrial) {
      return true;
    }
    List<String> now = warnings(table, true);
    return with(key, candidate).stream()
        .flatMap(after -> warnings(after, true).stream())
        .allMatch(now::remove);
  }

  /**
   * Whether a changed primary key spreads the sample rows. Without sample rows: whether lint warns
   * of nothing in it but what it warns of now.
   */
  boolean isWell(TableDefinition after) {
    if (isTrial) {
      return true;
    }
    if (data == null) {
      List<String> now = warnings(table.withIndexes(List.of()), false);
      return warnings(after.withIndexes(List.of()), false).stream().allMatch(now::remove);
    }
    Simulation replay = data.replay(List.of(primary().in(after).strategy())).get(0);
    return replay == null || isShared(replay.verdict().grade());
  }

  /**
   * The codes of the warnings and errors of a table.
   *
   * @param withLikely whether a key that may be hot counts too
   */
  private List<String> warnings(TableDefinition declared, boolean withLikely) {
    StringBuilder script = new StringBuilder(Statements.createTable(declared));
    for (IndexDefinition index : declared.indexes()) {
      script.append(";\n").append(Statements.createIndex(declared.name(), index));
    }
    return Lint.ofTrial(Design.readAsFarAsPossible(script.toString()), engine).stream()
        .filter(
            finding -> finding.severity() != Severity.INFO || (withLikely && isLikelyHot(finding)))
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

  /**
   * A key after buckets over all columns of the primary key. The buckets of a unique index are over
   * its own columns, so that equal values have one key.
   */
  Candidate inBuckets(DesignedKey key, List<KeyPart> rest) {
    return inBuckets(key, rest, BUCKETS);
  }

  Candidate inBuckets(DesignedKey key, List<KeyPart> rest, int buckets) {
    List<KeyPart> parts = new ArrayList<>(rest);
    boolean isPhoenix = key.schema().format().name().equals("phoenix");
    boolean isUnique = key.index() != null && key.index().unique();
    Set<String> columns = new LinkedHashSet<>();
    if (isUnique) {
      rest.forEach(part -> columns.addAll(part.expression().columns()));
    }
    parts.add(
        0,
        KeyPart.asc(
            isPhoenix
                ? KeyExpression.phoenixSalt(buckets)
                : KeyExpression.bucket(buckets, columns.toArray(String[]::new))));
    return new Candidate(
        parts,
        "a scan that does not fix the whole key reads %d ranges, merged in order; a read by the whole key still reads one range"
            .formatted(buckets));
  }

  @Nullable Fix bucketed(DesignedKey key, List<KeyPart> rest) {
    return fix(key, inBuckets(key, rest));
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
