/**
 * What every command uses: input and output streams, progress, usage and error messages, and
 * writers of results as tables, CSV and JSON.
 */
@NullMarked
package keywright.cli.console;

import org.jspecify.annotations.NullMarked;
