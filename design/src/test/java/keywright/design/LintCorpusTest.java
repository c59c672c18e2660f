package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import keywright.cql.Design;
import keywright.design.lint.Code;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Good and bad designs: in each, what was planted is found, and nothing else. */
class LintCorpusTest {
  static List<LintCase> all() {
    return LintCase.all();
  }

  private static List<String> codes(List<Finding> findings) {
    return findings.stream().map(finding -> finding.code().id()).sorted().toList();
  }

  private static List<Finding> errors(List<Finding> findings) {
    return findings.stream().filter(finding -> finding.severity() == Severity.ERROR).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void whatIsWrongIsFoundAndNothingElse(LintCase design) {
    List<Finding> findings = design.findings();
    assertThat(codes(findings)).as("%s", findings).isEqualTo(design.codes());
    if (design.isGood()) {
      assertThat(errors(findings)).isEmpty();
      assertThat(Design.read(design.script()).tables()).isNotEmpty();
    } else {
      assertThat(findings).isNotEmpty();
    }
  }

  /** The edits of a fix are applied, the file is read again, and what was found is gone. */
  @ParameterizedTest
  @MethodSource("all")
  void everyFixIsReadAndFixes(LintCase design) {
    List<Finding> findings = design.findings();
    for (Finding finding : findings) {
      Fix fix = finding.fix();
      if (fix == null) {
        // What is refused has no key, the rows of a file are not the file's to fix, no other order
        // of a key helps against few rows, and a type stays what it is.
        assertThat(finding.code())
            .isIn(
                Code.REFUSED, Code.UNSEEN_KEY, Code.UNJUDGED, Code.HOT_ROWS, Code.HIDDEN_KEY_PART);
        continue;
      }
      String script = design.fixed(fix);
      assertThat(Design.read(script).tables()).as(script).isNotEmpty();
      List<Finding> left = design.with(script).findings();
      assertThat(left)
          .as("%s by %s", finding, script)
          .noneMatch(other -> other.code() == finding.code() && isOfOne(other, finding));
      assertThat(errors(left)).as(script).hasSizeLessThanOrEqualTo(errors(findings).size());
      assertThat(fix.cost()).isNotEmpty();
      for (String declaration : fix.declaration().split("; ")) {
        assertThat(declaration.startsWith("DROP INDEX ") || script.contains(declaration))
            .as("%s in %s", declaration, script)
            .isTrue();
      }
    }
  }

  /** Several findings of a code differ in what they say of which part. */
  private static boolean isOfOne(Finding one, Finding other) {
    return one.reason().equals(other.reason());
  }

  @Test
  void halfOfTheDesignsAreGoodAndEveryCodeIsPlanted() {
    List<LintCase> all = all();
    assertThat(all).hasSizeGreaterThanOrEqualTo(40);
    assertThat(all.stream().filter(LintCase::isGood).count()).isGreaterThanOrEqualTo(20L);
    Set<String> planted = new TreeSet<>();
    all.stream().filter(design -> !design.isGood()).forEach(bad -> planted.addAll(bad.codes()));
    assertThat(planted)
        .containsExactlyElementsOf(Arrays.stream(Code.values()).map(Code::id).toList());
  }
}
