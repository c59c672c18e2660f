/**
 * Seeds, generators and shrinking: what the random tests of every room share.
 *
 * <p>A {@link keywright.testkit.Gen} draws values, corner cases more often than chance would, and
 * offers smaller versions of a value. {@link keywright.testkit.Property} runs a test over drawn
 * values, shrinks a failing one and reports the line that reproduces it. {@link
 * keywright.testkit.Seeds} decides the seed.
 *
 * <p>This room knows none of the others; they use it in their tests only.
 */
@NullMarked
package keywright.testkit;

import org.jspecify.annotations.NullMarked;
