package keywright.cli.demo;

import java.util.ArrayList;
import java.util.List;
import keywright.cql.Design;
import keywright.cql.Place;
import keywright.cql.Places;
import keywright.cql.Statements;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.Lint;
import keywright.design.lint.Severity;
import keywright.key.KeyPart;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;

/** What lint says of the demo's tables and indexes, with the key that it would declare. */
final class DemoLint {
  private final Design design;

  private DemoLint(Design design) {
    this.design = design;
  }

  /**
   * A key that lint warns of.
   *
   * @param name of the table or the index
   * @param finding severity and code
   * @param key as it is declared, in parentheses
   * @param better the key that lint would declare
   */
  record Judged(String name, String finding, String reason, String key, String better) {}

  /** The errors and warnings of a script, in its order. */
  static List<Judged> judge(String script) {
    Design design = Design.read(script);
    List<Judged> judged = new ArrayList<>();
    for (Finding finding : Lint.of(design).findings()) {
      if (finding.severity() != Severity.INFO) {
        judged.add(new DemoLint(design).judged(finding));
      }
    }
    return judged;
  }

  private Judged judged(Finding finding) {
    String name = "";
    String key = "";
    Places places = design.places();
    for (TableDefinition table : design.tables()) {
      if (contains(places.table(table.name()).statement(), finding.place())) {
        name = table.name();
        key = keyOf(table.primaryKey());
      }
      for (IndexDefinition index : table.indexes()) {
        if (contains(places.index(index.name()).statement(), finding.place())) {
          name = index.name();
          key = keyOf(index.parts());
        }
      }
    }
    Fix fix = finding.fix();
    return new Judged(
        name,
        finding.severity() + " " + finding.code().id(),
        finding.reason(),
        key,
        fix == null ? "" : keyOf(fix.declaration()));
  }

  private static String keyOf(List<KeyPart> parts) {
    return "(" + Statements.parts(parts) + ")";
  }

  /** The parentheses of PRIMARY KEY (…) or of CREATE INDEX … (…) WITH …. */
  private static String keyOf(String declaration) {
    int options = declaration.indexOf(") WITH ");
    int end = options < 0 ? declaration.length() : options + 1;
    return declaration.substring(declaration.indexOf('('), end);
  }

  private static boolean contains(Place statement, Place place) {
    return statement.line() <= place.line() && place.line() <= statement.endLine();
  }
}
