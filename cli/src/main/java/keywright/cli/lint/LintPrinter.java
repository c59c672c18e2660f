package keywright.cli.lint;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.Text;
import keywright.cli.data.InputFile;
import keywright.cql.Place;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.Severity;

/** Findings as lines for people, as JSON, and as SARIF for the tools around a build. */
final class LintPrinter {
  private final Output out;
  private final InputFile file;

  /**
   * @param file what was read
   */
  LintPrinter(Output out, InputFile file) {
    this.out = out;
    this.file = file;
  }

  void print(LintFormat format, List<Finding> findings) {
    switch (format) {
      case TEXT -> printText(findings);
      case JSON -> printJson(findings);
      case SARIF -> new SarifWriter(out, file.name()).write(findings);
    }
  }

  private void printText(List<Finding> findings) {
    for (Finding finding : findings) {
      out.line(
          "%s:%d:%d: %s %s: %s"
              .formatted(
                  Text.escape(file.label()),
                  finding.place().line(),
                  finding.place().column(),
                  finding.severity(),
                  finding.code().id(),
                  Text.escape(finding.reason())));
      Fix fix = finding.fix();
      if (fix != null) {
        out.line(
            fix.shortDeclaration()
                .lines()
                .map(Text::escape)
                .collect(Collectors.joining("\n         ", "    fix: ", "")));
        out.line("    cost: " + Text.escape(fix.cost()));
      }
    }
    long errors = count(findings, Severity.ERROR);
    long warnings = count(findings, Severity.WARNING);
    long notes = count(findings, Severity.INFO);
    out.line(
        findings.isEmpty()
            ? "nothing found"
            : "%s, %s, %s"
                .formatted(counted(errors, "error"), counted(warnings, "warning"), notes(notes)));
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String notes(long count) {
    return count + " info";
  }

  private static long count(List<Finding> findings, Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }

  private void printJson(List<Finding> findings) {
    out.print("{");
    Json.member(out, "file", file.label());
    for (Severity severity : Severity.values()) {
      out.print(", \"%s\": %d".formatted(severity, count(findings, severity)));
    }
    out.print(", \"findings\": [");
    for (int i = 0; i < findings.size(); i++) {
      out.print(i == 0 ? "\n  {" : ",\n  {");
      printJson(findings.get(i));
      out.print("}");
    }
    out.line("]}");
  }

  private void printJson(Finding finding) {
    Place place = finding.place();
    Json.member(out, "code", finding.code().id());
    out.print(", ");
    Json.member(out, "severity", finding.severity().toString());
    out.print(
        String.format(
            Locale.ROOT,
            ", \"line\": %d, \"column\": %d, \"end_line\": %d, \"end_column\": %d, ",
            place.line(),
            place.column(),
            place.endLine(),
            place.endColumn()));
    Json.member(out, "title", finding.code().title());
    out.print(", ");
    Json.member(out, "reason", finding.reason());
    Fix fix = finding.fix();
    if (fix == null) {
      out.print(", \"fix\": null, \"cost\": null");
    } else {
      out.print(", ");
      Json.member(out, "fix", fix.declaration());
      out.print(", ");
      Json.member(out, "cost", fix.cost());
    }
  }
}
