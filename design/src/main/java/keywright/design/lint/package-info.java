/**
 * Checks of declarations and sample rows before a table exists. {@link keywright.design.lint.Lint}
 * runs rules over a {@code LintedTable}; a rule adds {@link keywright.design.lint.Finding}s, each
 * with a {@link keywright.design.lint.Code}, a {@link keywright.design.lint.Severity} and often a
 * {@link keywright.design.lint.Fix}.
 */
@NullMarked
package keywright.design.lint;

import org.jspecify.annotations.NullMarked;
