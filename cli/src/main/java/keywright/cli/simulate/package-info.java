/** {@code simulate}: tables, pictures in the terminal, and the report as a page. */
@NullMarked
package keywright.cli.simulate;

import org.jspecify.annotations.NullMarked;
