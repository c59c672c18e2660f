/**
 * Tests of designs as a whole: a corpus of labelled declarations and rows, and what lint and the
 * simulation say of them together.
 */
@NullMarked
package keywright.design;

import org.jspecify.annotations.NullMarked;
