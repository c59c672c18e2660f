/** {@code run} and {@code shell}: statements from the command line, from files and typed. */
@NullMarked
package keywright.cli.shell;

import org.jspecify.annotations.NullMarked;
