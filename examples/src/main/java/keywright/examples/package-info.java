/**
 * Programs that the documentation quotes.
 *
 * <p>A region of a program here is what a page shows, and a test runs every program, so that no
 * page shows code that does not work. Nothing depends on this module.
 */
@NullMarked
package keywright.examples;

import org.jspecify.annotations.NullMarked;
