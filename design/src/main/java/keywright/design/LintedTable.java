package keywright.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.cql.Places;
import keywright.cql.QueryLoad;
import keywright.cql.Statements;
import keywright.key.KeyExpression;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.table.IndexDefinition;
import keywright.table.TableDefinition;
import org.jspecify.annotations.Nullable;

/** A table of a design with what rules ask for; they leave in it what they find. */
final class LintedTable {
  /** So many buckets are proposed: as many as servers at first, few enough for every scan. */
  static final int BUCKETS = 8;

  private final Design design;
  private final TableDefinition table;
  private final List<DesignedKey> keys;
  private final @Nullable DataProfile data;
  private final @Nullable TargetEngine engine;
  private final Mends mends;

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
    this.mends = new Mends(design);
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

  void find(Code code, Severity severity, Place place, String reason, @Nullable Mend mend) {
    findings.add(new Finding(code, severity, place, reason, mend));
  }

  List<Finding> findings() {
    return findings;
  }

  /** The table as it should be; null when it cannot be so. */
  @Nullable Mend mend(Optional<TableDefinition> after, String price) {
    return after.map(changed -> mends.of(table, changed, price)).orElse(null);
  }

  @Nullable Mend mend(TableDefinition after, List<TableDefinition> added, String price) {
    return Mends.checked(after).map(changed -> mends.of(table, changed, added, price)).orElse(null);
  }

  /** A key with other parts. */
  @Nullable Mend mend(DesignedKey key, List<KeyPart> parts, String price) {
    return parts.isEmpty() ? null : mend(Mends.withParts(key, parts), price);
  }

  /** A key with another expression for one part. */
  @Nullable Mend mend(DesignedKey key, int part, KeyExpression expression, String price) {
    List<KeyPart> parts = new ArrayList<>(key.parts());
    KeyPart old = parts.get(part);
    parts.set(part, new KeyPart(expression, old.descending(), old.nulls(), null));
    return mend(key, parts, price);
  }

  /** Other parts for a key, and what they cost. */
  record Remedy(List<KeyPart> parts, String price) {}

  /**
   * The first remedy that fits together and, where there are sample rows, spreads them; null when
   * there is none. Without rows the first that lint does not warn of, or else the first.
   */
  @Nullable Mend firstOf(DesignedKey key, List<Remedy> remedies) {
    List<Remedy> fitting = new ArrayList<>();
    List<Strategy> strategies = new ArrayList<>();
    for (Remedy remedy : remedies) {
      TableDefinition after = Mends.withParts(key, remedy.parts()).orElse(null);
      if (after != null) {
        fitting.add(remedy);
        strategies.add(key.in(after).strategy());
      }
    }
    if (data == null) {
      return fitting.stream()
          .filter(remedy -> isAccepted(key, remedy))
          .findFirst()
          .or(() -> fitting.stream().findFirst())
          .map(remedy -> mend(key, remedy.parts(), remedy.price()))
          .orElse(null);
    }
    List<@Nullable Simulation> replays = data.replay(strategies);
    for (int i = 0; i < fitting.size(); i++) {
      Simulation replay = replays.get(i);
      if (replay == null || isShared(replay.verdict().grade())) {
        return mend(key, fitting.get(i).parts(), fitting.get(i).price());
      }
    }
    return null;
  }

  /**
   * Whether lint, without sample rows, finds nothing in the changed table but what it finds now.
   */
  private boolean isAccepted(DesignedKey key, Remedy remedy) {
    if (isTrial) {
      return true;
    }
    List<Code> now = warnings(table);
    return Mends.withParts(key, remedy.parts()).stream()
        .flatMap(after -> warnings(after).stream())
        .allMatch(now::remove);
  }

  private List<Code> warnings(TableDefinition declared) {
    StringBuilder script = new StringBuilder(Statements.createTable(declared));
    for (IndexDefinition index : declared.indexes()) {
      script.append(";\n").append(Statements.createIndex(declared.name(), index));
    }
    return Lint.ofTrial(Design.readAsFarAsPossible(script.toString()), engine).stream()
        .filter(finding -> finding.severity() != Severity.INFO)
        .map(Finding::code)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isShared(Verdict.Grade grade) {
    return grade == Verdict.Grade.FINE || grade == Verdict.Grade.TAILS;
  }

  /** A key behind buckets over all columns of the primary key. */
  Remedy inBuckets(DesignedKey key, List<KeyPart> rest) {
    List<KeyPart> parts = new ArrayList<>(rest);
    boolean isPhoenix = key.schema().format().name().equals("phoenix");
    parts.add(
        0,
        KeyPart.asc(
            isPhoenix ? KeyExpression.phoenixSalt(BUCKETS) : KeyExpression.bucket(BUCKETS)));
    return new Remedy(
        parts,
        "a scan that does not fix the whole key reads %d ranges, merged in order; a read of the whole key is still one"
            .formatted(BUCKETS));
  }

  @Nullable Mend bucketed(DesignedKey key, List<KeyPart> rest) {
    Remedy remedy = inBuckets(key, rest);
    return mend(key, remedy.parts(), remedy.price());
  }

  /** A key in the format kw1, which escapes, and sorts every type. */
  @Nullable Mend inKw1(DesignedKey key) {
    IndexDefinition index = key.index();
    TableDefinition after =
        index == null
            ? table.withFormat(KeyFormat.kw1())
            : Mends.withIndex(
                table,
                index,
                new IndexDefinition(
                    index.name(),
                    index.parts(),
                    KeyFormat.kw1(),
                    index.unique(),
                    index.included()));
    return mend(
        Mends.checked(after), "row keys are binary, so people and other programs cannot read them");
  }
}
