/**
 * The {@code keywright} command.
 *
 * <p>{@link keywright.cli.Main} reads the arguments and starts one command. Results go to standard
 * output, everything else to standard error; the exit status is 0 for done, 1 for refused or
 * problems found, 2 for wrong usage.
 */
@NullMarked
package keywright.cli;

import org.jspecify.annotations.NullMarked;
