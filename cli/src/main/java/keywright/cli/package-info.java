/**
 * The {@code keywright} command.
 *
 * <p>{@link keywright.cli.Main} reads the arguments and starts one command; there is a class for
 * each. A command gets its streams as a {@link keywright.cli.Console} and throws what it cannot do,
 * which {@link keywright.cli.Errors} turns into one line and an exit status. Rows are printed by a
 * {@link keywright.cli.ResultWriter}, one for each format of {@code --output}. Results go to
 * standard output, everything else to standard error; the exit status is 0 for done, 1 for refused
 * or problems found, 2 for wrong usage.
 */
@NullMarked
package keywright.cli;

import org.jspecify.annotations.NullMarked;
