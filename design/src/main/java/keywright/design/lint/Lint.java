package keywright.design.lint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.cql.Design;
import keywright.design.rows.Arrivals;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Finds problems of a design before rows are stored. For many problems it computes a fix and the
 * cost of the fix. Immutable.
 *
 * <p>The rules of lint use types, keys, queries and sample rows. A rule that uses the name of a
 * column only gives advice.
 */
public final class Lint {
  private static final Comparator<Finding> IN_ORDER =
      Comparator.<Finding>comparingInt(finding -> finding.place().line())
          .thenComparingInt(finding -> finding.place().column())
          .thenComparing(Finding::code);

  private final Design design;
  private final Map<String, Arrivals> data;
  private final @Nullable TargetEngine engine;

  private Lint(Design design, Map<String, Arrivals> data, @Nullable TargetEngine engine) {
    this.design = design;
    this.data = Map.copyOf(data);
    this.engine = engine;
  }

  /** Makes a lint of a design. The design may contain statements that were refused. */
  public static Lint of(Design design) {
    return new Lint(design, Map.of(), null);
  }

  /**
   * The same lint with sample rows of a table.
   *
   * @param table the name of the table
   * @param rows the rows, in the order in which they arrived. They are read once; if several rows
   *     have the same key, they are read again for each column that may distinguish these rows
   */
  public Lint withRows(String table, Arrivals rows) {
    return new Lint(design, Map.of(table, rows), engine);
  }

  /** The same lint for tables on the engine {@code target}. */
  public Lint on(TargetEngine target) {
    return new Lint(design, data, target);
  }

  /** The findings for a fix that is being tried, from its declaration alone. */
  static List<Finding> ofTrial(Design design, @Nullable TargetEngine engine) {
    return new Lint(design, Map.of(), engine).findings(true);
  }

  /** Finds the problems, in the order of their positions in the script. */
  public List<Finding> findings() {
    return findings(false);
  }

  private List<Finding> findings(boolean isTrial) {
    List<Finding> findings = new ArrayList<>();
    for (Design.Refused refused : design.refused()) {
      findings.add(of(refused));
    }
    for (TableDefinition table : design.tables()) {
      LintedTable linted = new LintedTable(design, table, data.get(table.name()), engine, isTrial);
      CassandraRules.check(linted);
      HotSpotRules.check(linted);
      OrderRules.check(linted);
      IdentityRules.check(linted);
      TextKeyRules.check(linted);
      SizeRules.check(linted);
      PartitionRules.check(linted);
      PaddingRules.check(linted);
      TypeRules.check(linted);
      FamilyRules.check(linted);
      ReadFamilyRules.check(linted);
      QueryRules.check(linted);
      findings.addAll(linted.findings());
    }
    findings.sort(IN_ORDER);
    return findings;
  }

  /**
   * The finding of a rule for a statement that was refused; if no rule has one, the refusal itself.
   */
  private static Finding of(Design.Refused refused) {
    TableDefinition table = refused.table();
    return Optional.ofNullable(table)
        .flatMap(declared -> FamilyRules.tooMany(refused, declared))
        .or(() -> Optional.ofNullable(table).flatMap(t -> TextKeyRules.unwritable(refused, t)))
        .orElseGet(
            () ->
                new Finding(Code.REFUSED, Severity.ERROR, refused.place(), refused.reason(), null));
  }
}
