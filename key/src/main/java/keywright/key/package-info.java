/**
 * Row keys: types, key expressions, key schemas and the bytes they stand for.
 *
 * <p>A row key is a tuple of expressions over columns. From one declaration this room derives the
 * bytes, the way back from bytes to values, and the start and stop of every scan.
 *
 * <p>It uses the JDK only, so that a job on a cluster can take it alone.
 */
@NullMarked
package keywright.key;

import org.jspecify.annotations.NullMarked;
