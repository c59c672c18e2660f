package keywright.cli.lint;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import keywright.cli.console.CliException;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.Version;
import keywright.cli.data.InputFile;
import keywright.cql.Place;
import keywright.design.lint.Code;
import keywright.design.lint.Edit;
import keywright.design.lint.Finding;
import keywright.design.lint.Fix;
import keywright.design.lint.Severity;

/**
 * Findings in the Static Analysis Results Interchange Format, version 2.1.0. Columns count code
 * points; a fix is a change of the file.
 */
final class SarifWriter {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private static final List<Code> CODES = List.of(Code.values());

  private final Output out;
  private final String uri;
  private final boolean isFile;

  /**
   * @param file the path of what was read; {@code -} for standard input, which tools take for the
   *     name of no file, and for which there are no fixes
   */
  SarifWriter(Output out, String file) {
    this.out = out;
    this.uri = uri(file);
    this.isFile = !new InputFile(file).isStandardInput();
  }

  /** A relative reference, or one of a file's scheme for a path from the root. */
  static String uri(String file) {
    String path = file.replace('\\', '/');
    try {
      String scheme = path.startsWith("/") ? "file" : null;
      return new URI(scheme, scheme == null ? null : "", inFolder(path), null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new CliException("cannot write " + file + " as a URI: " + e.getReason(), e);
    }
  }

  /** A name with a colon, which would be taken for a scheme, is said to be in this folder. */
  private static String inFolder(String path) {
    int colon = path.indexOf(':');
    return colon >= 0 && path.lastIndexOf('/', colon) < 0 ? "./" + path : path;
  }

  void write(List<Finding> findings) {
    out.print("{");
    Json.member(out, "$schema", SCHEMA);
    out.line(", \"version\": \"2.1.0\", \"runs\": [{");
    out.print("  \"tool\": {\"driver\": {\"name\": \"keywright\", ");
    Json.member(out, "version", Version.text());
    out.line(", \"rules\": [");
    for (int i = 0; i < CODES.size(); i++) {
      out.print("    {");
      Json.member(out, "id", CODES.get(i).id());
      out.print(", \"shortDescription\": {");
      Json.member(out, "text", CODES.get(i).title());
      out.line(i + 1 < CODES.size() ? "}}," : "}}]}},");
    }
    out.print("  \"columnKind\": \"unicodeCodePoints\", \"results\": [");
    for (int i = 0; i < findings.size(); i++) {
      out.print(i == 0 ? "\n    {" : ",\n    {");
      write(findings.get(i));
      out.print("}");
    }
    out.line("]}]}");
  }

  private void write(Finding finding) {
    Json.member(out, "ruleId", finding.code().id());
    out.print(", \"ruleIndex\": %d, ".formatted(CODES.indexOf(finding.code())));
    Json.member(out, "level", level(finding.severity()));
    out.print(", \"message\": {");
    Json.member(out, "text", message(finding));
    out.print("}, \"locations\": [{\"physicalLocation\": {");
    artifact();
    out.print(", \"region\": ");
    region(finding.place());
    out.print("}}]");
    Fix fix = finding.fix();
    if (isFile && fix != null && !fix.edits().isEmpty()) {
      out.print(", \"fixes\": [{\"description\": {");
      Json.member(out, "text", fix.declaration());
      out.print("}, \"artifactChanges\": [{");
      artifact();
      out.print(", \"replacements\": [");
      for (int i = 0; i < fix.edits().size(); i++) {
        Edit edit = fix.edits().get(i);
        out.print(i == 0 ? "{\"deletedRegion\": " : ", {\"deletedRegion\": ");
        region(edit.place());
        out.print(", \"insertedContent\": {");
        Json.member(out, "text", edit.text());
        out.print("}}");
      }
      out.print("]}]}]");
    }
  }

  private static String message(Finding finding) {
    Fix fix = finding.fix();
    return fix == null
        ? finding.reason()
        : "%s; fix: %s; cost: %s".formatted(finding.reason(), fix.shortDeclaration(), fix.cost());
  }

  private static String level(Severity severity) {
    return severity == Severity.INFO ? "note" : severity.toString();
  }

  private void artifact() {
    out.print("\"artifactLocation\": {");
    Json.member(out, "uri", uri);
    out.print("}");
  }

  private void region(Place place) {
    out.print(
        "{\"startLine\": %d, \"startColumn\": %d, \"endLine\": %d, \"endColumn\": %d}"
            .formatted(place.line(), place.column(), place.endLine(), place.endColumn()));
  }
}
