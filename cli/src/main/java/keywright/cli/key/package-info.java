/**
 * {@code key encode}, {@code decode}, {@code range}, {@code splits} and {@code check}: row keys
 * without a database.
 */
@NullMarked
package keywright.cli.key;

import org.jspecify.annotations.NullMarked;
