/** {@code lint}, and the findings that are printed when a table is created. */
@NullMarked
package keywright.cli.lint;

import org.jspecify.annotations.NullMarked;
