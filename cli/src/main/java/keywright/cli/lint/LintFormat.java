package keywright.cli.lint;

import java.util.Locale;

/** How findings are printed. */
enum LintFormat {
  TEXT,
  JSON,
  SARIF;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
