/**
 * The {@code keywright} command: {@link keywright.cli.Main} and its subcommands, a package for each
 * topic. Engines are found by {@code ServiceLoader}.
 */
@NullMarked
package keywright.cli;

import org.jspecify.annotations.NullMarked;
